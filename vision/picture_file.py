"""Picture files: read and written by their bytes, for OpenCV dies of a name that is not UTF-8."""

from contextlib import suppress
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from felt.fault import BadInput, StorageFault
from vision.picture import Picture

SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
"""What a picture's file is called, in small letters."""
_REMEDY: Final = "a JPEG or PNG file"


def read_picture(path: Path) -> Picture:
    """(height, width, 3), whatever the file holds: grey is spread over the colours, transparency left out.

    Raises BadInput for a file that cannot be read, is no picture or is larger than a picture may be.
    """
    return _decoded(path, cv2.IMREAD_COLOR).astype(np.uint8, copy=False)


def read_on_white(path: Path) -> Picture:
    """The same with white paper where the picture is transparent: printed matter. Raises BadInput as `read_picture`."""
    found = _decoded(path, cv2.IMREAD_UNCHANGED)
    if found.dtype == np.uint16:
        found = cv2.convertScaleAbs(found, alpha=1 / 257)  # 65535 is 255
    if found.ndim == 2:
        found = cv2.cvtColor(found, cv2.COLOR_GRAY2BGR)
    if found.shape[2] == 3:
        return found.astype(np.uint8, copy=False)
    share = found[:, :, 3:].astype(np.float32) / 255
    return (found[:, :, :3] * share + 255 * (1 - share)).astype(np.uint8)


def _decoded(path: Path, how: int) -> cv2.typing.MatLike:
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"cannot be read: {why}", where=str(path), remedy=_REMEDY) from error
    try:
        found = cv2.imdecode(data, how) if data.size else None
    except cv2.error as error:
        raise BadInput("is too large for a picture", where=str(path), remedy=_REMEDY) from error
    if found is None:
        raise BadInput("is no picture", where=str(path), remedy=_REMEDY)
    return found


def check_kind(path: Path) -> None:
    """Raises BadInput for a file whose suffix is no picture's: to be asked before the work that is written there."""
    if path.suffix.lower() not in SUFFIXES:
        raise BadInput(f"{path.suffix or path.name!r} is no kind of picture", where=str(path), remedy="a .png file")


def write_picture(path: Path, picture: Picture) -> None:
    """All or nothing: what was there stays whole until the new one is. Raises StorageFault, BadInput for its suffix."""
    check_kind(path)
    draft = path.with_name(f".{path.name}.new")
    try:
        draft.write_bytes(cv2.imencode(path.suffix, picture)[1].tobytes())
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise StorageFault(f"cannot be written: {error.strerror}", where=str(path)) from error
