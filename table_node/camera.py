"""What a camera's process says: one JSON word a line on a byte stream, waited for like any port."""

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
from vision.sighting import Condition, Seen, Sighting, View

_DECODER: Final[msgspec.json.Decoder[Seen]] = msgspec.json.Decoder(Seen)
_LONGEST: Final = 4096
"""Bytes of a line; longer ones are garbage."""

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
    camera: DeviceId, open_stream: OpenStream, clock: Clock
) -> AsyncGenerator[Sighting | View | PartLost | PartFound, None]:
    """All that a camera says, for ever; its losses and returns once each.

    A camera that says itself that it is not well is lost too: nothing that it says meanwhile is passed on.
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
            async with aclosing(_read_all(stream)) as said:
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


async def _read_all(stream: ByteStream) -> AsyncGenerator[Seen, None]:
    lines = SightingLines()
    try:
        while True:
            for word in lines.feed(await stream.read()):
                yield word
    finally:
        await stream.close()
