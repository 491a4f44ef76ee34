"""`feltwire board`: check board files, draw their wiring, list their parts."""

from collections.abc import Sequence
from pathlib import Path

from felt.fault import ConfigFault
from hardware.board.check import examine, located


def check(files: Sequence[Path]) -> int:
    """Print every finding of every file. Exit code 0: nothing found, 1: something, 2: a file cannot be read."""
    return max((_check(file) for file in files), default=0)


def _check(path: Path) -> int:
    try:
        board, found = examine(path)
    except ConfigFault as fault:
        print(fault)
        return 2
    for finding in found:
        print(located(path, finding))
    if found or board is None:
        return 1
    senses = ", ".join(quality.sense for quality in board.senses)
    print(f"{path}: {board.name}: {len(board.seats)} seats, {len(board.places)} antennas, senses {senses}: all well")
    return 0
