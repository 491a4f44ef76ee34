"""A socket of this machine as a byte stream: waited for, read, written, hung up at either end."""

import asyncio
from pathlib import Path

import pytest

from felt.clock import SystemClock
from felt.fault import LinkLost
from firmware_bridge.stream import open_stream


class Listener:
    """The process at the other end."""

    def __init__(self) -> None:
        self.heard = b""
        self.came = asyncio.Event()
        self.writer: asyncio.StreamWriter | None = None

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.came.set()
        while data := await reader.read(100):
            self.heard += data
            writer.write(data.upper())
        writer.close()


async def test_nobody_listens(tmp_path: Path) -> None:
    with pytest.raises(LinkLost, match="nobody listens"):
        await open_stream(f"unix://{tmp_path}/eye.sock", clock=SystemClock())


async def test_words_go_both_ways(tmp_path: Path) -> None:
    far = Listener()
    async with await asyncio.start_unix_server(far.serve, tmp_path / "eye.sock"):
        stream = await open_stream(f"unix://{tmp_path}/eye.sock", clock=SystemClock())
        await stream.write(b"table\n")
        assert await stream.read() == b"TABLE\n"
        await stream.close()


async def test_the_other_end_hangs_up(tmp_path: Path) -> None:
    far = Listener()
    async with await asyncio.start_unix_server(far.serve, tmp_path / "eye.sock"):
        stream = await open_stream(f"unix://{tmp_path}/eye.sock", clock=SystemClock())
        await far.came.wait()
        assert far.writer is not None
        far.writer.close()
        with pytest.raises(LinkLost, match="hung up"):
            await stream.read()
        await stream.close()


async def test_closed_here_it_stays_closed(tmp_path: Path) -> None:
    far = Listener()
    async with await asyncio.start_unix_server(far.serve, tmp_path / "eye.sock"):
        stream = await open_stream(f"unix://{tmp_path}/eye.sock", clock=SystemClock())
        waiting = asyncio.create_task(stream.read())
        await asyncio.sleep(0)
        await stream.close()
        await stream.close()
        with pytest.raises(LinkLost):
            await waiting
        with pytest.raises(LinkLost, match="closed"):
            await stream.write(b"x")
