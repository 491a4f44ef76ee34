"""Whether the camera still looks as it did: the felt's own marks and texture, now and when it was calibrated."""

from dataclasses import dataclass
from typing import Final, NamedTuple, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.cloth import CELL, Cloth, cloth_of, likeness
from vision.geometry.plane import Plane
from vision.geometry.sliding import EDGES, Moved, slid
from vision.picture import Picture, Points

_WIDEST: Final = 640
"""Pictures are compared at this width, px: the marks of a felt are larger than a pixel."""
_FEATURES: Final = 400
_LEAST_FEATURES: Final = 40
"""With fewer marks in the empty felt a shift cannot be told."""
_LEAST_AGREEING: Final = 12
_RATIO: Final = 0.8
"""A mark is recognised when its best match is so much nearer than its second (Lowe's ratio)."""
_PARTS: Final = 300
"""The picture is looked at in so many parts, an edge in each, so that no hand covers most of them."""
_APART: Final = 3
"""px to either side of an edge."""
_STEEP: Final = 20.0
"""Levels that an edge rises at least to be remembered."""
_FADED: Final = 0.35
"""An edge that rises by less than this share of what it did is gone; dim light leaves more."""
_CHANGED: Final = 0.5
"""When more of the edges are gone than this, the view is disturbed."""
_LEAST_STANDING: Final = 48
"""Of sixty edges, those that stand after a move that explains the view; cards and hands cover some."""
_FAR_MM: Final = 6.0
_FAR_DEGREES: Final = 0.9
"""A slide is told to 3 px and a quarter of a degree only: beyond these it surely is a move."""
_LIKELIER: Final = 0.15
"""Half a turn must explain so much more, of edges and cloth together, than a move without one; so must a far move, of
the cloth, than none: on a felt that looks the same both ways what a card covers is recognised at the other side."""
_FAR_PX: Final = 2 * CELL
"""A move of the picture's corners that the cloth can judge."""


