"""The words of one line, taken one by one; a wrong one is refused with file, line and the nearest known word."""

import difflib
import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NoReturn, TypeVar

from felt.card import Card, parse_card
from felt.fault import BadInput, ScriptFault
from felt.place import BURN, Place, SeatNo, parse_place

Word = TypeVar("Word", bound=StrEnum)

_COMMENT: Final = re.compile(r"(^|\s)#.*$")
_DASHES: Final = frozenset("\u2010\u2011\u2012\u2013\u2014\u2212")
"""What an editor writes for a dash."""

MAX_SEATS: Final = 10
MAX_NUMBER: Final = 10**15


def without_comment(line: str) -> str:
    """The line up to a `#` at its start or after white space."""
    return _COMMENT.sub("", line).strip()


def nearest(text: str, known: Iterable[str]) -> str:
    """`did you mean X?`, all words that `text` begins, or the known words, each once, when nothing is near."""
    words = list(dict.fromkeys(str(word) for word in known))
    begun = [word for word in words if len(text) > 2 and word.startswith(text.lower())]
    if begun:
        return f"did you mean {' or '.join(begun)}?"
    lower = {word.lower(): word for word in words}
    near = difflib.get_close_matches(text.lower(), lower, n=1, cutoff=0.6)
    if near:
        return f"did you mean {lower[near[0]]}?"
    shown = words if len(words) <= 16 else [*words[:15], "..."]
    return "one of " + ", ".join(shown)


class Words:
    """The words of one line of a file, read from the left."""

    def __init__(self, file: str, line: int, text: str, books: tuple[str, ...] = ()) -> None:
        self.file = file
        self.line = line
        self.text = text
        self._words = text.split()
        self.books = books
        """Rulebooks of the house, beside those that ship."""
        self._at = 0

    def refuse(self, what: str, remedy: str) -> NoReturn:
        """Raise the ScriptFault of this line."""
        raise ScriptFault(what, where=f"{self.file}:{self.line}", remedy=remedy)

    @property
    def left(self) -> int:
        """How many words are still to be read."""
        return len(self._words) - self._at

    def peek(self) -> str | None:
        """The next word, or None at the end of the line."""
        return self._words[self._at] if self.left else None

    def next(self, expected: str) -> str:
        """The next word; refused when the line ends where `expected` should stand."""
        if not self.left:
            self.refuse(f"`{self.text}` ends too early", f"expected {expected}")
        self._at += 1
        return self._words[self._at - 1]

    def skip(self, word: str) -> bool:
        """Read `word` when it is the next one; tells whether it was."""
        if self.peek() != word:
            return False
        self._at += 1
        return True

    def rest(self, expected: str) -> str:
        """Everything that is left, as it was written but for white space."""
        first = self.next(expected)
        found = " ".join([first, *self._words[self._at :]])
        self._at = len(self._words)
        return found

    def finish(self) -> None:
        """Refuse whatever is still left."""
        if self.left:
            self.refuse(f"{self._words[self._at]!r} is too much in `{self.text}`", "expected the end of the line")

    def number(self, expected: str) -> int:
        """A whole number, 0 or more."""
        word = self.next(expected)
        return self.as_number(word, expected)

    def as_number(self, word: str, expected: str) -> int:
        """Read `word` as a whole number."""
        if not (word.isascii() and word.isdigit()):
            dash = "; the dash between two numbers is -" if set(word) & _DASHES else ""
            self.refuse(f"{word!r} is not a number", f"expected {expected}{dash}")
        if len(word) > len(str(MAX_NUMBER)) or int(word) > MAX_NUMBER:
            self.refuse(f"{word[:6]}... is too large a number", f"expected {expected}, {MAX_NUMBER} at most")
        return int(word)

    def seat(self) -> SeatNo:
        """A seat number, 1 to 10."""
        return self.as_seat(self.next("a seat, 1 to 10"))

    def as_seat(self, word: str) -> SeatNo:
        """Read `word` as a seat number, 1 to 10."""
        number = self.as_number(word, "a seat, 1 to 10")
        if not 1 <= number <= MAX_SEATS:
            self.refuse(f"{word} is not a seat", "expected a seat, 1 to 10")
        return SeatNo(number)

    def seats(self) -> tuple[SeatNo, ...]:
        """`1-6`, `1,3,4` or both mixed, in rising order without doubles."""
        text = self.next("seats such as 1-6 or 1,3,4")
        found: list[SeatNo] = []
        for part in text.split(","):
            first, dash, last = part.partition("-")
            low = self.as_seat(first)
            high = self.as_seat(last) if dash else low
            if high < low:
                self.refuse(f"{part!r} runs backwards", "expected seats such as 1-6 or 1,3,4")
            found.extend(SeatNo(seat) for seat in range(low, high + 1))
        if len(set(found)) != len(found):
            self.refuse(f"{text!r} names a seat twice", "expected each seat once")
        return tuple(sorted(found))

    def card(self) -> Card:
        """A card such as Kh."""
        return self.as_card(self.next("a card such as Kh"))

    def as_card(self, word: str) -> Card:
        """Read `word` as a card."""
        try:
            return parse_card(word)
        except BadInput as fault:
            self.refuse(fault.what, fault.remedy)

    def hidden_or_card(self) -> Card | None:
        """A card, or None for `??`."""
        word = self.next("a card such as Kh, or ??")
        return None if word == "??" else self.as_card(word)

    def place(self) -> Place:
        """A place such as seat4, muck or burn (`burns` is read too)."""
        return self.as_place(self.next("a place such as seat4, muck, burn, stub, board or aside"))

    def as_place(self, word: str) -> Place:
        """Read `word` as a place."""
        if word == "burns":
            return BURN
        try:
            return parse_place(word)
        except BadInput as fault:
            self.refuse(fault.what, fault.remedy)

    def one_of(self, words: type[Word], what: str) -> Word:
        """A word of a closed list."""
        word = self.next(what)
        try:
            return words(word)
        except ValueError:
            self.refuse(f"{word!r} is not {what}", nearest(word, words))
