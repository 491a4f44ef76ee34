"""What the pages need of a floor: the tables as they stand, what changed, and a way to say something."""

from collections.abc import AsyncIterator
from typing import Protocol

from felt.fact import Fact
from felt.ids import DeviceId, FactId, TableId
from hub.views.status import Alert, AlertState, TableStatus


class FloorPort(Protocol):
    """One room's tables, as `hub.floor.Floor` offers them. Every call is made in the floor's own event loop."""

    def tables(self) -> tuple[TableId, ...]:
        """Every table, in the order in which pages list them."""
        ...

    def status(self, table: TableId) -> TableStatus:
        """The table as it stands now; raises BadInput for an unknown table."""
        ...

    def unplaced(self) -> tuple[Alert, ...]:
        """Alerts that belong to no table of this room."""
        ...

    async def tell(self, table: TableId, device: DeviceId, fact: Fact) -> FactId:
        """Record what a page said, and return once it is committed; raises FeltFault when it is not recorded."""
        ...

    async def mark_alert(self, alert_id: str, state: AlertState, by: str) -> None:
        """Move an alert on; raises BadInput for an alert that is not known, StorageFault when it is not recorded."""
        ...

    def watch(self) -> AsyncIterator[TableId]:
        """The tables that change from this call on; one that changed often comes once to a slow follower."""
        ...
