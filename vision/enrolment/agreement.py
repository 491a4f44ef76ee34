"""A reader that knows the deck: what the network reads and which card of this deck it looks like, as one answer."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from felt.card import RANKS, SUITS, rank_of, suit_of
from felt.fact import Share
from vision.enrolment.gallery import Gallery, as_near, likest
from vision.enrolment.likeness import print_of, seen_of
from vision.enrolment.prints import Prints
from vision.picture import Picture
from vision.reading import Kind, Reader, Reading

CLEAR: Final = 0.75
"""The nearest card is the one when it is so much nearer than the next one, as a share of its distance."""
LIKELY: Final = 0.9
"""What the network reads stands where none is nearer than so much of its distance: prints of cards that are covered but
for what many of them share tell nothing, and are no word against it."""
STRAY: Final = 0.02
"""How often a clearly nearest card may be another: none was in 624 looks, which leaves half of a percent at most."""
LEANING: Final = 0.15
"""The same of a nearest card between CLEAR and LIKELY: 61 were in 449 looks."""


class DeckReader:
    """Reads with `reader`, and weighs what it says of a face against what the deck's prints say.

    What the prints say clearly decides what the network leaves open; where it is against what the network is sure of,
    nothing is read. Where they only lean to another card, it counts as much as such a leaning is worth; where they tell
    nothing, and of a card that was not shown, the network alone speaks.
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
        apart = self._gallery.distances(print_of(card), seen_of(card), reading.card)
        nearest, share = likest(apart)
        if share > CLEAR and as_near(apart, reading.card) > LIKELY:
            return reading
        weigh = _weighed if share <= CLEAR else _leant
        rank, suit = RANKS.index(rank_of(nearest)), SUITS.index(suit_of(nearest))
        return Reading(reading.kinds, weigh(reading.ranks, rank), weigh(reading.suits, suit))


def _weighed(chances: NDArray[np.float32], told: int) -> NDArray[np.float32]:
    """What the network says, after the prints have told which it is; no answer where they are of two minds."""
    after = _leant(chances, told, STRAY)
    return after if after.argmax() == told else _torn(chances, told)


def _leant(chances: NDArray[np.float32], told: int, stray: Share = LEANING) -> NDArray[np.float32]:
    """What the network says, after prints that are astray so often have told which it is."""
    after = chances.astype(np.float64) * stray
    after[told] = chances[told]
    return np.asarray(after / after.sum(), np.float32)


def _torn(chances: NDArray[np.float32], other: int) -> NDArray[np.float32]:
    """Two who know do not agree, or the prints do not tell: no answer is surer than one half."""
    torn = np.minimum(chances, 0.5)
    torn[other] += 1.0 - torn.sum()
    if torn[other] > 0.5:
        torn += (torn[other] - 0.5) / (len(torn) - 1)
        torn[other] = 0.5
    return np.asarray(torn / torn.sum(), np.float32)
