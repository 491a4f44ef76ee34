"""The endless sweep: found, lost, plugged in again; dead antennas; silence; nothing left behind."""

import asyncio
import itertools
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest

from felt.fault import ConfigFault
from felt.ids import DeviceId
from firmware_bridge.reader.kinds import reader_opener
from firmware_bridge.reader.sweep import SweepPlan, sweep
from firmware_bridge.reading import AntennaNo, AntennaRead, PartFound, PartLost, Reading
from firmware_bridge.stream import MemoryWires
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.far_pepper import RF, FarPepper, tag

READER = DeviceId("reader-a")
URL = "memory://reader-a"


class Table:
    """One reader's port, its far side and the sweep over it."""

    def __init__(self, clock: AutoClock, antennas: int = 3, idle_s: float = 0.0) -> None:
        self.clock = clock
        self.wires = MemoryWires()
        self.far = FarPepper(clock)
        self.plan = SweepPlan(READER, tuple(AntennaNo(n) for n in range(1, antennas + 1)), idle_s)
        self._serving: asyncio.Task[None] | None = None

    def plug(self) -> None:
        self.unplug()
        self._serving = asyncio.create_task(self.far.serve(self.wires.plug("reader-a")))

    def unplug(self) -> None:
        self.wires.unplug("reader-a")
        if self._serving is not None:
            self._serving.cancel()

    def sweep(self) -> AsyncGenerator[Reading, None]:
        opener = reader_opener("pepper-c1-mux", READER, URL, clock=self.clock, wires=self.wires)
        return sweep(self.plan, opener, self.clock)


@asynccontextmanager
async def table(*, antennas: int = 3, idle_s: float = 0.0) -> AsyncIterator[Table]:
    async with AutoClock() as clock:
        there = Table(clock, antennas, idle_s)
        yield there
        there.unplug()


async def take(readings: AsyncGenerator[Reading, None], count: int) -> list[Reading]:
    return [await anext(readings) for _ in range(count)]


def parts(readings: list[Reading]) -> list[Reading]:
    return [reading for reading in readings if not isinstance(reading, AntennaRead)]


async def test_found_then_antenna_after_antenna_for_ever() -> None:
    async with table() as there, aclosing(there.sweep()) as readings:
        there.far.tags = {1: [tag(1)], 3: [tag(n) for n in range(9)]}
        there.plug()
        found, *reads = await take(readings, 7)
        assert isinstance(found, PartFound)
        assert (found.part, found.version) == (READER, "Pepper C1 MUX 1.7")
        seen = [(r.antenna, len(r.uids), r.clean) for r in reads if isinstance(r, AntennaRead)]
        assert seen == [(1, 1, True), (2, 0, True), (3, 9, True)] * 2


async def test_an_absent_port_is_told_once_and_waited_for() -> None:
    async with table() as there, aclosing(there.sweep()) as readings:
        (lost,) = await take(readings, 1)
        assert isinstance(lost, PartLost)
        assert (lost.part, lost.why) == (
            READER,
            "memory://reader-a: nothing is plugged in (plug a device into that name)",
        )
        waiting = asyncio.create_task(anext(readings))
        await there.clock.sleep(60)
        assert not waiting.done()
        there.plug()
        found = await waiting
        assert isinstance(found, PartFound)
        assert found.at - lost.at < 66e9


async def test_unplugged_in_mid_frame_and_plugged_in_again() -> None:
    async with table() as there, aclosing(there.sweep()) as readings:
        there.far.tags = {2: [tag(1)]}
        there.plug()
        await take(readings, 3)
        there.far.late_s[0x90] = [9.0]
        waiting = asyncio.create_task(anext(readings))
        await there.clock.sleep(0.1)
        there.unplug()
        lost = await waiting
        assert isinstance(lost, PartLost)
        assert "unplugged" in lost.why
        there.far = FarPepper(there.clock, tags={2: [tag(2)]})
        there.plug()
        after = await take(readings, 5)
        assert isinstance(after[0], PartFound)
        uids = {r.uids for r in after if isinstance(r, AntennaRead) and r.antenna == 2}
        assert uids == {(tag(2),)}


async def test_delays_between_attempts_grow_to_five_seconds() -> None:
    async with table() as there:
        attempts: list[float] = []

        async def refuse() -> object:
            attempts.append(there.clock.now_s)
            return there.wires.open("nobody")

        readings = sweep(there.plan, refuse, there.clock)  # type: ignore[arg-type]
        waiting = asyncio.create_task(take(readings, 2))
        await there.clock.sleep(30)
        waiting.cancel()
        gaps = [round(b - a, 3) for a, b in itertools.pairwise(attempts)]
        assert gaps[:8] == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


