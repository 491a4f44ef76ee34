"""Where a card lies in a picture."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from felt.fact import Share
from vision.picture import CARD_HEIGHT, CARD_WIDTH, Picture, Points


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A card's four corners, the whole card's even where a part of it is covered, and the share that is seen.

    `corners` is (4, 2) px, clockwise, beginning at a corner from which a short side leads: which of the two such
    corners is the card's top cannot be told from its outline, so what reads a card looks at it both ways up. `seen` is
    a polygon, (n, 2) px, around the part that nothing covers; None where that is the whole card.
    """

    corners: Points
    visible: Share = 1.0
    seen: Points | None = None

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """x, y, width, height of the upright rectangle around what is seen of the card, px."""
        points = self.corners if self.seen is None else self.seen
        left, top = points.min(axis=0)
        right, bottom = points.max(axis=0)
        return float(left), float(top), float(right - left), float(bottom - top)

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the card, px."""
        x, y = self.corners.mean(axis=0)
        return float(x), float(y)

    @property
    def angle(self) -> float:
        """Degrees, 0 to below 180, by which the card's long side is turned clockwise from upright."""
        dx, dy = self.corners[2] - self.corners[1]
        return float(np.degrees(np.arctan2(-dx, dy)) % 180)


def straightening(outline: Outline) -> NDArray[np.float64]:
    """(3, 3): pixels of a picture to those of the rectified card that lies there."""
    upright = np.array([(0, 0), (CARD_WIDTH, 0), (CARD_WIDTH, CARD_HEIGHT), (0, CARD_HEIGHT)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(outline.corners.astype(np.float32), upright), np.float64)


def rectified(picture: Picture, outline: Outline) -> Picture:
    """The card as a picture of its own, (CARD_HEIGHT, CARD_WIDTH, 3)."""
    size = (CARD_WIDTH, CARD_HEIGHT)
    card: Picture = cv2.warpPerspective(
        picture, straightening(outline), size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8, copy=False)
    return card
