"""Straight edges of a picture, each with its brighter side to the right, and the right angles that they make."""

from dataclasses import dataclass
from typing import Final, NamedTuple, Self, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder.looks import Outside, nearest
from vision.picture import Points

Channel: TypeAlias = NDArray[np.uint8]
"""(height, width), what cards are bright in and what they lie on is dark in."""
Segments: TypeAlias = NDArray[np.float32]
"""(n, 4): x, y of the start and of the end."""

NO_SEGMENTS: Final[Segments] = np.zeros((0, 4), np.float32)
MOST: Final = 900
"""More edges than any table shows: the longest are kept, so that noise costs bounded work."""
_PARALLEL: Final = float(np.cos(np.radians(4.0)))
_SAMPLES: Final = np.linspace(0.15, 0.85, 9, dtype=np.float32)


class Corners(NamedTuple):
    """Right angles: segment `into` ends near `apex`, segment `out` begins there, turning clockwise as a card does."""

    into: NDArray[np.intp]
    out: NDArray[np.intp]
    apex: Points

    def but(self, known: NDArray[np.bool_]) -> Self:
        """Without those of two segments that are `known`, (segments,)."""
        new = ~(known[self.into] & known[self.out])
        return type(self)(self.into[new], self.out[new], self.apex[new])


@dataclass(frozen=True, slots=True)
class RightAngle:
    """What counts as one: `tilt` degrees off 90, a `gap` between end and apex, `overrun` past it (shares of length)."""

    tilt: float
    gap: float
    overrun: float
    least_gap: float
    """The units of the segments: px or mm."""


def edges(channel: Channel, shortest: float) -> Segments:
    """The straight edges of at least `shortest` px, the longest first."""
    if min(channel.shape) < 8:
        return NO_SEGMENTS
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD, 0.8, 0.6, 2.0, 22.5, 0, 0.6)
    found = detector.detect(channel)[0]
    segments = NO_SEGMENTS if found is None else found.reshape(-1, 4).astype(np.float32)
    return _longest_first(_bright_to_the_right(segments[lengths(segments) >= shortest], channel))


def outline_edges(mask: Channel, shortest: float) -> Segments:
    """The straight parts, of at least `shortest` px, of the outlines of what is not 0; the longest first."""
    found = [NO_SEGMENTS]
    for outline in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        if len(outline) < shortest:
            continue  # no two of its pixels are so far apart
        around = outline[:, 0] if cv2.contourArea(outline, oriented=True) > 0 else outline[::-1, 0]
        found.append(_straight_parts(around.astype(np.float32), shortest))
    return _longest_first(np.concatenate(found))


def _straight_parts(around: Points, shortest: float) -> Segments:
    bends = cv2.approxPolyDP(around[:, None], 1.5, closed=True)[:, 0].astype(np.float32)
    first = _places(bends, around)
    last = np.roll(first, -1)
    count = np.where(last > first, last, last + len(around)) - first
    trim = count // 8
    ends = np.stack([around[first], around[last - 1]], axis=1)
    chord = ends[:, 1] - ends[:, 0]
    long = np.flatnonzero((np.hypot(chord[:, 0], chord[:, 1]) >= shortest) & (count - 2 * trim >= 4))
    twice = np.concatenate([around, around])
    runs = (twice[first[part] + trim[part] : first[part] + count[part] - trim[part]] for part in long)
    lines = np.array([cv2.fitLine(run, cv2.DIST_L2, 0, 0.01, 0.01) for run in runs], np.float32).reshape(-1, 1, 4)
    along, on = lines[..., :2], lines[..., 2:]
    return np.asarray(on + along * ((ends[long] - on) * along).sum(axis=2, keepdims=True), np.float32).reshape(-1, 4)


def _places(points: Points, around: Points) -> NDArray[np.intp]:
    """Where each of `points` first stands in the outline that they were chosen from."""
    keys, wanted = (each[:, 0].astype(np.int64) << 16 | each[:, 1].astype(np.int64) for each in (around, points))
    order = np.argsort(keys, kind="stable")
    return order[np.searchsorted(keys[order], wanted)]


