"""The bench's camera over regions: sightings by track, views of whole places, hands over them and wrong names."""

import random
from collections.abc import Mapping
from typing import Final

from felt.card import Card
from felt.clock import Nanos, seconds
from felt.fact import Face
from felt.ids import Uid
from felt.place import Place
from hardware.board import CameraPlan
from hardware.virtual.bench.naming import REPEAT, Naming
from hardware.virtual.bench.noise import SensorNoise
from hardware.virtual.camera import FRAME_S
from hardware.virtual.field import Field, Lying
from hardware.virtual.overlook import Overlook, Stay, in_sight
from vision.sighting import Sighting, View

_FRAME: Final = seconds(FRAME_S)


class NoisyOverhead:
    """Tells each card in a region when it is laid or turned, and again every `REPEAT`, with a view of each region.

    Does not imitate: backs that lie on one another, and a tracker that loses a card.
    """

    def __init__(
        self, plan: CameraPlan, field: Field, printed: Mapping[Uid, Card], noise: SensorNoise, rng: random.Random
    ) -> None:
        self._plan = plan
        self._field = field
        self._naming = Naming(printed, noise, rng)
        self._noise = noise
        self._random = rng
        self._overlook = Overlook(plan.id, (region.place for region in plan.regions))
        self._hands: dict[Place, Nanos] = {}
        self._viewed = Nanos(-REPEAT)
        self.due = _FRAME

    def look(self) -> list[Sighting | View]:
        """What is new in the frame that is `due`."""
        now = self.due
        self.due = Nanos(now + _FRAME)
        lying = {card.uid: card for card in self._field.all() if in_sight(card)}
        stays = self._overlook.follow(lying.values())
        self._reach()
        open_ = {uid: stay for uid, stay in stays.items() if not self._is_covered(stay.region)}
        said: list[Sighting | View] = [
            self._sighting(lying[uid], stay, now) for uid, stay in open_.items() if self._naming.is_due(lying[uid], now)
        ]
        if said or now - self._viewed >= REPEAT:
            covered = [region for region in self._overlook.regions if self._is_covered(region)]
            said += self._overlook.views(open_.values(), covered, self._viewed, now)
            self._viewed = now
        return said

    def _sighting(self, card: Lying, stay: Stay, now: Nanos) -> Sighting:
        self._naming.told(card, now)
        began = Nanos(max(card.turned, now - _FRAME))
        name = self._naming.name(card.uid) if card.face is Face.UP else None
        return Sighting(self._plan.id, stay.region, card.face, began, now, card=name, track=stay.track)

    def _reach(self) -> None:
        """Somebody may reach over a region."""
        noise, draw = self._noise, self._random.random
        for region in self._overlook.regions:
            if noise.occluded and not self._is_covered(region) and draw() < noise.occluded:
                self._hands[region] = Nanos(self.due + seconds(draw() * noise.occluded_s))

    def _is_covered(self, region: Place) -> bool:
        return self.due < self._hands.get(region, 0)
