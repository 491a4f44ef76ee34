"""How long a pattern may try: one whose work on a hostile line is more than a bounded number of ways is refused.

Matching goes back and tries another way wherever a pattern leaves a choice: how often to repeat, which alternative.
A choice costs nothing when the next character decides it, as in `\\d+ of \\d+`; else the ways multiply. What is counted
here is an upper bound, so a harmless pattern may be refused, but none that hangs is taken.
"""

import re
from typing import Final, NamedTuple, NoReturn

from felt.fault import ConfigFault

LONGEST_LINE: Final = 200
"""Characters of the longest line that is matched; a longer one is understood by no rule."""

LONGEST_PATTERN: Final = 1000
MOST_WAYS: Final = 2000
"""Ways to match one line: each is at most a walk along it, so 400,000 steps, a few milliseconds."""

_DEEPEST: Final = 20
_SAMPLE: Final = frozenset(map(chr, range(0x250))) | {"\u0663", "\u2003", "\u212a", "\u4e2d", "\U0001f0a1"}
"""Characters by which two classes are compared: Latin, and one each of other digits, spaces, letters and signs."""

_ENDLESS: Final = LONGEST_LINE

_TOKEN: Final = re.compile(
    r"""(?P<skip>\(\?\#[^)]*\)|\(\?[aimsu]+\)|\\[bBAZ]|[\^$])
    |(?P<open>\(\?P<\w+>|\(\?:|\((?!\?))
    |(?P<close>\))
    |(?P<bar>\|)
    |(?P<repeat>(?:[*+?]|\{\d+\}|\{(?P<low>\d*),(?P<high>\d*)\})[?+]?)
    |(?P<strange>\(\?|\\[1-9])
    |(?P<atom>\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|0[0-7]{0,2}|N\{[^}]*\}|.)
        |\[\^?\]?(?:\\.|[^\]\\])*\]|.)""",
    re.VERBOSE | re.DOTALL,
)


class _Chars(NamedTuple):
    """One character of a class."""

    chars: frozenset[str]


class _Choice(NamedTuple):
    """Alternatives, each a row of parts; a plain group has one."""

    rows: "list[list[_Part]]"


class _Repeat(NamedTuple):
    """A part `low` to `high` times."""

    part: "_Part"
    low: int
    high: int


_Part = _Chars | _Choice | _Repeat


def check_pace(compiled: "re.Pattern[str]", where: str) -> None:
    """Raise ConfigFault when one line could take long to match; the fault says what to write instead."""
    whole = _Reader(compiled, where).read()
    ways = _ways(whole, frozenset())
    if ways > MOST_WAYS:
        raise ConfigFault(
            f"pattern {compiled.pattern!r} can match one line in too many ways: it could take for ever",
            where=where,
            remedy="put a character between repetitions that the one before cannot match, as in '\\d+ of \\d+'",
        )


