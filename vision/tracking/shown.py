"""What a reader is shown of a card that lies among others."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.outline import Outline, rectified, straightening
from vision.picture import BLANK, CARD_HEIGHT, CARD_WIDTH, INDEX_HEIGHT, INDEX_WIDTH, Picture

_MUCH: Final = 0.6
"""The visible share below which what covers a card is blanked between its indices too."""
_INDICES: Final = np.s_[2:42, 2:24], np.s_[CARD_HEIGHT - 42 : CARD_HEIGHT - 2, CARD_WIDTH - 24 : CARD_WIDTH - 2]
"""Where a card's two indices are, px of a rectified one."""
_CORNERS: Final = np.s_[:INDEX_HEIGHT, :INDEX_WIDTH], np.s_[-INDEX_HEIGHT:, -INDEX_WIDTH:]
"""The corner that a reader looks at for each of them."""
_OWN: Final = 0.8
"""The share of an index that is seen below which it is not shown: of an ace without its left leg a jack is read."""
_PICTURE: Final = np.s_[:, 26:70]
"""What lies between its indices, px of a rectified one: on a court card, the picture."""
_STOCK: Final = 85
"""Of a card's pixels, the percentile that is bare stock: print is darker, a glare brighter."""


def alone(picture: Picture, outline: Outline) -> Picture:
    """The rectified card, (CARD_HEIGHT, CARD_WIDTH, 3), with what other cards show over it blanked.

    Where they hide little it is left: an index cut by a blank reads as another (half a queen's as a nine's). For the
    same reason a corner whose index they cut is blanked as a whole, and their own index there is not read for it.
    """
    card = rectified(picture, outline)
    if outline.seen is None:
        return card
    seen = cv2.perspectiveTransform(outline.seen.reshape(1, -1, 2).astype(np.float32), straightening(outline))[0]
    mask = np.zeros(card.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(seen).astype(np.int32)], 1)
    if outline.visible < _MUCH:
        card[mask == 0] = BLANK
    for index, corner in zip(_INDICES, _CORNERS, strict=True):
        if float(mask[index].mean()) < _OWN:
            card[corner] = BLANK
    return card


def scaled(outline: Outline, by: float) -> Outline:
    """The outline, grown about its middle; what is seen of the card stays what it is."""
    middle = outline.corners.mean(axis=0)
    return replace(outline, corners=((outline.corners - middle) * by + middle).astype(np.float32))


def without_picture(card: Picture) -> Picture:
    """The card with stock in place of what lies between its indices: an artist of court cards that a reader never saw
    tells it nothing of the suit, and may mislead it. What is blank stays blank.
    """
    open_to_sight = (card != BLANK).any(axis=-1)
    if not open_to_sight.any():
        return card
    bare, part = card.copy(), open_to_sight[_PICTURE]
    bare[_PICTURE][part] = np.percentile(card[open_to_sight], _STOCK, axis=0)
    return bare
