"""The head of a script: the terms of the table, read into a TableSetup and printed back."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import fields, replace

from felt.fact import SenseQuality
from felt.fault import ScriptFault
from felt.games import game_named
from felt.place import SeatNo
from felt.script.words import Words, nearest
from felt.setup import PERFECT_SENSES, Stakes, TableSetup
from felt.situation import Sense, Tracker

BOOKS: Final = ("bfsp", "club", "gpc", "pub", "sport-poker", "tda", "rrop")
"""The rulebooks a script may name, alone or as `PACK+PARENT`."""

SCRIPT_GAMES: Final = ("holdem", "omaha4", "omaha5", "stud", "ofc")


def _rulebook(words: Words) -> dict[str, Any]:
    text = words.next("a rulebook")
    for part in text.split("+", 1):
        known = (*BOOKS, *words.books)
        if part not in known:
            words.refuse(f"{part!r} is not a rulebook", nearest(part, known))
    return {"rulebook": text}


def _game(words: Words) -> dict[str, Any]:
    text = words.next("a game")
    if text not in SCRIPT_GAMES:
        known = nearest(text, SCRIPT_GAMES).replace("ofc", "ofc (open-face)")
        words.refuse(f"{text!r} is not a game", known)
    return {"game": text}


def _amount(field: str) -> Callable[[Words], dict[str, Any]]:
    return lambda words: {field: words.number("an amount of chips")}


def _blinds(words: Words) -> dict[str, Any]:
    small, big = read_blinds(words)
    return {"small": small, "big": big}


def read_blinds(words: Words) -> tuple[int, int]:
    """`100/200`."""
    small, slash, big = words.next("blinds such as 100/200").partition("/")
    if not slash:
        words.refuse(f"{small!r} is not a pair of blinds", "expected blinds such as 100/200")
    low, high = words.as_number(small, "the small blind"), words.as_number(big, "the big blind")
    if low > high:
        words.refuse(f"the small blind {low} is above the big one", f"expected small before big, such as {high}/{low}")
    return low, high


def _stacks(words: Words) -> dict[str, Any]:
    word = words.peek() or ""
    if "=" not in word:
        return {"default_stack": words.number("chips, or seat=chips")}
    stacks: dict[SeatNo, int] = {}
    while words.left:
        seat, sign, chips = words.next("seat=chips").partition("=")
        if not sign:
            words.refuse(f"{seat!r} names no seat", "expected seat=chips, such as 1=900")
        stacks[words.as_seat(seat)] = words.as_number(chips, "chips")
        if not stacks[words.as_seat(seat)]:
            words.refuse(f"seat {seat} has no chips", "expected 1 or more; a seat without chips is not dealt in")
    return {"stacks": stacks}


def _tracker(words: Words) -> dict[str, Any]:
    return {"tracker": words.one_of(Tracker, "what the tracker knows")}


def _senses(words: Words) -> dict[str, Any]:
    text = words.next("senses such as hole,board,burn")
    if text == "none":
        return {"senses": ()}
    named = text.split(",")
    for name in named:
        if name not in set(Sense):
            words.refuse(f"{name!r} is not a sense", nearest(name, Sense))
    return {"senses": tuple(SenseQuality(sense) for sense in Sense if sense in named)}


HEAD: Final[dict[str, Callable[[Words], dict[str, Any]]]] = {
    "rulebook": _rulebook,
    "game": _game,
    "seats": lambda words: {"seats": words.seats()},
    "absent": lambda words: {"absent": words.seats()},
    "penalty": lambda words: {"penalty": words.seats()},
    "button": lambda words: {"button": words.seat()},
    "blinds": _blinds,
    "ante": _amount("ante"),
    "bb-ante": _amount("big_blind_ante"),
    "bring-in": _amount("bring_in"),
    "stacks": _stacks,
    "tracker": _tracker,
    "senses": _senses,
    "machine": lambda _words: {"machine": True},
}
"""What each head word says, as fields of TableSetup and Stakes."""

_STAKE_FIELDS: Final = frozenset(field.name for field in fields(Stakes))


class HeadReader:
    """Collects head lines and makes the TableSetup of them."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._found: dict[str, Any] = {}

    def read(self, word: str, words: Words) -> None:
        """Read one head line, `word` being its first; refuses what was said before."""
        said = HEAD[word](words)
        words.finish()
        for field in said:
            if field in self._found:
                words.refuse(f"{word} is said twice", "expected it once")
        self._found |= said

    def setup(self, line: int) -> TableSetup:
        """The terms; `line` is where the head ends, named when something is missing."""
        found = self._found
        where = f"{self._file}:{line}"
        for need in ("rulebook", "seats"):
            if need not in found:
                raise ScriptFault(f"the head names no {need}", where=where, remedy=f"expected a line `{need} ...`")
        if "button" not in found and found.get("game") != "stud":
            raise ScriptFault("the head names no button", where=where, remedy="expected a line such as `button 3`")
        if len(found["seats"]) < 2:
            raise ScriptFault("one seat cannot play a hand", where=where, remedy="expected two seats or more")
        game = game_named(found.get("game", "holdem"))
        if not game.fits(len(found["seats"])):
            raise ScriptFault(
                f"{game.name} is not dealt to {len(found['seats'])} seats",
                where=where,
                remedy=f"expected {game.min_seats} to {game.max_seats}",
            )
        for field in ("absent", "penalty", "stacks"):
            strangers = sorted(set(found.get(field, ())) - set(found["seats"]))
            if strangers:
                raise ScriptFault(
                    f"{field} names seat {strangers[0]}, which is not among the seats",
                    where=where,
                    remedy="expected a seat of the line `seats`",
                )
        stakes = Stakes(**{field: value for field, value in found.items() if field in _STAKE_FIELDS})
        terms = {field: value for field, value in found.items() if field not in _STAKE_FIELDS}
        return replace(TableSetup(rulebook="", seats=()), stakes=stakes, **terms)


