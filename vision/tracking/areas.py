"""Which part of the picture is to be searched for cards next."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from felt.clock import Nanos, seconds
from vision.box import Box
from vision.picture import Points
from vision.tracking.gate import CELL, Motion, cells_of
from vision.tracking.light import Cells
from vision.tracking.track import Phase, Track

_LEAST: Final = 3
"""Cells that tell a change from noise."""
_OF_A_CARD: Final = 8
"""Cells side by side that must have changed at a known card for it to be searched anew."""
_CARDLIKE: Final = 16
"""Cells side by side that must have changed, or be unexplained, for a new card to be looked for: a fifth of a card."""
_UNCOVERED: Final = 0.08
"""The share of a known card that must have changed for it to be searched by itself."""
_IN_SIGHT: Final = 0.2
"""The share of a covered card, with no other card over it, from which it may be in sight again."""
_ARMS: Final = 4
"""Frames for which what lies beside something that moves must be still: an arm's inside looks still for a moment."""
_REACHING_IN: Final = 20
"""The same for what reaches to the picture's edge too, as an arm does."""
TRIES: Final = 2
"""Searches for what is not explained, and for what could not be told."""
_ANEW: Final = 0.5
"""The share of a doubtful card's cells at which something must have happened for it to be searched for once more."""
_PAUSE: Final = seconds(0.3)
_MARGIN: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """What to do in one frame: search `box`, px; take the cells that are `settled` as they are now."""

    box: Box | None
    settled: Cells


@dataclass(frozen=True, eq=False)
class Ground:
    """The cells of the cards that are followed, in one frame; worked out when they are asked for."""

    tracks: tuple[Track, ...]
    motion: Motion

    @cached_property
    def all(self) -> Cells:
        """Of all cards."""
        return lying_cells(self.tracks, self.motion.moving.shape)

    @cached_property
    def known(self) -> Cells:
        """Of those not covered."""
        return lying_cells([track for track in self.tracks if not track.covered], self.motion.moving.shape)

    @cached_property
    def shaded(self) -> Cells:
        """Those of which nothing but the light moves or has changed."""
        return self.motion.shaded(self.all)


