"""What a sweep of 14 antennas costs the host, driver by driver, and what a whole node costs a core.

The readers' answers are learnt once from the tests' far sides and then played from a table, so that the far end costs
next to nothing; pauses that a reader needs are not waited for.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Final

import psutil

from felt.card import DECK
from felt.clock import Nanos, SystemClock
from felt.fact import Face
from felt.fault import LinkLost
from felt.ids import DeviceId, Uid
from felt.place import STUB, parse_place
from firmware_bridge.reader.kinds import READER_KINDS
from firmware_bridge.reader.port import ReaderDriver
from firmware_bridge.reader.sweep import SweepPlan, sweep
from firmware_bridge.reading import AntennaNo, AntennaRead
from firmware_bridge.stream import ByteStream, MemoryWires, memory_pair
from hardware.board import load_board
from hardware.deck import DeckFile, save_deck
from hardware.virtual.field import Field
from hardware.virtual.table import PtySockets, VirtualTable
from tests.bench.row import Better, Row
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.reader.rigs import (
    FeigOutputRig,
    FeigRig,
    PepperProximityRig,
    PepperRig,
    Pn532Rig,
    R200Rig,
    Rig,
    ThingMagicRig,
)

ANTENNAS: Final = 14
SWEEPS: Final = 60
RIGS: Final[tuple[type[Rig], ...]] = (
    PepperRig,
    PepperProximityRig,
    FeigRig,
    FeigOutputRig,
    Pn532Rig,
    ThingMagicRig,
    R200Rig,
)
WARM_S: Final = 3.0
MEASURED_S: Final = 6.0


def rows() -> Iterator[Row]:
    """The rows of this room."""
    for make in RIGS:
        cost = asyncio.run(_sweep_cost_ms(make))
        yield Row(
            f"host time per antenna, {make.kind}{' (type A)' if make is PepperProximityRig else ''}",
            cost,
            "ms",
            1.0,
            Better.LOWER,
            note=f"{SWEEPS} sweeps of {ANTENNAS} antennas, one card on each; the far end included",
        )
    share = asyncio.run(_node_share())
    yield Row(
        f"node at full sweep of {ANTENNAS} antennas, CPU",
        share * 100,
        "% of a core",
        10.0,
        Better.LOWER,
        note=f"a node process on two ptys for {MEASURED_S:.0f} s, 25 cards lying, two readers at their own speed",
    )


class _Hasty:
    """The machine's clock; a wait of up to 60 ms is not waited."""

    def __init__(self) -> None:
        self._clock = SystemClock()

    def now(self) -> Nanos:
        return self._clock.now()

    def wall(self) -> Nanos:
        return self._clock.wall()

    async def sleep(self, delay_s: float) -> None:
        await asyncio.sleep(0 if delay_s <= 0.06 else delay_s)


class _Learnt:
    """A stream that notes what followed each request."""

    def __init__(self, inner: ByteStream) -> None:
        self._inner = inner
        self.answers: dict[bytes, bytes] = {}
        self._asked = b""

    @property
    def name(self) -> str:
        return self._inner.name

    async def read(self) -> bytes:
        data = await self._inner.read()
        self.answers[self._asked] += data
        return data

    async def write(self, data: bytes) -> None:
        self._asked, self.answers[data] = data, b""
        await self._inner.write(data)

    async def close(self) -> None:
        await self._inner.close()


async def _learn(make: type[Rig]) -> dict[bytes, bytes]:
    """What this reader answers to everything that a sweep asks, with one card on each antenna."""
    async with AutoClock() as clock:
        near, end = memory_pair()
        rig = make(clock)  # type: ignore[call-arg]
        serving = asyncio.create_task(rig.serve(end))
        stream = _Learnt(near)
        driver = READER_KINDS[rig.kind](DeviceId("learnt"), stream, clock, rig.air)
        antennas = [AntennaNo(n) for n in range(1, rig.antennas + 1)]
        for antenna in antennas:
            rig.lay(antenna, [rig.uid(antenna)])
        await driver.identify()
        for antenna in (*antennas, antennas[0], antennas[0]):
            await driver.look(antenna)
        serving.cancel()
        return stream.answers


async def _play(stream: ByteStream, answers: dict[bytes, bytes]) -> None:
    try:
        while True:
            answer = answers.get(await stream.read())
            if answer:
                await stream.write(answer)
    except LinkLost:
        return


