"""A shuffling machine that prints lines: found by the first line that its map knows, once a person starts it."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Final

from msgspec import Struct

from felt.clock import Clock
from felt.fault import FeltFault, LinkTimeout
from felt.ids import DeviceId
from firmware_bridge.deadline import Deadline
from firmware_bridge.shuffler.learn import Shown, lines_of
from firmware_bridge.shuffler.lines import LineMap
from firmware_bridge.stream import MemoryWires, open_stream
from hardware.board.kinds import Plug
from hardware.doctor.hands import Hands
from hardware.doctor.ports import Port
from hardware.doctor.report import PartSeen

SHOWN: Final = 60
"""Characters of a line that are told."""


class Printer(Struct, frozen=True):
    """The machine's part, and the map of its lines."""

    part: DeviceId
    known: LineMap


class Printed(Struct, frozen=True):
    """How the machine stands; its port's URL, empty when it was not found."""

    part: PartSeen
    url: str = ""


class _Heard(Struct):
    """What one port printed: the newest line that the map does not know, and whether an order of cards was told."""

    port: Port
    url: str
    known: Shown | None = None
    strange: str = ""
    order: bool = False


async def examine_printer(
    printer: Printer, ports: Sequence[Port], hands: Hands, clock: Clock, wires: MemoryWires | None
) -> Printed:
    """Listen on every port of `ports` while a person starts the machine."""
    what, known = f"shuffler {printer.part}", printer.known
    plug = Plug(known.name, baud=known.baud)
    heard = [_Heard(port, port.url(plug)) for port in ports]
    if not heard:
        return Printed(PartSeen(what, good=False, said="absent: no port is free", remedy="plug its cable in"))
    found = asyncio.Event()
    listening = [asyncio.create_task(_listen(each, known, found.set, clock, wires)) for each in heard]
    try:
        await hands.start_shuffler()
        async with Deadline(clock, hands.patience_s, what):
            await found.wait()
    except LinkTimeout:
        return Printed(_silent(what, known, heard))
    finally:
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    return _judged(what, next(each for each in heard if each.known or each.order))


async def _listen(
    heard: _Heard, known: LineMap, found: Callable[[], None], clock: Clock, wires: MemoryWires | None
) -> None:
    """Until a line tells something; a port that fails prints nothing."""
    try:
        stream = await open_stream(heard.url, clock=clock, wires=wires)
    except FeltFault:
        return
    try:
        async with aclosing(lines_of(stream, clock, known)) as lines:
            async for line in lines:
                if line.hidden:
                    heard.order = True
                elif line.meaning is None:
                    heard.strange = line.text
                    continue
                elif heard.known is None:
                    heard.known = line
                found()
    except FeltFault:
        return
    finally:
        await stream.close()


def _judged(what: str, heard: _Heard) -> Printed:
    if heard.order:
        said = f"{heard.port.name} prints the order of cards, which nobody may know"
        return Printed(PartSeen(what, good=False, said=said, remedy="switch that off in the machine"), heard.url)
    assert heard.known is not None
    return Printed(
        PartSeen(what, good=True, said=f"{heard.port.name}: {heard.known.text!r} means {heard.known.meaning}"),
        heard.url,
    )


def _silent(what: str, known: LineMap, heard: list[_Heard]) -> PartSeen:
    for each in heard:
        if each.strange:
            said = f"{each.port.name} prints what {known.name!r} does not know: {each.strange[:SHOWN]!r}"
            return PartSeen(
                what, good=False, said=said, remedy=f"its baud rate, or a map: feltwire shuffler learn '{each.url}'"
            )
    names = ", ".join(each.port.name for each in heard)
    return PartSeen(
        what, good=False, said=f"absent: nothing was printed on {names}", remedy=f"its cable, and {known.baud} baud"
    )
