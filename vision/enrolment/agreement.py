"""A reader that knows the deck: what the network reads and which card of this deck it looks like, as one answer."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from felt.card import RANKS, SUITS, rank_of, suit_of
from vision.enrolment.gallery import Gallery, nearest
from vision.enrolment.likeness import print_of, seen_of
from vision.enrolment.prints import Prints
from vision.picture import Picture
from vision.reading import Kind, Reader, Reading

CLEAR: Final = 0.75
"""The nearest card is the one when it is so much nearer than the next one, as a share of its distance."""


LIKELY: Final = 0.9
"""The same, where it is the card that the network reads: its answer stands as it is."""
STRAY: Final = 0.02
"""How often a clearly nearest card may be another: none was in 624 looks, which leaves half of a percent at most."""


class DeckReader:
    """Reads with `reader`, and weighs what it says of a face against what the deck's prints say.

    What the prints say clearly decides what the network leaves open; where it is against what the network is sure of,
    and where the prints do not tell, nothing is read. Of a card that was not shown the network alone speaks.
    """

    def __init__(self, reader: Reader, prints: Prints) -> None:
        self._reader = reader
        self._prints = prints
        self._gallery = Gallery(prints)

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        """One reading for each picture, in order."""
        return [self._held(card, reading) for card, reading in zip(cards, self._reader.read(cards), strict=True)]

    def _held(self, card: Picture, reading: Reading) -> Reading:
        if reading.kind is not Kind.FACE or reading.card not in self._prints or len(self._gallery.cards) < 2:
            return reading
        likest, share = nearest(self._gallery, print_of(card), seen_of(card))
        if CLEAR < share <= LIKELY and likest == reading.card:
            return reading
        weigh = _weighed if share <= CLEAR else _torn
        rank, suit = RANKS.index(rank_of(likest)), SUITS.index(suit_of(likest))
        return Reading(reading.kinds, weigh(reading.ranks, rank), weigh(reading.suits, suit))


def _weighed(chances: NDArray[np.float32], told: int) -> NDArray[np.float32]:
    """What the network says, after the prints have told which it is; no answer where they are of two minds."""
    after = chances.astype(np.float64) * STRAY
    after[told] = chances[told]
    if after.argmax() != told:
        return _torn(chances, told)
    return np.asarray(after / after.sum(), np.float32)


def _torn(chances: NDArray[np.float32], other: int) -> NDArray[np.float32]:
    """Two who know do not agree, or the prints do not tell: no answer is surer than one half."""
    torn = np.minimum(chances, 0.5)
    torn[other] += 1.0 - torn.sum()
    if torn[other] > 0.5:
        torn += (torn[other] - 0.5) / (len(torn) - 1)
        torn[other] = 0.5
    return np.asarray(torn / torn.sum(), np.float32)
