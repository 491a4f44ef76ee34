"""A small floor in memory that a test drives: it keeps what pages say and shows what the test sets."""

import asyncio
from collections.abc import AsyncIterator

from msgspec.structs import replace

from felt.fact import Fact
from felt.fault import BadInput, StorageFault
from felt.ids import DeviceId, FactId, TableId
from hub.views.status import Alert, AlertState, TableStatus


class StageFloor:
    """A FloorPort. `told` is everything that pages said, in order; `full` makes every tell fail."""

    def __init__(self, *statuses: TableStatus) -> None:
        self._statuses = {status.table: status for status in statuses}
        self._changes: list[asyncio.Queue[TableId | None]] = []
        self.told: list[tuple[TableId, DeviceId, Fact]] = []
        self.full = False
        self.strangers: tuple[Alert, ...] = ()

    def tables(self) -> tuple[TableId, ...]:
        return tuple(self._statuses)

    def status(self, table: TableId) -> TableStatus:
        try:
            return self._statuses[table]
        except KeyError:
            raise BadInput(f"there is no table {table!r}") from None

    def unplaced(self) -> tuple[Alert, ...]:
        return self.strangers

    async def tell(self, table: TableId, device: DeviceId, fact: Fact) -> FactId:
        if self.full:
            raise StorageFault("the disk is full", where="ledger")
        self.told.append((table, device, fact))
        return FactId(f"{device}/00000000000000aa/{len(self.told)}")

    async def mark_alert(self, alert_id: str, state: AlertState, by: str) -> None:
        for status in self._statuses.values():
            for alert in status.alerts:
                if alert.id == alert_id:
                    marked = replace(alert, state=state, by=by)
                    others = tuple(marked if item.id == alert_id else item for item in status.alerts)
                    self.show(replace(status, alerts=others))
                    return
        raise BadInput(f"there is no alert {alert_id!r}")

    def watch(self) -> AsyncIterator[TableId]:
        queue: asyncio.Queue[TableId | None] = asyncio.Queue()
        self._changes.append(queue)
        return _changes(queue)

    def revision(self, table: str) -> str:
        """A table's revision as pages write it."""
        return str(self._statuses[TableId(table)].revision)

    def fall_silent(self) -> None:
        """The floor tells nothing more, as after a bug in it."""
        for queue in self._changes:
            queue.put_nowait(None)

    def show(self, status: TableStatus) -> None:
        """The table changes to `status`, under the next revision."""
        before = self._statuses.get(status.table)
        revision = 1 if before is None else before.revision + 1
        self._statuses[status.table] = replace(status, revision=revision)
        for queue in self._changes:
            queue.put_nowait(status.table)


async def _changes(queue: asyncio.Queue[TableId | None]) -> AsyncIterator[TableId]:
    while (table := await queue.get()) is not None:
        yield table
