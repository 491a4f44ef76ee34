"""The bench's sensors: what each look and each frame shows of the field, through the noise."""

import math
import random
from collections.abc import Iterable, Mapping
from typing import Final

from felt.card import Card
from felt.clock import NANOS_PER_SECOND, Nanos, seconds
from felt.fact import Face
from felt.ids import DeviceId, Uid
from felt.place import Place, Spot
from firmware_bridge.reading import AntennaNo, AntennaRead
from hardware.board import ReaderPlan
from hardware.virtual.bench.naming import Naming
from hardware.virtual.bench.noise import DRIFT_S, TILTED, SensorNoise
from hardware.virtual.camera import FRAME_S
from hardware.virtual.field import Field, Lying
from vision.sighting import Sighting

LOOK_S: Final = 0.025
"""One antenna: switching, an empty 16-slot round and the frames at 115200 baud (the virtual reader's figures)."""
TAG_S: Final = 0.0041
_LOOK: Final = seconds(LOOK_S)
_TAG: Final = seconds(TAG_S)
_FRAME: Final = seconds(FRAME_S)
_DRIFT: Final = math.pi / DRIFT_S / NANOS_PER_SECOND
_EMPTY: Final[dict[Uid, Lying]] = {}


class Lay:
    """Where the cards lie, by place, kept up to date from the field, with what is wrong with some of them."""

    def __init__(self, field: Field, noise: SensorNoise, rng: random.Random) -> None:
        self._field = field
        self._noise = noise
        self._random = rng
        self._at: dict[Place, dict[Uid, Lying]] = {}
        self._deaf: set[Uid] = set()
        self._late: dict[Uid, Nanos] = {}
        self._shown: dict[Uid, Lying] = {}
        self.dead: frozenset[Uid] = frozenset()
        """Cards that answer to no reader in this hand."""
        field.watch(self._moved)

    def new_hand(self) -> None:
        """Other tags die; a repaired or changed deck is not thought of."""
        dead = self._noise.dead
        if dead:
            self.dead = frozenset(card.uid for card in self._field.all() if self._random.random() < dead)

    def at(self, place: Place | None) -> Mapping[Uid, Lying]:
        """The cards at a place."""
        return self._at.get(place, _EMPTY) if place is not None else _EMPTY

    def face_up(self) -> Iterable[Lying]:
        """The cards that lie face up."""
        return self._shown.values()

    def readable(self, uids: Iterable[Uid], now: Nanos) -> list[Uid]:
        """Without dead tags, burns that are never read, and cards only just laid."""
        late, deaf, dead = self._late, self._deaf, self.dead
        return [uid for uid in uids if late.get(uid, 0) <= now and uid not in deaf and uid not in dead]

    def _moved(self, was: Lying, lies: Lying) -> None:
        self._at.get(was.place, {}).pop(was.uid, None)
        self._at.setdefault(lies.place, {})[lies.uid] = lies
        if lies.face is Face.UP:
            self._shown[lies.uid] = lies
        else:
            self._shown.pop(lies.uid, None)
        if was.place == lies.place:
            return
        self._late[lies.uid] = Nanos(lies.since + seconds(self._random.random() * self._noise.late_s))
        self._deaf.discard(lies.uid)
        if lies.place.spot is Spot.BURN and self._random.random() < self._noise.burn_unseen:
            self._deaf.add(lies.uid)


class Fidgets:
    """Players who now and then lift or tilt the hand in front of them."""

    def __init__(self, noise: SensorNoise, rng: random.Random) -> None:
        self._noise = noise
        self._random = rng
        self._lifted: dict[Place, Nanos] = {}
        self._tilted: dict[Place, Nanos] = {}

    def look(self, place: Place, now: Nanos, sweep_s: float) -> None:
        """Time went on by a sweep of `sweep_s`: somebody may begin to lift or tilt."""
        noise, draw = self._noise, self._random.random
        if noise.lift_every_s and not self.lifted(place, now) and draw() < sweep_s / noise.lift_every_s:
            self._lifted[place] = Nanos(now + seconds(draw() * noise.lift_s))
        if noise.tilt_every_s and not self.tilted(place, now) and draw() < sweep_s / noise.tilt_every_s:
            self._tilted[place] = Nanos(now + seconds(draw() * noise.tilt_s))

    def lifted(self, place: Place, now: Nanos) -> bool:
        """The hand is out of every antenna's reach, and lies nowhere for a camera to see."""
        return now < self._lifted.get(place, 0)

    def tilted(self, place: Place, now: Nanos) -> bool:
        """The hand stands on its edge, half over the neighbour's antenna."""
        return now < self._tilted.get(place, 0)


class Stamps:
    """One device's clock beside the table's own."""

    def __init__(self, skew_s: float, rng: random.Random) -> None:
        self._half = round(skew_s / 2 * NANOS_PER_SECOND)
        self._phase = rng.random() * math.tau

    def off(self, now: Nanos) -> int:
        """How far its stamps are ahead, ns; never so fast that its time runs backwards."""
        if not self._half:
            return 0
        return round(self._half * (1 + math.sin(self._phase + now * _DRIFT)))


