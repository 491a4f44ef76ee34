"""The devices of one table as last heard."""

from itertools import islice
from typing import Final

from msgspec.structs import replace

from felt.clock import Clock, Nanos, seconds
from felt.ids import DeviceId
from felt.order import Health
from hub.views.status import DeviceStatus

PARTS_MOST: Final = 32
TEXT_MOST: Final = 300
"""Of what a device says of itself, so much is kept: it is not signed, and pages show it."""

OUTBOX: Final = "outbox"
OK: Final = "ok"
"""What a node calls its own store among its parts, and a part that works."""


class DeviceRoll:
    """Who was heard, whether it is there, and what it says of itself. Methods that learn say whether that is news."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._devices: dict[DeviceId, DeviceStatus] = {}
        self._heard: dict[DeviceId, Nanos] = {}

    def statuses(self) -> tuple[DeviceStatus, ...]:
        """Every device, in the order in which they were first heard."""
        return tuple(self._devices.values())

    def online(self, device: DeviceId) -> bool:
        """False for a device that has not been heard since the start, or has gone."""
        known = self._devices.get(device)
        return known is not None and known.online

    def silent(self, device: DeviceId, longer_than_s: float) -> bool:
        """True for a device that is taken to be there and yet has not said a word for so long."""
        return self.online(device) and self._clock.now() - self._heard[device] > seconds(longer_than_s)

    def store_fault(self, device: DeviceId) -> str | None:
        """Why a device cannot keep what it sees, as it says of itself; None while it can."""
        known = self._devices.get(device)
        word = OK if known is None else known.parts.get(OUTBOX, OK)
        return None if word == OK else word

    def heard(self, device: DeviceId) -> bool:
        """A device said something, so it is there."""
        return self._learn(replace(self._known(device), online=True))

    def present(self, device: DeviceId, *, online: bool) -> bool:
        """A device came or went."""
        return self._learn(replace(self._known(device), online=online))

    def healthy(self, device: DeviceId, health: Health) -> bool:
        """A device reported its parts and its outbox."""
        parts = {part[:TEXT_MOST]: word[:TEXT_MOST] for part, word in islice(health.parts.items(), PARTS_MOST)}
        notes = {part: word for part, word in health.notes.items() if part in parts}
        status = replace(self._known(device), online=True, parts=parts, outbox=health.outbox, notes=notes)
        return self._learn(status)

    def _known(self, device: DeviceId) -> DeviceStatus:
        return self._devices.get(device) or DeviceStatus(device, online=False)

    def _learn(self, status: DeviceStatus) -> bool:
        before = self._devices.get(status.device)
        self._heard[status.device] = self._clock.now()
        self._devices[status.device] = replace(status, last_heard=self._clock.wall())
        return before is None or replace(before, last_heard=None) != replace(status, last_heard=None)
