"""Cards on a felt whose scale and empty picture are known."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box import Box
from vision.finder.layers import Evidence, Flags, Layers, Terms, seen_part
from vision.finder.looks import Outside, nearest
from vision.finder.quads import Quads, at_corners, distinct, spread, upright_first
from vision.finder.relief import Border, Relief, snapped
from vision.finder.segments import Channel, RightAngle, Segments, corners, edges, joined, outline_edges
from vision.geometry.plane import Plane
from vision.outline import Outline
from vision.picture import CardSize, Picture, Points

SIZE_ERROR: Final = 0.03
"""A card is as large as cards are, within this share."""
_CHANGED: Final = 26
"""Levels by which a pixel differs from the empty felt at least."""
_RISE: Final = 6.0
"""Levels a px that an edge rises at least."""
_FAINT: Final = 3.0
"""The same, between two cards."""
_FLAT: Final = 14.0
_LEAST: Final = 0.05
"""Less of a card than this share of its area is no card."""
_SCRAP: Final = 0.35
"""Less of a card than this, with no two sides of one in its outline, is none: a chip, a finger."""
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
_TERMS: Final = Terms(least_worth=0.18, least_ratio=0.45, least_seen=0.08, cost=0.1, same=0.85)
_SHORTEST_MM: Final = 9.0
_IN_LINE: Final = 8.0
_EDGES: Final = 160
_INNER: Final = 60
_MOST: Final = 64


@dataclass(frozen=True, eq=False)
class Patch:
    """A changed part of a picture, cut out: `low` is its first pixel in the whole."""

    low: Points
    picture: Picture
    change: Channel
    """(height, width), the levels by which each pixel differs from the empty felt."""
    mask: NDArray[np.uint8]
    """(height, width), 255 where it changed."""

    @cached_property
    def seen(self) -> Picture:
        """(height, width, 4), the picture and the mask."""
        return cv2.merge([self.picture, self.mask]).astype(np.uint8, copy=False)

    @cached_property
    def relief(self) -> Relief:
        """The slope of the change."""
        return Relief.of(self.change)

    @cached_property
    def tone(self) -> Relief:
        """The slope of the picture's brightness."""
        return Relief.of(cv2.cvtColor(self.picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False))


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
        segments = joined(outline_edges(patch.mask, _SHORTEST_MM * scale), 40.0 * scale)[:_EDGES]
        found, clear = self._arranged(segments, patch, size)
        if clear or (not found and np.count_nonzero(patch.mask) < _SCRAP * self._area(scale)):
            return found
        inner = edges(patch.change, _SHORTEST_MM * scale)[:_INNER]
        segments = joined(np.concatenate([segments, inner]), 40.0 * scale)[:_EDGES]
        return self._arranged(segments, patch, size)[0]

    def _arranged(self, segments: Segments, patch: Patch, size: tuple[int, int]) -> tuple[list[Outline], bool]:
        """The cards whose sides are among `segments`, and whether they explain the patch."""
        quads = self._candidates(segments, patch)
        if not len(quads):
            return [], False
        border = Border.of(quads)
        evidence = testimony(border, patch, size)
        worth = evidence.worth(border)
        kept = distinct(quads, worth, 0.88, _MOST)
        kept = kept[worth[kept] > 0.1]
        if not len(kept):
            return [], False
        quads, border, evidence = quads[kept], border.at(kept), evidence.at(kept)
        found: list[Outline] = []
        above: list[Points] = []
        placed = Layers.of(quads, border, evidence, _TERMS).best()
        left = patch.mask.copy()
        for card in placed:
            quad = quads[card.which]
            cv2.fillConvexPoly(left, np.rint(quad).astype(np.int32), 0)
            seen, visible = seen_part(quad + patch.low, above, size, np.zeros((0, 2), np.float32))
            above.append(quad + patch.low)
            if visible > 0:
                found.append(Outline(upright_first(quad + patch.low), visible, seen))
        return found, self._explained(left, patch) and all(card.ratio > _FIRM for card in placed)

    def _explained(self, left: Channel, patch: Patch) -> bool:
        """Whether `left`, what no card lies on, is only the rim of what does."""
        if np.count_nonzero(left) < 0.08 * np.count_nonzero(patch.mask):
            return True
        wide = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        return bool(np.count_nonzero(wide) < _RIM * self._area(self.plane.px_per_mm(patch.low[None])))

    def _area(self, scale: float) -> float:
        """Of a card, px, at `scale` px a mm."""
        return self.size.width * self.size.height * scale**2

    def _candidates(self, segments: Segments, patch: Patch) -> Quads:
        ends = self.plane.to_mm((segments.reshape(-1, 2) + patch.low).astype(np.float32)).reshape(-1, 4)
        laid = at_corners(ends, corners(ends, _ANGLE), self.size, _IN_LINE)
        quads = (self.plane.to_px(laid.reshape(-1, 2)) - patch.low).reshape(-1, 4, 2)
        inside = nearest(patch.mask, spread(quads, 8, 11), Outside.THE_EDGE) > 0
        quads = quads[inside.mean(axis=1) > 1 - _SPILL]
        return snapped(quads, patch.relief, SIZE_ERROR, _RISE)


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


def testimony(border: Border, patch: Patch, size: tuple[int, int]) -> Evidence:
    rise = border.rise(patch.relief, _RISE)
    either = border.change(patch.tone, _FAINT)
    aside = border.inward * np.float32(2.5)
    inside, outside = (
        nearest(patch.seen, points, Outside.THE_EDGE) for points in (border.points + aside, border.points - aside)
    )
    card, other = inside[..., 3] > 0, outside[..., 3] > 0
    flat = cv2.absdiff(inside, outside)[..., :3].max(axis=-1) < _FLAT
    supports: Flags = card & ((~other & (rise > _RISE)) | (other & (either > _FAINT)))
    beyond = border.beyond(size, patch.low)
    denies = ~supports & (~card | (other & flat))
    return Evidence(supports & ~beyond, denies & ~beyond, ~supports & ~denies & ~beyond, beyond)
