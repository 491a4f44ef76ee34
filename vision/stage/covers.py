"""The shapes that hide what lies below them: cards, chips, arms."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.box import Box
from vision.picture import Picture, Points


@dataclass(frozen=True, eq=False)
class Plate:
    """A convex shape, px."""

    corners: Points

    @cached_property
    def box(self) -> Box:
        """Where it is."""
        return Box.around(self.corners)

    def blot(self, mask: Picture, box: Box) -> None:
        """Set what it hides to 0."""
        cv2.fillConvexPoly(mask, np.rint(self.corners - (box.x, box.y)).astype(np.int32), 0)


@dataclass(frozen=True, eq=False)
class Limb:
    """An arm: strokes (n, 2, 2) px, and how wide each is."""

    strokes: Points
    widths: tuple[float, ...]

    @cached_property
    def box(self) -> Box:
        """Where it is, at most."""
        return Box.around(self.strokes.reshape(-1, 2), int(max(self.widths) / 2) + 1)

    def blot(self, mask: Picture, box: Box) -> None:
        """Set what it hides to 0."""
        for (start, end), width in zip(self.strokes, self.widths, strict=True):
            a, b = (tuple(np.rint(point - (box.x, box.y)).astype(int).tolist()) for point in (start, end))
            cv2.line(mask, a, b, 0, max(1, round(width)))
