"""A hand played on a virtual table over ptys, read by a node process, ruled on by a hub process, with mishaps.

The table waits for the ledger to have seen each card, so it pauses by itself while anything is down.
"""

import asyncio
import os
import re
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from msgspec.structs import replace

from felt.clock import SystemClock
from felt.envelope import decode_envelope, split_line
from felt.fact import CardArrived, CardLeft, Fact, TableSeen
from felt.ids import DeviceId, FactId, TableId
from felt.place import Place
from felt.script import Script, parse_script
from felt.wire import DeviceKey, MqttTransport
from hardware.board import load_board
from hardware.deck import save_deck
from hardware.virtual.demo.tracker import Tracker, tracker_will
from hardware.virtual.field import Field, Lying
from hardware.virtual.player import Cast, ScriptPlayer
from hardware.virtual.table import PtySockets, VirtualTable
from hub.floor.rebuild import read_fact
from hub.ledger import LedgerReader, RowKind
from hub.rules import picture
from hub.rules.ruling import Ruling, RulingGiven, TablePicture
from tests.felt.wire.brokers import Mosquitto
from tests.processes.programs import ROOM, HubProgram, Program, until

TABLE, NODE, TRACKER = TableId("t1"), DeviceId("t1-node"), DeviceId("tracker")
SEEN_S = 0.8
"""Real seconds in which every antenna is looked at twice, so that what lies still counts as settled."""

BOARD = """\
name = "kill table"
seats = [1, 2, 3]
[[readers]]
id = "west"
kind = "pepper-c1-mux"
[readers.antennas]
1 = "seat1"
2 = "seat2"
3 = "seat3"
[[readers]]
id = "east"
kind = "pepper-c1-mux"
[readers.antennas]
1 = "board"
2 = "burn"
3 = "muck"
"""
SENSES = "".join(f'[[senses]]\nsense = "{sense}"\n' for sense in ("hole", "board", "burn", "muck"))

Mishap = Callable[["Play"], Awaitable[None]]


class Play:
    """One table with all its processes."""

    def __init__(self, folder: Path, script: Script, site: Mosquitto | None) -> None:
        folder.mkdir()
        self.folder = folder
        self.site = site
        setup = script.setup
        seats = ", ".join(str(seat) for seat in setup.seats)
        self.hub = HubProgram(
            folder / "hub",
            f'[[tables]]\nid = "{TABLE}"\nseats = [{seats}]\nbutton = {setup.button}\nrulebook = "{setup.rulebook}"\n'
            f'tracker = "{setup.tracker}"\ntracker_lag_ms = 0\n',
            site=site.address if site else None,
        )
        self.cast = Cast(script)
        self.field = Field(SystemClock(), self.cast.uids)
        (folder / "board.toml").write_text(BOARD + SENSES)
        save_deck(self.cast.deck, folder / "deck.json")
        board = load_board(folder / "board.toml")
        self.devices = VirtualTable(board, self.field, self.cast.printed, SystemClock(), PtySockets(folder / "ports"))
        config = folder / "node.toml"
        ports = "".join(f'{part} = "{url}"\n' for part, url in self.devices.ports.items())
        config.write_text(
            f'room = "{ROOM}"\ntable = "{TABLE}"\ndevice = "{NODE}"\nboard = "board.toml"\ndecks = ["deck.json"]\n'
            f'data = "node"\n[broker]\nport = {self.hub.address.port}\n[ports]\n{ports}'
            "[uplink]\nrepeat_s = 1.0\n"
        )
        self.node = Program(folder / "node.log", sys.executable, "-m", "table_node", str(config))
        wire = MqttTransport(self.hub.address, f"{TABLE}-{TRACKER}", will=tracker_will(ROOM, TABLE, TRACKER))
        key = DeviceKey(b"t" * 32)
        self.tracker = Tracker(ROOM, TABLE, TRACKER, transport=wire, key=key, clock=SystemClock())
        self._awaited: Counter[tuple[type[Fact], Place]] = Counter()
        self._player = ScriptPlayer(script, self.cast, self.field, tell=self.tracker.tell, settle=self.settle)
        self._script = script
        self.field.watch(self._note)

    async def run(self, mishaps: Mapping[int, Mishap], *, between: Mapping[int, Mishap]) -> None:
        """Play the script; a mishap befalls the table half a second into its statement, or `between` two, before it."""
        for number, statement in enumerate(self._script.statements):
            if number in between:
                await between[number](self)
            playing = asyncio.create_task(self._player.play(statement))
            if number in mishaps:
                await asyncio.sleep(0.5)
                await mishaps[number](self)
            await playing
        await until(lambda: self.outbox_empty, what="the node's outbox is empty")

    async def settle(self) -> None:
        """Let the sensors see the table, and wait until the ledger has every card that they must have seen."""
        await asyncio.sleep(SEEN_S)
        await until(lambda: not self._awaited - self.recorded(), what="the ledger has seen the cards")

    def facts(self) -> list[tuple[DeviceId, str, Fact]]:
        """Every fact in the ledger: device, boot, fact."""
        reader = LedgerReader(self.hub.ledger)
        try:
            rows = [row.draft for row in reader.rows(ROOM, TABLE) if row.draft.kind is RowKind.FACT]
        finally:
            reader.close()
        envelopes = [decode_envelope(split_line(draft.line)[1]) for draft in rows]
        return [(envelope.device, envelope.boot, envelope.body) for envelope in envelopes]

    def recorded(self) -> Counter[tuple[type[Fact], Place]]:
        """How many cards the ledger saw come to and go from each place."""
        return Counter(
            (type(fact), fact.place)
            for device, _, fact in self.facts()
            if device == NODE and isinstance(fact, CardArrived | CardLeft)
        )

    def starts(self) -> int:
        """How many starts of the node took a snapshot of the table."""
        return len({boot for device, boot, fact in self.facts() if device == NODE and isinstance(fact, TableSeen)})

    @property
    def outbox_empty(self) -> bool:
        """True when the hub has everything that the node ever said."""
        connection = sqlite3.connect(self.folder / "node" / "outbox.sqlite")
        try:
            left: int = connection.execute("SELECT count(*) FROM envelope").fetchone()[0]
        finally:
            connection.close()
        return left == 0

    def _note(self, was: Lying, now: Lying) -> None:
        sensed = self.devices.board.places
        if was.place == now.place:
            return
        if now.place in sensed:
            self._awaited[CardArrived, now.place] += 1
        elif was.place in sensed:
            self._awaited[CardLeft, was.place] += 1


