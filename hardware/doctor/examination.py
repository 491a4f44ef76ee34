"""The examination from the ports to the lamps."""

import asyncio
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Final

from felt.clock import NANOS_PER_SECOND, Clock
from felt.ids import DeviceId
from firmware_bridge.stream import MemoryWires
from hardware.board import Board
from hardware.doctor.antennas import Ward
from hardware.doctor.hands import Hands
from hardware.doctor.machines import Ties, examine_machines
from hardware.doctor.ports import Port
from hardware.doctor.recognise import recognise
from hardware.doctor.report import PortSeen, ReaderSeen, Report

PLUGGED_IN: Final = Ties()


async def examine(
    board: Board | None,
    ports: Iterable[Port],
    hands: Hands,
    clock: Clock,
    say: Callable[[str], None],
    *,
    ties: Ties = PLUGGED_IN,
) -> Report:
    """Look at every port, and with a board also at every reader, antenna, machine, button and lamp of it."""
    ports = tuple(ports)
    seen = await _ports(board, ports, clock, say, ties.wires)
    at = datetime.fromtimestamp(clock.wall() / NANOS_PER_SECOND, UTC).isoformat(timespec="seconds")
    if board is None:
        return Report(at, "", seen)
    async with Ward(board, hands, clock, say, ties.wires) as ward:
        readers = await ward.admit(seen)
        antennas = await ward.examine()
    machines = await examine_machines(board, list(zip(ports, seen, strict=True)), hands, clock, ties)
    urls = _reader_urls(seen, readers) | machines.urls
    return Report(at, board.name, seen, readers, antennas, machines.parts, urls, machines.absent)


def _reader_urls(ports: tuple[PortSeen, ...], readers: tuple[ReaderSeen, ...]) -> dict[DeviceId, str]:
    """The readers' rows of `[ports]` in a node's configuration."""
    urls = {port.name: port.url for port in ports}
    return {row.reader: urls[row.port] for row in readers if row.port}


async def _ports(
    board: Board | None, ports: tuple[Port, ...], clock: Clock, say: Callable[[str], None], wires: MemoryWires | None
) -> tuple[PortSeen, ...]:
    wanted = [reader.kind for reader in board.readers] if board else []
    say(f"{len(ports)} ports: asking who is there")
    seen = await asyncio.gather(*(recognise(port, wanted, clock, wires=wires) for port in ports))
    for port in seen:
        say(f"  {port.name}: {port.kind or 'nobody known'}, {port.said}")
    return tuple(seen)
