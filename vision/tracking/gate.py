"""Which parts of the picture move, which have changed since they were last looked at, and which are empty felt.

Works on cells of 8 x 8 px, so that a frame in which nothing happens costs next to nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box import Box
from vision.picture import Picture, Points
from vision.tracking.light import Cells, Light, Planes

CELL: Final = 8
"""Width and height of a cell, px."""
_MOVED: Final = 6.0
"""Grey levels, of 255, by which a cell's mean differs between frames only where something moves."""
_CHANGED: Final = 6.0
_FELT: Final = 12.0
"""Grey levels within which a cell is like the empty felt: shadows and the lamp's drift are wider than noise."""
_BACK: Final = 3
"""A cell is still when it is as it was in each of so many frames before."""
_DARK: Final = 10.0
_BURNT: Final = 245.0
_SELDOM: Final = 4
_ADAPT: Final = 0.08
"""The share of the light's drift that is followed in every fourth frame."""
_AGREEING: Final = 0.03
"""Cells brighten or darken together within this share when the whole light does."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """Cells that are `moving`, that are still but have `changed`, and that are not as the empty felt is, `covered`.

    `hidden`: of the moving ones, those that are not as they were when last looked at; what passed over the others has
    left. `still`: (rows, columns), the frames for which each cell has been still, at most 255.
    """

    moving: Cells
    changed: Cells
    hidden: Cells
    covered: Cells
    still: NDArray[np.uint8]
    light: Light

    def shaded(self, among: Cells) -> Cells:
        """Those of the cells `among` of which the light alone moves or has changed, as under a shadow or a glare."""
        return self.light.moves(self.moving & among) | self.light.changed(self.changed & among)


class Gate:
    """Looks at every frame of one camera; `felt` is the picture of its empty felt."""

    def __init__(self, felt: Picture) -> None:
        self._shape = felt.shape
        self._felt = _small(felt)
        self._seen = self._felt.copy()
        self._before: tuple[Planes, ...] = ()
        self._still = np.zeros(self._felt.shape[1:], np.uint8)
        self._sample: Picture | None = None
        self._looks = 0

    def look(self, picture: Picture) -> Motion | None:
        """What the frame shows; None for what is not to be trusted: of another size, black, burnt out, the last one."""
        if picture.shape != self._shape or self._again(picture):
            return None
        now = _small(picture)
        if not _DARK <= now.mean() <= _BURNT:
            self._before = ()
            return None
        now *= np.float32(_gain(now, self._seen))
        before = self._before
        self._before = (*before[-_BACK + 1 :], now)
        moving = _moving(now, before)
        differs = _differs(now, self._seen, _CHANGED)
        changed = differs & ~moving
        covered = _differs(now, self._felt, _FELT)
        self._adapt(now, moving | changed, covered)
        self._still = cv2.add(self._still, np.ones_like(self._still)).astype(np.uint8, copy=False)
        self._still[moving] = 0
        return Motion(moving, changed, moving & differs, covered, self._still, Light(now, before, self._seen))

    def accept(self, cells: Cells) -> None:
        """These cells have been looked at as they were in the last frame."""
        if self._before:
            np.copyto(self._seen, self._before[-1], where=cells)

    def forget(self) -> None:
        """Everything is to be looked at again."""
        self._seen = self._felt.copy()
        self._before = ()

    def _again(self, picture: Picture) -> bool:
        """True for a picture that is the last one to the bit: a frozen camera's, for no sensor is without noise."""
        sample, last = picture[::48].copy(), self._sample
        self._sample = sample
        return last is not None and np.array_equal(sample, last)

    def _adapt(self, now: Planes, stirred: Cells, covered: Cells) -> None:
        """Follow the slow drift of the light where nothing happens; every few frames are enough."""
        self._looks += 1
        if self._looks % _SELDOM == 0:
            self._seen += (now - self._seen) * (~stirred * np.float32(_ADAPT))
            self._felt += (now - self._felt) * (~(stirred | covered) * np.float32(_ADAPT))


def cells_of(corners: Points, shape: tuple[int, ...]) -> tuple[tuple[slice, slice], Cells]:
    """The cells that a convex shape, px, covers by half or more: a window of the grid and which of it; at least one."""
    return drawn((corners - corners.mean(axis=0)) * 0.92 + corners.mean(axis=0), shape)


def drawn(corners: Points, shape: tuple[int, ...]) -> tuple[tuple[slice, slice], Cells]:
    """All cells that a convex shape, px, touches: a window of the grid and which of it."""
    mask = np.zeros((shape[0] // CELL, shape[1] // CELL), np.uint8)
    cv2.fillConvexPoly(mask, np.rint((corners / CELL - 0.5) * 16).astype(np.int32), 1, shift=4)
    box = Box.around((corners / CELL).astype(np.float32), 1).common(Box.whole(mask.shape))
    if box.empty:
        return (slice(0, 0), slice(0, 0)), np.zeros((0, 0), np.bool_)
    return box.window, mask[box.window].astype(np.bool_)


def _small(picture: Picture) -> Planes:
    """The mean of every second row of each cell."""
    rows, columns = picture.shape[0] // CELL, picture.shape[1] // CELL
    small = picture[: rows * CELL : 2, : columns * CELL]
    for size in ((columns * 4, rows * 2), (columns * 2, rows)):  # OpenCV halves much faster than it takes an eighth
        small = cv2.resize(small, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    halves = np.ascontiguousarray(small.reshape(rows, columns, 6).transpose(2, 0, 1))
    planes: Planes = np.add(halves[:3], halves[3:], dtype=np.float32)
    planes *= np.float32(0.5)
    return planes


def _gain(now: Planes, then: Planes) -> float:
    """The factor that undoes a change of the whole light, from the cells that agree on it: hands and cards do not."""
    after, before = (planes[1, ::3, ::3].ravel() + 1 for planes in (now, then))
    ratio = before / after
    middle = np.partition(ratio, len(ratio) // 2)[len(ratio) // 2]
    agreeing = np.abs(ratio - middle) < _AGREEING * middle
    return float(before[agreeing].sum() / after[agreeing].sum())


def _moving(now: Planes, before: Sequence[Planes]) -> Cells:
    """The cells that are not as they were in each of the frames before."""
    if len(before) < _BACK:
        return np.ones(now.shape[1:], np.bool_)
    low, high = before[0], before[0]
    for planes in before[1:]:
        low, high = np.minimum(low, planes), np.maximum(high, planes)
    apart = np.maximum(np.subtract(now, low, out=low), np.subtract(high, now, out=high), out=low)
    return np.asarray(apart.max(axis=0) > _MOVED)


def _differs(one: Planes, other: Planes, by: float) -> Cells:
    differs: Cells = cv2.absdiff(one, other).max(axis=0) > by
    return differs
