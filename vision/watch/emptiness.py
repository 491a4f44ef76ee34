"""Whether the felt lies empty and still, before its picture is kept: the one picture that cards are told from."""

from collections import deque
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder.photograph import find
from vision.picture import Picture
from vision.reading import Kind, Reader
from vision.tracking.shown import alone

CELL: Final = 8
"""Width and height of a cell, px."""
_FRAMES: Final = 3
"""Pictures that must be as the newest one: a hand that pauses looks still in one."""
_MOVED: Final = 6.0
"""Grey levels, of 255, by which a cell's mean differs only where something moves."""
_LEAST: Final = 3
"""Cells that tell a movement from noise."""
_SURE: Final = 0.9
"""The chance from which what looks like a card's face is one: a print on the felt must not pass for a card."""

Planes: TypeAlias = NDArray[np.float32]


class Stillness:
    """Looks at every picture of one camera; not still until a few have come."""

    def __init__(self) -> None:
        self._before: deque[Planes] = deque(maxlen=_FRAMES)
        self.still = False

    def look(self, picture: Picture) -> None:
        """Take in the newest picture. A change of the whole light is no movement."""
        size = (picture.shape[1] // CELL, picture.shape[0] // CELL)
        now = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        self.still = len(self._before) == _FRAMES and all(_as_before(now, before) for before in self._before)
        self._before.append(now)

    def forget(self) -> None:
        """Nothing is known of what came before."""
        self._before.clear()
        self.still = False


def faces_in(picture: Picture, reader: Reader) -> int:
    """How many cards surely lie face up in a picture of a felt that is not known yet. Backs are not told there."""
    readings = reader.read([alone(picture, outline) for outline in find(picture)])
    return sum(reading.kinds[Kind.FACE.value] >= _SURE for reading in readings)


def _as_before(now: Planes, before: Planes) -> bool:
    if now.shape != before.shape:
        return False
    apart = now - before
    apart -= np.median(apart, axis=(0, 1))
    return int(np.count_nonzero(np.abs(apart).max(axis=2) > _MOVED)) < _LEAST
