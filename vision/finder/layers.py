"""Which of many possible cards are there, and which lies on which: the arrangement that the edges support best."""

from dataclasses import dataclass
from typing import Final, NamedTuple, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from felt.fact import Share
from vision.finder.quads import NEXT, Quads, areas, spread
from vision.finder.relief import SAMPLES, Border
from vision.finder.segments import rights
from vision.picture import Points

Flags = NDArray[np.bool_]
"""(n, 4, SAMPLES), one for each look at a border."""


WEIGHTS: Final = np.array([1.0, -0.8, -0.2], np.float32)
"""Of a look that supports, that denies, and that is covered."""


class Evidence(NamedTuple):
    """What each look at a border says; a look says one of these or nothing."""

    supports: Flags
    """An edge of a card is seen."""
    denies: Flags
    """The same card stock on both sides, and no edge."""
    covered: Flags
    """Something else than card stock lies there."""
    beyond: Flags
    """Outside the picture."""

    def worth(self, border: Border) -> NDArray[np.float32]:
        """(n,) how much of each whole border is supported, less what is denied."""
        said = self.supports * WEIGHTS[0] + self.denies * WEIGHTS[1] + self.covered * WEIGHTS[2]
        return np.asarray(((said @ _EACH) * border.share[..., 0]).sum(axis=1), np.float32)

    def at(self, kept: NDArray[np.intp]) -> Self:
        """Of those candidates only."""
        return type(self)(*(flags[kept] for flags in self))

    def joined(self, others: Self) -> Self:
        """Of these candidates and of those others."""
        return type(self)(*(np.concatenate(pair) for pair in zip(self, others, strict=True)))


class Terms(NamedTuple):
    """When a card is believed."""

    least_worth: Share
    """Of its whole border, supported less denied."""
    least_ratio: Share
    """The same, of the border that is not hidden."""
    least_seen: Share
    """Of its area and of its border, not hidden."""
    cost: Share
    """What one card more must add."""
    same: Share
    """Two outlines whose intersection over union is greater are one card."""


_EACH: Final = np.ones(SAMPLES, np.float32)
_ROUNDS: Final = 3
_RIVALS: Final = 24
_CANVAS: Final = 64
"""What is seen of a card is drawn this large, px."""
_SLIVER: Final = 6
"""Narrower parts of it are not told."""


class Placed(NamedTuple):
    """Candidate number `which` is believed, and lies under those that were placed before it."""

    which: int
    worth: float
    ratio: float
    """What its border is worth where nothing above it hides it."""


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """The candidates against each other: what each look, flat (n, 4 * SAMPLES), is worth, and who hides whom."""

    worth: NDArray[np.float32]
    open: NDArray[np.float32]
    hides: Flags
    """[a, b, look]: a hides that look of b."""
    shades: Flags
    """[a, b, point]: a hides that point of the grid on b."""
    rivals: NDArray[np.bool_]
    """[a, b]: the same card twice."""
    terms: Terms

    @classmethod
    def of(cls, quads: Quads, border: Border, evidence: Evidence, terms: Terms) -> Self:
        """Compare every candidate with every other."""
        n = len(quads)
        share = np.broadcast_to(border.share, (n, 4, SAMPLES)).reshape(n, -1)
        said = (evidence.supports, evidence.denies, evidence.covered)
        worth = sum(flags.reshape(n, -1) * weight for flags, weight in zip(said, WEIGHTS, strict=True)) * share
        seen = ~evidence.beyond.reshape(n, -1)
        looks = border.points.reshape(n, -1, 2)
        depth = _depth(quads, np.concatenate([looks, spread(quads, 8, 8)], axis=1))
        hides, shades = depth[..., : looks.shape[1]] > -2.0, depth[..., looks.shape[1] :] > 0.0
        rivals = _unions(quads, shades) > terms.same
        return cls(np.asarray(worth * seen, np.float32), share * seen, hides, shades, rivals, terms)

    def best(self) -> list[Placed]:
        """The arrangement whose cards are worth the most together, top cards first."""
        worth = self.worth.sum(axis=1)
        order = np.argsort(-worth, kind="stable")[:_RIVALS]
        order = order[self._believed(worth, self.open.sum(axis=1))[order]]
        found = self._completed([])
        tried = dict[int, list[Placed]]()
        for _ in range(_ROUNDS):
            placed = {card.which for card in found}
            tried |= {
                int(first): self._completed([int(first)]) for first in order if first not in placed | tried.keys()
            }
            better = max(
                (cards for first, cards in tried.items() if first not in placed), key=self._total, default=found
            )
            if self._total(better) <= self._total(found) + 1e-6:
                break
            found = better
        return found

    def _total(self, placed: list[Placed]) -> float:
        return sum(card.worth - self.terms.cost for card in placed)

    def _believed(self, worth: NDArray[np.float32], visible: NDArray[np.float32]) -> NDArray[np.bool_]:
        """(n,) of borders that are worth so much, and so much of which is not hidden."""
        least = np.maximum(self.terms.least_worth, self.terms.least_ratio * np.maximum(visible, 0.05))
        return np.asarray((worth > least) & (visible > self.terms.least_seen))

    def _completed(self, first: list[int]) -> list[Placed]:
        """`first` on top, then always the card that is worth most under those placed."""
        n = len(self.worth)
        free = np.ones(n, np.bool_)
        shown = np.ones(self.worth.shape, np.float32)
        shaded = np.zeros(self.shades.shape[1:], np.bool_)
        most_shaded = (1 - self.terms.least_seen) * self.shades.shape[2]
        placed: list[Placed] = []
        while True:
            worth = np.einsum("ij,ij->i", self.worth, shown)
            visible = np.einsum("ij,ij->i", self.open, shown)
            if first:
                best = first.pop()
            else:
                believed = self._believed(worth, visible) & free & (np.count_nonzero(shaded, axis=1) < most_shaded)
                best = int(np.where(believed, worth, -np.inf).argmax())
                if not believed[best]:
                    return placed
            ratio = worth[best] / max(visible[best], 0.05)
            placed.append(Placed(best, float(worth[best]), float(ratio)))
            free &= ~self.rivals[best]
            shown[self.hides[best]] = 0
            shaded |= self.shades[best]


