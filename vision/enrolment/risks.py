"""Which cards of a deck's print look alike: what to look out for, and what makes a deck unfit for a camera."""

from itertools import combinations
from typing import Final

import numpy as np
from msgspec import Struct

from felt.card import Card, rank_of, suit_of
from vision.enrolment.gallery import Gallery
from vision.enrolment.prints import Prints

LIKE: Final = 0.05
"""A pair is risky when it is nearer than this share of what two cards of the deck are apart on the whole."""
SHOWN: Final = 12
"""Pairs that are told at most."""


class Risk(Struct, frozen=True):
    """Two cards that look alike: their distance as a share of the median one, and what they have in common."""

    one: Card
    other: Card
    share: float
    why: str

    def __str__(self) -> str:
        return f"{self.one} and {self.other}: {self.why}, {self.share:.0%} of the usual distance"


def risks(prints: Prints) -> tuple[Risk, ...]:
    """The pairs of a deck that look most alike, the likest first; empty for one that no two cards of do."""
    gallery = Gallery(prints)
    apart = gallery.between()
    pairs = list(combinations(range(len(gallery.cards)), 2))
    if not pairs:
        return ()
    usual = max(float(np.median([apart[a, b] for a, b in pairs])), 1e-6)
    near = sorted((float(apart[a, b]) / usual, a, b) for a, b in pairs)
    found = [
        Risk(gallery.cards[a], gallery.cards[b], share, _why(gallery.cards[a], gallery.cards[b]))
        for share, a, b in near
        if share < LIKE
    ]
    return tuple(found[:SHOWN])


def _why(one: Card, other: Card) -> str:
    ranks, suits = {rank_of(one), rank_of(other)}, {suit_of(one), suit_of(other)}
    if len(ranks) == 1:
        return {frozenset("cs"): "clubs and spades", frozenset("dh"): "diamonds and hearts"}.get(
            frozenset(suits), "one rank"
        )
    if ranks == {"6", "9"}:
        return "6 and 9"
    if ranks <= {"J", "Q", "K"}:
        return f"court cards {' and '.join(sorted(ranks))}"
    return "one suit" if len(suits) == 1 else "different cards"
