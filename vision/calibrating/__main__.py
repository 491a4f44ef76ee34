"""The entries of `feltwire vision sheets` and `feltwire vision calibrate`."""

from pathlib import Path
from typing import Final

import cv2

from felt.fault import BadInput, ConfigFault, StorageFault
from hardware.board import CalibrationPlan, CameraKind, CameraPlan, MarkerPlan, board_file, load_board
from hardware.board.camera import Corner
from hardware.board.saving import check_own, save_calibration
from vision.camera import Source, SourceKind, open_source
from vision.camera.device import SETTLING, Format
from vision.geometry.calibration import Calibration, calibrated
from vision.geometry.sheet import Paper, printed
from vision.picture import Picture, Points
from vision.picture_file import read_picture

_LITTLE: Final = 0.25
"""Marks that span less of the picture than this leave much of the felt to guess."""


def sheets(file: Path, paper: str, count: int) -> int:
    """Write the marker sheets as a PDF; raises BadInput, StorageFault."""
    if paper not in set(Paper):
        raise BadInput(f"{paper!r} is no paper", remedy=" or ".join(Paper))
    document = printed(Paper(paper), count)
    try:
        file.write_bytes(document)
    except OSError as error:
        raise StorageFault(f"cannot be written: {error.strerror}", where=str(file)) from error
    print(f"{file}: {count} sheets. Print them at 100 %, measure the bar, lay them flat and far apart on the felt.")
    return 0


def main(said: str | Path, picture: Path | None) -> int:
    """Calibrate the board's camera, by `picture` or what it sees now, into the board file.

    Raises BadInput for a picture that cannot calibrate, ConfigFault (also for a board that ships, by path or by name),
    LinkLost, Unsupported.
    """
    board = board_file(said)
    check_own(board)
    cv2.setNumThreads(1)
    camera = load_board(board).camera
    if camera is None:
        raise ConfigFault("names no camera", where=str(board), remedy='[camera] with id = "overhead"')
    if camera.kind is CameraKind.VIRTUAL:
        raise ConfigFault("a virtual camera needs no calibration, and heeds none", where="key 'camera.kind'")
    found = calibrated(_right_size(read_picture(picture) if picture else _taken(camera), camera))
    save_calibration(board, plan_of(found))
    for line in report(found):
        print(line)
    return 0


def plan_of(found: Calibration) -> CalibrationPlan:
    """What the board file keeps of a calibration."""
    a, b, c, d, e, f, g, h, i = (float(value) for value in found.plane.px_to_mm.ravel() / found.plane.px_to_mm[2, 2])
    markers = tuple(MarkerPlan(int(number), _corners(corners)) for number, corners in found.markers.items())
    return CalibrationPlan((a, b, c, d, e, f, g, h, i), round(found.error_mm, 3), markers)


def report(found: Calibration) -> list[str]:
    """What the technician is told of a calibration."""
    lines = [
        f"{len(found.markers)} markers, {found.error_mm:.2f} mm off; they span {found.spread:.0%} of the picture.",
        "0, 0 mm is the upper left corner of the lowest sheet: lay it where it lay before, or draw the regions again.",
    ]
    if found.spread < _LITTLE:
        lines.append("That is little: outside the sheets the felt is guessed. Lay more sheets, nearer to the edges.")
    return lines


def _corners(points: Points) -> tuple[Corner, Corner, Corner, Corner]:
    first, second, third, fourth = ((round(float(x), 2), round(float(y), 2)) for x, y in points)
    return first, second, third, fourth


def _taken(camera: CameraPlan) -> Picture:
    """What the camera sees now, once its exposure has settled."""
    source = open_source(SourceKind(camera.kind), camera.source, Format(camera.width, camera.height, camera.fps))
    source.open()
    try:
        return _settled(source)
    finally:
        source.close()


def _settled(source: Source) -> Picture:
    last: Picture | None = None
    for _ in range(SETTLING + 1):
        picture = source.read()
        if picture is None:
            break
        last = picture
    if last is None:
        raise BadInput("there is no picture", where=source.name)
    return last


def _right_size(picture: Picture, camera: CameraPlan) -> Picture:
    height, width = picture.shape[:2]
    if (width, height) != (camera.width, camera.height):
        raise BadInput(
            f"the picture is {width} x {height} px, the camera {camera.width} x {camera.height}",
            remedy="the same size: what is calibrated holds for that size only",
        )
    return picture
