"""`feltwire doctor`: examine a table with a person's help, or the virtual one without."""

import asyncio
from pathlib import Path
from typing import Final

from felt.clock import SystemClock
from felt.fault import Unsupported
from hardware.board import board_file, load_board
from hardware.doctor.examination import examine
from hardware.doctor.hands import Person
from hardware.doctor.ports import serial_ports
from hardware.doctor.report import Report, write_report
from hardware.doctor.virtual import virtual_ward

VIRTUAL: Final = "virtual"


def main(board: str, report_to: Path | None) -> int:
    """Examine; print the report and write it to `report_to`.

    `board`: a file or the name of one that ships, `virtual`, or empty for ports alone. Exit code 0: all well, 1:
    something was found. Raises FeltFault where nothing can be examined.
    """
    report = asyncio.run(_virtual() if board == VIRTUAL else _real(board))
    print("\n".join(["", *report.lines()]))
    if report_to is not None:
        data, text = write_report(report, report_to)
        print(f"\nwritten: {data}, {text}")
    return 1 if report.faults() else 0


async def _virtual() -> Report:
    clock = SystemClock()
    async with virtual_ward(clock) as (board, ports, hands):
        return await examine(board, ports, hands, clock, _say)


async def _real(board: str) -> Report:
    plan = load_board(board_file(board)) if board else None
    ports = serial_ports()
    if not ports and plan is None:
        raise Unsupported("no serial port here", remedy="plug a reader in, or try: feltwire doctor --board virtual")
    return await examine(plan, ports, Person(_say), SystemClock(), _say)


def _say(line: str) -> None:
    print(line, flush=True)
