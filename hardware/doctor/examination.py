"""The examination from the ports to the lamps."""

import asyncio
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from felt.clock import NANOS_PER_SECOND, Clock
from felt.ids import DeviceId
from firmware_bridge.stream import MemoryWires
from hardware.board import Board
from hardware.doctor.antennas import Ward
from hardware.doctor.hands import Hands
from hardware.doctor.machines import controller_parts, examine_machines
from hardware.doctor.ports import Port
from hardware.doctor.recognise import MCU, recognise
from hardware.doctor.report import PortSeen, ReaderSeen, Report
from hardware.panel import PinFactory


async def examine(
    board: Board | None,
    ports: Iterable[Port],
    hands: Hands,
    clock: Clock,
    say: Callable[[str], None],
    *,
    wires: MemoryWires | None = None,
    pins: PinFactory = None,
) -> Report:
    """Look at every port, and with a board also at every reader, antenna, button and lamp of it."""
    seen = await _ports(board, tuple(ports), clock, say, wires)
    at = datetime.fromtimestamp(clock.wall() / NANOS_PER_SECOND, UTC).isoformat(timespec="seconds")
    if board is None:
        return Report(at, "", seen)
    async with Ward(board, hands, clock, say, wires) as ward:
        readers = await ward.admit(seen)
        antennas = await ward.examine()
    parts = await examine_machines(board, seen, hands, clock, wires=wires, pins=pins)
    return Report(at, board.name, seen, readers, antennas, parts, _urls(board, seen, readers))


def _urls(board: Board, ports: tuple[PortSeen, ...], readers: tuple[ReaderSeen, ...]) -> dict[DeviceId, str]:
    """The `[ports]` of a node's configuration, as far as they are known."""
    urls = {port.name: port.url for port in ports}
    found = {row.reader: urls[row.port] for row in readers if row.port}
    controller = next((port.url for port in ports if port.kind == MCU), None)
    carriers = controller_parts(board)
    if controller is not None and carriers:
        found[carriers[0]] = controller
    return found


async def _ports(
    board: Board | None, ports: tuple[Port, ...], clock: Clock, say: Callable[[str], None], wires: MemoryWires | None
) -> tuple[PortSeen, ...]:
    wanted = [reader.kind for reader in board.readers] if board else []
    say(f"{len(ports)} ports: asking who is there")
    seen = await asyncio.gather(*(recognise(port, wanted, clock, wires=wires) for port in ports))
    for port in seen:
        say(f"  {port.name}: {port.kind or 'nobody known'}, {port.said}")
    return tuple(seen)