async def _sweep_cost_ms(make: type[Rig]) -> float:
    """CPU milliseconds for each look, over all readers that 14 antennas need."""
    answers, clock, wires = await _learn(make), _Hasty(), MemoryWires()
    left = ANTENNAS
    works: list[Coroutine[None, None, None]] = []
    playing: list[asyncio.Task[None]] = []
    while left:
        count = min(left, make.antennas)
        left -= count
        name = f"reader{len(works)}"
        playing.append(asyncio.create_task(_play(wires.plug(name), answers)))
        works.append(_looks(make, DeviceId(name), count, clock, wires))
    began = time.process_time()
    await asyncio.gather(*works)
    spent = time.process_time() - began
    for task in playing:
        task.cancel()
    return spent / (SWEEPS * ANTENNAS) * 1000


async def _looks(make: type[Rig], reader: DeviceId, antennas: int, clock: _Hasty, wires: MemoryWires) -> None:
    async def open_reader() -> ReaderDriver:
        return READER_KINDS[make.kind](reader, wires.open(reader), clock, make.air)

    plan = SweepPlan(reader, tuple(AntennaNo(n) for n in range(1, antennas + 1)))
    left = SWEEPS * antennas
    async with aclosing(sweep(plan, open_reader, clock)) as readings:
        async for reading in readings:
            if isinstance(reading, AntennaRead):
                assert len(reading.uids) == 1, reading
                left -= 1
                if not left:
                    return
        raise AssertionError("the sweep ended")


async def _node_share() -> float:
    """The share of a core that a node's process takes while both readers look as fast as they can."""
    with tempfile.TemporaryDirectory() as name:
        folder, clock = Path(name), SystemClock()
        uids = {card: Uid(f"E0040150{number:08X}") for number, card in enumerate(DECK, 1)}
        (folder / "board.toml").write_text(_board(), encoding="utf-8")
        save_deck(DeckFile("red", {uid: card for card, uid in uids.items()}), folder / "deck.json")
        cards = list(uids.values())
        field = Field(clock, cards)
        board = load_board(folder / "board.toml")
        table = VirtualTable(board, field, {}, clock, PtySockets(folder / "ports"))
        table.plug_all()
        ports = "\n".join(f'{part} = "{url}"' for part, url in table.ports.items())
        config = folder / "node.toml"
        config.write_text(
            'room = "bench"\ntable = "t1"\ndevice = "t1-node"\nboard = "board.toml"\ndecks = ["deck.json"]\n'
            f'data = "data"\n[broker]\nhost = "127.0.0.1"\nport = 1\n[ports]\n{ports}\n',
            encoding="utf-8",
        )
        node = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "table_node", str(config), stdout=asyncio.subprocess.DEVNULL
        )
        try:
            await _play_cards(field, cards, WARM_S)
            process = psutil.Process(node.pid)
            before, began = process.cpu_times(), clock.now()
            await _play_cards(field, cards, MEASURED_S)
            after, ended = process.cpu_times(), clock.now()
        finally:
            node.terminate()
            await node.wait()
            await table.unplug_all()
    elapsed = (ended - began) / 1e9
    spent = after.user + after.system - before.user - before.system
    return spent / elapsed


async def _play_cards(field: Field, cards: list[Uid], seconds: float) -> None:
    """Two cards lie at each seat and five on the board; every half second one more moves."""
    for number, uid in enumerate(cards[:25]):
        place = parse_place(f"seat{number // 2 + 1}" if number < 20 else "board")
        field.move(uid, place, Face.DOWN)
    ends = time.monotonic() + seconds
    turn = 0
    while time.monotonic() < ends:
        turn += 1
        field.move(cards[30 + turn % 10], parse_place("muck") if turn % 20 < 10 else STUB, Face.DOWN)
        await asyncio.sleep(0.5)


def _board() -> str:
    """Two Pepper C1 MUX, ten seats, board, burns, muck and a place aside."""
    places = [*(f"seat{number}" for number in range(1, 11)), "board", "burn", "muck", "aside"]
    lines = ['name = "bench"', "seats = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"]
    for reader, group in (("west", places[:7]), ("east", places[7:])):
        lines += ["[[readers]]", f'id = "{reader}"', 'kind = "pepper-c1-mux"', "[readers.antennas]"]
        lines += [f'{antenna} = "{place}"' for antenna, place in enumerate(group, 1)]
    for sense in ("hole", "board", "burn", "muck"):
        lines += ["[[senses]]", f'sense = "{sense}"', "miss_rate = 0.01"]
    return "\n".join(lines) + "\n"
