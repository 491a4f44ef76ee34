"""The values of a picture at many points at once."""

from enum import IntEnum
from typing import Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Points

_ROWS: Final = 30_000
"""OpenCV maps fewer than 2**15 rows at once."""
_Value = TypeVar("_Value", np.uint8, np.int16)


class Outside(IntEnum):
    """What there is beyond a picture's edge."""

    ZERO = cv2.BORDER_CONSTANT
    THE_EDGE = cv2.BORDER_REPLICATE


def nearest(picture: NDArray[_Value], points: Points, outside: Outside) -> NDArray[_Value]:
    """(..., k[, n]) the pixels of `picture`, (height, width[, n]), that are nearest to `points` (..., k, 2)."""
    rows: Points = np.ascontiguousarray(points, np.float32).reshape(-1, points.shape[-2], 2)
    found = np.empty((*rows.shape[:2], *picture.shape[2:]), picture.dtype)
    for first in range(0, len(rows), _ROWS):
        some = slice(first, first + _ROWS)
        # An empty second map, which the type stubs want in place of None, makes nonsense of bytes in OpenCV 5.0.
        found[some] = cv2.remap(picture, rows[some], None, cv2.INTER_NEAREST, borderMode=outside)  # type: ignore[call-overload]
    return found.reshape(*points.shape[:-1], *picture.shape[2:])
