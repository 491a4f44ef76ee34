"""Where the intake delivers."""

from typing import Protocol

from felt.ids import BootId, DeviceId, TableId
from felt.order import Health, Presentness
from hub.intake.alarm import Alarm
from hub.intake.arrival import Arrival
from hub.intake.sequence import Gap


class Sink(Protocol):
    """Where the intake delivers. Everything is called in the event loop and returns at once."""

    def has_room(self, table: TableId) -> bool:
        """False when the table cannot take more now; what then comes is asked for again later."""
        ...

    def arrived(self, table: TableId, arrival: Arrival) -> None:
        """A device's next fact."""
        ...

    def missing(self, table: TableId, device: DeviceId, gap: Gap) -> None:
        """Facts of `device` could not be had; called before the fact that follows them."""
        ...

    def trusted(self, table: TableId, device: DeviceId, public: bytes) -> None:
        """A device's first key, trusted from here on."""
        ...

    def alarm(self, alarm: Alarm) -> None:
        """Something is wrong with what came in."""
        ...

    def present(self, table: TableId, device: DeviceId, presentness: Presentness) -> None:
        """A device came or went, by its availability."""
        ...

    def healthy(self, table: TableId, device: DeviceId, health: Health) -> None:
        """What a device says of itself."""
        ...

    async def kept_line(self, table: TableId, device: DeviceId, boot: BootId, seq: int) -> bytes | None:
        """The line that the ledger keeps under a fact's key."""
        ...
