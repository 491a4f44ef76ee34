"""What is truly seen in a frame: every card that lies or moves there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np

from felt.card import Card
from felt.fact import Face, Share
from felt.place import Place
from vision.box import Box
from vision.picture import Picture, Points
from vision.stage.script import CardNo

INDEX: Final = (0.24, 0.30)
"""The share of a card's width and height that its corner index takes."""


class Cover(Protocol):
    """A thing that hides what lies below it."""

    @property
    def box(self) -> Box:
        """Where it is, px."""
        ...

    def blot(self, mask: Picture, box: Box) -> None:
        """Set what it hides of `box` to 0 in `mask`, (height, width) of the box."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class CardTruth:
    """One card in one frame. `corners`: px, clockwise from its own upper left. `since_s`: when it came to rest.

    `visible`: share of its area that nothing covers. `index`: the same of its better seen corner index.
    """

    number: CardNo
    card: Card
    face: Face
    corners: Points
    place: Place | None
    moving: bool
    since_s: float
    visible: Share
    index: Share


def seen_of(corners: Points, above: Sequence[Cover]) -> tuple[Share, Share]:
    """The visible shares of a card with these corners, and of its better corner index, below `above`."""
    box = Box.around(corners)
    mask = _filled(corners, box)
    area = int(np.count_nonzero(mask))
    near = [cover for cover in above if cover.box.touches(box)]
    if not near or not area:
        return 1.0, 1.0
    for cover in near:
        cover.blot(mask, box)
    shares = []
    for index in _indices(corners):
        whole = _filled(index, box) > 0
        shares.append(float(np.count_nonzero(mask[whole])) / max(int(whole.sum()), 1))
    return float(np.count_nonzero(mask)) / area, max(shares)


def _filled(corners: Points, box: Box) -> Picture:
    mask = np.zeros((box.height, box.width), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners - (box.x, box.y)).astype(np.int32), 255)
    return mask


def _indices(corners: Points) -> tuple[Points, Points]:
    """The upper left and the lower right corner index of a card."""
    a, b, _, d = corners
    along, down = (b - a) * INDEX[0], (d - a) * INDEX[1]
    shape = np.array([np.zeros(2), along, along + down, down])
    return (a + shape).astype(np.float32), (corners[2] - shape).astype(np.float32)
