"""What every card reader's driver promises."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from msgspec import Struct

from felt.ids import DeviceId
from firmware_bridge.reading import AntennaNo, AntennaRead


class Capabilities(Struct, frozen=True):
    """What a reader can do.

    `tags_at_once` is the most tags one look can list, None when it lists all in the field. `can_count` is True when
    a clean look is a full list, so that the number of cards may be relied on.
    """

    antennas: int
    tags_at_once: int | None
    can_count: bool


class ReaderDriver(Protocol):
    """One reader on one open port. Calls come one at a time; each ends within the driver's own time-outs.

    All raise LinkLost when the port is gone, LinkTimeout when the reader stays silent, ProtocolFault when it answers
    what it may not or refuses.
    """

    @property
    def id(self) -> DeviceId:
        """The reader's name on the board."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """What this kind of reader can do."""
        ...

    async def identify(self) -> str:
        """Make sure that the right kind of device answers, put it to work, and return its version text."""
        ...

    async def look(self, antenna: AntennaNo) -> AntennaRead:
        """List the tags on `antenna` now. Never mixes in an answer to an earlier look."""
        ...

    async def rest(self) -> None:
        """Switch the field off and see it confirmed."""
        ...

    async def close(self) -> None:
        """Switch the field off as far as the port still takes it, without waiting for an answer, and close the port."""
        ...


OpenReader = Callable[[], Awaitable[ReaderDriver]]
"""Opens the port by its stable name and puts a fresh driver on it; raises LinkLost while the port is absent."""
