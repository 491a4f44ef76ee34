"""Which parts of the picture move, which have changed since they were last looked at, and which are empty felt.

Works on cells of 8 x 8 px, so that a frame in which nothing happens costs next to nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box import Box
from vision.picture import Picture, Points

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
_ADAPT: Final = 0.02
_AGREEING: Final = 0.03
"""Cells brighten or darken together within this share when the whole light does."""

_FOOT: Final = 4.0
"""Grey levels that keep noise in the dark from counting as a change of colour."""
_TINGE: Final = 0.08
"""Under another light all colours of a cell grow or shrink by one factor, within this."""
_SHADE: Final = (0.6, 1.6)
"""The factors that a shadow or a glare makes."""
_SOFT: Final = 0.08
"""How far a cell's factor may be off those around it: shadows have no print."""

Planes: TypeAlias = NDArray[np.float32]
"""(3, rows, columns): the mean blue, green and red of each cell."""
Cells: TypeAlias = NDArray[np.bool_]
"""(rows, columns), one for each cell of the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """Cells that are `moving`, that are still but have `changed`, and that are not as the empty felt is, `covered`.

    `still`: (rows, columns), the frames for which each cell has been still, at most 255. `shaded`: cells of which the
    light alone moves or has changed, as under a shadow or a glare.
    """

    moving: Cells
    changed: Cells
    covered: Cells
    still: NDArray[np.uint8]
    shaded: Cells


class Gate:
    """Looks at every frame of one camera; `felt` is the picture of its empty felt."""

    def __init__(self, felt: Picture) -> None:
        self._shape = felt.shape
        self._felt = _small(felt)
        self._seen = self._felt.copy()
        self._before: list[Planes] = []
        self._still = np.zeros(self._felt.shape[1:], np.uint8)
        self._sample: Picture | None = None

    def look(self, picture: Picture) -> Motion | None:
        """What the frame shows; None for what is not to be trusted: of another size, black, burnt out, the last one."""
        if picture.shape != self._shape or self._again(picture):
            return None
        now = _small(picture)
        if not _DARK <= now.mean() <= _BURNT:
            self._before.clear()
            return None
        now *= _gain(now, self._seen)
        before = self._before
        moving = self._moving(now)
        changed = _differs(now, self._seen, _CHANGED) & ~moving
        covered = _differs(now, self._felt, _FELT)
        calm = ~(moving | changed)
        self._adapt(now, calm, calm & ~covered)
        self._still = cv2.add(self._still, np.ones_like(self._still)).astype(np.uint8, copy=False)
        self._still[moving] = 0
        shaded = _shaded(now, before, moving) | _shaded(now, [self._seen], changed)
        return Motion(moving, changed, covered, self._still, shaded)

    def accept(self, cells: Cells) -> None:
        """These cells have been looked at as they were in the last frame."""
        if self._before:
            np.copyto(self._seen, self._before[-1], where=cells)

    def forget(self) -> None:
        """Everything is to be looked at again."""
        self._seen = self._felt.copy()
        self._before.clear()

    def _again(self, picture: Picture) -> bool:
        """True for a picture that is the last one to the bit: a frozen camera's, for no sensor is without noise."""
        sample, last = picture[::16].copy(), self._sample
        self._sample = sample
        return last is not None and np.array_equal(sample, last)

    def _moving(self, now: Planes) -> Cells:
        moving = np.ones(now.shape[1:], np.bool_)
        if len(self._before) == _BACK:
            moving = np.any([_differs(now, before, _MOVED) for before in self._before], axis=0)
        self._before = [*self._before[-_BACK + 1 :], now]
        return moving

    def _adapt(self, now: Planes, calm: Cells, bare: Cells) -> None:
        """Follow the slow drift of the light where nothing happens."""
        self._seen += (now - self._seen) * (calm * np.float32(_ADAPT))
        self._felt += (now - self._felt) * (bare * np.float32(_ADAPT))


def cells_of(corners: Points, shape: tuple[int, ...]) -> tuple[tuple[slice, slice], Cells]:
    """The cells that a convex shape, px, covers by half or more: a window of the grid and which of it; at least one."""
    rows, columns = shape[0] // CELL, shape[1] // CELL
    mask = np.zeros((rows, columns), np.uint8)
    shrunk = (corners - corners.mean(axis=0)) * 0.92 + corners.mean(axis=0)
    points = np.rint((shrunk / CELL - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, points, 1, shift=4)
    box = Box.around(shrunk / CELL).common(Box.whole(mask.shape))
    if box.empty:
        return (slice(0, 0), slice(0, 0)), np.zeros((0, 0), np.bool_)
    return box.window, mask[box.window].astype(np.bool_)


def _small(picture: Picture) -> Planes:
    size = (picture.shape[1] // CELL, picture.shape[0] // CELL)
    small = cv2.resize(picture[::2], size, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(small.transpose(2, 0, 1), np.float32)


def _gain(now: Planes, then: Planes) -> float:
    """The factor that undoes a change of the whole light, from the cells that agree on it: hands and cards do not."""
    after, before = now[1, ::3, ::3] + 1, then[1, ::3, ::3] + 1
    ratio = before / after
    agreeing = np.abs(ratio / np.median(ratio) - 1) < _AGREEING
    return float(before[agreeing].sum() / after[agreeing].sum()) if agreeing.any() else 1.0


def _shaded(now: Planes, thens: Sequence[Planes], cells: Cells) -> Cells:
    """Those of `cells` that differ from each picture of `thens` by their light alone, if at all."""
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    shaded = np.zeros_like(cells)
    if len(rows):
        window = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        same = [_same_colour(now[:, *window], then[:, *window]) for then in thens]
        shaded[window] = np.all(same, axis=0) & cells[window]
    return shaded


def _same_colour(now: Planes, then: Planes) -> Cells:
    factors = (now + _FOOT) / (then + _FOOT)
    least, most, mean = factors.min(axis=0), factors.max(axis=0), factors.mean(axis=0)
    soft = np.abs(mean - cv2.blur(mean, (3, 3))) < _SOFT
    return np.asarray((most - least < _TINGE) & (least > _SHADE[0]) & (most < _SHADE[1]) & soft)


def _differs(one: Planes, other: Planes, by: float) -> Cells:
    differs: Cells = cv2.absdiff(one, other).max(axis=0) > by
    return differs
