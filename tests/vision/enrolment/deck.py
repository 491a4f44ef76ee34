"""A deck before the camera: rectified cards of a drawn deck, each time in a little other light."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from felt.card import RANKS, SUITS, Card, rank_of, suit_of
from vision.picture import CARD_HEIGHT, CARD_WIDTH, Picture
from vision.reading import Kind, Reading
from vision.stage import Deck, drawn_deck


@cache
def deck() -> Deck:
    """The drawn deck."""
    return drawn_deck()


def shown(card: str, seed: int = 0, *, about: bool = False) -> Picture:
    """A card as the camera gives it: light, a colour cast and noise drawn from `seed`."""
    random = np.random.default_rng(seed)
    face = cv2.resize(deck().faces[Card(card)], (CARD_WIDTH, CARD_HEIGHT), interpolation=cv2.INTER_AREA)
    lit = face * random.uniform(0.8, 1.0, 3) * random.uniform(0.7, 1.0) + random.normal(0, 4, face.shape)
    picture = np.clip(lit, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(picture[::-1, ::-1]) if about else picture


def reading(card: str, sure: float = 0.99, kind: Kind = Kind.FACE) -> Reading:
    """What a network says of a card, as sure of rank and of suit as of their product."""
    each = float(np.sqrt(sure))
    kinds = np.zeros(len(Kind), np.float32)
    kinds[kind.value] = 1
    return Reading(kinds, _chances(RANKS, rank_of(Card(card)), each), _chances(SUITS, suit_of(Card(card)), each))


def _chances(names: str, name: str, sure: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    chances = np.full(len(names), (1 - sure) / (len(names) - 1), np.float32)
    chances[names.index(name)] = sure
    return chances


class Says:
    """A network that says what a test wants."""

    def __init__(self, *readings: Reading) -> None:
        self.readings = list(readings)

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        return [self.readings.pop(0) for _ in cards]
