"""A virtual camera: sightings of face-up cards, made from the field and not from pixels.

Does not imitate: hands over cards, glare, wrong labels, cards seen half. A card lying face down is not seen at all.
"""

from collections.abc import Mapping
from typing import Final, NoReturn

import msgspec

from felt.card import Card
from felt.clock import Clock, Nanos, seconds
from felt.fact import Face
from felt.ids import DeviceId, Uid
from felt.place import Spot
from firmware_bridge.stream import ByteStream
from hardware.virtual.field import Field, Lying
from vision.sighting import Sighting

FRAME_S: Final = 0.1
"""Time between two settled looks."""
REPEAT_S: Final = 0.3
"""A card that stays face up is told again so often: whoever listens may not have been ready the first time."""
IN_VIEW: Final = frozenset({Spot.SEAT, Spot.BOARD, Spot.BURN, Spot.ASIDE})


class VirtualCamera:
    """Looks at the field every `FRAME_S`; a face-up card is told when it is laid or turned, and every `REPEAT_S`."""

    def __init__(self, id_: DeviceId, field: Field, clock: Clock, printed: Mapping[Uid, Card]) -> None:
        self._id = id_
        self._field = field
        self._clock = clock
        self._printed = printed
        self._told: dict[Uid, tuple[Nanos, Nanos]] = {}
        self._began = clock.now()

    def look(self) -> list[Sighting]:
        """What is new since the last look, or due again; a foreign card is seen without a name."""
        began, self._began = self._began, self._clock.now()
        lying = [card for card in self._field.all() if _in_view(card)]
        fresh = [card for card in lying if self._is_due(card)]
        told = {card.uid: self._told[card.uid] for card in lying if card.uid in self._told}
        self._told = told | {card.uid: (card.turned, self._began) for card in fresh}
        return [
            Sighting(self._id, card.place, Face.UP, began, self._began, card=self._printed.get(card.uid))
            for card in fresh
        ]

    async def run(self, stream: ByteStream) -> NoReturn:
        """Write each sighting as a line of JSON, as the camera's process does; raises LinkLost when unplugged."""
        while True:
            for sighting in self.look():
                await stream.write(msgspec.json.encode(sighting) + b"\n")
            await self._clock.sleep(FRAME_S)

    def _is_due(self, card: Lying) -> bool:
        turned, told_at = self._told.get(card.uid, (None, self._began))
        return turned != card.turned or self._began - told_at >= seconds(REPEAT_S)


def _in_view(card: Lying) -> bool:
    return card.face is Face.UP and card.place.spot in IN_VIEW
