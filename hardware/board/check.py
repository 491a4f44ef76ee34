"""`feltwire board check`: everything that is wrong with a board file, with file, line and row."""

from pathlib import Path

from felt.fault import ConfigFault
from felt.rows import Row, placed, rows
from hardware.board.claims import claims
from hardware.board.file import draft
from hardware.board.finding import Finding
from hardware.board.plan import Board


def examine(path: Path) -> tuple[Board | None, tuple[Finding, ...]]:
    """The board, and all that is wrong with it; None when two values stand at one key, which hides the rest.

    Raises ConfigFault for a file that cannot be read as a board at all.
    """
    doubled = tuple(_doubled(path))
    if doubled:
        return None, doubled
    board, found = draft(path)
    return board, (*found, *claims(board))


def located(path: Path, finding: Finding) -> str:
    """A finding in one line: `FILE:LINE: ROW: what (remedy)`."""
    return f"{placed(str(path), _read(path), finding.row)}: {finding}"


def _doubled(path: Path) -> list[Finding]:
    """Keys that stand twice, which TOML forbids: two places on one antenna, mostly."""
    first: dict[str, Row] = {}
    found = []
    for row in rows(_read(path)):
        if row.value and row.path in first:
            two = f"{first[row.path].value} (line {first[row.path].line}) and {row.value} (line {row.line})"
            what = "two places on one antenna" if ".antennas." in row.path else "two values for one key"
            found.append(Finding(row.path, f"{what}: {two}", "keep one of them"))
        first.setdefault(row.path, row)
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigFault(f"cannot be read: {error.strerror}", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise ConfigFault(f"is not UTF-8 text (byte {error.start})", where=str(path)) from error
