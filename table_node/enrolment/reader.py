"""The desk's own reader: which kind stands there, and which tags the deck carries."""

from typing import Final

from msgspec import Struct

from felt.clock import Clock
from felt.fault import ConfigFault
from felt.ids import DeviceId
from felt.refusal import nearest
from firmware_bridge.reader.air import Air
from firmware_bridge.reader.kinds import reader_opener
from firmware_bridge.reader.port import OpenReader
from firmware_bridge.reader.sweep import SweepPlan
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import MemoryWires, check_url
from hardware.board.kinds import ANTENNAS, PLUGS, TAGS_COUNTED, ReaderKind, TagKind

READER: Final = DeviceId("desk")


class DeskReader(Struct, frozen=True):
    """A reader on `port`, whose `antenna` the cards are laid on. Made by `desk_reader`."""

    port: str
    kind: ReaderKind
    antenna: AntennaNo
    tags: TagKind

    @property
    def plan(self) -> SweepPlan:
        """A sweep of the one antenna."""
        return SweepPlan(READER, (self.antenna,))

    def opener(self, clock: Clock, wires: MemoryWires | None = None) -> OpenReader:
        """What the sweep opens it with."""
        return reader_opener(self.kind, READER, self.port, clock=clock, air=Air(self.tags), wires=wires)


def desk_reader(port: str, kind: str, antenna: int, tags: str = "") -> DeskReader:
    """The reader as a person names it.

    `port` is a stream URL, or a device, which is opened as the kind leaves the factory. Empty `tags` are the kind's
    own, ISO 15693 where it reads several.

    Raises ConfigFault for a reader, antenna, port or tags that cannot be, with what could.
    """
    if kind not in set(ReaderKind):
        raise ConfigFault(f"unknown reader kind {kind!r}", where="--kind", remedy=nearest(kind, ReaderKind))
    reader = ReaderKind(kind)
    readable = [each for each in TagKind if (reader, each) in TAGS_COUNTED]
    wanted = tags or readable[0]
    if wanted not in readable:
        raise ConfigFault(f"a {kind} reads no {wanted} tags", where="--tags", remedy=" or ".join(readable))
    most = ANTENNAS[reader]
    if not 1 <= antenna <= most:
        has = f"antennas 1 to {most}" if most > 1 else "antenna 1 only"
        raise ConfigFault(f"no antenna {antenna}", where="--antenna", remedy=f"a {kind} has {has}")
    url = f"serial://{port}?{PLUGS[reader].options}" if port.startswith("/") else port
    check_url(url)
    return DeskReader(url, reader, AntennaNo(antenna), TagKind(wanted))
