"""The shipped drivers hear the virtual devices: in memory on a manual clock, over bad wires, and through real ptys."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from felt.card import DECK
from felt.clock import ManualClock, SystemClock
from felt.fact import Face, ShufflerState
from felt.fault import LinkLost
from felt.ids import DeviceId, Uid
from felt.place import ASIDE, BOARD, BURN, MUCK, Place, SeatNo, seat_place
from firmware_bridge.mcu.device import McuDevice
from firmware_bridge.mcu.frames import MachineCode
from firmware_bridge.reader.kinds import reader_opener
from firmware_bridge.reader.pepper import PepperMux
from firmware_bridge.reader.sweep import SweepPlan, sweep
from firmware_bridge.reading import AntennaNo, AntennaRead, PartFound, PartLost, Reading, ShufflerSaid
from firmware_bridge.stream import MemoryStream, MemoryWires, SerialStream, memory_pair
from hardware.board import Board, load_board, shipped_board
from hardware.virtual.air import QuietAir
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.field import Field
from hardware.virtual.pty import VirtualPort
from hardware.virtual.reader import VirtualPepper
from hardware.virtual.shuffler import VirtualShuffler
from hardware.virtual.table import MemorySockets, PtySockets, VirtualTable
from hardware.virtual.wires import BadWire, Faults

UIDS = [Uid(f"E0160124{n:08X}") for n in range(52)]
PRINTED = dict(zip(UIDS, DECK, strict=True))
WEST, EAST = DeviceId("west"), DeviceId("east")


@pytest.fixture
def board() -> Board:
    return load_board(shipped_board("nine-seat"))


def lay(field: Field, place: Place, *numbers: int, face: Face = Face.DOWN) -> None:
    for number in numbers:
        field.move(UIDS[number], place, face)


class Heard(list[Reading]):
    """Readings as they come; `until` waits for them, not for time."""

    def __init__(self) -> None:
        super().__init__()
        self._news = asyncio.Event()

    async def collect(self, readings: AsyncGenerator[Reading, None]) -> None:
        async with aclosing(readings) as stream:
            async for reading in stream:
                self.append(reading)
                self._news.set()

    async def until(self, reached: Callable[[], bool]) -> None:
        async with asyncio.timeout(40):
            while not reached():
                self._news.clear()
                await self._news.wait()


def looks(readings: list[Reading], antenna: int) -> list[AntennaRead]:
    return [one for one in readings if isinstance(one, AntennaRead) and one.antenna == antenna]


def sweeping(board: Board, reader: DeviceId, url: str, clock: ManualClock, wires: MemoryWires) -> Heard:
    plan = next(plan for plan in board.readers if plan.id == reader)
    found = Heard()
    opener = reader_opener(plan.kind, plan.id, url, clock=clock, wires=wires)
    running = asyncio.create_task(found.collect(sweep(SweepPlan(plan.id, tuple(sorted(plan.antennas))), opener, clock)))
    running.add_done_callback(lambda task: task.cancelled() or task.result())
    return found


async def test_a_sweep_sees_every_card_where_it_lies(board: Board) -> None:
    clock, wires = ManualClock(), MemoryWires()
    field = Field(clock, UIDS)
    table = VirtualTable(board, field, PRINTED, clock, MemorySockets(wires))
    lay(field, seat_place(SeatNo(1)), 0, 1)
    lay(field, BOARD, 2, 3, 4, 5, 6)
    lay(field, MUCK, *range(10, 28))
    table.plug_all()
    west = sweeping(board, WEST, table.ports[WEST], clock, wires)
    east = sweeping(board, EAST, table.ports[EAST], clock, wires)
    await clock.advance(1.0)
    assert isinstance(west[0], PartFound)
    assert west[0].version == "Pepper C1 MUX 2.0"
    assert set(looks(west, 1)[0].uids) == {UIDS[0], UIDS[1]}
    assert set(looks(west, 5)[0].uids) == set(UIDS[2:7])
    assert set(looks(east, 6)[0].uids) == set(UIDS[10:28])
    assert all(look.clean for look in [*looks(west, 5), *looks(east, 6)])
    await table.unplug_all()


async def test_a_sweep_of_six_antennas_takes_the_time_of_air_and_wire(board: Board) -> None:
    clock, wires = ManualClock(), MemoryWires()
    field = Field(clock, UIDS)
    table = VirtualTable(board, field, PRINTED, clock, MemorySockets(wires))
    for seat in range(1, 5):
        lay(field, seat_place(SeatNo(seat)), 2 * seat, 2 * seat + 1)
    table.plug_all()
    west = sweeping(board, WEST, table.ports[WEST], clock, wires)
    await clock.advance(2.0)
    rounds = [look.began for look in looks(west, 1)]
    # Air alone: six empty rounds of 9.8 ms, eight tags of 4.1 ms, six switches of 5 ms: 122 ms; the wire adds to it.
    took_ms = (rounds[2] - rounds[1]) / 1e6
    assert 122 < took_ms < 180
    await table.unplug_all()


async def test_an_unplugged_reader_is_lost_and_found_again(board: Board) -> None:
    clock, wires = ManualClock(), MemoryWires()
    field = Field(clock, UIDS)
    table = VirtualTable(board, field, PRINTED, clock, MemorySockets(wires))
    table.plug_all()
    west = sweeping(board, WEST, table.ports[WEST], clock, wires)
    await clock.advance(0.5)
    table.unplug(WEST)
    await clock.advance(5.0)
    lay(field, BURN, 7)
    table.plug(WEST)
    await clock.advance(40.0)
    words = [type(one) for one in west if not isinstance(one, AntennaRead)]
    assert words == [PartFound, PartLost, PartFound]
    assert looks(west, 6)[-1].uids == (UIDS[7],)
    await table.unplug_all()


@pytest.mark.parametrize("seed", range(4))
async def test_over_a_bad_wire_a_look_is_late_or_missing_but_never_false(board: Board, seed: int) -> None:
    clock = ManualClock()
    field = Field(clock, UIDS)
    lay(field, seat_place(SeatNo(2)), 11, 12)
    near, far = memory_pair()
    device = VirtualPepper(far, QuietAir(field, board.readers[0]), clock)
    running = asyncio.create_task(device.run())
    wire = BadWire(near, clock, Faults(split=0.5, drop=0.002, corrupt=0.002, delay_s=0.02), seed)
    driver = PepperMux(WEST, wire, clock)
    seen: list[AntennaRead] = []

    async def look_for_ever() -> None:
        while True:
            for antenna in (1, 2):
                with contextlib.suppress(TimeoutError):
                    seen.append(await driver.look(AntennaNo(antenna)))

    looking = asyncio.create_task(look_for_ever())
    await clock.advance(20.0)
    assert wire.dropped + wire.corrupted > 0
    assert len(seen) > 20
    assert all(set(look.uids) == ({UIDS[11], UIDS[12]} if look.antenna == 2 else set()) for look in seen if look.clean)
    looking.cancel()
    running.cancel()
    await asyncio.gather(looking, running, return_exceptions=True)


async def test_the_shuffler_counts_a_deck_and_says_so() -> None:
    clock, wires = ManualClock(), MemoryWires()
    machine = VirtualShuffler(clock, 7, cycle_s=22.0)
    running = asyncio.create_task(machine.run(wires.plug("shuffler")))
    found = Heard()

    async def open_port() -> MemoryStream:
        return wires.open("shuffler")

    listening = asyncio.create_task(found.collect(McuDevice(DeviceId("shuffler"), open_port, clock).readings()))

    def last() -> ShufflerSaid:
        return [one for one in found if isinstance(one, ShufflerSaid)][-1]

    await clock.advance(1.0)
    machine.load(52)
    machine.press_start()
    await clock.advance(21.0)
    assert machine.state is MachineCode.SHUFFLING
    await clock.advance(2.0)
    assert any(isinstance(one, ShufflerSaid) and one.started and one.cycle == 1 for one in found)
    assert (last().state, last().count) == (ShufflerState.READY, 52)
    machine.load(51)
    machine.press_start()
    await clock.advance(23.0)
    assert (last().state, last().count, last().cycle) == (ShufflerState.COUNT_WRONG, 51, 2)
    machine.press_start()
    await clock.advance(3.0)
    machine.jam()
    await clock.advance(1.0)
    assert last().state is ShufflerState.JAM
    for task in (listening, running):
        task.cancel()
    await asyncio.gather(listening, running, return_exceptions=True)


async def test_a_camera_tells_a_face_up_card_when_it_turns_and_again_while_it_lies() -> None:
    clock = ManualClock()
    field = Field(clock, UIDS)
    camera = VirtualCamera(DeviceId("overhead"), field, clock, PRINTED)
    lay(field, seat_place(SeatNo(3)), 5)
    lay(field, BOARD, 51, face=Face.UP)
    assert [(seen.place, seen.card) for seen in camera.look()] == [(BOARD, "As")]
    assert camera.look() == []
    await clock.advance(0.2)
    field.turn(UIDS[5], Face.UP)
    seen = camera.look()
    assert [(one.place, one.card, one.began, one.ended) for one in seen] == [
        (seat_place(SeatNo(3)), DECK[5], 0, 200_000_000)
    ]
    await clock.advance(0.1)
    assert [seen.card for seen in camera.look()] == ["As"]
    lay(field, ASIDE, 5, face=Face.DOWN)
    assert camera.look() == []


async def test_the_driver_reads_the_virtual_reader_through_a_pty(board: Board, tmp_path: Path) -> None:
    clock = SystemClock()
    field = Field(clock, UIDS)
    lay(field, seat_place(SeatNo(4)), 20, 21)
    sockets = PtySockets(tmp_path / "ports")
    table = VirtualTable(board, field, PRINTED, clock, sockets)
    table.plug_all()
    plan = board.readers[0]
    opener = reader_opener(plan.kind, plan.id, table.ports[WEST], clock=clock)
    found = Heard()
    running = asyncio.create_task(found.collect(sweep(SweepPlan(WEST, (AntennaNo(4),)), opener, clock)))
    await found.until(lambda: len(looks(found, 4)) >= 2)
    assert set(looks(found, 4)[0].uids) == {UIDS[20], UIDS[21]}
    table.unplug(WEST)
    await found.until(lambda: any(isinstance(one, PartLost) for one in found))
    count = len(looks(found, 4))
    table.plug(WEST)
    await found.until(lambda: len(looks(found, 4)) > count)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await table.unplug_all()


async def test_an_unplugged_port_has_no_name_and_hangs_up(tmp_path: Path) -> None:
    port = VirtualPort(tmp_path / "reader")
    host = await SerialStream.open("serial://reader", port.name)
    await host.write(b"\x00\xf5\r\n\x1a")
    assert await port.read() == b"\x00\xf5\r\n\x1a"
    await port.write(bytes(range(256)))
    heard = bytearray()
    while len(heard) < 256:
        heard += await host.read()
    assert bytes(heard) == bytes(range(256))
    waiting = asyncio.create_task(port.read())
    port.unplug()
    with pytest.raises(LinkLost, match="unplugged"):
        await waiting
    with pytest.raises(LinkLost):
        await host.read()
    assert not (tmp_path / "reader").is_symlink()
    await host.close()
    port.plug()
    again = await SerialStream.open("serial://reader", port.name)
    await again.write(b"back")
    assert await port.read() == b"back"
    await again.close()
    port.unplug()


async def test_bytes_that_nobody_reads_are_lost_as_on_a_line_without_flow_control(tmp_path: Path) -> None:
    port = VirtualPort(tmp_path / "reader")
    for _ in range(64):
        await port.write(bytes(1024))
    assert port.overrun > 0
    port.unplug()
