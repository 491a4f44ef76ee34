"""Things with an edge: colour and opacity, laid into a picture where a homography puts them."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box import Box
from vision.geometry.plane import Homography
from vision.picture import Picture, Points


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
class Patch:
    """A piece of a picture at `box`: `colour` (h, w, 3) times opacity, 0 to 255, and `opacity` (h, w, 1), 0 to 1."""

    box: Box
    colour: NDArray[np.float32]
    opacity: NDArray[np.float32]
    gloss: float
    height: float

    def over(self, picture: Picture, shine: Picture, clip: Box) -> None:
        """Lay it over a picture that shows `clip`, and its gloss over `shine`, (h, w) of `clip`."""
        common = self.box.common(clip)
        if common.empty:
            return
        mine = common.moved(-self.box.x, -self.box.y).window
        theirs = common.moved(-clip.x, -clip.y).window
        opacity = self.opacity[mine]
        mixed = picture[theirs] * (1 - opacity) + self.colour[mine]
        np.copyto(picture[theirs], mixed.astype(np.uint8))
        glossy = shine[theirs] * (1 - opacity[:, :, 0]) + opacity[:, :, 0] * (255 * self.gloss)
        np.copyto(shine[theirs], glossy.astype(np.uint8))


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
    boxes = [Box.around(cv2.perspectiveTransform(edge, placing)[0].astype(np.float32), 1) for placing in placings]
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.joined(box)
    whole = whole.common(within)
    if whole.empty:
        return None
    total = np.zeros((whole.height, whole.width, 4), np.float32)
    shift = np.array([(1, 0, -whole.x), (0, 1, -whole.y), (0, 0, 1)], np.float64)
    for placing in placings:
        matrix = shift @ placing @ thing.to_mm
        cv2.accumulate(cv2.warpPerspective(thing.pixels, matrix, (whole.width, whole.height)), total)
    total /= len(placings)
    opacity = (total[:, :, 3:] / 255).astype(np.float32)
    colour = (total[:, :, :3] * light[whole.window]).astype(np.float32)
    return Patch(whole, colour, opacity, thing.gloss, thing.height)


def shadow_of(patch: Patch, darkness: float, within: Box) -> Patch | None:
    """The soft shadow that a patch throws to its lower right; None where that is out of the picture."""
    far = max(1, round(patch.height * 0.9))
    soft = max(1.0, patch.height * 0.5)
    margin = int(soft * 2) + 1
    padded = cv2.copyMakeBorder(patch.opacity[:, :, 0], margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=0)
    opacity = cv2.blur(padded, (2 * int(soft) + 1, 2 * int(soft) + 1))
    box = Box(patch.box.x - margin + far, patch.box.y - margin + far, opacity.shape[1], opacity.shape[0])
    common = box.common(within)
    if common.empty:
        return None
    part = opacity[common.moved(-box.x, -box.y).window][:, :, None] * darkness
    return Patch(common, np.zeros((*part.shape[:2], 3), np.float32), part.astype(np.float32), 0.0, 0.0)
