"""What a rectified card is read as, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from felt.card import RANKS, SUITS, Card
from felt.fact import Share
from vision.picture import Picture


class Kind(Enum):
    """What lies there; the order is the order of `Reading.kinds`."""

    FACE = 0
    BACK = auto()
    JOKER = auto()
    CUT_CARD = auto()
    NOTHING = auto()
    """No card, or so much of it covered that nothing can be read."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Probabilities, each array summing to 1: `kinds` (5,), `ranks` (13,) in the order of RANKS, `suits` (4,) of SUITS.

    Where the card is a face, `ranks` and `suits` are of that face; else they mean nothing.
    """

    kinds: NDArray[np.float32]
    ranks: NDArray[np.float32]
    suits: NDArray[np.float32]

    @property
    def kind(self) -> Kind:
        """The likeliest kind."""
        return Kind(int(self.kinds.argmax()))

    @property
    def card(self) -> Card:
        """The likeliest face, whatever its confidence."""
        return Card(RANKS[int(self.ranks.argmax())] + SUITS[int(self.suits.argmax())])

    @property
    def confidence(self) -> Share:
        """The calibrated chance that it is a face and `card` is right."""
        return float(self.kinds[Kind.FACE.value] * self.ranks.max() * self.suits.max())


class Reader(Protocol):
    """Reads rectified cards, either way up."""

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        """One reading for each (CARD_HEIGHT, CARD_WIDTH, 3) picture, in order."""
        ...
