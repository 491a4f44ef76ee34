"""Snapshots pushed to pages: whole views with their revision, at once on change, several changes in one when many."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from felt.clock import NANOS_PER_MS, Clock
from felt.ids import RoomId, TableId
from hub.languages import Catalogue, catalogue
from hub.views.dealer import DealerView, dealer_view
from hub.views.floor import FloorView, TableView, join_tables, table_view
from hub.views.translate import in_language
from hub.web.port import FloorPort

BEAT_S: Final = 2.0
"""How often a page hears that the hub lives; a page that hears nothing for three beats says so."""

FLOOR_GAP_S: Final = 0.2
DEALER_GAP_S: Final = 0.03
"""The shortest time between two snapshots to one page."""

_UNSUPPORTED: Final = 1003
_INTERNAL_ERROR: Final = 1011


class FeedEnded(Exception):
    """The floor stopped telling what changes: no page may go on looking current."""


class Feed:
    """What changed, told to every page that listens. `run` it as one task beside the pages."""

    def __init__(self, floor: FloorPort, room: RoomId, build: str) -> None:
        self._floor = floor
        self._room = room
        self.build = build
        """Names the pages' files: a page of another build loads itself anew."""
        self._views: dict[TableId, tuple[int, TableView]] = {}
        self._listeners: dict[asyncio.Event, TableId | None] = {}
        self._ended = False

    async def run(self) -> None:
        """Follow the floor until cancelled."""
        changes = self._floor.watch()
        self._views.clear()
        try:
            async for table in changes:
                self._views.pop(table, None)
                for event, wanted in self._listeners.items():
                    if wanted is None or wanted == table:
                        event.set()
        finally:
            self._ended = True
            for event in self._listeners:
                event.set()

    @contextlib.contextmanager
    def listening(self, table: TableId | None) -> Iterator[asyncio.Event]:
        """An event that is set after each change of `table`, or of any table when None."""
        event = asyncio.Event()
        self._listeners[event] = table
        try:
            yield event
        finally:
            del self._listeners[event]

    def check(self) -> None:
        """Raise FeedEnded when changes are no longer told."""
        if self._ended:
            raise FeedEnded

    def floor_view(self) -> FloorView:
        """The room now; only tables that changed are viewed anew."""
        for table in self._floor.tables():
            if table not in self._views:
                status = self._floor.status(table)
                self._views[table] = (status.revision, table_view(status))
        known = [self._views[table] for table in self._floor.tables()]
        return join_tables(
            self._room,
            sum(revision for revision, _ in known),
            tuple(view for _, view in known),
            self._floor.unplaced(),
        )

    def dealer_view(self, table: TableId, words: Catalogue | None = None) -> DealerView:
        """One table now, in those words or else in its own language."""
        status = self._floor.status(table)
        return in_language(dealer_view(status), status, words or catalogue(status.language))


async def push(
    socket: WebSocket, feed: Feed, clock: Clock, table: TableId | None, words: Catalogue | None = None
) -> None:
    """Serve one page until it goes away: a snapshot on connect and on each change, and a beat in between."""
    await socket.accept()
    with feed.listening(table) as changed:
        tasks = [
            asyncio.ensure_future(_send_snapshots(socket, feed, clock, table, words, changed)),
            asyncio.ensure_future(_send_beats(socket, feed, clock)),
            asyncio.ensure_future(_await_goodbye(socket)),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except WebSocketDisconnect:
            pass  # the page is gone: nothing is left to tell it
        except FeedEnded:
            await socket.close(_INTERNAL_ERROR)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _send_snapshots(  # noqa: PLR0917
    socket: WebSocket,
    feed: Feed,
    clock: Clock,
    table: TableId | None,
    words: Catalogue | None,
    changed: asyncio.Event,
) -> None:
    gap = FLOOR_GAP_S if table is None else DEALER_GAP_S
    async for text in _snapshots(feed, table, words, changed):
        await socket.send_text(f'{{{_head(feed, clock)},"view":{text}}}')
        await clock.sleep(gap)


async def _snapshots(
    feed: Feed, table: TableId | None, words: Catalogue | None, changed: asyncio.Event
) -> AsyncIterator[str]:
    """Each view that differs from the last one in more than its revision."""
    last: FloorView | DealerView | None = None
    while True:
        changed.clear()
        feed.check()
        view = feed.floor_view() if table is None else feed.dealer_view(table, words)
        same = msgspec.structs.replace(view, revision=0)
        if same != last:
            last = same
            yield msgspec.json.encode(view).decode()
        await changed.wait()


async def _send_beats(socket: WebSocket, feed: Feed, clock: Clock) -> None:
    while True:
        await clock.sleep(BEAT_S)
        await socket.send_text(f"{{{_head(feed, clock)}}}")


async def _await_goodbye(socket: WebSocket) -> None:
    """Return when the page leaves; a page has nothing to say here."""
    message = await socket.receive()
    if message["type"] != "websocket.disconnect":
        await socket.close(_UNSUPPORTED)


def _head(feed: Feed, clock: Clock) -> str:
    """What every message tells: the hub's time in ms, and the build of its pages."""
    return f'"now":{clock.wall() // NANOS_PER_MS},"build":"{feed.build}"'
