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


def nearest_at(
    picture: NDArray[_Value], x: NDArray[np.float32], y: NDArray[np.float32], outside: Outside
) -> NDArray[_Value]:
    """The same at places `x` and `y`, (..., k) each."""
    across: NDArray[np.float32] = np.ascontiguousarray(x, np.float32).reshape(-1, x.shape[-1])
    down: NDArray[np.float32] = np.ascontiguousarray(y, np.float32).reshape(-1, y.shape[-1])
    found = np.empty((*across.shape, *picture.shape[2:]), picture.dtype)
    for first in range(0, len(across), _ROWS):
        some = slice(first, first + _ROWS)
        found[some] = cv2.remap(picture, across[some], down[some], cv2.INTER_NEAREST, borderMode=outside)
    return found.reshape(*x.shape, *picture.shape[2:])
