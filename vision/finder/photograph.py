"""Cards in one photograph of unknown scale, on an unknown ground."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from felt.fact import Share
from vision.finder.layers import Layers, Placed, Terms, seen_part
from vision.finder.quads import (
    NONE,
    Quads,
    Shape,
    at_corners,
    distinct,
    in_bays,
    on_sides,
    shaped,
    sides,
    upright_first,
)
from vision.finder.relief import Border, Relief, far_side_snapped, snapped
from vision.finder.segments import Channel, Corners, RightAngle, Segments, corners, edges, joined
from vision.finder.stock import RISE, printed, testimony
from vision.outline import Outline
from vision.picture import POKER, CardSize, Picture, Points

_LONGEST: Final = 640
"""Larger pictures are looked at in this size, px."""
_ANGLE: Final = RightAngle(tilt=14.0, gap=0.4, overrun=0.06, least_gap=9.0)
_SHAPE: Final = Shape(squarest=1.15, longest=1.75, taper=0.78, square=0.9)
_TERMS: Final = Terms(least_worth=0.16, least_ratio=0.33, least_seen=0.15, cost=0.25, same=0.45)
_RATIO: Final = POKER.height / POKER.width
_NARROWEST: Final = 18.0
"""Shorter sides cannot be read, px."""
_MOST: Final = 160
_LARGER: Final = 0.25
"""How much more a larger size counts: a card is more often larger than what looks like one on it."""
_TRUST: Final = 8.0
"""What a sure judgement is worth beside the support of borders."""
_SIZES: Final = 6
_FIRM: Final = 0.5
"""A candidate worth so much may say what size cards have."""
_VAGUE: Final = 0.3
"""The same, where somebody judges what is found."""
_SAME_SIZE: Final = (0.78, 1.28)
"""Cards of one photograph differ by no more than this from one size."""


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A photograph at the size it is looked at: the whole is 1 / `scale` as large."""

    picture: Picture
    channel: Channel
    relief: Relief
    scale: float

    @classmethod
    def of(cls, picture: Picture) -> Self:
        scale = min(1.0, _LONGEST / max(picture.shape[:2]))
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
        small = small.astype(np.uint8, copy=False)
        # Card stock is bright in every channel, and so it is told best from most grounds by the darkest one.
        channel = np.asarray(small.min(axis=2), np.uint8)
        return cls(small, channel, Relief.of(channel), scale)


@dataclass(frozen=True, slots=True, eq=False)
class _Candidates:
    """Possible cards, and how much of each one's border is seen, -1 to 1."""

    quads: Quads
    worth: NDArray[np.float32]

    def at(self, kept: NDArray[np.intp] | NDArray[np.bool_]) -> "_Candidates":
        return _Candidates(self.quads[kept], self.worth[kept])


Judge: TypeAlias = Callable[[Picture, Sequence[Outline]], Sequence[Share]]
"""How surely what each outline of a picture goes around is a card."""


def find(picture: Picture, judge: Judge | None = None) -> list[Outline]:
    """Every card that lies in `picture`, those on top first; corners in px of `picture`.

    What size cards have here is told by their borders; with a `judge`, by what is most surely cards.
    """
    if min(picture.shape[:2]) < _NARROWEST:
        return []
    view = _View.of(picture)
    candidates = _candidates(view)
    candidates = candidates.at(printed(candidates.quads, view.relief, view.picture))
    best, most = list[Outline](), 0.0
    for size in _sizes(candidates, _FIRM) if judge is None else _sizes(candidates, _VAGUE):
        placed, outlines = _arranged(_of_size(candidates.quads, size), view)
        merit = _supported(placed)
        if judge is not None:
            merit += _TRUST * sum(max(0.0, share - 0.5) for share in judge(picture, outlines))
        merit *= (size.width * size.height) ** (_LARGER / 2)
        if merit > most:
            best, most = outlines, merit
    return best


