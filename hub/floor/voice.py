"""The hub's own devices: pages and the hub itself speak in signed envelopes, like every other device."""

import secrets
from typing import Final

from felt.clock import Clock
from felt.envelope import VERSION, Envelope, encode_envelope
from felt.fact import Fact
from felt.ids import PAGE_PREFIX, BootId, DeviceId, RoomId, TableId, topic_level
from felt.topic import Channel, device_topic
from felt.wire import DeviceKey
from hub.intake import Arrival

HUB_DEVICE: Final = DeviceId("hub")
"""The device that the hub itself speaks as: time, gaps."""


def page_device(role: str) -> DeviceId:
    """The device a page speaks as, such as `page-dealer`; raises BadInput for a role that no topic can hold."""
    return DeviceId(topic_level(PAGE_PREFIX + role, what="page"))


def is_own(device: DeviceId) -> bool:
    """True for a name that only the hub may speak under; over the network nobody is listened to under it."""
    return device == HUB_DEVICE or device.startswith(PAGE_PREFIX)


class Voice:
    """Signs for the hub's own devices. Each start of the hub is a new boot; sequences count per table and device."""

    def __init__(self, room: RoomId, key: DeviceKey, clock: Clock) -> None:
        self.public = key.public
        self._room = room
        self._key = key
        self._clock = clock
        self._boot = BootId(secrets.token_hex(8))
        self._next: dict[tuple[TableId, DeviceId], int] = {}

    def say(self, table: TableId, device: DeviceId, fact: Fact) -> Arrival:
        """Envelope and sign a fact of one of the hub's devices."""
        seq = self._next.get((table, device), 0)
        self._next[table, device] = seq + 1
        envelope = Envelope(
            v=VERSION,
            room=self._room,
            table=table,
            device=device,
            boot=self._boot,
            seq=seq,
            mono=self._clock.now(),
            wall=self._clock.wall(),
            body=fact,
        )
        topic = device_topic(self._room, table, device, Channel.FACTS)
        return Arrival(envelope, self._key.signed_line(topic, encode_envelope(envelope)))
