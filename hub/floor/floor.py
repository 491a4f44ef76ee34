"""What pages may ask of the floor and tell it: the one door between the running tables and everything on screen."""

from collections.abc import AsyncIterator
from typing import Final, Protocol

from felt.fact import Fact
from felt.ids import DeviceId, FactId, TableId, topic_level
from hub.views.status import Alert, AlertState, TableStatus

HUB_DEVICE: Final = DeviceId("hub")
"""The device that the hub itself speaks as: time, gaps."""

PAGE_PREFIX: Final = "page-"


def page_device(role: str) -> DeviceId:
    """The device a page speaks as, such as `page-dealer`; the hub signs for it, and no other device may bear its name.

    Raises BadInput for a role that cannot be part of a topic.
    """
    return DeviceId(topic_level(PAGE_PREFIX + role, what="page"))


class Floor(Protocol):
    """The tables of one room. Every method is called in the hub's event loop."""

    @property
    def tables(self) -> tuple[TableId, ...]:
        """The tables in the order of the configuration."""
        ...

    def status(self, table: TableId) -> TableStatus:
        """The table as it stands now, committed facts only; raises BadInput for an unknown table."""
        ...

    def unplaced(self) -> tuple[Alert, ...]:
        """Alerts of the room that belong to no configured table, such as a node of a table that is not there."""
        ...

    async def tell(self, table: TableId, device: DeviceId, fact: Fact) -> FactId:
        """Record what a page of this hub (`page_device`) says, and return its id when it is committed and ruled on.

        Raises BadInput for an unknown table or for a device that is not the hub's own, StorageFault when the ledger
        cannot take it (nothing has then changed).
        """
        ...

    async def mark_alert(self, alert_id: str, state: AlertState, by: str) -> Alert:
        """Record where an alert stands and who says so; raises BadInput for an unknown alert, or StorageFault."""
        ...

    def watch(self) -> AsyncIterator[TableId]:
        """The tables that change from now on, each at once; a slow reader gets a table once for several changes."""
        ...
