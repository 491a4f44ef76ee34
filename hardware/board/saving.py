"""Writes what is found out about a camera into its board file; everything else in the file stays as it was written."""

import os
import re
import shlex
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from felt.fault import ConfigFault
from felt.rows import lines_by_table
from hardware.board.camera import CalibrationPlan, RegionPlan
from hardware.board.file import BOARDS, load_board

_FELT: Final = re.compile(r"^\s*felt\s*=")
_CALIBRATION: Final = ("camera.calibration", "camera.calibration.markers")
_REGIONS: Final = ("camera.regions",)


def check_own(path: Path) -> None:
    """Raises ConfigFault for a board file that ships: every table that names it would be changed with it."""
    if path.resolve().parent == BOARDS.resolve():
        copy = shlex.join(["cp", str(path), "table.toml"])
        raise ConfigFault(
            f"the board {path.stem!r} ships with Feltwire, and nothing is written into it",
            where=str(path),
            remedy=f"make a copy of your own: {copy}, then say --board table.toml",
        )


def save_calibration(path: Path, calibration: CalibrationPlan) -> None:
    """Put the calibration in place of the file's; raises ConfigFault for a file that ships, or is no board then."""
    _save(path, _CALIBRATION, _calibration_text(calibration))


def save_regions(path: Path, regions: Sequence[RegionPlan]) -> None:
    """Put the regions in place of the file's; raises ConfigFault for regions that cannot be, and the file stays."""
    _save(path, _REGIONS, "\n".join(_region_text(region) for region in regions))


def save_felt(path: Path, picture: str) -> None:
    """Name the picture of the empty felt, a file beside the board file; raises ConfigFault."""
    _save_text(path, lambda text: with_felt(text, picture))


def with_felt(text: str, picture: str) -> str:
    """The file's text with the key `felt` in its table `camera`; raises ConfigFault without one."""
    kept: list[str] = []
    done = False
    for table, line in lines_by_table(text):
        if table == "camera" and _FELT.match(line):
            continue
        kept.append(line)
        if table == "camera" and not done:
            kept.append(f'felt = "{picture}"')
            done = True
    if not done:
        raise ConfigFault("names no camera", remedy='[camera] with id = "overhead"')
    return "\n".join(kept).rstrip() + "\n"


def replaced(text: str, tables: Sequence[str], block: str) -> str:
    """The file's text with `block` for all of `tables`, behind the table `camera`; raises ConfigFault without one.

    Comments behind the last row of a table that goes are about what comes next, and stay.
    """
    kept: list[str] = []
    remarks: list[str] = []
    end = None
    for table, line in lines_by_table(text):
        if table in tables:
            remarks = [*remarks, line] if not line.strip() or line.lstrip().startswith("#") else []
            continue
        kept += [*remarks, line]
        remarks = []
        if table == "camera" and line.strip():
            end = len(kept)
    if end is None:
        raise ConfigFault("names no camera", remedy='[camera] with id = "overhead"')
    middle = ["", *block.strip().splitlines(), ""] if block.strip() else [""]
    before, after = kept[:end], kept[end:] + remarks
    while after and not after[0].strip():
        after.pop(0)
    return "\n".join([*before, *middle, *after]).rstrip() + "\n"


def _save(path: Path, tables: Sequence[str], block: str) -> None:
    _save_text(path, lambda text: replaced(text, tables, block))


def _save_text(path: Path, changed: Callable[[str], str]) -> None:
    check_own(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigFault(f"cannot be read: {error.strerror}", where=str(path)) from error
    try:
        _write(path, changed(text))
    except OSError as error:
        raise ConfigFault(f"cannot be written: {error.strerror}", where=str(path)) from error


def _write(path: Path, text: str) -> None:
    """All or nothing, and nothing that `load_board` refuses."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=".toml")
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        draft.chmod(path.stat().st_mode & 0o777)
        try:
            load_board(draft)
        except ConfigFault as fault:
            raise ConfigFault(fault.what, where=str(path), remedy=fault.remedy) from fault
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _calibration_text(calibration: CalibrationPlan) -> str:
    rows = ", ".join(f"{value!r}" for value in calibration.px_to_mm)
    lines = ["[camera.calibration]", f"px_to_mm = [{rows}]", f"error_mm = {round(calibration.error_mm, 3)!r}"]
    for marker in calibration.markers:
        corners = ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in marker.corners)
        lines += ["", "[[camera.calibration.markers]]", f"number = {marker.number}", f"corners = [{corners}]"]
    return "\n".join(lines)


def _region_text(region: RegionPlan) -> str:
    corners = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in region.corners)
    return f'[[camera.regions]]\nplace = "{region.place}"\ncorners = [{corners}]\n'
