"""The node as its own process: a real broker, readers on pseudo-terminals, real time, signals and kills."""

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from felt.card import DECK, Card
from felt.clock import SystemClock
from felt.fact import CardArrived, Face, Fact, TableSeen, WatchChanged
from felt.ids import DeviceId, RoomId, TableId, Uid
from felt.order import Presentness
from felt.place import parse_place
from felt.wire import MqttTransport
from hardware.board import load_board, shipped_board
from hardware.deck import DeckFile, save_deck
from hardware.virtual.field import Field
from hardware.virtual.table import PtySockets, VirtualTable
from table_node.outbox import Identity
from tests.felt.wire.brokers import Mosquitto
from tests.table_node.hubside import HubSide
from tests.table_node.waiting import until

UIDS = {card: Uid(f"E0040150{number:08X}") for number, card in enumerate(DECK, 1)}
ME = Identity(RoomId("main"), TableId("t1"), DeviceId("t1-node"))

CONFIG = """
room = "main"
table = "t1"
device = "t1-node"
board = "six-max"
decks = ["deck.json"]
data = "data"
[broker]
port = {port}
[ports]
reader = "{reader}"
"""


class Site:
    """Broker, virtual table, and the hub's end; the node is started and killed by the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.broker = Mosquitto(folder)
        clock = SystemClock()
        self.field = Field(clock, UIDS.values())
        board = load_board(shipped_board("six-max"))
        printed = {uid: card for card, uid in UIDS.items()}
        self.table = VirtualTable(board, self.field, printed, clock, PtySockets(folder / "ports"))
        self.hub = HubSide(MqttTransport(self.broker.address, "hub"), ME)
        save_deck(DeckFile("red", printed), folder / "deck.json")
        reader = self.table.ports[DeviceId("reader")]
        (folder / "node.toml").write_text(CONFIG.format(port=self.broker.address.port, reader=reader))
        self.node: Process | None = None

    async def start_node(self) -> Process:
        self.node = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "table_node", str(self.folder / "node.toml"), stdout=PIPE, stderr=PIPE
        )
        return self.node

    async def heard(self, count: int) -> list[Fact]:
        await until(lambda: len(self.hub.taken) >= count, limit_s=30)
        return [envelope.body for envelope in self.hub.taken.values()]

    def lay(self, place: str, *cards: str, face: Face = Face.DOWN) -> None:
        for card in cards:
            self.field.move(UIDS[Card(card)], parse_place(place), face)


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    made = Site(tmp_path)
    made.broker.start()
    await made.hub.start()
    made.table.plug_all()
    yield made
    if made.node is not None and made.node.returncode is None:
        made.node.kill()
        await made.node.communicate()
    await made.table.unplug_all()
    await made.hub.stop()
    made.broker.kill()


async def test_a_kill_in_the_middle_of_a_hand_changes_no_token_and_invents_nothing(site: Site) -> None:
    node = await site.start_node()
    await site.heard(2)
    site.lay("seat3", "Kh", "Kd")
    site.lay("board", "9c", face=Face.UP)
    before = {fact.ref: str(fact.place) for fact in await site.heard(5) if isinstance(fact, CardArrived)}
    assert sorted(before.values()) == ["board", "seat3", "seat3"]
    node.kill()
    await node.communicate()
    await site.start_node()
    declared, seen = (await site.heard(7))[5:]
    assert isinstance(declared, WatchChanged)
    assert isinstance(seen, TableSeen)
    assert {card.ref: str(card.place) for card in seen.cards} == before
    site.lay("seat4", "2c")
    (arrived,) = (await site.heard(8))[7:]
    assert isinstance(arrived, CardArrived)
    assert str(arrived.place) == "seat4"
    assert arrived.ref not in before


async def test_a_stopped_node_says_goodbye_and_leaves_no_traceback(site: Site) -> None:
    node = await site.start_node()
    await site.heard(2)
    node.send_signal(signal.SIGTERM)
    _, errors = await node.communicate()
    assert node.returncode == 0
    assert errors == b""
    await until(lambda: [word.state for word in site.hub.said] == [Presentness.ONLINE, Presentness.OFFLINE])


async def test_a_broken_configuration_is_one_line(site: Site) -> None:
    (site.folder / "node.toml").write_text("rooom = 1\n")
    node = await site.start_node()
    output, errors = await node.communicate()
    assert (node.returncode, output) == (1, b"")
    assert errors.decode().splitlines() == [f"{site.folder}/node.toml:1: unknown key 'rooom' (did you mean 'room'?)"]
