"""Who answers on a port: each kind of reader is asked in its own protocol and speed, then the microcontroller."""

from collections.abc import Iterable, Iterator
from contextlib import aclosing
from typing import Final

from felt.clock import Clock
from felt.fault import FeltFault, LinkLost, LinkTimeout, ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.deadline import Deadline
from firmware_bridge.mcu.device import McuDevice
from firmware_bridge.reader.kinds import reader_opener
from firmware_bridge.reading import PartFound, PartLost
from firmware_bridge.stream import MemoryWires, open_stream
from hardware.board.kinds import PLUGS, Plug, ReaderKind
from hardware.doctor.ports import Port
from hardware.doctor.report import PortSeen

ASK_S: Final = 3.0
"""Longest for one kind; drivers give up sooner by their own time-outs."""
MCU_PLUG: Final = Plug("Feltwire microcontroller")
MCU: Final = "feltwire-mcu"
UNKNOWN_FIRMWARE: Final = "feltwire-mcu of another release"
_FAMILIES: Final[tuple[frozenset[ReaderKind], ...]] = (
    frozenset({ReaderKind.PEPPER_C1_MUX}),
    frozenset({ReaderKind.FEIG_MASK, ReaderKind.FEIG_OUTPUT}),
    frozenset({ReaderKind.PN532_HSU}),
    frozenset({ReaderKind.THINGMAGIC_EU, ReaderKind.THINGMAGIC_NA}),
    frozenset({ReaderKind.R200_EU, ReaderKind.R200_NA}),
)
"""Kinds that answer alike: which of them it is, only the board can tell."""


def same_device(one: str, other: str) -> bool:
    """True when two kinds are one device set up differently."""
    return one == other or any(one in family and other in family for family in _FAMILIES)


async def recognise(
    port: Port, wanted: Iterable[ReaderKind], clock: Clock, *, wires: MemoryWires | None = None
) -> PortSeen:
    """Ask until somebody answers, the kinds that the board wants first."""
    for kind in _order(wanted):
        url = port.url(PLUGS[kind])
        try:
            async with Deadline(clock, ASK_S, port.name):
                version = await _version(kind, url, clock, wires)
        except LinkLost as fault:
            return PortSeen(port.name, url, "", f"cannot be opened: {fault.what}")
        except (LinkTimeout, ProtocolFault):
            continue
        return PortSeen(port.name, url, kind, version)
    return await _microcontroller(port, clock, wires)


async def _version(kind: ReaderKind, url: str, clock: Clock, wires: MemoryWires | None) -> str:
    driver = await reader_opener(kind, DeviceId("doctor"), url, clock=clock, wires=wires)()
    try:
        return await driver.identify()
    finally:
        await driver.close()


async def _microcontroller(port: Port, clock: Clock, wires: MemoryWires | None) -> PortSeen:
    url = port.url(MCU_PLUG)
    device = McuDevice(DeviceId("doctor"), lambda: open_stream(url, clock=clock, wires=wires), clock)
    try:
        async with Deadline(clock, ASK_S + 1, port.name), aclosing(device.readings()) as readings:
            async for reading in readings:
                if isinstance(reading, PartFound):
                    return PortSeen(port.name, url, MCU, f"firmware {reading.version}")
                if isinstance(reading, PartLost):
                    break
    except ProtocolFault as fault:
        return PortSeen(port.name, url, UNKNOWN_FIRMWARE, str(fault))
    except FeltFault as fault:
        return PortSeen(port.name, url, "", f"nobody known answers: {fault.what}")
    return PortSeen(port.name, url, "", "nobody known answers")


def _order(wanted: Iterable[ReaderKind]) -> Iterator[ReaderKind]:
    """One kind of each family: the board's own first. A region that nobody named is taken to be Europe's."""
    first = list(dict.fromkeys(wanted))
    rest = [min(family, key=list(ReaderKind).index) for family in _FAMILIES]
    asked: set[frozenset[ReaderKind]] = set()
    for kind in (*first, *rest):
        family = next(family for family in _FAMILIES if kind in family)
        if family not in asked:
            asked.add(family)
            yield kind
