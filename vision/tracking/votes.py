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
ENOUGH_BACK: Final = 3
"""The same for what is no face."""
PATIENCE: Final = 10
"""Looks after which a card is told as unread."""
SURE: Final = 0.95
"""The least certainty of the rank; looks at a picture that hardly differs are no witnesses against each other."""
SUIT_SURE: Final = 0.85
"""The least certainty of the suit: there are but four, and most of them are told by colour too."""
KIND_SURE: Final = 0.9
_FLOOR: Final = 1e-4
_COURT: Final = "JQK"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the looks agreed on; `card` only for a face, and None where it could not be read."""

    kind: Kind
    card: Card | None
    confidence: Share


@dataclass(eq=False)
class Votes:
    """Means of log-probabilities: five looks at a still card see one print, so that their sum would be too sure."""

    patience: int = PATIENCE
    """Looks after which it is given up."""
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

    @property
    def court_in_doubt(self) -> bool:
        """True where all looks together are sure of a jack, queen or king, but not of its suit, or not that it is no
        joker: of both its picture may mislead.
        """
        kinds, ranks, suits = self._means()
        court = RANKS[int(ranks.argmax())] in _COURT and ranks.max() >= SURE
        face, suit = kinds[Kind.FACE.value] >= KIND_SURE, suits.max() >= SUIT_SURE
        return bool(court and kinds.argmax() == Kind.FACE.value and face != suit)

    def verdict(self, doubt: Share = 1.0) -> Verdict | None:
        """What the looks say; None while more are wanted. `doubt` below 1 leaves so much of the usual uncertainty."""
        if self.looks < ENOUGH_BACK:
            return None
        means = self._means()
        sure = [1 - doubt * (1 - least) for least in (KIND_SURE, SURE, SUIT_SURE)]
        kinds, ranks, suits = means
        kind = Kind(int(kinds.argmax()))
        certain = float(kinds.max())
        if kind is not Kind.FACE and certain >= KIND_SURE:
            return Verdict(kind, None, certain)
        agreed = all(share.max() >= least for share, least in zip(means, sure, strict=True))
        if kind is Kind.FACE and agreed and self.looks >= ENOUGH:
            card = Card(RANKS[int(ranks.argmax())] + SUITS[int(suits.argmax())])
            return Verdict(kind, card, certain * float(ranks.max() * suits.max()))
        return Verdict(kind, None, certain) if self.looks >= self.patience else None

    def _means(self) -> list[NDArray[np.float64]]:
        return [_shares(each / max(self.looks, 1)) for each in (self._kinds, self._ranks, self._suits)]


def _shares(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.exp(logs - logs.max())
    normal: NDArray[np.float64] = shares / shares.sum()
    return normal
