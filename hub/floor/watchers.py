"""Who follows the tables: each gets every changed table, once for however many changes it slept through."""

import asyncio
import weakref
from collections.abc import AsyncIterator

from felt.ids import TableId


class Watcher(AsyncIterator[TableId]):
    """One follower; it misses nothing from its making on, and is forgotten with its last reference."""

    def __init__(self) -> None:
        self._changed: dict[TableId, None] = {}
        self._wake = asyncio.Event()

    def tell(self, table: TableId) -> None:
        """`table` changed."""
        self._changed[table] = None
        self._wake.set()

    async def __anext__(self) -> TableId:
        while not self._changed:
            self._wake.clear()
            await self._wake.wait()
        table = next(iter(self._changed))
        del self._changed[table]
        return table


class Watchers:
    """All followers."""

    def __init__(self) -> None:
        self._all: weakref.WeakSet[Watcher] = weakref.WeakSet()

    def new(self) -> Watcher:
        """A follower of what changes from now on."""
        watcher = Watcher()
        self._all.add(watcher)
        return watcher

    def tell(self, table: TableId) -> None:
        """Tell every follower that `table` changed."""
        for watcher in tuple(self._all):
            watcher.tell(table)
