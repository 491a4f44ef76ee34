"""Serial streams over real pseudo-terminals: bytes, locks, unplugging, and nothing left behind."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from felt.clock import SystemClock
from felt.fault import LinkLost
from firmware_bridge.stream import SerialStream, open_stream
from tests.firmware_bridge.pty_port import PtyPort


@pytest.fixture
def port(tmp_path: Path) -> Iterator[PtyPort]:
    port = PtyPort(tmp_path)
    yield port
    port.unplug()


async def opened(port: PtyPort) -> SerialStream:
    stream = await open_stream(f"serial://{port.name}?baud=115200", clock=SystemClock())
    assert isinstance(stream, SerialStream)
    return stream


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_all_bytes_pass_both_ways_unchanged(port: PtyPort) -> None:
    stream = await opened(port)
    every = bytes(range(256))
    port.write(every)
    got = b""
    while len(got) < 256:
        got += await stream.read()
    assert got == every
    await stream.write(every)
    assert port.read() == every
    await stream.close()


async def test_no_thread_and_no_descriptor_is_left(port: PtyPort) -> None:
    threads, files = threading.active_count(), descriptors()
    for _ in range(3):
        stream = await opened(port)
        assert threading.active_count() == threads
        await stream.close()
        await stream.close()
    assert (threading.active_count(), descriptors()) == (threads, files)


async def test_an_absent_port_is_a_lost_link(tmp_path: Path) -> None:
    with pytest.raises(LinkLost, match=r"serial:.*nothing-here.*cannot open the port"):
        await open_stream(f"serial://{tmp_path}/nothing-here", clock=SystemClock())


async def test_something_that_is_no_port_is_a_lost_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    with pytest.raises(LinkLost, match="cannot open the port"):
        await open_stream(f"serial://{tmp_path}/file", clock=SystemClock())


async def test_a_second_opener_is_refused(port: PtyPort) -> None:
    stream = await opened(port)
    with pytest.raises(LinkLost, match="lock"):
        await opened(port)
    await stream.close()
    await (await opened(port)).close()


async def test_unplugged_while_reading(port: PtyPort) -> None:
    stream = await opened(port)
    reading = asyncio.create_task(stream.read())
    await asyncio.sleep(0)
    port.unplug()
    with pytest.raises(LinkLost, match=r"read failed|gone"):
        await reading
    with pytest.raises(LinkLost):
        await stream.write(b"x")
    await stream.close()


async def test_bytes_before_the_unplugging_are_delivered(port: PtyPort) -> None:
    stream = await opened(port)
    port.write(b"\xf5\x03")
    assert await stream.read() == b"\xf5\x03"
    port.unplug()
    with pytest.raises(LinkLost):
        await stream.read()
    await stream.close()


async def test_plugged_in_again_under_the_same_name(port: PtyPort) -> None:
    stream = await opened(port)
    port.unplug()
    with pytest.raises(LinkLost):
        await stream.read()
    await stream.close()
    with pytest.raises(LinkLost):
        await opened(port)
    port.plug()
    stream = await opened(port)
    port.write(b"back")
    assert await stream.read() == b"back"
    await stream.close()


async def test_closed_while_reading(port: PtyPort) -> None:
    stream = await opened(port)
    reading = asyncio.create_task(stream.read())
    await asyncio.sleep(0)
    await stream.close()
    with pytest.raises(LinkLost, match="closed"):
        await reading
    with pytest.raises(LinkLost, match="closed"):
        await stream.write(b"x")


async def test_a_cancelled_read_loses_nothing(port: PtyPort) -> None:
    stream = await opened(port)
    reading = asyncio.create_task(stream.read())
    await asyncio.sleep(0)
    port.write(b"answer")
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert await stream.read() == b"answer"
    await stream.close()


async def test_a_stuck_port_is_lost_not_waited_for(port: PtyPort, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.stream.serial_port.WRITE_LIMIT_S", 0.0)
    stream = await opened(port)
    with pytest.raises(LinkLost, match="output queue stayed full"):
        await stream.write(bytes(1_000_000))
    await stream.close()


async def test_what_was_written_last_still_leaves(port: PtyPort) -> None:
    for _ in range(50):
        stream = await opened(port)
        await stream.write(b"field off")
        await stream.close()
        assert port.read() == b"field off"


async def test_a_stuck_port_can_be_closed(port: PtyPort, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.stream.serial_port.DRAIN_S", 0.0)
    monkeypatch.setattr(serial.Serial, "out_waiting", 7)
    stream = await opened(port)
    await stream.close()
    await (await opened(port)).close()


async def test_a_slow_port_takes_all_in_the_end(port: PtyPort) -> None:
    stream = await opened(port)
    os.set_blocking(port.fd, False)
    taken = bytearray()
    done = asyncio.Event()
    loop = asyncio.get_running_loop()

    def take() -> None:
        taken.extend(os.read(port.fd, 4096))
        if len(taken) >= 100_000:
            done.set()

    loop.add_reader(port.fd, take)
    await stream.write(bytes(100_000))
    await done.wait()
    loop.remove_reader(port.fd)
    assert taken == bytes(100_000)
    await stream.close()


async def test_a_flood_that_nobody_reads_is_bounded(port: PtyPort, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.stream.serial_port.UNREAD_LIMIT", 10_000)
    stream = await opened(port)
    os.set_blocking(port.fd, False)
    while not stream.lost:
        with contextlib.suppress(BlockingIOError):
            port.write(bytes(4096))
        await asyncio.sleep(0)
    read = await stream.read()
    assert len(read) <= 10_000
    with pytest.raises(LinkLost, match="nobody read them"):
        await stream.read()
    await stream.close()


async def test_cancelled_while_opening_leaves_the_port_free(port: PtyPort) -> None:
    opening = asyncio.create_task(opened(port))
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    for _ in range(1000):
        try:
            stream = await opened(port)
        except LinkLost:
            await asyncio.sleep(0)
            continue
        break
    await stream.close()
