"""Cards on a felt whose scale and empty picture are known."""

from typing import Final

import cv2
import numpy as np

from vision.box import Box
from vision.finder.candidates import RISE, Candidates, Patch
from vision.finder.layers import Placed
from vision.finder.looks import Outside, nearest
from vision.finder.quads import at_corners, spread, upright_first
from vision.finder.relief import snapped
from vision.finder.segments import (
    NO_SEGMENTS,
    Channel,
    RightAngle,
    Segments,
    among,
    corners,
    edges,
    joined,
    outline_edges,
)
from vision.geometry.plane import Plane
from vision.outline import Outline
from vision.picture import CardSize, Picture

SIZE_ERROR: Final = 0.03
"""A card is as large as cards are, within this share."""
_CHANGED: Final = 26
"""Levels by which a pixel differs from the empty felt at least."""
_LEAST: Final = 0.05
"""Less of a card than this share of its area is no card."""
_SCRAP: Final = 0.35
"""Less of a card than this, with no two sides of one in its outline, is none: a chip, a finger."""
_WHOLE_CARD: Final = 0.8
"""Less of a card than this hides none: the whole of a card has changed, even where something lies on it."""
_RIM: Final = 0.09
"""What no card lies on, of a card's area, may be shadow."""
_FIRM: Final = 0.75
"""The least ratio of cards that need no second look."""
_MARGIN: Final = 4
_NICKED: Final = 3
"""Changed pixels at the side of a box that noise may make."""
_SPILL: Final = 0.04
"""Of a card's area, the share that may look like empty felt."""
_ANGLE: Final = RightAngle(tilt=6.0, gap=0.25, overrun=0.06, least_gap=13.0)
_SHORTEST_MM: Final = 9.0
_IN_LINE: Final = 8.0
_EDGES: Final = 160
_INNER: Final = 60