async def test_a_silent_reader_is_told_once_and_back_within_one_timeout() -> None:
    async with table() as there, aclosing(there.sweep()) as readings:
        there.plug()
        await take(readings, 3)
        there.far.mute = {0x01, 0x0F, 0x90}
        (lost,) = await take(readings, 1)
        assert isinstance(lost, PartLost)
        assert "no answer within 0.5 s" in lost.why
        waiting = asyncio.create_task(take(readings, 4))
        await there.clock.sleep(2.3)
        there.far.mute = set()
        back = there.clock.now()
        found, *reads = await waiting
        assert isinstance(found, PartFound)
        assert found.at - back < 0.5e9 + 0.01e9
        assert all(isinstance(read, AntennaRead) for read in reads)


async def test_a_reader_silent_for_long_is_opened_anew() -> None:
    async with table() as there, aclosing(there.sweep()) as readings:
        there.far.mute = {0x01}
        there.plug()
        (lost,) = await take(readings, 1)
        assert isinstance(lost, PartLost)
        waiting = asyncio.create_task(anext(readings))
        await there.clock.sleep(60)
        there.far.mute = set()
        clean = there.clock.now_s
        assert isinstance(await waiting, PartFound)
        assert there.clock.now_s - clean < 0.51
        assert there.far.heard.count(b"\x05") >= 2  # each closing switches the field off


async def test_a_dead_antenna_is_lost_by_itself() -> None:
    async with table() as there, aclosing(there.sweep()) as readings:
        there.far.tags = {1: [tag(1)], 3: [tag(3)]}
        there.far.errors[0x90, 2] = RF
        there.plug()
        seen = await take(readings, 41)
        found, lost = parts(seen)
        assert isinstance(found, PartFound)
        assert isinstance(lost, PartLost)
        assert lost.part == "reader-a-a2"
        assert "RF, layer ICODE" in lost.why
        assert {r.antenna for r in seen if isinstance(r, AntennaRead)} == {1, 3}
        there.far.errors.clear()
        later = await take(readings, 200)
        (back,) = parts(later)
        assert isinstance(back, PartFound)
        assert back.part == "reader-a-a2"


async def test_an_antenna_that_hangs_the_reader_is_lost_by_itself() -> None:
    """Command 90 gets no answer on antenna 2; the reader answers everything else."""
    async with table() as there, aclosing(there.sweep()) as readings:
        there.plug()
        there.far.mute_at = {(0x90, 2)}
        seen = await take(readings, 12)
        assert [r.part for r in parts(seen) if isinstance(r, PartLost)] == ["reader-a-a2"]


async def test_all_antennas_dead_is_no_busy_loop() -> None:
    async with table(antennas=2) as there, aclosing(there.sweep()) as readings:
        there.far.errors = {(0x90, 1): RF, (0x90, 2): RF}
        there.plug()
        found, *lost = await take(readings, 3)
        assert isinstance(found, PartFound)
        assert sorted(r.part for r in lost if isinstance(r, PartLost)) == ["reader-a-a1", "reader-a-a2"]
        began = len(there.far.heard)
        waiting = asyncio.create_task(anext(readings))
        await there.clock.sleep(60)
        assert len(there.far.heard) - began < 200
        there.far.errors.clear()
        assert isinstance(await waiting, PartFound)


async def test_a_noisy_second_is_no_loss() -> None:
    """One look lost and the next answered: no part is reported lost."""
    async with table() as there, aclosing(there.sweep()) as readings:
        there.plug()
        await take(readings, 5)
        there.far.late_s[0x90] = [0.7]
        assert parts(await take(readings, 9)) == []


async def test_the_field_is_off_between_rounds_and_after_the_end() -> None:
    async with table(antennas=2, idle_s=0.2) as there:
        async with aclosing(there.sweep()) as readings:
            there.plug()
            *_, second, third = await take(readings, 4)
            assert isinstance(second, AntennaRead)
            assert isinstance(third, AntennaRead)
            assert third.began - second.ended > 0.2e9
            assert there.far.heard.count(b"\x05") == 1
        await there.clock.sleep(0.01)
        assert there.far.heard[-1] == b"\x05"
        assert there.wires.open("reader-a").lost is False  # the port is free again


async def test_cancelled_while_waiting_frees_the_port() -> None:
    async with table() as there:
        there.plug()

        async def consume() -> None:
            async with aclosing(there.sweep()) as readings:
                async for _ in readings:
                    pass

        tasks = asyncio.all_tasks()
        running = asyncio.create_task(consume())
        await there.clock.sleep(1)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await there.clock.sleep(0.1)
        assert there.wires.open("reader-a")
        assert asyncio.all_tasks() <= tasks


async def test_a_plan_without_antennas_is_a_fault() -> None:
    async with table(antennas=0) as there:
        with pytest.raises(ConfigFault, match="no antenna"):
            await anext(there.sweep())


def test_unknown_kinds_and_urls_are_faults() -> None:
    clock = AutoClock()
    with pytest.raises(ConfigFault, match=r"unknown reader kind 'peper'.*pepper-c1-mux"):
        reader_opener("peper", READER, URL, clock=clock)
    with pytest.raises(ConfigFault, match="is not a stream URL"):
        reader_opener("pepper-c1-mux", READER, "/dev/ttyUSB0", clock=clock)
