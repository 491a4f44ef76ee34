"""What a board's camera lacks until its process can start: a calibration, a picture of the empty felt, regions.

The loader takes such a board: calibrating and drawing begin with it.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.board.camera import CameraKind, CameraPlan
from hardware.board.finding import Finding, Weight
from hardware.board.plan import Board

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_SIZE: Final = struct.Struct(">II")
"""Width and height, the first two fields of IHDR, which is a PNG file's first chunk."""
_SIZE_AT: Final = 16
"""After the signature (8), the chunk's length (4) and its type (4)."""


def camera_lacks(board: Board) -> Iterator[Finding]:
    """All that is still to be done before `feltwire vision run` starts with this board."""
    camera = board.camera
    if camera is None:
        return
    page = "on the page of feltwire vision watch"
    if not camera.regions:
        yield _lack("camera.regions", "no region is drawn", f"draw them {page}")
    if camera.kind is CameraKind.VIRTUAL:  # it knows its own felt
        return
    if camera.calibration is None and not camera.regions:
        yield _lack(
            "camera.calibration", "the camera is not calibrated", f"feltwire vision calibrate, or four clicks {page}"
        )
    why = "there is no picture of the empty felt" if camera.felt is None else _unfit(camera.felt, camera)
    if why:
        yield _lack("camera.felt", why, f"take one {page}, with nothing on the felt")


def _lack(row: str, what: str, remedy: str) -> Finding:
    return Finding(row, what, remedy, Weight.UNFINISHED)


def _unfit(felt: Path, camera: CameraPlan) -> str:
    """Why the file is no picture of this camera's felt, as far as its first bytes tell; empty where they do not."""
    try:
        with felt.open("rb") as file:
            head = file.read(_SIZE_AT + _SIZE.size)
    except (OSError, ValueError) as error:
        return f"{felt} cannot be read: {error.strerror if isinstance(error, OSError) else error}"
    if not head:
        return f"{felt} is no picture"
    if head.startswith(_PNG) and len(head) == _SIZE_AT + _SIZE.size:
        width, height = _SIZE.unpack_from(head, _SIZE_AT)
        if (width, height) != (camera.width, camera.height):
            return f"{felt} is {width} x {height} px, the camera {camera.width} x {camera.height}"
    return ""
