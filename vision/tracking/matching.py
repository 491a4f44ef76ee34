"""Whether what was found is what lay there, and whether what was not found is gone."""

from collections.abc import Callable, Sequence
from math import dist
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from felt.fact import Share
from felt.place import Place
from vision.box import Box
from vision.outline import Outline
from vision.picture import Picture, Points

_SAME: Final = 0.07
"""How far a card that did not move may be found from where it was, as a share of its long side: 6 mm of 88."""
_TURNED: Final = 6.0
"""By how many degrees a card that did not move may be found turned."""
_LIKE_FELT: Final = 22.0
"""Grey levels within which a pixel is like the empty felt."""


PlaceOf = Callable[[float, float], Place | None]
"""The place at a pixel, x and y."""


def same_spot(one: Outline, other: Outline) -> bool:
    """True for two outlines of a card that has not moved between them."""
    away, length = dist(one.centre, other.centre), dist(one.corners[1].tolist(), one.corners[2].tolist())
    if away > _SAME * length:
        return False
    turned = abs(one.angle - other.angle) % 180
    return min(turned, 180 - turned) <= _TURNED


def overlap(one: Outline, other: Outline) -> Share:
    """Intersection over union of two outlines."""
    shared, _ = cv2.intersectConvexConvex(one.corners, other.corners)
    areas = cv2.contourArea(one.corners) + cv2.contourArea(other.corners)
    return float(shared / max(areas - shared, 1e-6))


def bare_share(picture: Picture, felt: Picture, lying: Points, above: Sequence[Outline]) -> Share | None:
    """Of the part of a shape, px, that no outline is above: how much looks like the empty felt.

    None where nothing worth looking at is left.
    """
    box = Box.around(lying).common(Box.whole(picture.shape))
    if box.empty:
        return None
    mask = np.zeros((box.height, box.width), np.uint8)
    cv2.fillConvexPoly(mask, _shifted(lying, box), 255)
    mask = cv2.erode(mask, np.ones((5, 5), np.uint8)).astype(np.uint8)
    for outline in above:
        cv2.fillConvexPoly(mask, _shifted(outline.corners, box), 0)
        cv2.polylines(mask, [_shifted(outline.corners, box)], True, 0, 5)
    left = mask > 0
    if np.count_nonzero(left) < 40:
        return None
    differs = cv2.absdiff(picture[box.window], felt[box.window])[left].max(axis=1)
    return float((differs <= _LIKE_FELT).mean())


def _shifted(points: Points, box: Box) -> NDArray[np.int32]:
    return np.asarray(np.rint(points - (box.x, box.y)), np.int32)
