"""Four-cornered shapes that may be cards, many at a time: (n, 4, 2), clockwise."""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.finder.segments import Corners, Segments, directions, lengths
from vision.picture import CardSize, Points

Quads: TypeAlias = NDArray[np.float32]
"""(n, 4, 2), clockwise as seen."""
_ROUND: Final = 1.03
"""A side is longer than the straight part that is seen of it: one of its corners is round."""
NEXT: Final = [1, 2, 3, 0]
"""The corner at which each one's side ends."""
_TURNS: Final = np.array([(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)])
NONE: Final[Quads] = np.zeros((0, 4, 2), np.float32)


class Shape(NamedTuple):
    """What a card's outline may look like: each a share, or a ratio of sides."""

    squarest: float
    longest: float
    """The least and the greatest ratio of the long sides to the short ones."""
    taper: float
    """The least ratio of two opposite sides."""
    square: float
    """The least sine of a corner's angle."""


def sides(quads: Quads) -> NDArray[np.float32]:
    """(n, 4) the length of each side, the first from corner 0 to corner 1."""
    along = quads[:, NEXT] - quads
    return np.asarray(np.hypot(along[..., 0], along[..., 1]), np.float32)


def areas(quads: Quads) -> NDArray[np.float32]:
    """(n,)"""
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2, np.float32)


def shaped(quads: Quads, shape: Shape, least: float) -> Quads:
    """Those of `quads` that are of this shape, with no side shorter than `least`."""
    if not len(quads):
        return quads
    along = np.roll(quads, -1, axis=1) - quads
    after = np.roll(along, -1, axis=1)
    length = np.linalg.norm(along, axis=2)
    cross = along[..., 0] * after[..., 1] - along[..., 1] * after[..., 0]
    turn = cross / (length * np.roll(length, -1, axis=1) + 1e-6)
    first, second = length[:, 0::2], length[:, 1::2]
    ratio = first.sum(axis=1) / (second.sum(axis=1) + 1e-6)
    ratio = np.maximum(ratio, 1 / np.maximum(ratio, 1e-6))
    taper = np.minimum(first.min(axis=1) / (first.max(axis=1) + 1e-6), second.min(axis=1) / (second.max(axis=1) + 1e-6))
    fits = (turn > shape.square).all(axis=1) & (ratio > shape.squarest) & (ratio < shape.longest)
    kept: Quads = quads[fits & (taper > shape.taper) & (length.min(axis=1) > least)]
    return kept


def at_corners(segments: Segments, corners: Corners, size: CardSize, longer: float) -> Quads:
    """A card of `size` laid into every corner, both ways round, where no segment is more than `longer` times its side:
    the sides of two cards in line are one segment.
    """
    direction, length = directions(segments), lengths(segments)
    laid = []
    for back, on in ((size.width, size.height), (size.height, size.width)):
        fits = (length[corners.into] < back * longer) & (length[corners.out] < on * longer)
        d, e = direction[corners.into[fits]], direction[corners.out[fits]]
        apex = corners.apex[fits]
        start = apex - d * back
        laid.append(np.stack([start, apex, apex + e * on, start + e * on], axis=1))
    return np.concatenate(laid)


def in_bays(segments: Segments, corners: Corners, ratio: float, least: float) -> Quads:
    """A card for every two corners that share a side, whatever its size: that side once as the short, once as the long.

    `ratio` is the long side to the short; `least` the shortest shared side.
    """
    direction, length = directions(segments), lengths(segments)
    first, second = np.nonzero(corners.out[:, None] == corners.into[None, :])
    left, right = corners.apex[first], corners.apex[second]
    base = ((right - left) * direction[corners.out[first]]).sum(axis=1)
    arm = np.maximum(length[corners.into[first]], length[corners.out[second]])
    back, on = -direction[corners.into[first]], direction[corners.out[second]]
    laid = []
    for height in (base * ratio, base / ratio):
        fits = (base > least) & (arm < height * 1.25)
        high = height[fits, None]
        laid.append(
            np.stack([left[fits], right[fits], right[fits] + on[fits] * high, left[fits] + back[fits] * high], axis=1)
        )
    return np.asarray(np.concatenate(laid), np.float32)


def on_sides(segments: Segments, corners: Corners, ratio: float, least: float) -> Quads:
    """A card for every corner, whatever its size: each of the two segments once as the whole long side, once as the
    whole short one. `ratio` is the long side to the short; `least` the shortest such segment.
    """
    direction, length = directions(segments), lengths(segments)
    d, e = direction[corners.into], direction[corners.out]
    back = np.maximum(length[corners.into], ((segments[corners.into, :2] - corners.apex) * -d).sum(axis=1))
    on = np.maximum(length[corners.out], ((segments[corners.out, 2:] - corners.apex) * e).sum(axis=1))
    laid = []
    for across, down, known in (
        (back, back * ratio, back),
        (back, back / ratio, back),
        (on / ratio, on, on),
        (on * ratio, on, on),
    ):
        wide, high = across * _ROUND, down * _ROUND
        fits = (back < wide * 1.1) & (on < high * 1.1) & (known > least)
        apex, far = corners.apex[fits], e[fits] * high[fits, None]
        start = apex - d[fits] * wide[fits, None]
        laid.append(np.stack([start, apex, apex + far, start + far], axis=1))
    return np.asarray(np.concatenate(laid), np.float32)


def spread(quads: Quads, across: int, down: int) -> Points:
    """(n, across * down, 2) points evenly over each quad, clear of its border."""
    return np.asarray(_weights(across, down) @ quads, np.float32)


@lru_cache(maxsize=8)
def _weights(across: int, down: int) -> NDArray[np.float32]:
    """(across * down, 4) how much of each corner is in each point."""
    u, v = (a.ravel() for a in np.meshgrid(np.linspace(0.05, 0.95, across), np.linspace(0.05, 0.95, down)))
    return np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=1).astype(np.float32)


def distinct(quads: Quads, worth: NDArray[np.float32], share: float, most: int) -> NDArray[np.intp]:
    """Indices of the worthiest, best first, none `alike` a better one; at most `most`."""
    left = np.argsort(-worth, kind="stable")
    kept: list[int] = []
    while len(left) and len(kept) < most:
        best = int(left[0])
        kept.append(best)
        left = left[~alike(quads[best], quads[left], share)]
    return np.array(kept, np.intp)


def alike(quad: Points, others: Quads, share: float) -> NDArray[np.bool_]:
    """(n,) whether a quad and each of the others have some `share` of their union in common, 0 to 1, or more.

    Told by their corners: two cards moved apart by a part d of their width share (1 - d) / (1 + d).
    """
    apart = others[None] - quad[_TURNS][:, None]
    mean = np.hypot(apart[..., 0], apart[..., 1]).sum(axis=2).min(axis=0) / 4
    width = float(sides(quad[None]).min())
    return np.asarray(mean < width * (1 - share) / (1 + share))


def upright_first(quad: Points) -> Points:
    """The corners in the order of `Outline`: clockwise, a short side first."""
    length = sides(quad[None])[0]
    return np.roll(quad, -1, axis=0) if length[0] + length[2] > length[1] + length[3] else quad