def _supported(placed: Sequence[Placed]) -> float:
    """How well an arrangement's borders are seen."""
    # One card that is seen all around says more about the size than many that are half guessed.
    merit = max((card.worth for card in placed), default=0.0)
    return merit + 0.1 * sum(card.worth - _TERMS.cost for card in placed)


def _arranged(quads: Quads, view: _View) -> tuple[list[Placed], list[Outline]]:
    border = Border.of(quads)
    evidence = testimony(quads, border, view.relief, view.picture)
    placed = Layers.of(quads, border, evidence, _TERMS).best()
    size = view.picture.shape[1], view.picture.shape[0]
    scale = np.float32(view.scale)
    outlines: list[Outline] = []
    above: list[Points] = []
    for card in placed:
        quad = quads[card.which]
        shown = border.points[card.which][~(evidence.covered | evidence.beyond)[card.which]]
        seen, visible = seen_part(quad, above, size, shown)
        above.append(quad)
        if visible > 0:
            outlines.append(Outline(upright_first(quad) / scale, visible, None if seen is None else seen / scale))
    return placed, outlines


def _candidates(view: _View) -> _Candidates:
    segments = joined(edges(view.channel, 9.0), 40.0)
    angles = corners(segments, _ANGLE)
    guessed = _guessed(segments, angles, view)
    found = [guessed.quads]
    for size in _sizes(guessed, _FIRM)[:3]:
        laid = shaped(at_corners(segments, angles, size, 1.12), _SHAPE, _NARROWEST)
        laid = shaped(snapped(laid, view.relief, 0.07, RISE), _SHAPE, _NARROWEST)
        found.append(_worthiest(laid, view, 0.1, 0.85).quads)
    return _worthiest(np.concatenate(found), view, 0.1, 0.85)


def _guessed(segments: Segments, angles: Corners, view: _View) -> _Candidates:
    """Cards of any size."""
    bays = shaped(in_bays(segments, angles, _RATIO, 20.0), _SHAPE, _NARROWEST)
    bays = shaped(far_side_snapped(bays, view.relief, 0.15, RISE), _SHAPE, _NARROWEST)
    lone = shaped(on_sides(segments, angles, _RATIO, 40.0), _SHAPE, _NARROWEST)
    lone = _worthiest(lone, view, 0.1, 0.9).quads
    lone = shaped(snapped(lone, view.relief, 0.1, RISE), _SHAPE, _NARROWEST)
    return _worthiest(np.concatenate([bays, lone]), view, 0.3, 0.8)


def _worthiest(quads: Quads, view: _View, least: float, share: float) -> _Candidates:
    """Those worth more than `least`, none `alike` a better one by `share`."""
    if not len(quads):
        return _Candidates(NONE, np.zeros(0, np.float32))
    border = Border.of(quads)
    worth = testimony(quads, border, view.relief, view.picture).worth(border)
    kept = distinct(quads, worth, share, _MOST)
    return _Candidates(quads, worth).at(kept[worth[kept] > least])


def _sizes(candidates: _Candidates, least: Share) -> list[CardSize]:
    """The sizes, px, of the best candidate and those worth `least`: those that differ."""
    found: list[CardSize] = []
    for index in np.argsort(-candidates.worth, kind="stable"):
        if found and (candidates.worth[index] < least or len(found) == _SIZES):
            break
        first, second, third, fourth = (float(side) for side in sides(candidates.quads[index][None])[0])
        one, other = (first + third) / 2, (second + fourth) / 2
        size = CardSize(min(one, other), max(one, other))
        if all(abs(np.log(size.width / known.width)) > 0.12 for known in found):
            found.append(size)
    return found


def _of_size(quads: Quads, size: CardSize) -> Quads:
    length = sides(quads)
    mean = np.sqrt((length[:, 0] + length[:, 2]) * (length[:, 1] + length[:, 3])) / 2
    ratio = mean / np.sqrt(size.width * size.height)
    kept: Quads = quads[(ratio > _SAME_SIZE[0]) & (ratio < _SAME_SIZE[1])]
    return kept
