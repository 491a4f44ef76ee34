"""Where a card lies in a picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from felt.fact import Share
from vision.picture import CARD_HEIGHT, CARD_WIDTH, Picture, Points


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A card's four corners, the whole card's even where a part of it is covered, and the share that is seen.

    `corners` is (4, 2) px, clockwise, beginning at a corner from which a short side leads: which of the two such
    corners is the card's top cannot be told from its outline, so what reads a card looks at it both ways up.
    """

    corners: Points
    visible: Share = 1.0

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


def rectified(picture: Picture, outline: Outline) -> Picture:
    """The card as a picture of its own, (CARD_HEIGHT, CARD_WIDTH, 3)."""
    upright = np.array([(0, 0), (CARD_WIDTH, 0), (CARD_WIDTH, CARD_HEIGHT), (0, CARD_HEIGHT)], np.float32)
    straightened = cv2.getPerspectiveTransform(outline.corners.astype(np.float32), upright)
    size = (CARD_WIDTH, CARD_HEIGHT)
    card: Picture = cv2.warpPerspective(
        picture, straightened, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8, copy=False)
    return card
