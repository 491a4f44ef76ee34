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
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"cannot be read: {why}", where=str(path), remedy=_REMEDY) from error
    try:
        found = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error as error:
        raise BadInput("is too large for a picture", where=str(path), remedy=_REMEDY) from error
    if found is None:
        raise BadInput("is no picture", where=str(path), remedy=_REMEDY)
    return found.astype(np.uint8, copy=False)


def write_picture(path: Path, picture: Picture) -> None:
    """All or nothing: what was there stays whole until the new one is. Raises StorageFault, BadInput for its suffix."""
    if path.suffix.lower() not in SUFFIXES:
        raise BadInput(f"{path.suffix or path.name!r} is no kind of picture", where=str(path), remedy="a .png file")
    draft = path.with_name(f".{path.name}.new")
    try:
        draft.write_bytes(cv2.imencode(path.suffix, picture)[1].tobytes())
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise StorageFault(f"cannot be written: {error.strerror}", where=str(path)) from error