def seen_part(quad: Points, above: list[Points], size: tuple[int, int], border: Points) -> tuple[Points | None, Share]:
    """The greatest part of `quad` in a picture of `size` (width, height) that no quad `above` hides and that the looks
    at its `border` go around, as a polygon (None: all of it), and the share of its area that is seen; 0 where only
    slivers are.
    """
    low = np.floor(quad.min(axis=0)) - 1
    scale = _CANVAS / max(float((quad.max(axis=0) - low).max()), 1.0)
    canvas = _drawn((quad - low) * scale)
    whole = int(canvas.sum())
    if len(border) > 2:
        canvas &= _drawn((_around(quad, border, 0.12 * _CANVAS / scale) - low) * scale)
    for other in above:
        canvas &= 1 - _drawn((other - low) * scale)
    left, top = np.ceil(np.maximum(-low * scale, 0)).astype(int)
    right, bottom = np.floor(np.maximum((np.array(size) - low) * scale, 0)).astype(int)
    canvas[:top], canvas[:, :left], canvas[bottom:], canvas[:, right:] = 0, 0, 0, 0
    share = min(1.0, float(canvas.sum()) / max(whole, 1))
    opened = cv2.morphologyEx(canvas, cv2.MORPH_OPEN, np.ones((_SLIVER, _SLIVER), np.uint8))
    # Opening rounds the corners of a turned card off too, and with them its index: they are given back.
    canvas &= cv2.dilate(opened, np.ones((2 * _SLIVER + 1, 2 * _SLIVER + 1), np.uint8)).astype(np.uint8, copy=False)
    outlines, _ = cv2.findContours(canvas, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if share > 0.97:
        return None, share
    if not outlines:
        return quad[:1], 0.0
    greatest = max(outlines, key=cv2.contourArea)[:, 0]
    return np.asarray(greatest / scale + low, np.float32), share


def _around(quad: Points, border: Points, near: float) -> Points:
    """The hull of looks at a border and of the corners `near` one of them."""
    ends = [corner for corner in quad if np.abs(border - corner).max(axis=1).min() < near]
    points = np.concatenate([border, np.array(ends, np.float32).reshape(-1, 2)]).astype(np.float32)
    return np.asarray(cv2.convexHull(points)[:, 0], np.float32)


def _drawn(polygon: Points) -> NDArray[np.uint8]:
    canvas = np.zeros((_CANVAS + 8, _CANVAS + 8), np.uint8)
    cv2.fillConvexPoly(canvas, np.rint(polygon).clip(-20000, 20000).astype(np.int32), 1)
    return canvas


def _unions(quads: Quads, shades: Flags) -> NDArray[np.float32]:
    """(n, n) intersection over union of each two; a quad with itself has 1."""
    area = areas(quads)
    common = np.count_nonzero(shades, axis=2) / shades.shape[2] * area[None]
    common = (common + common.T) / 2
    np.fill_diagonal(common, area)
    return np.asarray(common / np.maximum(area[:, None] + area[None] - common, 1e-6), np.float32)


def _depth(quads: Quads, points: Points) -> NDArray[np.float32]:
    """[a, b, k]: how far point k of b lies inside quad a, px; below 0 outside, and for a's own points."""
    along = quads[:, NEXT] - quads
    normal = rights(along / np.maximum(np.hypot(along[..., 0], along[..., 1]), 1e-6)[..., None])
    offset = (quads * normal).sum(axis=2)
    x, y = points[..., 0].ravel(), points[..., 1].ravel()
    depth = np.full((len(quads), len(x)), np.inf, np.float32)
    for side in range(4):
        inward = normal[:, side, 0, None] * x
        inward += normal[:, side, 1, None] * y
        inward -= offset[:, side, None]
        np.minimum(depth, inward, out=depth)
    depth = depth.reshape(len(quads), *points.shape[:2])
    depth[np.arange(len(quads)), np.arange(len(quads))] = -np.inf
    return depth
