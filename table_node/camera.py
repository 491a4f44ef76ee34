"""A camera's sightings from its own process: one JSON sighting a line on a byte stream, waited for like any port."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Final

import msgspec

from felt.clock import Clock
from felt.fault import LinkLost
from felt.ids import DeviceId
from firmware_bridge.backoff import Backoff
from firmware_bridge.reading import PartFound, PartLost
from firmware_bridge.stream import ByteStream
from vision.sighting import Sighting

_DECODER: Final = msgspec.json.Decoder(Sighting)
_LONGEST: Final = 4096
"""Bytes of a line; longer ones are garbage."""

OpenStream = Callable[[], Awaitable[ByteStream]]


class SightingLines:
    """Cuts bytes into sightings; a line that is none is counted and left out."""

    def __init__(self) -> None:
        self._buffer = b""
        self.refused = 0

    def feed(self, data: bytes) -> list[Sighting]:
        """The sightings that are complete now."""
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        if len(self._buffer) > _LONGEST:
            self._buffer = b""
            self.refused += 1
        return [sighting for line in lines if line.strip() and (sighting := self._read(line)) is not None]

    def _read(self, line: bytes) -> Sighting | None:
        try:
            return _DECODER.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            self.refused += 1
            return None


async def sightings(
    camera: DeviceId, open_stream: OpenStream, clock: Clock
) -> AsyncGenerator[Sighting | PartLost | PartFound, None]:
    """All that a camera says, for ever; its losses and returns once each."""
    backoff = Backoff()
    lost = False
    while True:
        try:
            stream = await open_stream()
            yield PartFound(camera, "", clock.now())
            backoff.succeeded()
            lost = False
            async with aclosing(_read_all(stream)) as seen:
                async for sighting in seen:
                    yield sighting
        except LinkLost as fault:
            if not lost:
                yield PartLost(camera, str(fault), clock.now())
            lost = True
        await clock.sleep(backoff.delay_s())


async def _read_all(stream: ByteStream) -> AsyncGenerator[Sighting, None]:
    lines = SightingLines()
    try:
        while True:
            for sighting in lines.feed(await stream.read()):
                yield sighting
    finally:
        await stream.close()
