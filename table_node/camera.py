"""What a camera's process says: one JSON word a line on a byte stream, waited for like any port."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Final

import msgspec

from felt.clock import Clock
from felt.fault import LinkLost
from felt.ids import DeviceId
from firmware_bridge.backoff import Backoff
from firmware_bridge.reading import PartFound, PartLost
from firmware_bridge.stream import ByteStream
from vision.sighting import Condition, Seen, Sighting, TableWord, View

_DECODER: Final[msgspec.json.Decoder[Seen]] = msgspec.json.Decoder(Seen)
_LONGEST: Final = 4096
"""Bytes of a line; longer ones are garbage."""

TOLD_S: Final = 1.0
"""How often the camera is told how the table stands."""

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
    every `TOLD_S` whether cards may lie `hidden` on the table.
    """
    backoff = Backoff()
    lost = False
    trouble = ""
    while True:
        try:
            stream = await open_stream()
            yield PartFound(camera, "", clock.now())
            backoff.succeeded()
            lost = False
            trouble = ""
            async with telling(stream, clock, hidden), aclosing(_read_all(stream)) as said:
                async for word in said:
                    if isinstance(word, Condition):
                        if word.trouble and word.trouble != trouble:
                            yield PartLost(camera, word.trouble, clock.now())
                        elif trouble and not word.trouble:
                            yield PartFound(camera, "", clock.now())
                        trouble = word.trouble
                    elif not trouble:
                        yield word
        except LinkLost as fault:
            if not lost:
                yield PartLost(camera, str(fault), clock.now())
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


async def _read_all(stream: ByteStream) -> AsyncGenerator[Seen, None]:
    lines = SightingLines()
    try:
        while True:
            for word in lines.feed(await stream.read()):
                yield word
    finally:
        await stream.close()
