"""How steeply a picture rises across the sides of quads."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder.looks import Outside, nearest_at
from vision.finder.quads import NEXT, Quads
from vision.finder.segments import Channel, rights
from vision.picture import Points

SAMPLES: Final = 16
"""Looks at each side."""
_ALONG: Final = np.linspace(0.06, 0.94, SAMPLES, dtype=np.float32)
"""Not at the corners: a card's are round."""
_EACH: Final = np.full(SAMPLES, 1 / SAMPLES, np.float32)
_AROUND: Final = np.array([-1.5, -0.5, 0.5, 1.5], np.float32)
ORIGIN: Final[Points] = np.zeros(2, np.float32)
_STRAIGHT: Final = 0.8
"""The least share of the steepest rise that must go across the side."""


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """The slope of a channel: (height, width, 2), to the right and down, sixteenths of a level a px."""

    slopes: NDArray[np.int16]

    @classmethod
    def of(cls, channel: Channel) -> Self:
        """The slope of `channel`, slightly smoothed."""
        smooth = cv2.GaussianBlur(channel, (3, 3), 0.8)
        slopes = cv2.merge([cv2.Scharr(smooth, cv2.CV_16S, *axes) for axes in ((1, 0), (0, 1))])
        return cls(slopes.astype(np.int16, copy=False))

    def slope(self, x: NDArray[np.float32], y: NDArray[np.float32], normal: Points) -> NDArray[np.float32]:
        """Levels a px that the channel rises along `normal` at `x` and `y`; below 0 where it falls, 0 where it leans or
        where there is no picture."""
        slopes = nearest_at(self.slopes, x, y, Outside.ZERO)
        across, down = slopes[..., 0].astype(np.float32), slopes[..., 1].astype(np.float32)
        part = normal * np.float32(1 / 16)
        rise = across * part[..., 0]
        rise += down * part[..., 1]
        across *= across
        down *= down
        across += down
        across *= np.float32((_STRAIGHT / 16) ** 2)
        rise *= rise * rise > across
        return np.asarray(rise, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Border:
    """Looks along the sides of quads: `points` (n, 4, SAMPLES, 2), `inward` (n, 4, 1, 2) unit, `share` (n, 4, 1)."""

    points: Points
    inward: Points
    share: NDArray[np.float32]
    """How much of the quad's whole border one look stands for."""

    @classmethod
    def of(cls, quads: Quads) -> Self:
        """The border of every quad."""
        along = quads[:, NEXT] - quads
        points = np.empty((len(quads), 4, SAMPLES, 2), np.float32)
        for axis in (0, 1):
            np.add(quads[:, :, None, axis], along[:, :, None, axis] * _ALONG, out=points[..., axis])
        length = np.hypot(along[..., 0], along[..., 1])
        inward = rights(along / np.maximum(length, 1e-6)[..., None])
        share = length / np.maximum(length.sum(axis=1, keepdims=True), 1e-6) / SAMPLES
        return cls(points, inward[:, :, None], share[:, :, None])

    def at(self, kept: NDArray[np.intp]) -> Self:
        """Of those quads only."""
        return type(self)(self.points[kept], self.inward[kept], self.share[kept])

    def joined(self, others: Self) -> Self:
        """These and the others."""
        pairs = ((self.points, others.points), (self.inward, others.inward), (self.share, others.share))
        return type(self)(*(np.concatenate(pair) for pair in pairs))

    def rise(self, relief: Relief, least: float) -> NDArray[np.float32]:
        """(n, 4, SAMPLES) the rise into the quad at each look, all along one straight line within 1 px of the side: the
        line of each side along which most looks rise by `least`."""
        return _steepest(_lines(self._slopes(relief)[0]), least)

    def rises(
        self, change: Relief, tone: Relief, least: float, faint: float
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The rise of `change`, and the same of edges of `tone`, of at least `faint`, that rise or fall."""
        first, second = self._slopes(change, tone)
        either = np.concatenate([_lines(second), _lines(-second)])
        return _steepest(_lines(first), least), _steepest(either, faint)

    def _slopes(self, *reliefs: Relief) -> list[NDArray[np.float32]]:
        """(offsets, n, 4, SAMPLES) of each relief."""
        aside = self.inward * _AROUND[:, None, None, None, None]
        x, y = (self.points[..., axis] + aside[..., axis] for axis in (0, 1))
        return [relief.slope(x, y, self.inward) for relief in reliefs]

    def beyond(self, size: tuple[int, int], low: Points) -> NDArray[np.bool_]:
        """(n, 4, SAMPLES) whether each look is outside a picture of `size`, in px from `low`."""
        x, y = self.points[..., 0] + low[0], self.points[..., 1] + low[1]
        return np.asarray((x < 0) | (y < 0) | (x > size[0] - 1) | (y > size[1] - 1))


def _lines(slopes: NDArray[np.float32]) -> NDArray[np.float32]:
    """(lines, n, 4, SAMPLES) the rise, along lines that are as wide as two offsets."""
    return np.maximum(np.maximum(slopes[:-1], slopes[1:]), 0)


def _steepest(rises: NDArray[np.float32], least: float) -> NDArray[np.float32]:
    """Of (lines, n, 4, SAMPLES) the line of each side along which most looks rise by `least`."""
    support = ((rises > least) + rises * np.float32(1 / 1000 / SAMPLES)) @ _EACH
    best = support.argmax(axis=0).ravel()
    sides = rises.reshape(len(rises), -1, SAMPLES)
    return np.asarray(sides[best, np.arange(len(best))].reshape(rises.shape[1:]), np.float32)


def snapped(quads: Quads, relief: Relief, span: float, least_rise: float) -> Quads:
    """Each side of each quad in turn moved, by up to the share `span` of its distance, to where its edge is."""
    for side in range(4):
        quads = far_side_snapped(quads, relief, span, least_rise, first=side)
    return quads


def far_side_snapped(quads: Quads, relief: Relief, span: float, least_rise: float, *, first: int = 0) -> Quads:
    """The side across from the one that begins at corner `first` moved as `snapped` says."""
    if not len(quads):
        return quads
    factors = _factors(span)
    one, other, right_end, left_end = ((first + turn) % 4 for turn in range(4))
    right = quads[:, None, other] + (quads[:, right_end] - quads[:, other])[:, None] * factors[:, None]
    left = quads[:, None, one] + (quads[:, left_end] - quads[:, one])[:, None] * factors[:, None]
    along = left - right
    x, y = (right[..., axis, None] + along[..., axis, None] * _ALONG for axis in (0, 1))
    length = np.hypot(along[..., 0], along[..., 1])
    inward = rights(along / np.maximum(length, 1e-6)[..., None])[:, :, None]
    rise = np.maximum(relief.slope(x, y, inward), 0)
    worth = ((rise > least_rise) + np.minimum(rise, np.float32(40.0)) * np.float32(1 / 400)) @ _EACH
    best = (worth - 0.6 * np.abs(np.log(factors))).argmax(axis=1)
    moved, every = quads.copy(), np.arange(len(quads))
    moved[:, right_end], moved[:, left_end] = right[every, best], left[every, best]
    return moved


@lru_cache(maxsize=8)
def _factors(span: float) -> NDArray[np.float32]:
    return np.linspace(1 - span, 1 + span, int(np.ceil(span * 120)) | 1, dtype=np.float32)
