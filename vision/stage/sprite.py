"""Things with an edge: colour and opacity, laid into a picture where a homography puts them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box import Box
from vision.geometry.plane import Homography
from vision.picture import Picture, Points

_BAND: Final = 48
"""Rows that are worked on at once: they stay in the processor's cache, and are cut to where something is."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """`pixels`: (h, w, 4), BGR times opacity, and opacity. `to_mm`: its pixels to mm around its own middle.

    `gloss`: how much of a glare it throws back, 0 to 1. `height`: mm above the felt, for its shadow.
    """

    pixels: Picture
    to_mm: Homography
    gloss: float
    height: float = 1.0

    def corners(self) -> Points:
        """Its four corners, mm around its own middle."""
        height, width = self.pixels.shape[:2]
        edge = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        corners: Points = cv2.perspectiveTransform(edge.reshape(1, -1, 2), self.to_mm)[0].astype(np.float32)
        return corners


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """Some rows of a patch, at `box`. `opacity`, (h, w), 0 to 1; `rest`, (h, w, 3), what it lets through, is 1 less it.

    `colour`, (h, w, 3), is times opacity, 0 to 255; None is black.
    """

    box: Box
    opacity: NDArray[np.float32]
    rest: NDArray[np.float32]
    colour: NDArray[np.float32] | None

    @classmethod
    def of(cls, box: Box, opacity: NDArray[np.float32], colour: NDArray[np.float32] | None) -> "Band":
        """A band of this opacity."""
        rest = cv2.cvtColor(1 - opacity, cv2.COLOR_GRAY2BGR).astype(np.float32, copy=False)
        return cls(box, opacity, rest, colour)


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A piece of a picture, at most at `box`: its bands have no pixel in common, and outside them nothing shows."""

    box: Box
    bands: tuple[Band, ...]
    gloss: float
    height: float

    def over(self, picture: Picture, clip: Box) -> None:
        """Lay it over a picture that shows `clip`."""
        for band, mine, theirs in self._within(clip):
            mixed = picture[theirs] * band.rest[mine]
            if band.colour is not None:
                mixed += band.colour[mine]
            np.copyto(picture[theirs], mixed, casting="unsafe")

    def gleam(self, shine: Picture, clip: Box) -> None:
        """Lay its gloss over that of a picture that shows `clip`, (h, w)."""
        for band, mine, theirs in self._within(clip):
            glossy = shine[theirs] * band.rest[mine][:, :, 0] + band.opacity[mine] * (255 * self.gloss)
            np.copyto(shine[theirs], glossy, casting="unsafe")

    def _within(self, clip: Box) -> Iterator[tuple[Band, tuple[slice, slice], tuple[slice, slice]]]:
        for band in self.bands:
            common = band.box.common(clip)
            if not common.empty:
                mine = common.moved(-band.box.x, -band.box.y).window
                yield band, mine, common.moved(-clip.x, -clip.y).window


def sprite(colour: Picture, opacity: Picture, px_per_mm: float, gloss: float, height: float) -> Sprite:
    """A thing seen from above, its picture's middle at its own middle."""
    rows, columns = opacity.shape
    share = opacity.astype(np.float32)[:, :, None] / 255
    pixels = np.dstack([colour * share, opacity]).astype(np.uint8)
    scale = 1 / px_per_mm
    to_mm = np.array([(scale, 0, -columns * scale / 2), (0, scale, -rows * scale / 2), (0, 0, 1)], np.float64)
    return Sprite(pixels, to_mm, gloss, height)


def seen(thing: Sprite, placings: Sequence[Homography], light: NDArray[np.float32], within: Box) -> Patch | None:
    """The thing as it smears over `placings` (its own mm to px) while the shutter is open; None out of the picture.

    `light`: (720, 1280, 3) factors over the whole picture, which `within` is.
    """
    edge = thing.corners().reshape(1, -1, 2)
    edges = np.concatenate([cv2.perspectiveTransform(edge, placing)[0] for placing in placings])
    whole = Box.around(edges.astype(np.float32), 1).common(within)
    if whole.empty:
        return None
    shift = np.array([(1, 0, -whole.x), (0, 1, -whole.y), (0, 0, 1)], np.float64)
    matrices = [shift @ placing @ thing.to_mm for placing in placings]
    size = (whole.width, whole.height)
    views = [cv2.warpPerspective(thing.pixels, matrix, size).astype(np.uint8, copy=False) for matrix in matrices]
    mask: Picture = reduce(np.maximum, (view[:, :, 3] for view in views))
    bands = []
    for part in _bands(mask):
        total = views[0][part.window].astype(np.float32)
        for view in views[1:]:
            cv2.accumulate(view[part.window], total)
        total /= len(views)
        box = part.moved(whole.x, whole.y)
        colour = cv2.cvtColor(total, cv2.COLOR_BGRA2BGR).astype(np.float32, copy=False)
        colour *= light[box.window]
        opacity = cv2.extractChannel(total, 3).astype(np.float32, copy=False)
        opacity /= 255
        bands.append(Band.of(box, opacity, colour))
    return Patch(whole, tuple(bands), thing.gloss, thing.height)


def shadow_of(patch: Patch, darkness: float, within: Box) -> Patch | None:
    """The soft shadow that a patch throws to its lower right; None where that is out of the picture."""
    far = max(1, round(patch.height * 0.9))
    soft = max(1.0, patch.height * 0.5)
    margin, reach = int(soft * 2) + 1, int(soft)
    thrown = patch.box.grown(margin)
    common = thrown.moved(far, far).common(within)
    if common.empty:
        return None
    thrower = np.zeros((thrown.height, thrown.width), np.float32)
    for band in patch.bands:
        thrower[band.box.moved(-thrown.x, -thrown.y).window] = band.opacity
    bands = []
    for box in _shaded([band.box for band in patch.bands], reach):
        falls = box.moved(far, far).common(within)
        if falls.empty:
            continue
        around = falls.moved(-far - thrown.x, -far - thrown.y).grown(reach)
        blurred = cv2.blur(thrower[around.window], (2 * reach + 1, 2 * reach + 1))
        opacity = blurred[reach : reach + falls.height, reach : reach + falls.width] * darkness
        bands.append(Band.of(falls, opacity.astype(np.float32, copy=False), None))
    return Patch(common, tuple(bands), 0.0, 0.0)


def _bands(mask: Picture) -> Iterator[Box]:
    """Where a mask, (h, w), is not 0, band by band."""
    for top in range(0, mask.shape[0], _BAND):
        box = Box(*cv2.boundingRect(mask[top : top + _BAND]))
        if not box.empty:
            yield box.moved(0, top)


def _shaded(boxes: Sequence[Box], reach: int) -> Iterator[Box]:
    """All that is within `reach` of these boxes, band by band."""
    grown = [box.grown(reach) for box in boxes]
    if not grown:
        return
    whole = reduce(Box.joined, grown)
    for top in range(whole.y, whole.y + whole.height, _BAND):
        rows = Box(whole.x, top, whole.width, _BAND)
        near = [common for box in grown if not (common := box.common(rows)).empty]
        if near:
            yield reduce(Box.joined, near)
