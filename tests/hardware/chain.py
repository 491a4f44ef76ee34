"""The whole chain in one process on a manual clock: virtual reader bytes, driver, node, messages, hub.

Only the broker is played (in the process); node, floor, ledger and every byte between are the shipped ones.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import structlog
from msgspec import Struct
from msgspec.structs import replace

from felt.clock import ManualClock
from felt.fact import Fact
from felt.ids import DeviceId, RoomId, TableId, Uid
from felt.place import Spot
from felt.script import Script, Statement
from felt.script.statement import HandStarts
from felt.setup import TableSetup
from felt.situation import Sense
from felt.wire import DeviceKey, InProcessBroker, InProcessTransport
from firmware_bridge.stream import MemoryWires
from hardware.board import load_board
from hardware.deck import DeckFile, save_deck
from hardware.virtual.demo.tracker import Tracker, tracker_will
from hardware.virtual.field import Field, Lying
from hardware.virtual.player import Cast, ScriptPlayer
from hardware.virtual.shuffler import VirtualShuffler
from hardware.virtual.table import MemorySockets, VirtualTable
from hub.floor import Floor, TableTerms
from hub.floor.rebuild import read_fact
from hub.ledger import Ledger, LedgerReader, RowKind
from hub.rules.ruling import Ruling, RulingGiven, TablePicture
from table_node.config import NodeConfig, equip
from table_node.node import Node, identity_of
from table_node.outbox import Outbox
from table_node.parts import Parts
from table_node.uplink import last_will

T = TypeVar("T")

ROOM, TABLE = RoomId("room"), TableId("t1")
NODE, TRACKER = DeviceId("t1-node"), DeviceId("tracker")
PATIENCE_S = 20.0
"""Real seconds for threads (disk, ledger) to come to rest; far beyond what they take."""

TURNS = 10
"""Turns of the loop in which a byte becomes an answer, or a reading is queued for the node's disk."""
LONGEST_S = 120.0
"""Real seconds that a whole hand may take to play."""
CYCLE_S = 2.0
"""Table seconds of the shuffler: a short one, since nothing here is about waiting for it."""
STRIDE_S = 0.2
"""Table seconds between two pauses in which threads and messages catch up."""

ARRIVES_S = 1.6
"""Table seconds after which even a card too many has arrived, and a doubt about it has been waited out."""
LEAVES_S = 2.5
"""Table seconds after which a card taken off the table counts as gone."""


def board_text(setup: TableSetup) -> str:
    """A board with every seat, and with exactly the senses of a script."""
    senses = {quality.sense for quality in setup.senses}
    places = [f"seat{number}" for number in range(1, 11)] if Sense.HOLE in senses else []
    places += [sense.value for sense in (Sense.BOARD, Sense.BURN, Sense.MUCK) if sense in senses]
    lines = ['name = "script table"', "seats = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"]
    for reader, group in zip(("west", "east"), (places[:7], places[7:]), strict=True):
        lines += ["[[readers]]", f'id = "{reader}"', 'kind = "pepper-c1-mux"', "[readers.antennas]"]
        lines += [f'{antenna} = "{place}"' for antenna, place in enumerate(group or ["aside"], 1)]
    if Sense.DECK in senses:
        lines += ["[shuffler]", 'id = "shuffler"']
    if Sense.FACES in senses:
        lines += ["[camera]", 'id = "overhead"']
    for sense in sorted(senses):
        lines += ["[[senses]]", f'sense = "{sense}"']
    return "\n".join(lines) + "\n"


class Played(Struct):
    """What the hub ruled, and the table as it pictured it at the end."""

    rulings: list[Ruling]
    picture: TablePicture


