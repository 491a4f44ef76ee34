"""Recordings of a wire: every byte both ways with its time, as a text file that stays readable and can be replayed.

The format: a first line `feltwire-recording 1 URL`, then a line per chunk, `NANOSECONDS DIRECTION HEX`: time since
the recording began, `<` for bytes from the device, `>` for bytes to it. A last line cut by a power failure is ignored.
"""

import asyncio
from pathlib import Path
from typing import Final

from msgspec import Struct

from felt.clock import NANOS_PER_SECOND, Clock, Nanos
from felt.fault import BadInput, LinkLost, StorageFault
from firmware_bridge.stream.base import ByteStream

MAGIC: Final = "feltwire-recording 1"
FROM_DEVICE: Final = "<"
TO_DEVICE: Final = ">"


class Chunk(Struct, frozen=True):
    """Bytes that crossed the wire at once. `at` is ns since the recording began."""

    at: Nanos
    direction: str
    data: bytes


class Recorder:
    """A recording being written. A full disk ends the recording, never the table: see `fault`."""

    def __init__(self, path: Path, url: str, clock: Clock) -> None:
        """Begin a new file; raises StorageFault when it cannot be made."""
        self._clock = clock
        self._began = clock.now()
        self.fault: StorageFault | None = None
        """Why the recording ended early, None while it goes on."""
        try:
            self._file = path.open("x", encoding="ascii", newline="\n", buffering=1)
            self._file.write(f"{MAGIC} {url}\n")
        except OSError as error:
            raise StorageFault(f"cannot record: {error}", where=str(path), remedy="name a new file") from error

    def note(self, direction: str, data: bytes) -> None:
        """Write one chunk down."""
        if self.fault is not None:
            return
        try:
            self._file.write(f"{self._clock.now() - self._began} {direction} {data.hex()}\n")
        except OSError as error:
            self.fault = StorageFault(f"recording ended: {error}", where=self._file.name, remedy="free some space")

    def close(self) -> None:
        """Finish the file."""
        try:
            self._file.close()
        except OSError as error:
            self.fault = StorageFault(f"recording ended: {error}", where=self._file.name, remedy="free some space")


class RecordingStream:
    """A stream that also writes down all that passes."""

    def __init__(self, inner: ByteStream, recorder: Recorder) -> None:
        self._inner = inner
        self._recorder = recorder

    @property
    def name(self) -> str:
        return self._inner.name

    async def read(self) -> bytes:
        data = await self._inner.read()
        self._recorder.note(FROM_DEVICE, data)
        return data

    async def write(self, data: bytes) -> None:
        self._recorder.note(TO_DEVICE, data)
        await self._inner.write(data)

    async def close(self) -> None:
        """Closes the inner stream; the recorder goes on with the next stream of the same device."""
        await self._inner.close()


def read_recording(path: Path) -> tuple[Chunk, ...]:
    """All chunks of a recording; raises BadInput naming file and line, LinkLost when the file cannot be read."""
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except OSError as error:
        raise LinkLost(
            f"cannot read the recording: {error}", where=str(path), remedy="name an existing file"
        ) from error
    lines = text.split("\n")
    if not lines[0].startswith(MAGIC):
        raise BadInput("not a recording", where=f"{path}:1", remedy=f"its first line begins {MAGIC!r}")
    complete = lines[1:-1]  # what follows the last newline is empty, or was cut
    return tuple(_chunk(line, f"{path}:{number}") for number, line in enumerate(complete, 2))


def _chunk(line: str, where: str) -> Chunk:
    try:
        at, direction, data = line.split(" ")
        chunk = Chunk(Nanos(int(at)), direction, bytes.fromhex(data))
    except ValueError as error:
        raise BadInput(f"unreadable line: {error}", where=where, remedy="NANOSECONDS < or > HEX") from error
    if direction not in {FROM_DEVICE, TO_DEVICE}:
        raise BadInput(f"unknown direction {direction!r}", where=where, remedy="< from the device, > to it")
    return chunk


class ReplayEnded(LinkLost):
    """A recording was played to its end."""


class ReplayStream:
    """Plays a recording back to a driver: the device's bytes come once the host has sent what it had sent before them.

    A host that sends other bytes than the recorded ones loses the link with both named, so a replay is also a test.
    At the end of the recording the link is lost.
    """

    def __init__(self, name: str, chunks: tuple[Chunk, ...], clock: Clock | None = None) -> None:
        """`clock` paces the replay; None plays as fast as it is read."""
        self._name = name
        self._chunks = chunks
        self._clock = clock
        self._next = 0
        self._sent = bytearray()
        self._news = asyncio.Event()
        self._lost = ""

    @property
    def name(self) -> str:
        return self._name

    async def read(self) -> bytes:
        while True:
            self._match()
            if self._lost:
                raise LinkLost(self._lost, where=self._name)
            if self._next == len(self._chunks):
                raise ReplayEnded("the recording ends here", where=self._name)
            chunk = self._chunks[self._next]
            if chunk.direction == FROM_DEVICE:
                await self._pace(chunk)
                self._next += 1
                return chunk.data
            self._news.clear()
            await self._news.wait()

    async def write(self, data: bytes) -> None:
        if self._lost:
            raise LinkLost(self._lost, where=self._name)
        self._sent += data
        self._match()
        self._news.set()

    async def close(self) -> None:
        self._lost = self._lost or "closed"
        self._news.set()

    def _match(self) -> None:
        """Tick off recorded host bytes against those sent now."""
        while self._sent and self._next < len(self._chunks):
            chunk = self._chunks[self._next]
            size = len(chunk.data)
            if chunk.direction != TO_DEVICE or len(self._sent) < size:
                return
            if self._sent[:size] != chunk.data:
                self._lost = f"the host sent {self._sent[:size].hex()} where the recording has {chunk.data.hex()}"
                return
            del self._sent[:size]
            self._next += 1

    async def _pace(self, chunk: Chunk) -> None:
        if self._clock is not None and self._next:
            await self._clock.sleep((chunk.at - self._chunks[self._next - 1].at) / NANOS_PER_SECOND)
