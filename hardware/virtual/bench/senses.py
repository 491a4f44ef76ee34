"""The bench's sensors: what each look and each frame shows of the field, through the noise."""

import random
from collections.abc import Mapping
from typing import Final

from felt.card import DECK, Card
from felt.clock import NANOS_PER_SECOND, Nanos, seconds
from felt.fact import Face
from felt.ids import DeviceId, Uid
from felt.place import Place, Spot
from firmware_bridge.reading import AntennaNo, AntennaRead
from hardware.board import ReaderPlan
from hardware.virtual.bench.noise import SensorNoise
from hardware.virtual.camera import FRAME_S, REPEAT_S
from hardware.virtual.field import Field, Lying
from vision.sighting import Sighting

LOOK_S: Final = 0.025
"""One antenna: switching, an empty 16-slot round and the frames at 115200 baud (the virtual reader's figures)."""
TAG_S: Final = 0.0041


class Lay:
    """Where the cards lie, by place, kept up to date from the field, with what is wrong with some of them."""

    def __init__(self, field: Field, noise: SensorNoise, rng: random.Random) -> None:
        self._field = field
        self._noise = noise
        self._random = rng
        self._at: dict[Place, dict[Uid, Lying]] = {}
        self._deaf: set[Uid] = set()
        self._late: dict[Uid, Nanos] = {}
        field.watch(self._moved)

    def at(self, place: Place | None) -> Mapping[Uid, Lying]:
        """The cards at a place."""
        return self._at.get(place, {}) if place is not None else {}

    def readable(self, uid: Uid, now: Nanos) -> bool:
        """False for a burn that is never read, and for a card only just laid."""
        return uid not in self._deaf and self._late.get(uid, 0) <= now

    def _moved(self, was: Lying, lies: Lying) -> None:
        self._at.get(was.place, {}).pop(was.uid, None)
        self._at.setdefault(lies.place, {})[lies.uid] = lies
        if was.place == lies.place:
            return
        self._late[lies.uid] = Nanos(lies.since + seconds(self._random.random() * self._noise.late_s))
        self._deaf.discard(lies.uid)
        if lies.place.spot is Spot.BURN and self._random.random() < self._noise.burn_unseen:
            self._deaf.add(lies.uid)


class NoisyReader:
    """One multiplexer sweeping its antennas in turn."""

    def __init__(self, plan: ReaderPlan, lay: Lay, noise: SensorNoise, rng: random.Random) -> None:
        self._plan = plan
        self._antennas = tuple(sorted(plan.antennas))
        self._lay = lay
        self._noise = noise
        self._random = rng
        self._next = 0
        self._began = Nanos(0)
        self._lifted: dict[Place, Nanos] = {}
        self.due = seconds(LOOK_S * rng.random())

    def look(self) -> AntennaRead:
        """The look that ends at `due`; the next one ends a while later."""
        now, antenna = self.due, self._antennas[self._next]
        self._next = (self._next + 1) % len(self._antennas)
        noise, rng = self._noise, self._random
        unclean = noise.unclean > 0 and rng.random() < noise.unclean
        heard = self._own(self._plan.antennas[antenna], now, 2 if unclean else 1)
        if noise.bleed:
            for beside in (AntennaNo(antenna - 1), AntennaNo(antenna + 1)):
                cards = self._lay.at(self._plan.antennas.get(beside))
                heard += [uid for uid in cards if rng.random() < noise.bleed and self._lay.readable(uid, now)]
        began, self._began = self._began, now
        self.due = Nanos(now + seconds(LOOK_S + TAG_S * len(heard)))
        return AntennaRead(self._plan.id, antenna, tuple(heard), began, now, clean=not unclean)

    def _own(self, place: Place, now: Nanos, worse: int) -> list[Uid]:
        cards = self._lay.at(place)
        if not cards or self._is_lifted(place, now):
            return []
        noise, rng = self._noise, self._random
        missed = min(1.0, worse * (noise.missed + noise.missed_per_card * (len(cards) - 1)))
        if not missed:
            return [uid for uid in cards if self._lay.readable(uid, now)]
        return [uid for uid in cards if rng.random() >= missed and self._lay.readable(uid, now)]

    def _is_lifted(self, place: Place, now: Nanos) -> bool:
        if place.spot is not Spot.SEAT or not self._noise.lift_every_s:
            return False
        if now < self._lifted.get(place, Nanos(0)):
            return True
        if self._random.random() < len(self._antennas) * LOOK_S / self._noise.lift_every_s:
            self._lifted[place] = Nanos(now + seconds(self._random.random() * self._noise.lift_s))
        return False


class NoisyCamera:
    """A camera that tells each face-up card when it is laid or turned, and again every `REPEAT_S`."""

    def __init__(
        self, id_: DeviceId, lay: Lay, printed: Mapping[Uid, Card], noise: SensorNoise, rng: random.Random
    ) -> None:
        self._id = id_
        self._lay = lay
        self._printed = printed
        self._noise = noise
        self._random = rng
        self._told: dict[Uid, tuple[Nanos, Nanos]] = {}
        self.due = seconds(FRAME_S)

    def look(self, places: tuple[Place, ...]) -> list[Sighting]:
        """What is new in the frame that is `due`."""
        now = self.due
        self.due = Nanos(now + seconds(FRAME_S))
        seen = []
        for place in places:
            for uid, card in self._lay.at(place).items():
                if self._is_due(card, now) and self._random.random() >= self._noise.occluded:
                    self._told[uid] = (card.turned, now)
                    began = Nanos(max(card.turned, now - NANOS_PER_SECOND // 10))
                    seen.append(Sighting(self._id, place, Face.UP, began, now, card=self._label(uid)))
        return seen

    def _is_due(self, card: Lying, now: Nanos) -> bool:
        turned, told_at = self._told.get(card.uid, (None, now))
        return card.face is Face.UP and (turned != card.turned or now - told_at >= seconds(REPEAT_S))

    def _label(self, uid: Uid) -> Card | None:
        if self._noise.mislabelled and self._random.random() < self._noise.mislabelled:
            return self._random.choice(DECK)
        return self._printed.get(uid)
