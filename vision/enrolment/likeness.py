"""How cards are compared: small, in colours as the eye tells them apart, whatever the light."""

from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import BLANK, Picture

WIDTH: Final = 48
HEIGHT: Final = 68
"""The size at which cards are compared, px: half of a rectified one."""
SHIFT: Final = 2
"""How far two pictures of one card may lie beside one another, px."""
SHIFTS: Final = tuple(
    (x, y) for y in range(-SHIFT, SHIFT + 1) for x in range(-SHIFT, SHIFT + 1) if abs(x) + abs(y) <= SHIFT
)
INNER: Final = (HEIGHT - 2 * SHIFT, WIDTH - 2 * SHIFT, 3)
"""What is left of a picture at every shift."""
_SOFT: Final = 0.7
"""Blur, px, that takes the camera's noise and leaves the index."""
_WHITE: Final = 235.0
"""What each colour of a card's paper is brought to; light and cast are the same for all that is printed on it."""
_PAPER: Final = 70
"""Of a card's pixels, in percent, those that are darker than its paper at the most."""

_PATCH: Final = 6
SAME: Final = 20.0
"""Levels by which a patch of so many px differs at most between two pictures of one card."""

Print: TypeAlias = NDArray[np.uint8]
"""(HEIGHT, WIDTH, 3): lightness, green to red, blue to yellow (CIE Lab as OpenCV scales it, 0 to 255)."""
Row: TypeAlias = NDArray[np.float32]
"""(n, k): n pictures, each as one row of k values."""


def print_of(card: Picture) -> Print:
    """A rectified card as it is compared: what is seen of its paper is made white, whatever the light."""
    small = cv2.GaussianBlur(cv2.resize(card, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), (0, 0), _SOFT)
    seen = seen_of(card)
    open_to_sight = small[seen] if seen.any() else small.reshape(-1, 3)
    light = open_to_sight.min(axis=1)
    paper = np.median(open_to_sight[light >= np.percentile(light, _PAPER)], axis=0)
    white = np.clip(small * (_WHITE / np.maximum(paper, 1.0)), 0, 255).astype(np.uint8)
    lab: Print = cv2.cvtColor(white, cv2.COLOR_BGR2LAB).astype(np.uint8)
    return lab


def seen_of(card: Picture) -> NDArray[np.bool_]:
    """(HEIGHT, WIDTH): the part of a rectified card that nothing covers."""
    open_ = np.any(card != BLANK, axis=2).astype(np.uint8)
    small = cv2.resize(open_, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.erode(small, np.ones((3, 3), np.uint8)) > 0, np.bool_)


def turned(one: Print) -> Print:
    """The same card, turned about."""
    about: Print = np.ascontiguousarray(one[::-1, ::-1])
    return about


def inner(one: Print) -> Row:
    """(1, k): what is left of a picture at no shift."""
    return shifted(one)[len(SHIFTS) // 2 : len(SHIFTS) // 2 + 1]


def apart(one: Print, other: Print) -> float:
    """By how many levels the two differ in the patch where they differ most; a patch is less than an index."""
    levels = cv2.absdiff(one, other).max(axis=2)
    return float(cv2.blur(levels, (_PATCH, _PATCH)).max())


def same(one: Print, other: Print) -> bool:
    """True for two pictures of one card lying still: nowhere do they differ, not even where only an index would."""
    return apart(one, other) < SAME


def shifted(one: NDArray[np.generic]) -> Row:
    """(len(SHIFTS), k): a picture at every shift."""
    height, width = one.shape[:2]
    rows = [one[SHIFT + y : height - SHIFT + y, SHIFT + x : width - SHIFT + x].ravel() for x, y in SHIFTS]
    return np.stack(rows).astype(np.float32)