class _Reader:
    """Reads a pattern that `re` has compiled into its parts."""

    def __init__(self, compiled: "re.Pattern[str]", where: str) -> None:
        self._compiled = compiled
        self._where = where
        self._known: dict[str, _Chars] = {}

    def read(self) -> _Choice:
        """The whole pattern as one group."""
        groups = [_Choice([[]])]
        for token in _TOKEN.finditer(self._compiled.pattern):
            row = groups[-1].rows[-1]
            match token.lastgroup:
                case "open":
                    groups.append(_Choice([[]]))
                    if len(groups) > _DEEPEST:
                        self._refuse("nests its groups too deep", f"at most {_DEEPEST - 1} deep")
                case "close":
                    group = groups.pop()
                    groups[-1].rows[-1].append(group)
                case "bar":
                    groups[-1].rows.append([])
                case "repeat":
                    row.append(self._repeated(row.pop(), token))
                case "strange":
                    self._refuse(f"uses {token.group()!r}", "plain groups only: (...), (?:...) and (?P<name>...)")
                case "atom":
                    row.append(self._chars(token.group()))
                case _:
                    pass
        return groups[0]

    def _repeated(self, part: _Part, token: "re.Match[str]") -> _Part:
        low, high = _bounds(token)
        if high > 1 and not _is_fixed(part):
            self._refuse(
                "repeats a repetition, an optional part or a choice: one line could take for ever to match",
                "inside a repeated group only what has one form; write the rest out, such as '\\d+:\\d+:\\d+'",
            )
        if high > 1 and _is_nullable(part):
            self._refuse("repeats what may be empty", "say what stands there")
        return _Repeat(part, low, high)

    def _chars(self, atom: str) -> _Chars:
        if atom not in self._known:
            if atom.isascii() and atom[:2] not in {r"\u", r"\U", r"\N"}:
                alone = re.compile(re.escape(atom) if len(atom) == 1 and atom != "." else atom, self._compiled.flags)
                chars = frozenset(each for each in _SAMPLE if alone.fullmatch(each))
            else:
                chars = frozenset()
            self._known[atom] = _Chars(chars or _SAMPLE)  # a class outside the sample may meet any other
        return self._known[atom]

    def _refuse(self, what: str, remedy: str) -> NoReturn:
        raise ConfigFault(f"pattern {self._compiled.pattern!r} {what}", where=self._where, remedy=remedy)


def _bounds(token: "re.Match[str]") -> tuple[int, int]:
    text = token.group()
    match text[0]:
        case "*":
            return 0, _ENDLESS
        case "+":
            return 1, _ENDLESS
        case "?":
            return 0, 1
    if token.group("low") is None:
        exact = int(text[1 : text.index("}")])
        return exact, exact
    return int(token.group("low") or 0), min(int(token.group("high") or _ENDLESS), _ENDLESS)


def _is_fixed(part: _Part) -> bool:
    """Whether it leaves no choice."""
    match part:
        case _Chars():
            return True
        case _Repeat(part=inner, low=low, high=high):
            return low == high and _is_fixed(inner)
        case _Choice(rows=rows):
            return len(rows) == 1 and all(map(_is_fixed, rows[0]))


def _is_nullable(part: _Part) -> bool:
    match part:
        case _Chars():
            return False
        case _Repeat(part=inner, low=low):
            return low == 0 or _is_nullable(inner)
        case _Choice(rows=rows):
            return any(all(map(_is_nullable, row)) for row in rows)


def _first(part: _Part) -> frozenset[str]:
    """The characters it can begin with."""
    match part:
        case _Chars(chars=chars):
            return chars
        case _Repeat(part=inner):
            return _first(inner)
        case _Choice(rows=rows):
            return frozenset().union(*(_first_of_row(row, frozenset()) for row in rows))


def _first_of_row(row: list[_Part], follow: frozenset[str]) -> frozenset[str]:
    chars: frozenset[str] = frozenset()
    for part in row:
        chars |= _first(part)
        if not _is_nullable(part):
            return chars
    return chars | follow


def _ways(part: _Part, follow: frozenset[str]) -> int:
    """Upper bound of the ways it can be tried, when one of `follow` (or the line's end) comes after it."""
    match part:
        case _Chars():
            return 1
        case _Repeat(part=inner, low=low, high=high):
            again = follow if high == 1 else follow | _first(inner)
            ways = _ways(inner, again)
            decided = not _is_nullable(inner) and not (_first(inner) & follow)
            return ways if decided or low == high else ways + max(min(high, _ENDLESS) - low, 0)
        case _Choice(rows=rows):
            each = [_ways_of_row(row, follow) for row in rows]
            firsts = [_first_of_row(row, follow) for row in rows]
            apart = sum(map(len, firsts)) == len(frozenset().union(*firsts))
            return max(each) if apart else sum(each)


def _ways_of_row(row: list[_Part], follow: frozenset[str]) -> int:
    ways = 1
    for at, part in enumerate(row):
        ways *= _ways(part, _first_of_row(row[at + 1 :], follow))
    return ways
