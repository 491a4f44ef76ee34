"""What an antenna hears of the cards over it: everything, or what a seeded noise leaves of it."""

import random
from typing import Final, Protocol

from msgspec import Struct

from felt.clock import Clock, Nanos
from felt.fact import Share
from felt.ids import Uid
from felt.place import Place
from firmware_bridge.reading import AntennaNo
from hardware.board import ReaderPlan
from hardware.virtual.field import Field


class Air(Protocol):
    """The radio side of one reader."""

    def tags(self, antenna: AntennaNo) -> tuple[Uid, ...]:
        """The tags that answer on an antenna now, in no promised order."""
        ...


class QuietAir:
    """Every card over an antenna answers, and no other."""

    def __init__(self, field: Field, plan: ReaderPlan) -> None:
        self._field = field
        self._antennas = plan.antennas

    def tags(self, antenna: AntennaNo) -> tuple[Uid, ...]:
        place = self._antennas.get(antenna)
        return () if place is None else tuple(card.uid for card in self._field.at(place))


class Noise(Struct, frozen=True):
    """How far a look is from the truth, as shares of looks (0 to 1).

    `missed`: a lone tag does not answer; each further card over the same antenna adds `missed_per_card`.
    `bleed`: a tag also answers on the next antenna of its reader. `late_ms`: a fresh card answers only after that long.
    `dead`: tags that never answer.
    """

    missed: Share = 0.0
    missed_per_card: Share = 0.0
    bleed: Share = 0.0
    late_ms: int = 0
    dead: frozenset[Uid] = frozenset()


QUIET: Final = Noise()
TYPICAL: Final = Noise(missed=0.02, missed_per_card=0.005, bleed=0.01, late_ms=80)
HARSH: Final = Noise(missed=0.08, missed_per_card=0.02, bleed=0.04, late_ms=250)


class NoisyAir:
    """Looks at the field through `noise`; the same seed and the same looks hear the same tags."""

    def __init__(self, field: Field, plan: ReaderPlan, clock: Clock, noise: Noise, seed: int) -> None:
        self._field = field
        self._antennas = plan.antennas
        self._clock = clock
        self._noise = noise
        self._random = random.Random(f"air:{plan.id}:{seed}")

    def tags(self, antenna: AntennaNo) -> tuple[Uid, ...]:
        heard = list(self._own(self._antennas.get(antenna)))
        for beside in (AntennaNo(antenna - 1), AntennaNo(antenna + 1)):
            neighbours = self._own(self._antennas.get(beside))
            heard += [uid for uid in neighbours if self._random.random() < self._noise.bleed]
        return tuple(heard)

    def _own(self, place: Place | None) -> tuple[Uid, ...]:
        if place is None:
            return ()
        lying = self._field.at(place)
        missed = min(1.0, self._noise.missed + self._noise.missed_per_card * max(0, len(lying) - 1))
        settled = Nanos(self._clock.now() - self._noise.late_ms * 1_000_000)
        return tuple(
            card.uid
            for card in lying
            if card.uid not in self._noise.dead and card.since <= settled and self._random.random() >= missed
        )
