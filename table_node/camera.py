"""What a camera's process says: one JSON word a line on a byte stream, waited for like any port."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Final

import msgspec

from felt.clock import Clock
from felt.fault import LinkLost
from felt.ids import DeviceId
from felt.note import fault_note
from firmware_bridge.backoff import Backoff
from firmware_bridge.reading import PartFound, PartLost
from firmware_bridge.stream import ByteStream
from vision.sighting import Condition, Seen, Sighting, TableWord, View

_DECODER: Final[msgspec.json.Decoder[Seen]] = msgspec.json.Decoder(Seen)
_LONGEST: Final = 4096
"""Bytes of a line; longer ones are garbage."""

TOLD_S: Final = 1.0
"""How often the camera is told how the table stands."""

SILENT_S: Final = 3.0
"""How long a camera's process that lives is silent at most: it says how the camera stands every second."""

Hidden = Callable[[], bool]
"""True while cards may lie hidden on the table."""
OpenStream = Callable[[], Awaitable[ByteStream]]


class SightingLines:
    """Cuts bytes into what a camera says; a line that says nothing is counted and left out."""

    def __init__(self) -> None:
        self._buffer = b""
        self.refused = 0

    def feed(self, data: bytes) -> list[Seen]:
        """What is complete now."""
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        if len(self._buffer) > _LONGEST:
            self._buffer = b""
            self.refused += 1
        return [sighting for line in lines if line.strip() and (sighting := self._read(line)) is not None]

    def _read(self, line: bytes) -> Seen | None:
        try:
            return _DECODER.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            self.refused += 1
            return None


async def sightings(
    camera: DeviceId, open_stream: OpenStream, clock: Clock, hidden: Hidden = lambda: True
) -> AsyncGenerator[Sighting | View | PartLost | PartFound, None]:
    """All that a camera says, for ever; its losses and returns once each.

    A camera that says itself that it is not well is lost too: nothing that it says meanwhile is passed on. It is told
    every `TOLD_S` whether cards may lie `hidden` on the table. One that has once said how it stands is lost when it is
    silent for `SILENT_S`, and found by a word: the socket of a process that stands still can be connected to.
    """
    backoff = Backoff()
    lost = stands = False
    while True:
        try:
            stream = await open_stream()
            if not stands:
                yield PartFound(camera, "", clock.now())
                backoff.succeeded()
                lost = False
            trouble = ""
            async with telling(stream, clock, hidden), aclosing(_read_all(stream, clock, stands=stands)) as said:
                async for word in said:
                    if lost:
                        yield PartFound(camera, "", clock.now())
                        backoff.succeeded()
                        lost = False
                    if isinstance(word, Condition):
                        stands = True
                        if word.trouble and word.trouble != trouble:
                            yield PartLost(camera, word.trouble, clock.now(), word.note)
                        elif trouble and not word.trouble:
                            yield PartFound(camera, "", clock.now())
                        trouble = word.trouble
                    elif not trouble:
                        yield word
        except LinkLost as fault:
            if not lost:
                yield PartLost(camera, str(fault), clock.now(), fault_note(fault))
            lost = True
        await clock.sleep(backoff.delay_s())


@asynccontextmanager
async def telling(stream: ByteStream, clock: Clock, hidden: Hidden) -> AsyncIterator[None]:
    """Tell the camera how the table stands, while this lasts; that a stream takes no word its reader finds too."""

    async def tell() -> None:
        while True:
            await stream.write(msgspec.json.encode(TableWord(hidden(), clock.now())) + b"\n")
            await clock.sleep(TOLD_S)

    task = asyncio.create_task(tell())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, LinkLost):
            await task


async def _read_all(stream: ByteStream, clock: Clock, *, stands: bool) -> AsyncGenerator[Seen, None]:
    """All that is said; raises LinkLost for a process that says how its camera stands, and then nothing any more.

    `stands`: it has said so before. One that never says how it stands may be silent while it sees nothing.
    """
    lines = SightingLines()
    try:
        while True:
            for word in lines.feed(await (_soon(stream, clock) if stands else stream.read())):
                stands = stands or isinstance(word, Condition)
                yield word
    finally:
        await stream.close()


async def _soon(stream: ByteStream, clock: Clock) -> bytes:
    reading, waiting = asyncio.ensure_future(stream.read()), asyncio.ensure_future(clock.sleep(SILENT_S))
    try:
        await asyncio.wait({reading, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            raise LinkLost(f"the camera's process has said nothing for {SILENT_S:g} s", remedy="start it anew")
        return reading.result()
    finally:
        for task in (reading, waiting):
            task.cancel()
        await asyncio.gather(reading, waiting, return_exceptions=True)
