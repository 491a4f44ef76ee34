"""How a felt with few marks of its own was moved: its known edges are laid over the picture in every likely way."""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Picture

_REACH: Final = 45
"""px, either way, within which a shift is found."""
_STEP: Final = 3
"""px; an edge is looked at so far to either side of it."""
_SOFT: Final = 1.5
"""px of blur: an edge lives through it, noise does not."""
_TURNS: Final = np.arange(-3.0, 3.01, 0.25)
"""Degrees within which a turn is found; a step is 3 px at the corner of a picture."""
EDGES: Final = 60
"""So many edges are laid at most, and a third of them at least."""

Moved = NDArray[np.float64]
"""(2, 3), where a point of the picture was to where it is, px."""


def slid(picture: Picture, sides: NDArray[np.intp], rises: NDArray[np.float32], faded: float) -> tuple[Moved, int]:
    """The move after which most edges stand, and how many of `EDGES` do; none of too few. Takes some 100 ms.

    `sides` (n, 2, 2): row and column of a bright and of a dark pixel of the unmoved picture; `rises` (n,): the levels
    between them; an edge that rises by less than `faded` of that is gone.
    """
    if len(rises) < EDGES // 3:
        return np.eye(2, 3), 0
    some = np.linspace(0, len(rises) - 1, min(EDGES, len(rises))).astype(np.intp)
    smooth = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), _SOFT)
    grey = smooth.astype(np.float32)
    points, least = sides[some].reshape(-1, 2)[:, ::-1].astype(np.float64), faded * rises[some]
    best, count = np.eye(2, 3), -1
    for moved, shifts in _likely(grey.shape):
        x, y = np.rint(points @ moved[:, :2].T + moved[:, 2]).astype(np.intp).T
        stand = _standing(grey, x + shifts[:, :1], y + shifts[:, 1:], least)
        at = int(stand.argmax())
        if stand[at] > count:
            best, count = np.hstack([moved[:, :2], (moved[:, 2] + shifts[at])[:, None]]), int(stand[at])
    return best, round(count * EDGES / len(some))


def _likely(shape: tuple[int, ...]) -> Iterator[tuple[Moved, NDArray[np.intp]]]:
    """Each turn about the picture's middle, and the shifts after it, (k, 2) px; the least first."""
    reach = np.arange(-_REACH, _REACH + 1, _STEP)
    shifts = np.stack(np.meshgrid(reach, reach), axis=-1).reshape(-1, 2)
    shifts = shifts[np.argsort(np.abs(shifts).sum(axis=1), kind="stable")]
    for degrees in sorted(_TURNS, key=abs):
        turned = cv2.getRotationMatrix2D((shape[1] / 2, shape[0] / 2), -float(degrees), 1.0)
        yield np.asarray(turned, np.float64), np.asarray(shifts, np.intp)


def _standing(
    grey: NDArray[np.float32], x: NDArray[np.intp], y: NDArray[np.intp], least: NDArray[np.float32]
) -> NDArray[np.intp]:
    """(k,): how many edges stand after each of k shifts; `x` and `y` are (k, 2 n), bright and dark in turn."""
    height, width = grey.shape
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    levels = grey[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)].reshape(len(x), -1, 2)
    stand = (levels[:, :, 0] - levels[:, :, 1] >= least) & inside.reshape(len(x), -1, 2).all(axis=2)
    return np.asarray(stand.sum(axis=1), np.intp)
