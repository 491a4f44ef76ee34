"""`feltwire board`: check board files, draw their wiring, list their parts."""

from collections.abc import Sequence
from pathlib import Path

from felt.fault import ConfigFault
from hardware.board.check import examine, located
from hardware.board.drawing import draw as drawing
from hardware.board.file import board_file, load_board
from hardware.board.parts import parts
from hardware.board.unfinished import camera_lacks


def check(boards: Sequence[str | Path]) -> int:
    """Print every finding of every board, a file or the name of one that ships.

    What a camera still lacks is printed too, and is no finding. Exit code 0: nothing found, 1: something, 2: a board
    cannot be read.
    """
    return max((_check(said) for said in boards), default=0)


def _check(said: str | Path) -> int:
    try:
        path = board_file(said)
        board, found = examine(path)
    except ConfigFault as fault:
        print(fault)
        return 2
    for finding in found:
        print(located(path, finding))
    for finding in () if board is None else camera_lacks(board):
        print(f"still to be done: {located(path, finding)}")
    if found or board is None:
        return 1
    senses = ", ".join(quality.sense for quality in board.senses) or "none"
    sensors = f"{len(board.places)} antennas" + (f", {len(board.seen)} regions" if board.seen else "")
    print(f"{path}: {board.name}: {len(board.seats)} seats, {sensors}, senses {senses}: all well")
    return 0


def draw(said: str | Path, out: Path | None) -> int:
    """Write the wiring of a board as SVG to `out`, or print it. Raises ConfigFault for a board that is refused."""
    picture = drawing(load_board(board_file(said)))
    if out is None:
        print(picture, end="")
        return 0
    try:
        out.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise ConfigFault(f"cannot be written: {error.strerror}", where=str(out)) from error
    return 0


def list_parts(said: str | Path) -> int:
    """Print what has to be bought for a board. Raises ConfigFault for a board that is refused."""
    board = load_board(board_file(said))
    print(f"{board.name}: parts")
    for part in parts(board):
        print(f"{part.count:>5}  {part.what}" + (f"  [{part.use}]" if part.use else ""))
    return 0