def seats_text(seats: tuple[SeatNo, ...]) -> str:
    """`1-6` for a run of three or more, else `1,3,4`."""
    if len(seats) > 2 and seats == tuple(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]}-{seats[-1]}"
    return ",".join(str(seat) for seat in seats)


def print_head(setup: TableSetup) -> Iterator[str]:
    """The head lines of these terms; what is the default is left out."""
    plain = TableSetup(rulebook="", seats=())
    yield f"rulebook {setup.rulebook}"
    if setup.game != plain.game:
        yield f"game {setup.game}"
    yield f"seats {seats_text(setup.seats)}"
    if setup.absent:
        yield f"absent {seats_text(setup.absent)}"
    if setup.penalty:
        yield f"penalty {seats_text(setup.penalty)}"
    if setup.button is not None:
        yield f"button {setup.button}"
    yield from _print_stakes(setup.stakes, plain.stakes)
    if setup.default_stack != plain.default_stack:
        yield f"stacks {setup.default_stack}"
    if setup.stacks:
        yield "stacks " + " ".join(f"{seat}={chips}" for seat, chips in setup.stacks.items())
    if setup.tracker is not plain.tracker:
        yield f"tracker {setup.tracker}"
    if setup.senses != PERFECT_SENSES:
        yield "senses " + (",".join(quality.sense for quality in setup.senses) or "none")
    if setup.machine:
        yield "machine"


def _print_stakes(stakes: Stakes, plain: Stakes) -> Iterator[str]:
    if (stakes.small, stakes.big) != (plain.small, plain.big):
        yield f"blinds {stakes.small}/{stakes.big}"
    for word, amount in (("ante", stakes.ante), ("bb-ante", stakes.big_blind_ante), ("bring-in", stakes.bring_in)):
        if amount:
            yield f"{word} {amount}"
