"""The cloth itself, coarse nap and wear, which tells apart what a betting line that looks the same both ways cannot."""

from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Picture

CELL: Final = 8
"""px, width and height of a cell: coarse enough to bear a move that is known to a few px."""
_SMOOTH: Final = 2.5
"""Cells; what changes over more than this is light."""
_LEAST: Final = 0.5
"""Levels by which a cell is lighter or darker than those around it, or it tells nothing."""
_ENOUGH: Final = 200
"""Cells that tell something, or the cloth is bare."""

Cloth: TypeAlias = NDArray[np.float32]
"""(rows, columns): by how many levels each cell is lighter than those around it."""


def cloth_of(picture: Picture) -> Cloth:
    """The cloth in a picture."""
    size = (picture.shape[1] // CELL, picture.shape[0] // CELL)
    cells = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32), size, interpolation=cv2.INTER_AREA)
    return np.asarray(cells - cv2.GaussianBlur(cells, (0, 0), _SMOOTH), np.float32)


def likeness(before: Cloth, now: Cloth, moved: NDArray[np.float64]) -> float:
    """How well `now` is `before` after a move, (2, 3) px to px: 1 when all cells agree, about 0 when chance decides.

    Each cell counts as lighter, darker or neither, so that neither a line nor a card outweighs the cloth; a bare cloth
    is like nothing.
    """
    middle = (CELL - 1) / 2  # a cell's own point is the middle of its pixels
    turn = moved[:, :2]
    shift = (turn @ (middle, middle) + moved[:, 2] - middle) / CELL
    size = (before.shape[1], before.shape[0])
    back = cv2.warpAffine(now, np.hstack([turn, shift[:, None]]), size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    one, other = _told(before), _told(np.asarray(back, np.float32))
    telling = min(int(np.count_nonzero(one)), int(np.count_nonzero(other)))
    if telling < _ENOUGH:
        return 0.0
    return float((one * other).sum() / np.sqrt(np.count_nonzero(one) * np.count_nonzero(other)))


def _told(cloth: Cloth) -> Cloth:
    return np.asarray(np.sign(cloth) * (np.abs(cloth) > _LEAST), np.float32)
