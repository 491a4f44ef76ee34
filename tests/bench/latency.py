"""From the last serial byte of a look to the ruling that it led to, as the table hears it.

Virtual readers in real time, the shipped driver, witness, outbox, MQTT to a nats-server, the hub's intake, rules and
ledger, and the guidance back over MQTT. The reader's own sweep is not counted: the clock starts with the last byte of
the look that completed the evidence. All of it but the broker shares one process and one core.
"""

import asyncio
import logging
import shutil
import tempfile
from bisect import bisect_right
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec
import structlog

from felt.card import DECK
from felt.clock import Clock, Nanos, SystemClock
from felt.envelope import decode_envelope, split_line
from felt.fact import Face, Fact, HandClosed, HandOpened, TableSeen
from felt.ids import DeviceId, HandId, RoomId, TableId, Uid
from felt.order import Guidance, Order
from felt.place import BOARD, STUB, SeatNo, seat_place
from felt.topic import Channel, room_filter
from felt.wire import Message
from firmware_bridge.stream import ByteStream, MemoryWires
from hardware.board import load_board, shipped_board
from hardware.deck import DeckFile, save_deck
from hardware.virtual.field import Field
from hardware.virtual.table import MemorySockets, VirtualTable
from hub.__main__ import Hub, open_hub
from hub.broker import BrokerPlan
from hub.config import HubConfig, PagesConfig, TableConfig
from hub.floor import page_device
from hub.floor.rebuild import read_fact
from hub.ledger import LedgerReader, RowKind
from hub.rules.ruling import Outcome, RulingGiven, TablePicture
from table_node.config import NodeConfig, equip
from table_node.node import Node, identity_of
from table_node.outbox import Outbox
from table_node.parts import Parts
from table_node.tuning import Tuning
from table_node.uplink import last_will
from tests.bench.row import Better, Row, percentile
from tests.felt.wire.brokers import free_port

ROOM: Final = RoomId("bench")
TABLES: Final = tuple(TableId(f"t{number}") for number in (1, 2))
SEATS: Final = tuple(SeatNo(seat) for seat in range(1, 7))
FLOPS: Final = 25
"""Premature flops at each table: ruled on at the first card, since these tables' trackers are never late."""
TAGS: Final = tuple(Uid(f"E0160124{number:08X}") for number in range(1, 53))
DEALER: Final = page_device("dealer")
PATIENCE_S: Final = 30.0

_ORDER: Final = msgspec.json.Decoder(Order)


def rows() -> Iterator[Row]:
    """The rows of the whole chain."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    folder = Path(tempfile.mkdtemp())
    try:
        delays = asyncio.run(_delays_ms(folder))
    finally:
        shutil.rmtree(folder)
        structlog.reset_defaults()
    note = f"{len(delays)} premature flops at {len(TABLES)} tables; hub, nodes and readers share one process"
    yield Row("serial byte to ruling at the table, p50", percentile(delays, 0.5), "ms", 20, Better.LOWER, note)
    yield Row("serial byte to ruling at the table, p99", percentile(delays, 0.99), "ms", 20, Better.LOWER)


class Ear:
    """When the table was first told of steps to do in each hand (monotonic ns), and a wake-up at every change."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.heard: dict[HandId, Nanos] = {}
        self._news = asyncio.Condition()

    async def listen(self, message: Message) -> None:
        """A handler for every order of the room."""
        order = _ORDER.decode(message.payload)
        if isinstance(order, Guidance) and order.steps and order.hand is not None:
            self.heard.setdefault(order.hand, self._clock.now())
            await self._wake()

    async def follow(self, hub: Hub) -> None:
        """Wake whoever waits at each change of the floor."""
        async for _ in hub.floor.watch():
            await self._wake()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for the floor or an order to make it `true`."""
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(true)

    async def _wake(self) -> None:
        async with self._news:
            self._news.notify_all()


class TimedStream:
    """A device's end that notes when it wrote."""

    def __init__(self, inner: ByteStream, clock: Clock, written: list[Nanos]) -> None:
        self._inner = inner
        self._clock = clock
        self._written = written

    @property
    def name(self) -> str:
        return self._inner.name

    async def read(self) -> bytes:
        return await self._inner.read()

    async def write(self, data: bytes) -> None:
        await self._inner.write(data)
        self._written.append(self._clock.now())

    async def close(self) -> None:
        await self._inner.close()


class TimedSockets:
    """Sockets in memory whose devices note when they wrote."""

    def __init__(self, wires: MemoryWires, clock: Clock) -> None:
        self._sockets = MemorySockets(wires)
        self._clock = clock
        self.written: list[Nanos] = []

    def plug(self, name: DeviceId) -> ByteStream:
        return TimedStream(self._sockets.plug(name), self._clock, self.written)

    def unplug(self, name: DeviceId) -> None:
        self._sockets.unplug(name)

    def url(self, name: DeviceId) -> str:
        return self._sockets.url(name)


