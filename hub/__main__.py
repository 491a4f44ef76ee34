"""The hub's process: `feltwire hub` and `feltwire replay`, and `open_hub` for whoever runs one inside theirs."""

import asyncio
import contextlib
import logging
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import structlog

from felt.clock import Clock, SystemClock
from felt.fault import BadInput, FeltFault
from felt.ids import HandId, TableId
from felt.service import supervised
from felt.wire import DeviceKey, LinkState, Transport
from hub.broker import Broker, open_broker
from hub.config import HubConfig, read_hub_config, table_terms
from hub.floor import Floor
from hub.floor.replay import replayed_hand
from hub.ledger import Ledger, LedgerReader
from hub.rules.ruling import Ruling
from hub.rules.texts import KINDS
from hub.views.ruling import clause_text, ruling_title
from hub.web.app import build_app
from hub.web.server import WebServer

Say = Callable[[str], None]

BROKER_PATIENCE_S: Final = 2.0
"""How long the broker may be away before that is said."""

_log = structlog.get_logger(__name__)


class Hub:
    """A running hub: its floor, its broker, and where its pages are."""

    def __init__(self, floor: Floor, broker: Broker, link: Transport, url: str) -> None:
        self.floor = floor
        self.broker = broker
        self.url = url
        self._link = link

    async def heard(self) -> None:
        """Return when the hub hears the tables: its broker is there and has taken its subscriptions."""
        up = asyncio.Event()
        self._link.on_state(lambda state: up.set() if state is LinkState.UP else None)
        if self._link.state is not LinkState.UP:
            await up.wait()

    def addresses(self) -> list[str]:
        """The pages, one line each."""
        tables = [f"table {table}: {self.url}/table/{table}" for table in self.floor.tables()]
        return [f"floor: {self.url}/", *tables]


@asynccontextmanager
async def open_hub(config: HubConfig, clock: Clock) -> AsyncIterator[Hub]:
    """Run a whole hub for as long as the context lasts: broker, ledger, tables, pages; a later part never starts alone.

    Raises ConfigFault, LinkLost or StorageFault in plain words when a port, a folder or a file is not to be had.
    """
    _log.info("hub starts", room=config.room, ledger=str(config.ledger), sqlite=sqlite3.sqlite_version)
    async with contextlib.AsyncExitStack() as stack:
        ledger = Ledger(config.ledger, config.room)
        stack.push_async_callback(ledger.close)
        broker = await stack.enter_async_context(open_broker(config.broker, clock))
        link = broker.client(f"hub-{config.room}")
        floor = Floor(
            config.room,
            table_terms(config),
            ledger=ledger,
            transport=link,
            key=DeviceKey.load_or_create(config.ledger.with_name(config.ledger.name + ".key")),
            clock=clock,
        )
        stack.push_async_callback(floor.stop)
        await floor.start()
        web = WebServer(build_app(floor, room=config.room, clock=clock), config.pages.port)
        await web.start()
        stack.push_async_callback(web.stop)
        await link.start()
        stack.push_async_callback(link.stop)
        yield Hub(floor, broker, link, web.url)


def ruling_line(table: TableId, ruling: Ruling) -> str:
    """A ruling in one line for a terminal, in the words of the pages; the hand's id names the table."""
    where = ruling.hand if str(ruling.hand).startswith(f"{table}-") else f"{table} {ruling.hand}"
    return f"hand {where}: {KINDS[ruling.kind]}. {ruling_title(ruling)} ({clause_text(ruling)}): {ruling.says}"


async def tell_rulings(floor: Floor, say: Say) -> None:
    """Say each new ruling, once, for ever; run it as a task."""
    changes = floor.watch()
    told = {table: _newest(floor, table) for table in floor.tables()}
    async for table in changes:
        rulings = floor.status(table).picture.rulings
        for ruling in sorted(rulings, key=lambda each: each.number):
            if ruling.number > told[table]:
                told[table] = ruling.number
                say(ruling_line(table, ruling))


def _newest(floor: Floor, table: TableId) -> int:
    return max((ruling.number for ruling in floor.status(table).picture.rulings), default=0)


async def run_hub(config: HubConfig, say: Say, stop: asyncio.Event) -> None:
    """Run a hub until `stop`, saying where its pages are and each ruling."""
    async with open_hub(config, SystemClock()) as hub, supervised(SystemClock()):
        for line in hub.addresses():
            say(line)
        tasks = [asyncio.create_task(tell_rulings(hub.floor, say)), asyncio.create_task(_tell_link(hub, say))]
        try:
            await stop.wait()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        say("stopping")


async def _tell_link(hub: Hub, say: Say) -> None:
    """Say where tables connect, once they can, and until then that the broker is waited for."""
    if hub.broker.address is None:
        say(hub.broker.note or "only tables inside this process can be heard")
        return
    try:
        async with asyncio.timeout(BROKER_PATIENCE_S):
            await hub.heard()
    except TimeoutError:
        say(f"waiting for the broker at {hub.broker.address}; no table is watched until it answers")
        await hub.heard()
    say(f"tables connect to {hub.broker.address}")


def main(config_path: Path) -> None:
    """`feltwire hub CONFIG`: run until SIGINT or SIGTERM. Raises FeltFault for what is wrong outside."""
    config = read_hub_config(config_path)
    configure_log()
    asyncio.run(_until_signalled(config))


async def _until_signalled(config: HubConfig) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop.set)
    await run_hub(config, lambda line: print(line, flush=True), stop)


def configure_log() -> None:
    """One readable line per event on stderr, from INFO on."""
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.WARNING, stream=sys.stderr)
    structlog.configure(
        processors=[
            structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def replay(ledger: Path, hand: str, *, as_json: bool = False) -> int:
    """`feltwire replay LEDGER --hand ID`: print a hand's facts and rulings; 1 when the ledger does not prove them.

    With JSON, standard output has one fact a line and the proof goes to standard error. Raises StorageFault without a
    ledger, BadInput for a hand that is not in it.
    """
    reader = LedgerReader(ledger)
    try:
        for room, table in reader.tables():
            report = replayed_hand(reader, room, table, HandId(hand))
            if report is not None:
                for line in report.json_lines() if as_json else report.lines():
                    print(line)
                if as_json:
                    print("\n".join(report.verdict), file=sys.stderr)
                return 0 if report.proven else 1
    finally:
        reader.close()
    raise BadInput(f"no hand {hand!r}", where=str(ledger), remedy="the id that a page or a ruling shows")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except FeltFault as fault:
        sys.exit(str(fault))