class Chain:
    """One table's chain, running. Made by `running`."""

    def __init__(
        self,
        clock: ManualClock,
        table: VirtualTable,
        node: Node,
        outbox: Outbox,
        floor: Floor,
        tracker: Tracker,
        transports: tuple[InProcessTransport, ...],
        reader: LedgerReader,
    ) -> None:
        self.clock = clock
        self.table = table
        self.node = node
        self.floor = floor
        self.tracker = tracker
        self._outbox = outbox
        self._transports = transports
        self._reader = reader
        self._leaving = False
        table.field.watch(self._note)

    @property
    def picture(self) -> TablePicture:
        return self.floor.status(TABLE).picture

    def rulings(self) -> list[Ruling]:
        """Every ruling in the ledger, in order."""
        given: list[Ruling] = []
        for row in self._reader.rows(ROOM, TABLE):
            if row.draft.kind is not RowKind.FACT:
                continue
            _, _, outcomes = read_fact(row.draft)
            given += [outcome.ruling for outcome in outcomes if isinstance(outcome, RulingGiven)]
        return given

    async def settle(self) -> None:
        """Let the sensors see the table as it lies, and everybody hear of it."""
        delay = LEAVES_S if self._leaving else ARRIVES_S
        self._leaving = False
        await self.clock.advance(delay, settle_turns=TURNS)
        await self.calm()

    async def tell(self, fact: Fact) -> None:
        """Say a fact as the tracker does."""
        task = asyncio.create_task(self.tracker.tell(fact))
        await self._until(task.done)
        await task
        await self.calm()

    async def calm(self) -> None:
        """Return when nothing is under way between the node and the hub."""
        await self._until(lambda: self.node.watch.witness.settled)
        for _ in range(2):
            await self.node.watch.idle()
            await self._until(lambda: self._outbox.size() == 0)
            for transport in self._transports:
                await transport.settled()
            await self.clock.advance(0)

    async def _until(self, reached: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not reached():
                await self.clock.advance(0.001)
                await asyncio.sleep(0)

    async def finish(self, work: Coroutine[object, object, T]) -> T:
        """Let time run until `work` is done."""
        task = asyncio.create_task(work)
        async with asyncio.timeout(LONGEST_S):
            while not task.done():
                await self.clock.advance(STRIDE_S, settle_turns=TURNS)
                await self.calm()
        return await task

    def _note(self, _was: Lying, now: Lying) -> None:
        self._leaving |= (
            now.place.spot in {Spot.STUB, Spot.ASIDE, Spot.SHUFFLER} or now.place not in self.table.board.places
        )


class Stock(Struct):
    """What a chain is built from: the board's text, its decks, what lies on it, and the table's terms."""

    board: str
    decks: tuple[DeckFile, ...]
    lying: tuple[Uid, ...]
    setup: TableSetup
    idle_s: float = 0.0


@asynccontextmanager
async def running(stock: Stock, folder: Path) -> AsyncIterator[Chain]:
    """A chain for one table, with all cards in the stub."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    clock, broker, wires = ManualClock(), InProcessBroker(), MemoryWires()
    (folder / "board.toml").write_text(stock.board)
    paths = tuple(folder / f"deck{number}.json" for number in range(len(stock.decks)))
    for deck, path in zip(stock.decks, paths, strict=True):
        save_deck(deck, path)
    board = load_board(folder / "board.toml")
    printed = {uid: card for deck in stock.decks for uid, card in deck.cards.items()}
    machine = VirtualShuffler(clock, 1, cycle_s=CYCLE_S)
    table = VirtualTable(board, Field(clock, stock.lying), printed, clock, MemorySockets(wires), shuffler=machine)
    config = NodeConfig(
        ROOM, TABLE, NODE, folder / "board.toml", paths, folder / "node", dict(table.ports), idle_s=stock.idle_s
    )
    identity = identity_of(config)
    outbox = Outbox(config.data / "outbox.sqlite", identity)
    parts = Parts(board, config.ports, clock, wires=wires)
    node_wire, hub_wire = broker.client(will=last_will(identity)), broker.client()
    node = Node(config, equip(config), parts, outbox, clock=clock, log=structlog.get_logger(), transport=node_wire)
    ledger = Ledger(folder / "ledger.db", ROOM)
    terms = TableTerms(TABLE, "Table 1", replace(stock.setup, senses=()), node=NODE, trackers=(TRACKER,))
    floor = Floor(ROOM, (terms,), ledger=ledger, transport=hub_wire, key=DeviceKey(b"h" * 32), clock=clock)
    tracker_wire = broker.client(will=tracker_will(ROOM, TABLE, TRACKER))
    tracker = Tracker(ROOM, TABLE, TRACKER, transport=tracker_wire, key=DeviceKey(b"t" * 32), clock=clock)
    await floor.start()
    await hub_wire.start()
    await tracker.start()
    table.plug_all()
    task = asyncio.create_task(node.run())
    reader = LedgerReader(ledger.path)
    chain = Chain(clock, table, node, outbox, floor, tracker, (node_wire, hub_wire, tracker_wire), reader)
    try:
        await chain.calm()
        yield chain
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await table.unplug_all()
        await tracker.stop()
        await floor.stop()
        await hub_wire.stop()
        reader.close()
        await ledger.close()
        parts.close()
        outbox.close()


async def played(script: Script, folder: Path) -> Played:
    """Play the whole script through the chain."""
    cast = Cast(script)
    async with running(Stock(board_text(script.setup), (cast.deck,), cast.uids, script.setup), folder) as chain:
        player = ScriptPlayer(script, cast, chain.table.field, tell=chain.tell, settle=chain.settle)
        for statement in script.statements:
            await player.play(statement)
            _follow_button(player, statement, chain.picture)
        await chain.settle()
        return Played(chain.rulings(), chain.picture)


def _follow_button(player: ScriptPlayer, statement: Statement, picture: TablePicture) -> None:
    """The rulebook moved the button with the new hand; the stage deals from there."""
    if isinstance(statement, HandStarts) and picture.button is not None:
        player.stage.place_button(picture.button)
