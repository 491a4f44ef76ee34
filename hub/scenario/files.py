"""Scripts from files: whatever is wrong with a file is said in its report."""

from pathlib import Path
from typing import Final

from felt.fault import ScriptFault
from felt.script import Script, parse_script
from hub.rules.books import SHELF, Shelf
from hub.scenario.report import Report, Verdict
from hub.scenario.runner import run_script

_MAX_BYTES: Final = 4 * 1024 * 1024


def load_script(file: Path, shelf: Shelf = SHELF) -> Script:
    """Read a script's file; raises ScriptFault when it is not there, too long, not UTF-8, or no script."""
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise ScriptFault(f"cannot be opened: {error.strerror}", where=str(file), remedy="a readable file") from error
    if len(raw) > _MAX_BYTES:
        raise ScriptFault(f"{len(raw)} bytes are no hand script", where=str(file), remedy=f"at most {_MAX_BYTES}")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ScriptFault("not UTF-8", where=f"{file}:{line}", remedy="save the file as UTF-8") from error
    return parse_script(text, str(file), tuple(shelf.books))


def run_file(file: Path, shelf: Shelf = SHELF) -> Report:
    """Run one file under the books of `shelf`; whatever is wrong with it is in the report."""
    try:
        script = load_script(file, shelf)
    except ScriptFault as fault:
        return Report(str(file), Verdict.UNREADABLE, why=str(fault))
    return run_script(script, shelf)
