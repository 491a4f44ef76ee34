"""What the bench's cameras say of a card: when it is due again, and the name they read, which may be wrong."""

import random
from collections.abc import Mapping
from typing import Final

from felt.card import DECK, Card
from felt.clock import Nanos, seconds
from felt.ids import Uid
from hardware.virtual.bench.noise import SensorNoise
from hardware.virtual.camera import REPEAT_S
from hardware.virtual.field import Lying

REPEAT: Final = seconds(REPEAT_S)


class Naming:
    """Each card is due when it is laid or turned, and again every `REPEAT`."""

    def __init__(self, printed: Mapping[Uid, Card], noise: SensorNoise, rng: random.Random) -> None:
        self._printed = printed
        self._noise = noise
        self._random = rng
        self._told: dict[Uid, tuple[Nanos, Nanos]] = {}

    def is_due(self, card: Lying, now: Nanos) -> bool:
        """Whether the card is to be told at `now`."""
        turned, told_at = self._told.get(card.uid, (None, now))
        return turned != card.turned or now - told_at >= REPEAT

    def told(self, card: Lying, now: Nanos) -> None:
        """The card, as it lies, was told at `now`."""
        self._told[card.uid] = (card.turned, now)

    def name(self, uid: Uid) -> Card | None:
        """The name read off a card's face; None for a card of no deck."""
        if self._noise.mislabelled and self._random.random() < self._noise.mislabelled:
            return self._random.choice(DECK)
        return self._printed.get(uid)
