"""A whole node in memory: virtual readers' bytes in, signed envelopes out, on a clock moved by hand."""

import asyncio
import resource
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import structlog.testing
from msgspec.structs import replace

from felt.card import DECK, Card
from felt.clock import ManualClock
from felt.fact import (
    CardArrived,
    CardLeft,
    DeckChecked,
    DeviceLost,
    DeviceRestored,
    Face,
    Fact,
    HandOpened,
    Presence,
    ShufflerReported,
    ShufflerState,
    TableSeen,
    WatchChanged,
)
from felt.fault import ConfigFault
from felt.ids import DeviceId, HandId, RoomId, TableId, Uid
from felt.note import NoteKey, note
from felt.order import Guidance
from felt.place import BOARD, STUB, parse_place
from felt.wire import InProcessBroker, InProcessTransport, LinkState
from firmware_bridge.stream import MemoryWires
from hardware.board import load_board, shipped_board
from hardware.deck import DeckFile, save_deck
from hardware.virtual.field import Field
from hardware.virtual.shuffler import VirtualShuffler
from hardware.virtual.table import MemorySockets, VirtualTable
from table_node.config import NodeConfig
from table_node.node import identity_of, run_node
from table_node.uplink import last_will
from tests.table_node.hubside import HubSide
from tests.table_node.tabletop import named
from tests.table_node.waiting import until

UIDS = {card: Uid(f"E0040150{number:08X}") for number, card in enumerate(DECK, 1)}
WEST, EAST, SHUFFLER, OVERHEAD = (DeviceId(part) for part in ("west", "east", "shuffler", "overhead"))