async def kill_hub(play: Play) -> None:
    """Its own broker dies with it."""
    await asyncio.to_thread(play.hub.kill)
    await play.hub.up()


async def kill_broker(play: Play) -> None:
    if play.site is None:
        os.kill(await asyncio.to_thread(lambda: play.hub.broker_pid), signal.SIGKILL)
    else:
        await asyncio.to_thread(play.site.kill)
        await asyncio.to_thread(play.site.start)


async def kill_node(play: Play) -> None:
    before = await asyncio.to_thread(play.starts)
    await asyncio.to_thread(play.node.kill)
    await asyncio.to_thread(play.node.start)
    await until(lambda: play.starts() > before, what=f"the node is back: {play.node.said[-2000:]}")


async def kill_everything(play: Play) -> None:
    """The room's power fails, and comes back: the hub first, then the node."""
    before = await asyncio.to_thread(play.starts)
    await asyncio.to_thread(play.node.kill)
    await asyncio.to_thread(play.hub.kill)
    await play.hub.up()
    await asyncio.to_thread(play.node.start)
    await until(lambda: play.starts() > before, what=f"the node is back: {play.node.said[-2000:]}")


@asynccontextmanager
async def set_up(folder: Path, script: Script, site: Mosquitto | None = None) -> AsyncIterator[Play]:
    """A table with everything running, its node watching."""
    play = Play(folder, script, site)
    play.devices.plug_all()
    try:
        await play.hub.up()
        await asyncio.to_thread(play.node.start)
        await play.tracker.start()
        await until(lambda: play.starts() == 1, what=f"the node watches: {play.node.said[-2000:]}")
        yield play
    finally:
        await play.tracker.stop()
        await asyncio.to_thread(play.node.stop)
        await asyncio.to_thread(play.hub.stop)
        await play.devices.unplug_all()


class Ending(msgspec.Struct):
    """What a play came to, without what differs between any two plays: refs, boots, and when things happened."""

    picture: TablePicture
    rulings: list[Ruling]
    cards: Counter[tuple[type[Fact], Place]]


def ending(play: Play) -> Ending:
    """Read the ledger back as a restarted hub would."""
    known = play.hub.rebuilt(TABLE)
    assert known.state is not None
    reader = LedgerReader(play.hub.ledger)
    rulings = [
        outcome.ruling
        for row in reader.rows(ROOM, TABLE)
        if row.draft.kind is RowKind.FACT
        for outcome in read_fact(row.draft)[2]
        if isinstance(outcome, RulingGiven)
    ]
    reader.close()
    return Ending(_plain_picture(picture(known.state)), [_plain(ruling) for ruling in rulings], play.recorded())


def _plain_picture(shown: TablePicture) -> TablePicture:
    said = shown.last_said and replace(shown.last_said, id=FactId("-"))  # an id names the boot that said it
    text = msgspec.json.encode(replace(shown, last_said=said)).decode()
    return msgspec.json.decode(_without_refs(text), type=TablePicture)


def _plain(ruling: Ruling) -> Ruling:
    text = msgspec.json.encode(replace(ruling, evidence=())).decode()
    return msgspec.json.decode(_without_refs(text), type=Ruling)


def _without_refs(text: str) -> str:
    """Blank every token of a card and every fact's id."""
    text = re.sub(r'"ref":"[^"]*"', '"ref":"-"', text)
    text = re.sub(r'"refs":\[[^\]]*\]', '"refs":[]', text)
    return re.sub(r'"evidence":\[[^\]]*\]', '"evidence":[]', text)


def read_script(text: str, name: str) -> Script:
    """A script for the three-seat table."""
    return parse_script(text, name)