class Seatful:
    """One table: its cards, and what the bench waits for."""

    def __init__(
        self, table: TableId, hub: Hub, field: Field, node: Node, ear: Ear, clock: Clock, ledger: Path
    ) -> None:
        self.table = table
        self._ledger = ledger
        self._clock = clock
        self._hub = hub
        self._field = field
        self._node = node
        self._ear = ear

    async def flops(self) -> None:
        """Deal FLOPS hands whose flop comes with betting open, each until the table hears what to do."""
        await self._ready()
        for _ in range(FLOPS):
            await self._hub.floor.tell(self.table, DEALER, HandOpened())
            cards = iter(TAGS)
            for seat in SEATS * 2:
                self._field.move(next(cards), seat_place(seat), Face.DOWN)
            await self._ear.until(lambda: all(seat.cards == 2 for seat in self._picture.seats))
            for _card in range(3):
                self._field.move(next(cards), BOARD, Face.UP)
            try:
                await self._ear.until(lambda: self._picture.hand in self._ear.heard and len(self._picture.board) == 3)
            except TimeoutError as error:
                raise TimeoutError(f"no ruling on a premature flop within {PATIENCE_S} s: {self._picture}") from error
            for tag in TAGS:
                self._field.move(tag, STUB, Face.DOWN)
            await self._hub.floor.tell(self.table, DEALER, HandClosed())
            await self._ear.until(
                lambda: not self._picture.board and not any(seat.cards for seat in self._picture.seats)
            )

    async def _ready(self) -> None:
        """Until the hub has the node's first look at the whole table: a hand must not open before its sensors."""
        async with asyncio.timeout(PATIENCE_S):
            while not (self._node.watch.watching and self._looked() and not self._node.health().outbox):
                await self._clock.sleep(0.05)

    def _looked(self) -> bool:
        facts = _facts(self._ledger, self.table)
        return any(isinstance(fact, TableSeen) for _, fact, _ in facts)

    @property
    def _picture(self) -> TablePicture:
        return self._hub.floor.status(self.table).picture


async def _delays_ms(folder: Path) -> list[float]:
    clock = SystemClock()
    ear = Ear(clock)
    written: dict[TableId, list[Nanos]] = {}
    config = _hub_config(folder)
    async with open_hub(config, clock) as hub, AsyncExitStack() as stack:
        ears = hub.broker.client("bench-ear")
        await ears.subscribe(room_filter(ROOM, Channel.ORDERS), ear.listen)
        await ears.start()
        stack.push_async_callback(ears.stop)
        following = asyncio.create_task(ear.follow(hub))
        stack.callback(following.cancel)
        tables = []
        for table in TABLES:
            field, sockets, node = await stack.enter_async_context(_node(folder, table, hub, clock))
            written[table] = sockets.written
            tables.append(Seatful(table, hub, field, node, ear, clock, config.ledger))
        await asyncio.gather(*(table.flops() for table in tables))
    return [delay for table in TABLES for delay in _delays(config.ledger, table, written[table], ear.heard)]


def _delays(ledger: Path, table: TableId, written: list[Nanos], heard: Mapping[HandId, Nanos]) -> Iterator[float]:
    """From the last byte before the fact that was ruled on to the first guidance of that hand, ms."""
    for noted, _, outcomes in _facts(ledger, table):
        for outcome in outcomes:
            if isinstance(outcome, RulingGiven):
                yield (heard[outcome.ruling.hand] - written[bisect_right(written, noted) - 1]) / 1e6


def _facts(ledger: Path, table: TableId) -> Iterator[tuple[Nanos, Fact, tuple[Outcome, ...]]]:
    """Every fact of the table, when its device noted it, and what it led to."""
    reader = LedgerReader(ledger)
    try:
        for row in reader.rows(ROOM, table):
            if row.draft.kind is RowKind.FACT:
                _, fact, outcomes = read_fact(row.draft)
                yield decode_envelope(split_line(row.draft.line)[1]).mono, fact, outcomes
    finally:
        reader.close()


def _hub_config(folder: Path) -> HubConfig:
    return HubConfig(
        room=ROOM,
        tables=tuple(TableConfig(id=table, seats=SEATS, button=SEATS[-1], tracker_lag_ms=0) for table in TABLES),
        ledger=folder / "ledger.db",
        pages=PagesConfig(port=0),
        broker=BrokerPlan(port=free_port(), store=folder / "broker"),
    )


@asynccontextmanager
async def _node(
    folder: Path, table: TableId, hub: Hub, clock: Clock
) -> AsyncIterator[tuple[Field, TimedSockets, Node]]:
    """A virtual table with its cards and a running node."""
    deck = folder / f"{table}.json"
    printed = dict(zip(TAGS, DECK, strict=True))
    save_deck(DeckFile(f"deck of {table}", printed), deck)
    wires = MemoryWires()
    sockets = TimedSockets(wires, clock)
    field = Field(clock, TAGS)
    board = shipped_board("six-max")
    virtual = VirtualTable(load_board(board), field, printed, clock, sockets)
    config = NodeConfig(
        room=ROOM,
        table=table,
        device=DeviceId(f"{table}-node"),
        board=board,
        decks=(deck,),
        data=folder / table,
        ports=virtual.ports,
        tuning=Tuning(gone_looks=2, seat_gone_ms=300),
    )
    config.data.mkdir()
    equipment = equip(config)
    outbox = Outbox(config.data / "outbox.sqlite", identity_of(config))
    node = Node(
        config,
        equipment,
        Parts(equipment.board, config.ports, clock, wires=wires),
        outbox,
        clock=clock,
        log=structlog.get_logger(),
        transport=hub.broker.client(config.device, will=last_will(identity_of(config))),
    )
    virtual.plug_all()
    running = asyncio.create_task(node.run())
    try:
        yield field, sockets, node
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await virtual.unplug_all()
        outbox.close()