class Room:
    """A virtual nine-seat table, a node that can be stopped and started, and the hub's end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = ManualClock()
        self.broker = InProcessBroker()
        self.wires = MemoryWires()
        self.field = Field(self.clock, UIDS.values())
        board = load_board(shipped_board("nine-seat"))
        printed = {uid: card for card, uid in UIDS.items()}
        machine = VirtualShuffler(self.clock, 1, cycle_s=1.0)
        self.table = VirtualTable(board, self.field, printed, self.clock, MemorySockets(self.wires), shuffler=machine)
        save_deck(DeckFile("red", printed), folder / "deck.json")
        self.config = NodeConfig(
            room=RoomId("main"),
            table=TableId("t1"),
            device=DeviceId("t1-node"),
            board=Path("nine-seat"),
            decks=(folder / "deck.json",),
            data=folder / "data",
            ports={},
        )
        self.connect(WEST, EAST)
        self.hub = HubSide(self.broker.client(), identity_of(self.config))
        self.transport: InProcessTransport | None = None
        self._node: asyncio.Task[None] | None = None

    def connect(self, *parts: DeviceId) -> None:
        """Name the ports of these parts in the configuration."""
        self.config = replace(self.config, ports={part: self.table.ports[part] for part in parts})

    async def open(self) -> None:
        await self.hub.start()

    async def close(self) -> None:
        await self.stop_node()
        await self.table.unplug_all()
        await self.hub.stop()

    async def start_node(self, *, record: Path | None = None) -> None:
        """Start it, and let no table time pass before it listens."""
        self.transport = self.broker.client(will=last_will(identity_of(self.config)))
        self._node = asyncio.create_task(
            run_node(self.config, clock=self.clock, transport=self.transport, wires=self.wires, record=record)
        )
        transport = self.transport
        await until(lambda: transport.state is LinkState.UP)

    async def stop_node(self) -> None:
        if self._node is not None:
            self._node.cancel()
            await asyncio.gather(self._node, return_exceptions=True)
            self._node = None

    def lay(self, place: str, *cards: str, face: Face = Face.DOWN) -> None:
        for card in cards:
            self.field.move(UIDS[Card(card)], parse_place(place), face)

    def gather(self, *cards: str) -> None:
        for card in cards:
            self.field.move(UIDS[Card(card)], STUB, Face.DOWN)

    async def facts(self, count: int, *, within_s: float = 30.0) -> list[Fact]:
        """Let table time pass until the hub has heard so many facts in all; the newest `count` asked for."""
        await self.until(lambda: len(self.hub.taken) >= count, within_s=within_s)
        return [envelope.body for envelope in self.hub.taken.values()]

    async def until(self, holds: Callable[[], bool], *, within_s: float = 30.0) -> None:
        """Let table time pass, at most `within_s`, until `holds` does."""
        passed = 0.0
        while not holds() and passed < within_s:
            await self.clock.advance(0.05)
            passed += 0.05
        await until(holds)

    async def quiet(self, seconds: float) -> None:
        """Let table time pass."""
        await self.clock.advance(seconds)


@pytest.fixture(autouse=True)
def _quiet_log() -> Iterator[None]:
    """Log lines would go to a file of pytest's, which the full disk's limit covers too."""
    with structlog.testing.capture_logs():
        yield


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    made = Room(tmp_path)
    await made.open()
    yield made
    await made.close()


async def test_a_hand_is_told_without_the_name_of_a_hidden_card(room: Room) -> None:
    room.table.plug_all()
    await room.start_node()
    assert named(await room.facts(2)) == ["WatchChanged", "TableSeen"]
    room.lay("seat3", "Kh", "Kd")
    room.lay("board", "9c", face=Face.UP)
    facts = [fact for fact in (await room.facts(5))[2:] if isinstance(fact, CardArrived)]
    assert sorted((str(f.place), f.card) for f in facts if f.card) == [("board", "9c")]
    assert sorted(str(f.place) for f in facts) == ["board", "seat3", "seat3"]
    lines = b"".join(room.hub.lines)
    assert b"9c" in lines
    for card in ("Kh", "Kd"):
        assert f'"{card}"'.encode() not in lines
        assert UIDS[Card(card)].encode() not in lines


async def test_the_hub_is_told_what_this_table_can_sense(room: Room) -> None:
    room.table.plug_all()
    await room.start_node()
    (watch, *_) = await room.facts(1)
    assert isinstance(watch, WatchChanged)
    assert watch.senses is not None
    assert [quality.sense for quality in watch.senses] == ["hole", "board", "burn", "muck"]


async def test_absent_parts_and_an_absent_broker_are_waited_for(room: Room) -> None:
    room.connect(WEST, EAST, SHUFFLER, OVERHEAD)
    await room.start_node()
    assert room.transport is not None
    room.transport.cut()
    await room.quiet(3.0)
    room.transport.restore()
    lost = [fact for fact in await room.facts(5) if isinstance(fact, DeviceLost)]
    assert {fact.part for fact in lost} == {WEST, EAST, SHUFFLER, OVERHEAD}
    await room.hub.until_healthy()
    health = room.hub.health[-1]
    assert not health.watching
    assert "memory://west" in health.parts["west"]
    assert health.notes["west"] == note(NoteKey.PART_GONE)
    room.table.plug_all()
    await room.quiet(10.0)
    facts = await room.facts(10)
    assert {fact.part for fact in facts if isinstance(fact, DeviceRestored)} == {WEST, EAST, SHUFFLER, OVERHEAD}
    assert "TableSeen" in named(facts)
    assert room.hub.health[-1].watching


async def test_a_reader_pulled_out_in_a_hand_comes_back_without_inventing_arrivals(room: Room) -> None:
    room.table.plug_all()
    await room.start_node()
    await room.facts(2)
    room.lay("seat5", "Kh")
    await room.facts(3)
    room.table.unplug(EAST)
    facts = await room.facts(4)
    assert isinstance(facts[3], DeviceLost)
    await room.quiet(30.0)
    room.table.plug(EAST)
    facts = await room.facts(6)
    assert named(facts[3:]) == ["DeviceLost", "DeviceRestored", "TableSeen"]
    arrived = facts[2]
    assert isinstance(arrived, CardArrived)
    assert facts[5] == TableSeen((Presence(parse_place("seat5"), arrived.ref, Face.DOWN),))


async def test_a_restarted_node_knows_its_cards_and_invents_no_arrival(room: Room) -> None:
    room.table.plug_all()
    await room.start_node()
    await room.facts(2)
    room.lay("seat3", "Kh")
    room.lay("board", "9c", face=Face.UP)
    facts = await room.facts(4)
    refs = {str(f.place): f.ref for f in facts if isinstance(f, CardArrived)}
    await room.stop_node()
    await room.quiet(5.0)
    await room.start_node()
    facts = await room.facts(6)
    declared, seen = facts[4:]
    assert isinstance(declared, WatchChanged)
    assert isinstance(seen, TableSeen)
    assert {(str(c.place), c.ref, c.card) for c in seen.cards} == {
        ("seat3", refs["seat3"], None),
        ("board", refs["board"], "9c"),
    }
    assert len({envelope.boot for envelope in room.hub.taken.values()}) == 2


async def test_what_the_hub_had_not_acknowledged_comes_again_after_a_restart(room: Room) -> None:
    room.hub.acknowledging = False
    room.table.plug_all()
    await room.start_node()
    await room.facts(2)
    await room.stop_node()
    room.hub.acknowledging = True
    await room.start_node()
    first, second, *_ = room.hub.lines
    await room.until(lambda: room.hub.lines.count(first) == room.hub.lines.count(second) == 2)


async def test_guidance_names_the_hand_of_later_facts(room: Room) -> None:
    room.table.plug_all()
    await room.start_node()
    await room.facts(2)
    await room.hub.guide(Guidance(1, HandId("h1"), "dealing"))
    await room.quiet(0.5)
    room.lay("seat3", "Kh")
    await room.facts(3)
    assert [envelope.hand for envelope in room.hub.taken.values()] == [None, None, "h1"]


async def test_the_shuffler_opens_a_hand_and_counts_the_deck(room: Room) -> None:
    room.connect(WEST, EAST, SHUFFLER)
    room.table.plug_all()
    await room.start_node()
    assert sorted(named(await room.facts(4))) == ["ShufflerReported", "ShufflerReported", "TableSeen", "WatchChanged"]
    machine = room.table.shuffler
    assert machine is not None
    machine.load(52)
    machine.press_start()
    await room.until(lambda: any(isinstance(e.body, DeckChecked) for e in room.hub.taken.values()))
    assert (await room.facts(0))[4:] == [
        ShufflerReported(ShufflerState.LOADING, 0),
        HandOpened(by_machine=True),
        ShufflerReported(ShufflerState.SHUFFLING, 1),
        ShufflerReported(ShufflerState.READY, 1),
        DeckChecked(52),
    ]


async def test_a_full_disk_stops_the_watch_and_ends_with_a_snapshot(room: Room) -> None:
    """Nothing of what was acknowledged is lost, the sequences have no hole, and the hub hears why."""
    room.table.plug_all()
    await room.start_node()
    await room.facts(2)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        room.lay("seat3", "Kh")
        await room.quiet(20.0)
        heard = len(room.hub.health)
        await room.quiet(5.0)
        await room.hub.until_healthy(heard + 1)
        health = room.hub.health[-1]
        assert not health.watching
        assert "outbox" in health.parts["outbox"]
        assert health.notes["outbox"] == note(NoteKey.STORE_FULL)
        assert len(room.hub.taken) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    facts = (await room.facts(5))[2:]
    assert named(facts) == ["WatchChanged", "WatchChanged", "TableSeen"]
    assert isinstance(facts[2], TableSeen)
    assert [str(card.place) for card in facts[2].cards] == ["seat3"]
    assert [envelope.seq for envelope in room.hub.taken.values()] == [0, 1, 2, 3, 4]


async def test_a_card_taken_off_the_board_leaves_it(room: Room) -> None:
    room.table.plug_all()
    await room.start_node()
    await room.facts(2)
    room.lay("board", "9c", face=Face.UP)
    await room.facts(3)
    room.gather("9c")
    facts = await room.facts(4)
    assert isinstance(facts[3], CardLeft)
    assert facts[3].place == BOARD


async def test_a_recording_of_every_part_can_be_replayed(room: Room) -> None:
    """The same node on the recording sees the same table."""
    room.lay("seat3", "Kh")
    room.table.plug_all()
    await room.start_node(record=room.folder / "night.rec")
    (_, first) = await room.facts(2)
    await room.quiet(3.0)
    await room.stop_node()
    room.config = replace(
        room.config,
        data=room.folder / "replayed",
        ports={part: f"replay://{room.folder}/night-{part}.rec" for part in (WEST, EAST)},
    )
    await room.start_node()
    again = (await room.facts(4))[3]
    assert isinstance(first, TableSeen)
    assert isinstance(again, TableSeen)
    assert [(card.place, card.face) for card in again.cards] == [(card.place, card.face) for card in first.cards]


async def test_a_node_started_again_records_to_new_files_and_says_their_names(room: Room) -> None:
    """As a supervisor starts it again after a crash, with the same arguments; nothing recorded is lost."""
    room.table.plug_all()
    kept: dict[str, bytes] = {}
    for ending in ("", "-2", "-3"):
        with structlog.testing.capture_logs() as logs:
            await room.start_node(record=room.folder / "night.rec")
            await room.quiet(3.0)
            await room.stop_node()
        names = [f"night-{part}{ending}.rec" for part in (WEST, EAST)]
        told = [entry["file"] for entry in logs if entry["event"] == "recording"]
        assert sorted(told) == sorted(str(room.folder / name) for name in names)
        found = contents(room.folder, "night-*")
        assert set(found) == {*kept, *names}
        assert kept.items() <= found.items()
        kept = found
    assert all(text.count(b"\n") > 1 for text in kept.values())


def contents(folder: Path, pattern: str) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.glob(pattern)}


async def test_what_can_never_work_is_said_at_once(room: Room) -> None:
    (room.folder / "deck.json").write_text("{}")
    with pytest.raises(ConfigFault, match=r"deck\.json"):
        await run_node(room.config, clock=room.clock)