class NoisyReader:
    """One multiplexer sweeping its antennas in turn."""

    def __init__(self, plan: ReaderPlan, lay: Lay, fidgets: Fidgets, noise: SensorNoise, rng: random.Random) -> None:
        self._id = plan.id
        self._antennas = tuple(sorted(plan.antennas))
        self._own_place = dict(plan.antennas)
        self._beside = {
            antenna: tuple(
                plan.antennas[beside]
                for beside in (AntennaNo(antenna - 1), AntennaNo(antenna + 1))
                if beside in plan.antennas
            )
            for antenna in plan.antennas
        }
        self._lay = lay
        self._fidgets = fidgets
        self._noise = noise
        self._random = rng
        self._next = 0
        self._began = Nanos(0)
        self._stamps = Stamps(noise.skew_s, rng)
        self._bleeds = bool(noise.bleed or noise.tilt_every_s)
        self.due = seconds(LOOK_S * rng.random())

    def look(self) -> AntennaRead:
        """The look that ends at `due`; the next one ends a while later."""
        now, antenna = self.due, self._antennas[self._next]
        self._next = (self._next + 1) % len(self._antennas)
        noise, draw = self._noise, self._random.random
        unclean = noise.unclean > 0 and draw() < noise.unclean
        heard = self._own(self._own_place[antenna], now, 2 if unclean else 1)
        if self._bleeds:
            for place in self._beside[antenna]:
                if cards := self._lay.at(place):
                    heard += self._bled(place, cards, now)
        self.due = Nanos(now + _LOOK + _TAG * len(heard))
        began, ended = self._began, Nanos(now + self._stamps.off(now))
        self._began = ended
        return AntennaRead(self._id, antenna, tuple(heard), began, ended, clean=not unclean)

    def _own(self, place: Place, now: Nanos, worse: int) -> list[Uid]:
        cards = self._lay.at(place)
        if not cards:
            return []
        noise, draw = self._noise, self._random.random
        missed = min(1.0, worse * (noise.missed + noise.missed_per_card * (len(cards) - 1)))
        if place.spot is Spot.SEAT:
            self._fidgets.look(place, now, len(self._antennas) * LOOK_S)
            if self._fidgets.lifted(place, now):
                return []
            if self._fidgets.tilted(place, now):
                missed = max(missed, TILTED)
        heard = cards if not missed else [uid for uid in cards if draw() >= missed]
        return self._lay.readable(heard, now)

    def _bled(self, place: Place, cards: Mapping[Uid, Lying], now: Nanos) -> list[Uid]:
        bleed, draw = self._noise.bleed, self._random.random
        if place.spot is Spot.SEAT:
            if self._fidgets.lifted(place, now):
                return []
            if self._fidgets.tilted(place, now):
                bleed = TILTED
        heard = [uid for uid in cards if draw() < bleed]
        return self._lay.readable(heard, now) if heard else heard


class NoisyCamera:
    """A camera that tells each face-up card when it is laid or turned, and again every `naming.REPEAT`."""

    def __init__(
        self,
        id_: DeviceId,
        lay: Lay,
        fidgets: Fidgets,
        *,
        in_view: Iterable[Place],
        printed: Mapping[Uid, Card],
        noise: SensorNoise,
        rng: random.Random,
    ) -> None:
        self._id = id_
        self._lay = lay
        self._fidgets = fidgets
        self._in_view = frozenset(in_view)
        self._naming = Naming(printed, noise, rng)
        self._noise = noise
        self._random = rng
        self._stamps = Stamps(noise.skew_s, rng)
        self._covered: dict[Uid, Nanos] = {}
        self.due = _FRAME

    def look(self) -> list[Sighting]:
        """What is new in the frame that is `due`."""
        now = self.due
        self.due = Nanos(now + _FRAME)
        off = self._stamps.off(now)
        seen = []
        for card in self._lay.face_up():
            if card.place not in self._in_view or self._fidgets.lifted(card.place, now):
                continue
            if self._naming.is_due(card, now) and not self._is_covered(card.uid, now):
                self._naming.told(card, now)
                began, ended = Nanos(max(card.turned, now - _FRAME) + off), Nanos(now + off)
                seen.append(Sighting(self._id, card.place, Face.UP, began, ended, card=self._naming.name(card.uid)))
        return seen

    def _is_covered(self, uid: Uid, now: Nanos) -> bool:
        """Something lies over the card now, or comes to lie there."""
        noise, draw = self._noise, self._random.random
        if now < self._covered.get(uid, 0):
            return True
        if not noise.occluded or draw() >= noise.occluded:
            return False
        self._covered[uid] = Nanos(now + seconds(draw() * noise.occluded_s))
        return True
