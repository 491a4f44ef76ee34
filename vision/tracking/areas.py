"""Which part of the picture is to be searched for cards next."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from felt.clock import Nanos, seconds
from vision.box import Box
from vision.picture import Points
from vision.tracking.gate import CELL, Cells, Motion, cells_of
from vision.tracking.track import Track

_LEAST: Final = 3
"""Cells that tell a change from noise."""
_OF_A_CARD: Final = 8
"""Cells side by side that must have changed at a known card for it to be searched anew."""
_CARDLIKE: Final = 16
"""Cells side by side that must have changed, or be unexplained, for a new card to be looked for: a fifth of a card."""
_UNCOVERED: Final = 0.08
"""The share of a known card that must have changed for it to be searched by itself."""
_ARMS: Final = 4
"""Frames for which what lies beside something that moves must be still: an arm's inside looks still for a moment."""
_REACHING_IN: Final = 20
"""The same for what reaches to the picture's edge, as an arm does."""
_TRIES: Final = 2
_PAUSE: Final = seconds(0.3)
_MARGIN: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """What to do in one frame: search `box`, px; take the cells that are `settled` as they are now."""

    box: Box | None
    settled: Cells


class Areas:
    """Picks, frame by frame, one area that has changed and lies still; else one that nothing explains, a few times."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._shape = shape
        self._tries = np.zeros((shape[0] // CELL, shape[1] // CELL), np.uint8)
        self._again = Nanos(0)

    def next(self, motion: Motion, tracks: Sequence[Track], at: Nanos) -> Area:
        """The area to search in this frame."""
        self._tries[motion.moving | motion.changed] = 0
        if motion.changed.any():
            return self._changed(motion, tracks)
        nothing = np.zeros_like(motion.changed)
        if at < self._again:
            return Area(None, nothing)
        self._again = Nanos(at + _PAUSE)
        puzzling = unexplained(motion, tracks) & (self._tries < _TRIES)
        for _, around in _patches(puzzling, _CARDLIKE):
            box = self._whole(around, tracks)
            self._tries[cells_in(box)] += 1
            return Area(box, nothing)
        return Area(None, nothing)

    def _changed(self, motion: Motion, tracks: Sequence[Track]) -> Area:
        """The largest change that is worth a search; those that are worth none are settled.

        A known card at which nothing moves any more comes first: it need not wait for the hand beside it. A known card
        under another light is the same card.
        """
        settled = motion.changed & motion.shaded & known_cells(tracks, motion.changed.shape)
        changed, moving = motion.changed & ~settled, motion.moving & ~motion.shaded
        for track in tracks:
            if track.share_of(changed) >= _UNCOVERED and not track.share_of(moving):
                box = self._whole(Box.around(track.outline.corners), [track])
                settled[cells_in(box)] = motion.changed[cells_in(box)]
                return Area(box, settled)
        beside = cv2.dilate(motion.moving.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        for cells, around in _patches(changed, 1):
            if np.count_nonzero(motion.still[cells] >= self._wait(cells, around, beside)) * 2 < np.count_nonzero(cells):
                continue
            known = any(track.share_of(cells) > 0 for track in tracks)
            count = np.count_nonzero(cells if known else cells & motion.covered)
            settled |= cells
            if count >= (_OF_A_CARD if known else _CARDLIKE):
                box = self._whole(around, tracks)
                return Area(box, settled)
        return Area(None, settled)

    def _wait(self, cells: Cells, around: Box, beside: Cells) -> int:
        """The frames for which a change must have been still: arms move now or reach in from outside the picture."""
        if not around.lies_in(Box.whole(self._shape).grown(-CELL)):
            return _REACHING_IN
        return _ARMS if (beside & cells).any() else 0

    def _whole(self, box: Box, tracks: Sequence[Track]) -> Box:
        """The box with a margin, and with the whole of each card that it touches."""
        box = box.grown(_MARGIN)
        for touched in [around for track in tracks if (around := Box.around(track.outline.corners, 4)).touches(box)]:
            box = box.joined(touched)
        return box.common(Box.whole(self._shape))


def _patches(cells: Cells, least: int) -> Iterator[tuple[Cells, Box]]:
    """Cells side by side, at least so many, largest first, and the pixels around them."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=8)
    for label in 1 + np.argsort(-stats[1:count, cv2.CC_STAT_AREA], kind="stable"):
        if stats[label, cv2.CC_STAT_AREA] < least:
            return
        x, y, width, height = (int(value) * CELL for value in stats[label, :4])
        yield labels == label, Box(x, y, width, height)


def cells_in(box: Box) -> tuple[slice, slice]:
    """The window of the grid of cells that a box, px, has a pixel of."""
    rows = slice(box.y // CELL, -(-(box.y + box.height) // CELL))
    return rows, slice(box.x // CELL, -(-(box.x + box.width) // CELL))


def unexplained(motion: Motion, tracks: Iterable[Track]) -> Cells:
    """Cells that are neither empty felt nor a card that is followed."""
    known = known_cells(tracks, motion.covered.shape).astype(np.uint8)
    left: Cells = motion.covered & (cv2.dilate(known, np.ones((3, 3), np.uint8)) == 0)
    return left


def lit_anew(motion: Motion, tracks: Iterable[Track], box: Box) -> Cells:
    """The cells of a box that was searched in which nothing but the light moves over a card that was found."""
    lit = np.zeros_like(motion.moving)
    window = cells_in(box)
    known = known_cells(tracks, motion.moving.shape)
    lit[window] = (motion.moving & motion.shaded & known)[window]
    return lit


def known_cells(tracks: Iterable[Track], shape: tuple[int, ...]) -> Cells:
    """Of a grid of `shape`, the cells of the cards that are followed and are not covered."""
    known = np.zeros(shape, np.uint8)
    for track in tracks:
        if not track.covered:
            points = np.rint((track.outline.corners / CELL - 0.5) * 16).astype(np.int32)
            cv2.fillConvexPoly(known, points, 1, shift=4)
    return known > 0


def clear(corners: Points, motion: Motion, tracks: Iterable[Track], shape: tuple[int, ...]) -> bool:
    """True where nothing moves, has just changed, or hides something inside a convex shape, px."""
    window, mask = cells_of(corners, shape)
    strange = motion.moving | motion.changed | unexplained(motion, tracks)
    box = Box.around(corners)
    near = [track for track in tracks if Box.around(track.outline.corners).touches(box)]
    return int(np.count_nonzero(strange[window][mask])) < _LEAST and not any(
        (track.covered or track.busy) and track.share_of(_within(window, mask, shape)) > 0 for track in near
    )


def _within(window: tuple[slice, slice], mask: Cells, shape: tuple[int, ...]) -> Cells:
    cells = np.zeros((shape[0] // CELL, shape[1] // CELL), np.bool_)
    cells[window] = mask
    return cells