class Areas:
    """Picks, frame by frame, one area that has changed and lies still; else one that nothing explains, a few times."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._shape = shape
        self._tries = np.zeros((shape[0] // CELL, shape[1] // CELL), np.uint8)
        self._sought = np.zeros_like(self._tries)
        self._again = Nanos(0)

    def next(self, motion: Motion, ground: Ground, tracks: Sequence[Track], at: Nanos) -> Area:
        """The area to search in this frame."""
        self._tries[motion.moving | motion.changed] = 0
        nothing = np.zeros_like(motion.changed)
        emerged = _emerged(motion, ground, tracks)
        if emerged is not None or motion.changed.any():
            area = self._changed(motion, ground, tracks, emerged)
            return area if area.box is not None else Area(self._doubtful(motion, tracks, at), area.settled)
        doubtful = self._doubtful(motion, tracks, at)
        if doubtful is not None or at < self._again:
            return Area(doubtful, nothing)
        self._again = Nanos(at + _PAUSE)
        puzzling = unexplained(motion, ground.known) & ~motion.moving & (self._tries < TRIES)
        for _, around in _patches(puzzling, _CARDLIKE):
            box = self._whole(around, tracks)
            self._tries[cells_in(box)] += 1
            return Area(box, nothing)
        return Area(None, nothing)

    def _doubtful(self, motion: Motion, tracks: Sequence[Track], at: Nanos) -> Box | None:
        """Around a card whose looks told nothing: a search beside a hand, or in its shadow, may have found it badly.

        Where it lies is searched once while it is read and once when it was given up, until something happens there: a
        heap of mucked cards is found otherwise each time, and never told.
        """
        self._sought[motion.moving | motion.changed] = 0
        for track in tracks:
            if track.doubtful and not (track.busy or track.covered) and self._to_be_sought(track, at):
                box = self._whole(track.box, tracks)
                if not motion.moving[cells_in(box)].any():
                    self._sought[cells_in(box)] += 1
                    return box
        return None

    def _to_be_sought(self, track: Track, at: Nanos) -> bool:
        given_up = track.phase is Phase.SETTLED and at - (track.looked or 0) >= _PAUSE
        return track.share_of(self._sought < (TRIES if given_up else 1)) > _ANEW

    def _changed(self, motion: Motion, ground: Ground, tracks: Sequence[Track], emerged: Track | None) -> Area:
        """The largest change that is worth a search; those that are worth none are settled.

        A known card at which nothing moves any more comes first: it need not wait for the hand beside it. A known card
        under another light is the same card, and what has become felt again hides nothing.
        """
        settled = motion.changed & ((ground.shaded & ground.known) | ~(motion.covered | ground.all))
        for track in tracks if (motion.changed & ground.all).any() else ():
            if 0 < track.share_of(motion.changed) < _UNCOVERED and not track.share_of(motion.moving):
                track.mark(settled)
        settled &= motion.changed
        changed = motion.changed & ~settled
        known = _uncovered(changed, motion.moving & ~ground.shaded, tracks) if emerged is None else emerged
        if known is not None:
            box = self._whole(known.box, [known])
            settled[cells_in(box)] = motion.changed[cells_in(box)]
            return Area(box, settled)
        beside = cv2.dilate(motion.moving.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        for cells, around in _patches(changed, 1):
            if np.count_nonzero(motion.still[cells] >= self._wait(cells, around, beside)) * 2 < np.count_nonzero(cells):
                continue
            lies = bool((cells & ground.all).any())
            count = np.count_nonzero(cells if lies else cells & motion.covered)
            settled |= cells
            if count >= (_OF_A_CARD if lies else _CARDLIKE):
                box = self._whole(around, tracks)
                return Area(box, settled)
        return Area(None, settled)

    def _wait(self, cells: Cells, around: Box, beside: Cells) -> int:
        """The frames for which a change must have been still: arms move now or reach in from outside the picture."""
        moves = bool((beside & cells).any())
        if not around.lies_in(Box.whole(self._shape).grown(-CELL)):
            return _REACHING_IN if moves else _ARMS
        return _ARMS if moves else 0

    def _whole(self, box: Box, tracks: Sequence[Track]) -> Box:
        """The box with a margin, and with the whole of each card that it touches."""
        box = box.grown(_MARGIN)
        for touched in [around for track in tracks if (around := track.box.grown(4)).touches(box)]:
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


def unexplained(motion: Motion, known: Cells) -> Cells:
    """Cells that are neither empty felt nor those of a card that is followed and in sight, which are `known`."""
    left: Cells = motion.covered & (cv2.dilate(known.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0)
    return left


def _uncovered(changed: Cells, moving: Cells, tracks: Sequence[Track]) -> Track | None:
    """A card at which much has changed and nothing moves."""
    for track in tracks:
        if track.share_of(changed) >= _UNCOVERED and not track.share_of(moving):
            return track
    return None


def _emerged(motion: Motion, ground: Ground, tracks: Sequence[Track]) -> Track | None:
    """A card that was covered when it was looked for, from which what moved over it has gone: the picture may be the
    one from before, and so not have changed.
    """
    hidden = [track for track in tracks if track.covered and track.stirred and not track.share_of(motion.moving)]
    open_to_sight = unexplained(motion, ground.known) if hidden else motion.covered
    return next((track for track in hidden if track.share_of(open_to_sight) >= _IN_SIGHT), None)


def lit_anew(motion: Motion, ground: Ground, box: Box) -> Cells:
    """The cells of a box that was searched in which nothing but the light moves over a card that was found."""
    lit = np.zeros_like(motion.moving)
    window = cells_in(box)
    lit[window] = (motion.moving & ground.shaded & ground.known)[window]
    return lit


def lying_cells(tracks: Iterable[Track], shape: tuple[int, ...]) -> Cells:
    """Of a grid of `shape`, the cells of all cards that are followed."""
    lying = np.zeros(shape, np.bool_)
    for track in tracks:
        track.mark(lying)
    return lying


def strange_cells(motion: Motion, tracks: Iterable[Track]) -> Cells:
    """Cells in which something moves, has just changed, or hides something."""
    known = lying_cells([track for track in tracks if not track.covered], motion.moving.shape)
    return motion.moving | motion.changed | unexplained(motion, known)


def clear(corners: Points, strange: Cells, tracks: Iterable[Track], shape: tuple[int, ...]) -> bool:
    """True where nothing is `strange` inside a convex shape, px, and no card there is covered or busy."""
    window, mask = cells_of(corners, shape)
    box = Box.around(corners)
    near = [track for track in tracks if (track.covered or track.busy) and track.box.touches(box)]
    return int(np.count_nonzero(strange[window][mask])) < _LEAST and not any(
        track.share_of(_within(window, mask, shape)) > 0 for track in near
    )


def _within(window: tuple[slice, slice], mask: Cells, shape: tuple[int, ...]) -> Cells:
    cells = np.zeros((shape[0] // CELL, shape[1] // CELL), np.bool_)
    cells[window] = mask
    return cells
