"""What the pages need of a floor: the tables as they stand, what changed, and a way to say something."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from felt.fact import Fact
from felt.ids import DeviceId, FactId, RoomId, TableId
from hub.views.status import AlertState, TableStatus


class FloorPort(Protocol):
    """One room's tables. Every call is made in the floor's own event loop."""

    @property
    def room(self) -> RoomId:
        """The room whose tables these are."""
        ...

    def tables(self) -> Sequence[TableId]:
        """Every table that the floor knows, in the order in which pages list them."""
        ...

    def status(self, table: TableId) -> TableStatus:
        """The table as it stands now; raises BadInput for a table that `tables` does not list."""
        ...

    async def tell(self, table: TableId, device: DeviceId, fact: Fact) -> FactId:
        """Record what a page said, and return once it is committed; raises FeltFault when it is not recorded."""
        ...

    async def mark_alert(self, alert_id: str, state: AlertState, by: str) -> None:
        """Move an alert on; raises BadInput for an alert that is not known, StorageFault when it is not recorded."""
        ...

    def watch(self) -> AsyncIterator[TableId]:
        """Yield a table's id after each change of its status, several changes in one where the listener is slow."""
        ...
