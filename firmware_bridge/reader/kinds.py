"""The kinds of reader a board file can name, and how each is opened."""

from collections.abc import Callable, Mapping
from typing import Final

from felt.clock import Clock
from felt.fault import ConfigFault
from felt.ids import DeviceId
from firmware_bridge.reader.pepper import Air, PepperMux
from firmware_bridge.reader.port import OpenReader, ReaderDriver
from firmware_bridge.stream import ByteStream, MemoryWires, Recorder, RecordingStream, check_url, open_stream

MakeDriver = Callable[[DeviceId, ByteStream, Clock], ReaderDriver]


def _pepper(reader: DeviceId, stream: ByteStream, clock: Clock) -> ReaderDriver:
    return PepperMux(reader, stream, clock)


def _pepper_iso14443a(reader: DeviceId, stream: ByteStream, clock: Clock) -> ReaderDriver:
    return PepperMux(reader, stream, clock, air=Air.ISO14443A)


READER_KINDS: Final[Mapping[str, MakeDriver]] = {
    "pepper-mux": _pepper,
    "pepper-mux-iso14443a": _pepper_iso14443a,
}
"""Kind, as board files say it, to its driver."""


def reader_opener(
    kind: str,
    reader: DeviceId,
    url: str,
    *,
    clock: Clock,
    wires: MemoryWires | None = None,
    recorder: Recorder | None = None,
) -> OpenReader:
    """What a sweep needs to open this reader again and again; raises ConfigFault for an unknown kind or bad URL."""
    make = READER_KINDS.get(kind)
    if make is None:
        raise ConfigFault(f"unknown reader kind {kind!r}", where=f"reader {reader}", remedy=", ".join(READER_KINDS))
    check_url(url)

    async def open_reader() -> ReaderDriver:
        stream = await open_stream(url, clock=clock, wires=wires)
        return make(reader, RecordingStream(stream, recorder) if recorder else stream, clock)

    return open_reader