class FeltFinder:
    """Finds cards of one `size` on the felt of `plane`; `background` is a picture of it with nothing on it."""

    def __init__(self, plane: Plane, size: CardSize, background: Picture) -> None:
        self.plane = plane
        self.size = size
        self.background = background

    def find(self, picture: Picture, within: Box) -> list[Outline]:
        """Every card that lies in `within`, or partly; the topmost first. Corners in px of `picture`."""
        box = within.common(Box.whole(picture.shape))
        if box.empty:
            return []
        height, width = picture.shape[:2]
        found: list[Outline] = []
        for patch in self._patches(picture, box):
            single = self._single(patch)
            found.extend([single] if single is not None else self._several(patch, (width, height)))
        return [outline for outline in found if Box.around(outline.corners).touches(box)]

    def _patches(self, picture: Picture, box: Box) -> list[Patch]:
        """The changes in `box`, each as far as it goes on outside, by no more than a card does."""
        around, change, mask = self._changed(picture, box)
        count, labels, boxes, _ = cv2.connectedComponentsWithStats(mask, connectivity=4, ltype=cv2.CV_16U)
        least = _LEAST * self._area(self._scale(box))
        inside = box.moved(-around.x, -around.y)
        patches = []
        for index in 1 + np.flatnonzero(boxes[1:count, cv2.CC_STAT_AREA] >= least):
            x, y, across, down = boxes[index, :4].tolist()
            own = Box(x, y, across, down).common(inside)
            if own.empty or not (labels[own.window] == index).any():
                continue
            cut = Box(x, y, across, down).grown(_MARGIN).common(Box.whole(mask.shape))
            low = np.array([around.x + cut.x, around.y + cut.y], np.float32)
            patches.append(
                Patch(low, picture[around.window][cut.window], change[cut.window], _filled(mask[cut.window]))
            )
        return patches

    def _changed(self, picture: Picture, box: Box) -> tuple[Box, Channel, Channel]:
        """`box`, widened where it cuts through what has changed; the levels of change in it, and 255 where it did."""
        reach = int(np.hypot(self.size.width, self.size.height) * self._scale(box))
        limit = box.grown(reach).common(Box.whole(picture.shape))
        while True:
            change = _change(picture[box.window], self.background[box.window])
            mask = cv2.threshold(change, _CHANGED, 255, cv2.THRESH_BINARY)[1].astype(np.uint8, copy=False)
            wider = _widened(box, mask, reach // 2).common(limit)
            if wider == box:
                return box, change, mask
            box = wider

    def _scale(self, box: Box) -> float:
        """px a mm in the middle of a box."""
        return self.plane.px_per_mm(np.array([(box.x + box.width / 2, box.y + box.height / 2)], np.float32))

    def _single(self, patch: Patch) -> Outline | None:
        """The card, where the patch is of the form of exactly one."""
        outlines, _ = cv2.findContours(patch.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(outlines, key=cv2.contourArea)
        area_px = cv2.contourArea(outline)
        hull = cv2.convexHull(outline)[:, 0].astype(np.float32)
        if area_px < 0.95 * cv2.contourArea(hull):
            return None
        points = self.plane.to_mm(hull + patch.low)
        centre, (across, down), turn = cv2.minAreaRect(points)
        low, high = min(across, down), max(across, down)
        slack = 1.0 / self.plane.px_per_mm(hull + patch.low)
        if abs(low - self.size.width) > SIZE_ERROR * self.size.width + slack:
            return None
        if abs(high - self.size.height) > SIZE_ERROR * self.size.height + slack:
            return None
        upright = (self.size.width, self.size.height) if across < down else (self.size.height, self.size.width)
        quad = cv2.boxPoints((centre, upright, turn)).astype(np.float32)
        return Outline(upright_first(self.plane.to_px(quad)))

    def _several(self, patch: Patch, size: tuple[int, int]) -> list[Outline]:
        scale = self.plane.px_per_mm(patch.low[None])
        if patch.inside(size) and np.count_nonzero(patch.mask) < _WHOLE_CARD * self._area(scale):
            return []
        sides = joined(outline_edges(patch.mask, _SHORTEST_MM * scale), 40.0 * scale)[:_EDGES]
        every = self._candidates(sides, NO_SEGMENTS, patch, size)
        outer = every.distinct()
        placed = outer.best()
        if self._clear(outer, placed, patch):
            return outer.outlines(placed, patch.low, size)
        if not placed and np.count_nonzero(patch.mask) < _SCRAP * self._area(scale):
            return []
        inner = edges(patch.change, _SHORTEST_MM * scale)[:_INNER]
        more = joined(np.concatenate([sides, inner]), 40.0 * scale)[:_EDGES]
        others = self._candidates(more, sides, patch, size)
        if not len(others.quads):
            return outer.outlines(placed, patch.low, size)
        either = others.joined(every).distinct()
        return either.outlines(either.best(), patch.low, size)

    def _clear(self, candidates: Candidates, placed: list[Placed], patch: Patch) -> bool:
        """Whether the cards that are `placed` are all firm, and explain the patch."""
        if not placed or any(card.ratio <= _FIRM for card in placed):
            return False
        left = patch.mask.copy()
        for card in placed:
            cv2.fillConvexPoly(left, np.rint(candidates.quads[card.which]).astype(np.int32), 0)
        return self._explained(left, patch)

    def _explained(self, left: Channel, patch: Patch) -> bool:
        """Whether `left`, what no card lies on, is only the rim of what does."""
        if np.count_nonzero(left) < 0.08 * np.count_nonzero(patch.mask):
            return True
        wide = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        return bool(np.count_nonzero(wide) < _RIM * self._area(self.plane.px_per_mm(patch.low[None])))

    def _area(self, scale: float) -> float:
        """Of a card, px, at `scale` px a mm."""
        return self.size.width * self.size.height * scale**2

    def _candidates(self, segments: Segments, known: Segments, patch: Patch, size: tuple[int, int]) -> Candidates:
        """The cards that have two sides among `segments`, not both of them `known`."""
        ends = self.plane.to_mm((segments.reshape(-1, 2) + patch.low).astype(np.float32)).reshape(-1, 4)
        laid = at_corners(ends, corners(ends, _ANGLE).but(among(segments, known)), self.size, _IN_LINE)
        quads = (self.plane.to_px(laid.reshape(-1, 2)) - patch.low).reshape(-1, 4, 2)
        inside = nearest(patch.mask, spread(quads, 8, 11), Outside.THE_EDGE) > 0
        filled = np.count_nonzero(inside, axis=1) > (1 - _SPILL) * inside.shape[1]
        quads = snapped(quads[filled], patch.relief, SIZE_ERROR, RISE)
        return Candidates.of(quads, patch, size)


def _change(picture: Picture, background: Picture) -> Channel:
    blue, green, red = cv2.split(cv2.absdiff(picture, background))
    return cv2.max(cv2.max(blue, green), red).astype(np.uint8, copy=False)


def _widened(box: Box, mask: Channel, step: int) -> Box:
    """The box `step` px wider on each side that cuts through changed pixels."""
    left, top, right, bottom = (
        step if np.count_nonzero(edge) > _NICKED else 0 for edge in (mask[:, 0], mask[0], mask[:, -1], mask[-1])
    )
    return Box(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)


def _filled(mask: Channel) -> Channel:
    """What is enclosed by change has changed: a back of the felt's own colour inside its white border."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return cv2.drawContours(np.zeros_like(mask), outlines, -1, 255, cv2.FILLED).astype(np.uint8, copy=False)
