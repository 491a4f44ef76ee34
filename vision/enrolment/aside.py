"""Cards that a person took back or left out: while such a card still lies there, it is not taken again."""

import itertools
from collections.abc import Sequence
from typing import NewType

from vision.enrolment.likeness import Print, same, turned

AsideNo = NewType("AsideNo", int)
"""One card that was put aside; a number is given once."""


class Aside:
    """Known by their pictures: a card that is followed anew, after a hand passed over it, is still the same card."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._cards: dict[AsideNo, tuple[Print, ...]] = {}

    @property
    def numbers(self) -> tuple[AsideNo, ...]:
        """Every card that is not to be taken."""
        return tuple(self._cards)

    def put(self, looks: Sequence[Print]) -> None:
        """One card, by its pictures."""
        self._cards[AsideNo(next(self._numbers))] = tuple(looks)

    def find(self, look: Print) -> AsideNo | None:
        """The card that looks just so, either way up."""
        either = (look, turned(look))
        for number, looks in self._cards.items():
            if any(same(known, each) for known in looks for each in either):
                return number
        return None

    def release(self, number: AsideNo) -> None:
        """It has left the felt, and may be shown again."""
        self._cards.pop(number, None)
