"""A shuffler that prints lines on a serial port: a map file says what its lines mean.

The map is TOML: a name, and `[[lines]]` with a `pattern` that must match a whole line and the `event` it stands for:
`started`, `finished`, `count`, `fault`, `state` or `ignore`. Named groups carry what varies: `cycle`, `cards`, `word`.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from felt.config import read_toml
from felt.fact import ShufflerState
from felt.fault import ConfigFault
from felt.refusal import nearest
from firmware_bridge.shuffler.patterns import LONGEST_LINE, LONGEST_PATTERN, check_pace

MOST_CARDS: Final = 416
"""More than eight decks is more than any machine holds; a larger number counts as that."""


class Event(StrEnum):
    """What a line can tell."""

    STARTED = "started"
    FINISHED = "finished"
    COUNT = "count"
    FAULT = "fault"
    STATE = "state"
    IGNORE = "ignore"


FAULTS: Final[Mapping[str, ShufflerState]] = {
    "jam": ShufflerState.JAM,
    "door-open": ShufflerState.DOOR_OPEN,
    "fault": ShufflerState.FAULT,
}
STATES: Final[Mapping[str, ShufflerState]] = {str(state): state for state in ShufflerState}

_GROUPS: Final[Mapping[Event, frozenset[str]]] = {
    Event.STARTED: frozenset({"cycle"}),
    Event.FINISHED: frozenset({"cycle", "cards"}),
    Event.COUNT: frozenset({"cycle", "cards"}),
    Event.FAULT: frozenset({"cycle"}),
    Event.STATE: frozenset({"cycle", "word"}),
    Event.IGNORE: frozenset(),
}
"""The named groups that each event understands."""


class LineRule(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """One kind of line. `fault` and `state` name what it means; `words` gives a state to each `word` that may come."""

    pattern: str
    event: str
    fault: str = "fault"
    state: str | None = None
    words: dict[str, str] = {}

    @cached_property
    def compiled(self) -> "re.Pattern[str]":
        """The pattern; compiled once."""
        return re.compile(self.pattern)

    @property
    def kind(self) -> Event:
        """What a line of this kind tells."""
        return Event(self.event)


class LineMap(Struct, frozen=True, forbid_unknown_fields=True):
    """What one machine's lines mean.

    `expected`: cards of a whole deck. `baud`: the rate at which it prints. `ask`: sent when the port opens, for a
    machine that tells its state when asked. `heartbeat_s`: the machine prints at least so often; without it a machine
    that is silent counts as idle.
    """

    name: str
    lines: tuple[LineRule, ...]
    expected: Annotated[int, Meta(ge=1, le=MOST_CARDS)] = 52
    baud: Annotated[int, Meta(ge=300, le=4_000_000)] = 115_200
    ask: str = ""
    heartbeat_s: Annotated[float, Meta(gt=0)] | None = None


class Understood(Struct, frozen=True):
    """What one line tells."""

    event: Event
    cycle: int | None = None
    cards: int | None = None
    state: ShufflerState | None = None

    def __str__(self) -> str:
        parts = [str(self.event)]
        if self.state is not None:
            parts.append(str(self.state))
        if self.cycle is not None:
            parts.append(f"cycle {self.cycle}")
        if self.cards is not None:
            parts.append(f"{self.cards} cards")
        return ", ".join(parts)


def load_map(path: Path) -> LineMap:
    """Read and check a map; raises ConfigFault naming the file, the rule, and the nearest word that would be right."""
    known = read_toml(path, LineMap)
    if not known.lines:
        raise ConfigFault("no line is explained", where=str(path), remedy="give it [[lines]] with pattern and event")
    patterns = [rule.pattern for rule in known.lines]
    for at, rule in enumerate(known.lines):
        where = f"{path}: lines[{at}]"
        _check_rule(rule, where)
        if rule.pattern in patterns[:at]:
            raise ConfigFault(
                "the same pattern stands twice", where=where, remedy=f"see lines[{patterns.index(rule.pattern)}]"
            )
    return known


def understand(known: LineMap, line: str) -> Understood | None:
    """What a line tells by the first rule that matches the whole of it; None when none does, or for a line of more than
    200 characters: no machine prints such, and matching noise would take the time that the readers need."""
    if len(line) > LONGEST_LINE:
        return None
    for rule in known.lines:
        match = rule.compiled.fullmatch(line)
        if match is not None:
            return _understood(rule, match.groupdict())
    return None


def _understood(rule: LineRule, groups: dict[str, str | None]) -> Understood | None:
    state: ShufflerState | None = None
    if rule.kind is Event.FAULT:
        state = FAULTS[rule.fault]
    elif rule.kind is Event.STATE:
        word = groups.get("word")
        named = rule.state if word is None else rule.words.get(word)
        if named is None:
            return None
        state = STATES[named]
    return Understood(rule.kind, _number(groups.get("cycle")), _number(groups.get("cards"), MOST_CARDS), state)


def _number(text: str | None, most: int = 2**31) -> int | None:
    digits = "" if text is None else text.strip()
    if not digits.isascii() or not digits.isdigit():
        return None
    return min(int(digits[:12]), most)


def _check_rule(rule: LineRule, where: str) -> None:
    if rule.event not in list(Event):
        raise ConfigFault(f"unknown event {rule.event!r}", where=where, remedy=nearest(rule.event, map(str, Event)))
    if len(rule.pattern) > LONGEST_PATTERN:
        raise ConfigFault(
            f"pattern of {len(rule.pattern)} characters", where=where, remedy=f"at most {LONGEST_PATTERN}"
        )
    try:
        compiled = rule.compiled
    except (re.error, OverflowError, RecursionError) as error:
        raise ConfigFault(
            f"pattern {rule.pattern!r} is broken: {error}", where=where, remedy="a Python regular expression"
        ) from error
    if compiled.fullmatch("") is not None:
        raise ConfigFault(
            f"pattern {rule.pattern!r} matches an empty line", where=where, remedy="say what stands there"
        )
    check_pace(compiled, where)
    known = sorted(_GROUPS[rule.kind])
    for group in compiled.groupindex:
        if group not in known:
            raise ConfigFault(f"event {rule.event!r} has no group {group!r}", where=where, remedy=nearest(group, known))
    _check_meaning(rule, frozenset(compiled.groupindex), where)


def _check_meaning(rule: LineRule, groups: frozenset[str], where: str) -> None:
    if rule.kind is Event.COUNT and "cards" not in groups:
        raise ConfigFault("a count without its number", where=where, remedy=r"put it in a group: (?P<cards>\d+)")
    if rule.fault not in FAULTS:
        raise ConfigFault(f"unknown fault {rule.fault!r}", where=where, remedy=nearest(rule.fault, FAULTS))
    for state in (*([rule.state] if rule.state is not None else ()), *rule.words.values()):
        if state not in STATES:
            raise ConfigFault(f"unknown state {state!r}", where=where, remedy=nearest(state, STATES))
    if rule.kind is not Event.STATE:
        if rule.state is not None or rule.words:
            raise ConfigFault(f"event {rule.event!r} takes no state", where=where, remedy="event = 'state'")
    elif ("word" in groups) is not bool(rule.words) or (rule.state is None) is not bool(rule.words):
        raise ConfigFault(
            "a state is named either by `state`, or by a group (?P<word>...) and the table `words`", where=where
        )
