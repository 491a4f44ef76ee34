"""The devices of one table as last heard."""

from msgspec.structs import replace

from felt.clock import Clock
from felt.ids import DeviceId
from felt.order import Health
from hub.views.status import DeviceStatus


class DeviceRoll:
    """Who was heard, whether it is there, and what it says of itself. Methods that learn say whether that is news."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._devices: dict[DeviceId, DeviceStatus] = {}

    def statuses(self) -> tuple[DeviceStatus, ...]:
        """Every device, in the order in which they were first heard."""
        return tuple(self._devices.values())

    def online(self, device: DeviceId) -> bool:
        """False for a device that has not been heard since the start, or has gone."""
        known = self._devices.get(device)
        return known is not None and known.online

    def heard(self, device: DeviceId) -> bool:
        """A device said something, so it is there."""
        return self._learn(replace(self._known(device), online=True))

    def present(self, device: DeviceId, *, online: bool) -> bool:
        """A device came or went."""
        return self._learn(replace(self._known(device), online=online))

    def healthy(self, device: DeviceId, health: Health) -> bool:
        """A device reported its parts and its outbox."""
        return self._learn(replace(self._known(device), parts=dict(health.parts), outbox=health.outbox))

    def _known(self, device: DeviceId) -> DeviceStatus:
        return self._devices.get(device) or DeviceStatus(device, online=False)

    def _learn(self, status: DeviceStatus) -> bool:
        before = self._devices.get(status.device)
        self._devices[status.device] = replace(status, last_heard=self._clock.wall())
        return before is None or replace(before, last_heard=None) != replace(status, last_heard=None)
