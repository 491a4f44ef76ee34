"""A virtual camera: sightings of face-up cards, made from the field and not from pixels.

Does not imitate: hands over cards, glare, wrong labels, cards seen half. Of cards that lie face down it tells the
burns, where it has a region for them.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, NoReturn

import msgspec

from felt.card import Card
from felt.clock import Clock, Nanos, seconds
from felt.fact import Face
from felt.fault import LinkLost
from felt.ids import DeviceId, Uid
from felt.place import Place, Spot
from firmware_bridge.stream import ByteStream
from hardware.virtual.field import Field, Lying
from hardware.virtual.overlook import Overlook, in_sight
from vision.sighting import Sighting, View

FRAME_S: Final = 0.1
"""Time between two settled looks."""
REPEAT_S: Final = 0.3
"""A card that stays face up is told again so often: whoever listens may not have been ready the first time."""
IN_VIEW: Final = frozenset({Spot.SEAT, Spot.BOARD, Spot.BURN, Spot.ASIDE})


class VirtualCamera:
    """Looks at the field every `FRAME_S`; a face-up card is told when it is laid or turned, and every `REPEAT_S`."""

    def __init__(
        self,
        id_: DeviceId,
        field: Field,
        clock: Clock,
        printed: Mapping[Uid, Card],
        regions: Iterable[Place] = (),
    ) -> None:
        self._id = id_
        self._overlook = Overlook(id_, regions)
        self._field = field
        self._clock = clock
        self._printed = printed
        self._told: dict[Uid, tuple[Nanos, Nanos]] = {}
        self._began = clock.now()
        self._viewed = Nanos(self._began - seconds(REPEAT_S))

    def look(self) -> list[Sighting]:
        """What is new since the last look, or due again; a foreign card is seen without a name."""
        began, self._began = self._began, self._clock.now()
        lying = [card for card in self._field.all() if self._in_view(card)]
        stays = self._overlook.follow(lying)
        fresh = [card for card in lying if self._is_due(card)]
        told = {card.uid: self._told[card.uid] for card in lying if card.uid in self._told}
        self._told = told | {card.uid: (card.turned, self._began) for card in fresh}
        return [
            Sighting(
                self._id,
                stay.region if (stay := stays.get(card.uid)) else card.place,
                card.face,
                began,
                self._began,
                card=self._printed.get(card.uid) if card.face is Face.UP else None,
                track=stay.track if stay else None,
            )
            for card in fresh
        ]

    def views(self) -> list[View]:
        """Every region with what lies in it, each time anything is due again."""
        now = self._clock.now()
        if not self._overlook.regions or now - self._viewed < seconds(REPEAT_S):
            return []
        began, self._viewed = self._viewed, now
        stays = self._overlook.follow(card for card in self._field.all() if in_sight(card))
        return self._overlook.views(stays.values(), (), began, now)

    async def run(self, stream: ByteStream) -> NoReturn:
        """Write each sighting as a line of JSON, as the camera's process does; raises LinkLost when unplugged."""
        listening = asyncio.create_task(_leave_unheard(stream))
        try:
            await self._tell(stream)
        finally:
            listening.cancel()

    async def _tell(self, stream: ByteStream) -> NoReturn:
        while True:
            for word in (*self.look(), *self.views()):
                await stream.write(msgspec.json.encode(word) + b"\n")
            await self._clock.sleep(FRAME_S)

    def _in_view(self, card: Lying) -> bool:
        if card.face is Face.UP:
            return card.place.spot in IN_VIEW
        return in_sight(card) and self._overlook.watches(card.place)

    def _is_due(self, card: Lying) -> bool:
        turned, told_at = self._told.get(card.uid, (None, self._began))
        return turned != card.turned or self._began - told_at >= seconds(REPEAT_S)


async def _leave_unheard(stream: ByteStream) -> None:
    """Take what the node says off the wire; this camera shows no pictures that it could keep back."""
    with suppress(LinkLost):
        while True:
            await stream.read()