class Shift(NamedTuple):
    """How the view moved: the middle of the picture by `x_mm`, `y_mm`, all of it by `degrees` clockwise."""

    x_mm: float
    y_mm: float
    degrees: float
    agreeing: int
    """The marks that say so."""

    @property
    def mm(self) -> float:
        """How far."""
        return float(np.hypot(self.x_mm, self.y_mm))


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """The empty felt's marks, from the picture that the camera took when it was calibrated."""

    plane: Plane
    scale: float
    places: Points
    words: NDArray[np.uint8]
    sides: NDArray[np.intp]
    """(n, 2, 2) row and column of a bright and of a dark pixel of the picture, to either side of an edge."""
    rises: NDArray[np.float32]
    """(n,) the levels between them: the first thing to change when the view moves, and in any light the last."""
    cloth: Cloth
    """What tells half a turn from none where the marks do not."""

    @classmethod
    def of(cls, felt: Picture, plane: Plane) -> Self:
        """Remember `felt`, the picture of the empty felt."""
        scale = min(1.0, _WIDEST / felt.shape[1])
        small = _small(felt, scale)
        places, words = _marks(small)
        sides = _sides(small, scale)
        rises = _rises(felt, sides)
        steep = rises > _STEEP
        return cls(plane, scale, places, words, sides[steep], rises[steep], cloth_of(felt))

    @property
    def enough(self) -> bool:
        """Whether this felt has marks enough to tell a shift by."""
        return len(self.places) >= _LEAST_FEATURES

    def disturbed(self, picture: Picture) -> bool:
        """A quick look: whether most of the felt's edges are not where they were. The picture is of the felt's size."""
        if len(self.rises) < _LEAST_AGREEING:
            return False
        gone = _rises(picture, self.sides) < _FADED * self.rises
        return bool(gone.mean() > _CHANGED)

    def shift(self, picture: Picture) -> Shift | None:
        """How the view moved since; None when too few marks are recognised. Takes some 10 ms."""
        places, words = _marks(_small(picture, self.scale))
        if not self.enough or len(places) < _LEAST_AGREEING:
            return None
        pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(self.words, words, k=2)
        good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < _RATIO * pair[1].distance]
        if len(good) < _LEAST_AGREEING:
            return None
        before = self.places[[match.queryIdx for match in good]]
        after = places[[match.trainIdx for match in good]]
        moved, agreeing = cv2.estimateAffinePartial2D(before, after, method=cv2.RANSAC, ransacReprojThreshold=1.5)
        count = 0 if moved is None else int(agreeing.sum())
        if count < _LEAST_AGREEING or not self._borne_out(np.asarray(moved), picture):
            return None
        return self._told(np.asarray(moved), count, picture)

    def _borne_out(self, moved: Moved, picture: Picture) -> bool:
        """Whether the cloth, and what is printed on it, is likelier to have moved so far than to lie where it lay."""
        whole = np.hstack([moved[:, :2], moved[:, 2:] / self.scale])
        height, width = picture.shape[:2]
        edge = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
        if np.abs(edge @ whole[:, :2].T + whole[:, 2] - edge).max() <= _FAR_PX:
            return True
        cloth = cloth_of(picture)
        return likeness(self.cloth, cloth, whole) - likeness(self.cloth, cloth, np.eye(2, 3)) > _LIKELIER

    def slid(self, picture: Picture) -> Shift | None:
        """As `shift`, for a felt whose marks are too few to be recognised one by one, where the view is disturbed.

        None where no move within a few centimetres and degrees explains it, nor one with half a turn, or one too small
        to be told from none.
        """
        moved, count = self._likelier(picture)
        told = self._told(np.hstack([moved[:, :2], moved[:, 2:] * self.scale]), count, picture)
        far = told.mm > _FAR_MM or abs(told.degrees) > _FAR_DEGREES
        return told if count >= _LEAST_STANDING and far else None

    def _likelier(self, picture: Picture) -> tuple[Moved, int]:
        """The move without or with half a turn, whichever explains the view, and how many edges stand after it.

        A felt that looks the same after half a turn is explained by either; then its cloth tells, and where that is
        bare, the view was not turned.
        """
        moved, count = slid(picture, self.sides, self.rises, _FADED)
        about, others = self._slid_about(picture)
        if min(count, others) < _LEAST_STANDING:
            return (moved, count) if count >= others else (about, others)
        cloth = cloth_of(picture)
        gained = likeness(self.cloth, cloth, about) - likeness(self.cloth, cloth, moved) + (others - count) / EDGES
        return (about, others) if gained > _LIKELIER else (moved, count)

    def _slid_about(self, picture: Picture) -> tuple[Moved, int]:
        """As `slid`, with half a turn about the picture's middle."""
        moved, count = slid(np.ascontiguousarray(picture[::-1, ::-1]), self.sides, self.rises, _FADED)
        last = np.array([[picture.shape[1] - 1.0], [picture.shape[0] - 1.0]])
        return np.hstack([-moved[:, :2], last - moved[:, 2:]]), count

    def _told(self, moved: NDArray[np.float64], count: int, picture: Picture) -> Shift:
        middle = np.array([picture.shape[1] / 2, picture.shape[0] / 2])
        now = (moved[:, :2] @ (middle * self.scale) + moved[:, 2]) / self.scale
        before_mm, now_mm = self.plane.to_mm(np.stack([middle, now]).astype(np.float32))
        x_mm, y_mm = (float(value) for value in now_mm - before_mm)
        return Shift(x_mm, y_mm, float(np.degrees(np.arctan2(moved[1, 0], moved[0, 0]))), count)


def _small(picture: Picture, scale: float) -> NDArray[np.uint8]:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey
    return small.astype(np.uint8, copy=False)


def _marks(small: NDArray[np.uint8]) -> tuple[Points, NDArray[np.uint8]]:
    """Where the corners of a picture are, and what each looks like."""
    found, words = cv2.ORB.create(nfeatures=_FEATURES, fastThreshold=8).detectAndCompute(small, None)
    if words is None or not len(found):
        return np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8)
    return np.array([mark.pt for mark in found], np.float32), words.astype(np.uint8, copy=False)


def _sides(small: NDArray[np.uint8], scale: float) -> NDArray[np.intp]:
    """(n, 2, 2): the steepest place of each part of `small`, as pixels of the whole picture to either side of it."""
    smooth = cv2.GaussianBlur(small, (5, 5), 0)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    slope = np.hypot(across, down)
    side = max(2 * _APART + 2, int(np.sqrt(small.size / _PARTS)))
    found: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for top in range(_APART, small.shape[0] - side - _APART, side):
        for left in range(_APART, small.shape[1] - side - _APART, side):
            row, column = divmod(int(slope[top : top + side, left : left + side].argmax()), side)
            row, column = row + top, column + left
            steep = max(float(slope[row, column]), 1e-6)
            dy, dx = _APART * float(down[row, column]) / steep, _APART * float(across[row, column]) / steep
            found.append(((row + dy, column + dx), (row - dy, column - dx)))
    return np.asarray(np.array(found, np.float64).reshape(-1, 2, 2) / scale, np.intp)


def _rises(picture: Picture, sides: NDArray[np.intp]) -> NDArray[np.float32]:
    """(n,) levels from the dark to the bright side, the mean of the channels."""
    bright, dark = (picture[sides[:, side, 0], sides[:, side, 1]].mean(axis=1) for side in (0, 1))
    return np.asarray(bright - dark, np.float32)
