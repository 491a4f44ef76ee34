"""Looks at one card, added up until they say what it is."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from felt.card import RANKS, SUITS, Card
from felt.fact import Share
from vision.reading import Kind, Reading

ENOUGH: Final = 5
"""Looks after which a verdict is given."""
PATIENCE: Final = 10
"""Looks after which a card is told as unread."""
SURE: Final = 0.9
"""The least certainty of rank and of suit, each."""
_FLOOR: Final = 1e-4


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the looks agreed on; `card` only for a face, and None where it could not be read."""

    kind: Kind
    card: Card | None
    confidence: Share


@dataclass(eq=False)
class Votes:
    """Sums of log-probabilities."""

    looks: int = 0
    _kinds: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(Kind)))
    _ranks: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(RANKS)))
    _suits: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(SUITS)))

    def add(self, reading: Reading) -> None:
        """Take in one look."""
        self.looks += 1
        self._kinds += np.log(np.maximum(reading.kinds, _FLOOR))
        self._ranks += np.log(np.maximum(reading.ranks, _FLOOR))
        self._suits += np.log(np.maximum(reading.suits, _FLOOR))

    def verdict(self, sure: Share = SURE) -> Verdict | None:
        """What the looks say; None while more are wanted."""
        if self.looks < ENOUGH:
            return None
        kinds, ranks, suits = (_shares(each) for each in (self._kinds, self._ranks, self._suits))
        kind = Kind(int(kinds.argmax()))
        certain = float(kinds.max())
        if kind is Kind.FACE and min(certain, ranks.max(), suits.max()) >= sure:
            card = Card(RANKS[int(ranks.argmax())] + SUITS[int(suits.argmax())])
            return Verdict(kind, card, certain * float(ranks.max() * suits.max()))
        if kind is not Kind.FACE and certain >= sure:
            return Verdict(kind, None, certain)
        return Verdict(kind, None, certain) if self.looks >= PATIENCE else None


def _shares(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.exp(logs - logs.max())
    normal: NDArray[np.float64] = shares / shares.sum()
    return normal
