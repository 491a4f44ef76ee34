"""The cards that may lie in a changed part of a picture, and what the looks at their borders say."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder.layers import Evidence, Flags, Layers, Placed, Terms, seen_part
from vision.finder.looks import Outside, nearest_at
from vision.finder.quads import Quads, distinct, upright_first
from vision.finder.relief import SAMPLES, Border, Relief
from vision.finder.segments import Channel
from vision.outline import Outline
from vision.picture import Picture, Points

RISE: Final = 6.0
"""Levels a px that an edge rises at least."""
_FAINT: Final = 3.0
"""The same, between two cards."""
_FLAT: Final = 14.0
_MOST: Final = 64
_LEAST_WORTH: Final = 0.1
"""A border worth less is no card's."""
_TERMS: Final = Terms(least_worth=0.18, least_ratio=0.45, least_seen=0.08, cost=0.1, same=0.85)


@dataclass(frozen=True, eq=False)
class Patch:
    """A changed part of a picture, cut out: `low` is its first pixel in the whole."""

    low: Points
    picture: Picture
    change: Channel
    """(height, width), the levels by which each pixel differs from the empty felt."""
    mask: NDArray[np.uint8]
    """(height, width), 255 where it changed."""

    def inside(self, size: tuple[int, int]) -> bool:
        """Whether no side of it is one of a picture of `size` (width, height): a card may go on there."""
        x, y = self.low
        height, width = self.mask.shape
        return bool(x > 0 and y > 0 and x + width < size[0] and y + height < size[1])

    @cached_property
    def seen(self) -> Picture:
        """(height, width, 4), the picture and the mask."""
        return cv2.merge([self.picture, self.mask]).astype(np.uint8, copy=False)

    @cached_property
    def relief(self) -> Relief:
        """The slope of the change."""
        return Relief.of(self.change)

    @cached_property
    def tone(self) -> Relief:
        """The slope of the picture's brightness."""
        return Relief.of(cv2.cvtColor(self.picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False))


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Cards that may lie in a patch: `quads` in px of the patch, what the looks at each border say, and its worth."""

    quads: Quads
    border: Border
    evidence: Evidence
    worth: NDArray[np.float32]

    @classmethod
    def of(cls, quads: Quads, patch: Patch, size: tuple[int, int]) -> Self:
        """Those of `quads` that are worth anything."""
        border = Border.of(quads)
        if not len(quads):
            none = np.zeros((0, 4, SAMPLES), np.bool_)
            return cls(quads, border, Evidence(none, none, none, none), np.zeros(0, np.float32))
        evidence = testimony(border, patch, size)
        worth = evidence.worth(border)
        return cls(quads, border, evidence, worth).at(np.flatnonzero(worth > _LEAST_WORTH))

    def at(self, kept: NDArray[np.intp]) -> Self:
        """Those only."""
        return type(self)(self.quads[kept], self.border.at(kept), self.evidence.at(kept), self.worth[kept])

    def joined(self, others: Self) -> Self:
        """These and the others."""
        return type(self)(
            np.concatenate([self.quads, others.quads]),
            self.border.joined(others.border),
            self.evidence.joined(others.evidence),
            np.concatenate([self.worth, others.worth]),
        )

    def distinct(self) -> Self:
        """The worthiest, each once."""
        return self.at(distinct(self.quads, self.worth, 0.88, _MOST))

    def best(self) -> list[Placed]:
        """Those that lie there, topmost first."""
        if not len(self.quads):
            return []
        return Layers.of(self.quads, self.border, self.evidence, _TERMS).best()

    def outlines(self, placed: Sequence[Placed], low: Points, size: tuple[int, int]) -> list[Outline]:
        """Those that are `placed`, in a picture of `size` (width, height) in which the patch begins at `low`."""
        found: list[Outline] = []
        above: list[Points] = []
        for card in placed:
            quad = self.quads[card.which] + low
            seen, visible = seen_part(quad, above, size, np.zeros((0, 2), np.float32))
            above.append(quad)
            if visible > 0:
                found.append(Outline(upright_first(quad), visible, seen))
        return found


def testimony(border: Border, patch: Patch, size: tuple[int, int]) -> Evidence:
    """What each look at a border in a patch of a picture of `size` (width, height) says."""
    rise, either = border.rises(patch.relief, patch.tone, RISE, _FAINT)
    aside = border.inward * np.float32(2.5)
    x, y = (border.points[..., axis] + np.stack([aside[..., axis], -aside[..., axis]]) for axis in (0, 1))
    beside = nearest_at(patch.seen, x, y, Outside.THE_EDGE).reshape(2, -1, SAMPLES, 4)
    apart = cv2.split(cv2.absdiff(beside[0], beside[1]))
    flat = (cv2.max(cv2.max(apart[0], apart[1]), apart[2]) < _FLAT).reshape(rise.shape)
    card, other = (beside[..., 3] > 0).reshape(2, *rise.shape)
    supports: Flags = card & ((~other & (rise > RISE)) | (other & (either > _FAINT)))
    beyond = border.beyond(size, patch.low)
    denies = ~supports & (~card | (other & flat))
    return Evidence(supports & ~beyond, denies & ~beyond, ~supports & ~denies & ~beyond, beyond)