def joined(segments: Segments, widest_gap: float) -> Segments:
    """`segments` and, for each two that lie on one line with a gap between them, the two as one; the longest first."""
    direction, length = directions(segments), lengths(segments)
    start, end, normal = segments[:, :2], segments[:, 2:], rights(direction)
    first, second = np.nonzero(direction @ direction.T > _PARALLEL)
    across, on = start[second] - end[first], direction[first]
    gap = across[:, 0] * on[:, 0] + across[:, 1] * on[:, 1]
    near = (gap > -5.0) & (gap < np.minimum(widest_gap, np.maximum(length[first], length[second]))) & (first != second)
    first, second = first[near], second[near]
    base = (start[first] * normal[first]).sum(axis=1)
    off_start, off_end = (np.abs((each[second] * normal[first]).sum(axis=1) - base) for each in (start, end))
    on_line = np.maximum(off_start, off_end) < 2.0
    first, second = first[on_line], second[on_line]
    return _longest_first(np.concatenate([segments, np.concatenate([start[first], end[second]], axis=1)]))


def lengths(segments: Segments) -> NDArray[np.float32]:
    """(n,)"""
    return np.asarray(np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]), np.float32)


def among(segments: Segments, others: Segments) -> NDArray[np.bool_]:
    """(n,) whether each of `segments` is one of the others."""
    return np.asarray((segments[:, None] == others[None]).all(axis=2).any(axis=1))


def directions(segments: Segments) -> Points:
    """(n, 2) unit vectors from start to end."""
    along = segments[:, 2:] - segments[:, :2]
    return np.asarray(along / np.maximum(lengths(segments), 1e-6)[:, None], np.float32)


def rights(direction: NDArray[np.floating]) -> Points:
    """Unit vectors to the right of `direction` as one looks at the picture: into a card that is walked clockwise."""
    turned = np.empty(direction.shape, np.float32)
    np.negative(direction[..., 1], out=turned[..., 0], casting="same_kind")
    turned[..., 1] = direction[..., 0]
    return turned


def corners(segments: Segments, angle: RightAngle) -> Corners:
    """Every two segments that meet at a right angle, clockwise."""
    direction, length = directions(segments), lengths(segments)
    square = rights(direction) @ direction.T > np.cos(np.radians(angle.tilt))
    into, out = np.nonzero(square)
    d, e = direction[into], direction[out]
    between = segments[out, :2] - segments[into, :2]
    cross = d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0]
    along = (between[:, 0] * e[:, 1] - between[:, 1] * e[:, 0]) / cross
    before = -(between[:, 0] * d[:, 1] - between[:, 1] * d[:, 0]) / cross
    meets = _near(along - length[into], length[into], angle) & _near(before, length[out], angle)
    into, out, d, along = into[meets], out[meets], d[meets], along[meets]
    apex = segments[into, :2] + d * along[:, None]
    return Corners(into, out, np.asarray(apex, np.float32))


def _near(gap: NDArray[np.floating], length: NDArray[np.floating], angle: RightAngle) -> NDArray[np.bool_]:
    widest = np.maximum(angle.least_gap, angle.gap * length)
    deepest = np.maximum(angle.least_gap / 2, angle.overrun * length)
    return np.asarray((gap < widest) & (gap > -deepest))


def _bright_to_the_right(segments: Segments, channel: Channel) -> Segments:
    start, along = segments[:, None, :2], (segments[:, 2:] - segments[:, :2])[:, None]
    points = start + along * _SAMPLES[None, :, None]
    aside = rights(directions(segments))[:, None] * 2.0
    right, left = (nearest(channel, each, Outside.THE_EDGE) for each in (points + aside, points - aside))
    brighter = right.astype(np.float32) - left
    turned = segments.copy()
    wrong = brighter.mean(axis=1) < 0
    turned[wrong] = segments[wrong][:, [2, 3, 0, 1]]
    return turned


def _longest_first(segments: Segments) -> Segments:
    return segments[np.argsort(-lengths(segments), kind="stable")[:MOST]]
