"""Pixels of a picture and millimetres of the felt, told in each other's terms."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from felt.fault import BadInput
from vision.picture import Points

Homography = NDArray[np.float64]
"""(3, 3), a plane's points to another plane's."""


@dataclass(frozen=True, eq=False)
class Plane:
    """The felt as a camera sees it: `px_to_mm` is (3, 3). Felt millimetres run x to the right and y down."""

    px_to_mm: Homography = field(repr=False)

    def __post_init__(self) -> None:
        if self.px_to_mm.shape != (3, 3) or abs(np.linalg.det(self.px_to_mm)) < 1e-12:
            raise BadInput("a plane's homography is not an invertible 3 x 3 matrix", remedy="calibrate again")

    @classmethod
    def scaled(cls, px_per_mm: float) -> Self:
        """A view that looks straight down: `px_per_mm` everywhere, the origin at the picture's first pixel."""
        return cls(np.diag([1 / px_per_mm, 1 / px_per_mm, 1.0]))

    @classmethod
    def through(cls, px: Points, mm: Points) -> Self:
        """The plane on which the four points `px` are the four points `mm`; raises BadInput where three are in line."""
        return cls(cv2.getPerspectiveTransform(px.astype(np.float32), mm.astype(np.float32)).astype(np.float64))

    @cached_property
    def mm_to_px(self) -> Homography:
        """The way back, (3, 3)."""
        return np.asarray(np.linalg.inv(self.px_to_mm), np.float64)

    @cached_property
    def _determinant(self) -> float:
        return float(np.linalg.det(self.px_to_mm))

    def to_mm(self, px: Points) -> Points:
        """(n, 2) px as (n, 2) mm."""
        return _mapped(self.px_to_mm, px)

    def to_px(self, mm: Points) -> Points:
        """(n, 2) mm as (n, 2) px."""
        return _mapped(self.mm_to_px, mm)

    def px_per_mm(self, at: Points) -> float:
        """How many pixels a millimetre is around the points `at`, (n, 2) px."""
        (x, y), h = at.mean(axis=0, dtype=np.float64).tolist(), self.px_to_mm
        depth = h[2, 0] * x + h[2, 1] * y + h[2, 2]
        # The Jacobian of a homography H at a point of depth w is det H / w**3.
        return float(np.sqrt(abs(depth**3 / self._determinant)))


def _mapped(homography: Homography, points: Points) -> Points:
    x, y = points[:, 0], points[:, 1]
    h = homography
    depth = h[2, 0] * x + h[2, 1] * y + h[2, 2]
    mapped = np.stack([h[0, 0] * x + h[0, 1] * y + h[0, 2], h[1, 0] * x + h[1, 1] * y + h[1, 2]], axis=1)
    return np.asarray(mapped / depth[:, None], np.float32)
