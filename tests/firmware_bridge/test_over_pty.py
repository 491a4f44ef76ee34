"""The reader's whole chain over real pseudo-terminals: found, unplugged in the middle of a frame, and back."""

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import TypeVar

from felt.clock import SystemClock
from felt.ids import DeviceId
from firmware_bridge.reader.kinds import reader_opener
from firmware_bridge.reader.sweep import SweepPlan, sweep
from firmware_bridge.reading import AntennaNo, AntennaRead, PartFound, PartLost, Reading
from firmware_bridge.stream import memory_pair
from tests.firmware_bridge.far_pepper import FarPepper, framed, tag
from tests.firmware_bridge.pty_port import PtyPort

READER = DeviceId("reader-a")
KindT = TypeVar("KindT")


@asynccontextmanager
async def device_on(port: PtyPort, far: FarPepper) -> AsyncIterator[None]:
    """`far` behind `port`: bytes are carried between the pty and a wire in memory."""
    loop = asyncio.get_running_loop()
    near, end = memory_pair()

    async def outwards() -> None:
        while True:
            port.write(await near.read())

    loop.add_reader(port.fd, lambda: asyncio.ensure_future(near.write(port.read())))
    tasks = [asyncio.create_task(outwards()), asyncio.create_task(far.serve(end))]
    fd = port.fd
    try:
        yield
    finally:
        loop.remove_reader(fd)
        for task in tasks:
            task.cancel()


def swept(port: PtyPort, clock: SystemClock) -> "aclosing[AsyncGenerator[Reading, None]]":
    opener = reader_opener("pepper-c1-mux", READER, f"serial://{port.name}", clock=clock)
    return aclosing(sweep(SweepPlan(READER, (AntennaNo(1), AntennaNo(2))), opener, clock))


async def until(readings: AsyncGenerator[Reading, None], kind: type[KindT]) -> KindT:
    async for reading in readings:
        if isinstance(reading, kind):
            return reading
    raise AssertionError("the sweep ended")


async def test_found_swept_and_closed_without_a_trace(tmp_path: Path) -> None:
    clock, port = SystemClock(), PtyPort(tmp_path)
    threads = threading.active_count()
    far = FarPepper(clock, tags={1: [tag(1), tag(2)], 2: [tag(n) for n in range(9)]}, delay_s=0)
    async with device_on(port, far):
        async with swept(port, clock) as readings:
            await until(readings, PartFound)
            for uids in ((tag(1), tag(2)), tuple(tag(n) for n in range(9))) * 3:
                read = await until(readings, AntennaRead)
                assert (read.uids, read.clean) == (uids, True)
            assert threading.active_count() == threads
        await far.rested.wait()  # the last frame arrives though the port was closed behind it
    port.unplug()


async def test_unplugged_in_the_middle_of_a_frame(tmp_path: Path) -> None:
    clock, port = SystemClock(), PtyPort(tmp_path)
    far = FarPepper(clock, tags={1: [tag(1)]}, delay_s=0)
    async with swept(port, clock) as readings:
        async with device_on(port, far):
            await until(readings, AntennaRead)
            far.mute = {0x01, 0x0F, 0x90, 0x91}
        port.write(framed(bytes.fromhex("000F"))[:4])
        port.unplug()
        lost = await until(readings, PartLost)
        assert lost.part == READER
        port.plug()
        async with device_on(port, FarPepper(clock, tags={1: [tag(7)]}, delay_s=0)):
            await until(readings, PartFound)
            read = await until(readings, AntennaRead)
            assert read.uids == (tag(7),)
    port.unplug()


async def test_a_port_absent_at_the_start(tmp_path: Path) -> None:
    clock, port = SystemClock(), PtyPort(tmp_path)
    port.unplug()
    async with swept(port, clock) as readings:
        lost = await until(readings, PartLost)
        assert "cannot open the port" in lost.why
        assert str(port.name) in lost.why
        port.plug()
        async with device_on(port, FarPepper(clock, delay_s=0)):
            await until(readings, PartFound)
    port.unplug()


async def test_a_port_taken_by_another_process_is_waited_for(tmp_path: Path) -> None:
    clock, port = SystemClock(), PtyPort(tmp_path)
    opener = reader_opener("pepper-c1-mux", READER, f"serial://{port.name}", clock=clock)
    other = await opener()
    async with swept(port, clock) as readings:
        lost = await until(readings, PartLost)
        assert "lock" in lost.why
        await other.close()
        async with device_on(port, FarPepper(clock, delay_s=0)):
            await until(readings, PartFound)
    port.unplug()


async def test_a_chatty_stranger_is_never_found(tmp_path: Path) -> None:
    """A device that prints lines and echoes what it hears is not taken for a reader."""
    clock, port = SystemClock(), PtyPort(tmp_path)
    loop = asyncio.get_running_loop()
    loop.add_reader(port.fd, lambda: port.write(b"ERROR 17\r\n" + port.read()))
    async with swept(port, clock) as readings:
        lost = await until(readings, PartLost)
        assert "no answer within 0.5 s" in lost.why
    loop.remove_reader(port.fd)
    port.unplug()
