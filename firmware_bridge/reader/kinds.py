"""The kinds of reader a board file can name, and how each is opened."""

from collections.abc import Callable, Mapping
from typing import Final

from felt.clock import Clock
from felt.fault import ConfigFault
from felt.ids import DeviceId
from firmware_bridge.reader.air import Air
from firmware_bridge.reader.feig import FeigReader, Select
from firmware_bridge.reader.pepper import PepperMux
from firmware_bridge.reader.pn532 import Pn532Hsu
from firmware_bridge.reader.port import OpenReader, ReaderDriver
from firmware_bridge.reader.r200 import R200
from firmware_bridge.reader.r200 import Region as R200Region
from firmware_bridge.reader.thingmagic import Region as ThingMagicRegion
from firmware_bridge.reader.thingmagic import ThingMagic
from firmware_bridge.stream import ByteStream, MemoryWires, Recorder, RecordingStream, check_url, open_stream

MakeDriver = Callable[[DeviceId, ByteStream, Clock, Air], ReaderDriver]


def _pepper(reader: DeviceId, stream: ByteStream, clock: Clock, air: Air) -> ReaderDriver:
    return PepperMux(reader, stream, clock, air=air)


def _feig_mask(reader: DeviceId, stream: ByteStream, clock: Clock, _air: Air) -> ReaderDriver:
    return FeigReader(reader, stream, clock, select=Select.MASK)


def _feig_output(reader: DeviceId, stream: ByteStream, clock: Clock, _air: Air) -> ReaderDriver:
    return FeigReader(reader, stream, clock, select=Select.OUTPUT)


def _pn532(reader: DeviceId, stream: ByteStream, clock: Clock, _air: Air) -> ReaderDriver:
    return Pn532Hsu(reader, stream, clock)


def _thingmagic(region: ThingMagicRegion) -> MakeDriver:
    return lambda reader, stream, clock, _air: ThingMagic(reader, stream, clock, region=region)


def _r200(region: R200Region) -> MakeDriver:
    return lambda reader, stream, clock, _air: R200(reader, stream, clock, region=region)


READER_KINDS: Final[Mapping[str, MakeDriver]] = {
    "pepper-c1-mux": _pepper,
    "feig-mask": _feig_mask,
    "feig-output": _feig_output,
    "pn532-hsu": _pn532,
    "thingmagic-eu": _thingmagic(ThingMagicRegion.EUROPE),
    "thingmagic-na": _thingmagic(ThingMagicRegion.NORTH_AMERICA),
    "r200-eu": _r200(R200Region.EUROPE),
    "r200-na": _r200(R200Region.NORTH_AMERICA),
}
"""Kind, as board files say it, to its driver. FEIG readers leave the factory with `baud=38400&parity=E`."""


def reader_opener(
    kind: str,
    reader: DeviceId,
    url: str,
    *,
    clock: Clock,
    air: Air = Air.ISO15693,
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
        return make(reader, RecordingStream(stream, recorder) if recorder else stream, clock, air)

    return open_reader
