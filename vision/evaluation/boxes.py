"""From a box around what is seen of a card to the outlines that the card may have: a box says neither angle nor cover.

A card that is wholly in view fills its box at one of two angles; one that is half covered shows a strip whose far side
is hidden. All outlines are read and the surest reading stands, so a wrong outline costs time and not truth.
"""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from vision.box import Box
from vision.outline import Outline
from vision.picture import POKER, Picture, Points

ASPECT: Final = POKER.height / POKER.width
STRIP: Final = 1.12
"""A rectangle that lacks more than this for a card's aspect may be a part of a card."""


def outlines(picture: Picture, box: Box) -> list[Outline]:
    """Every outline worth a look, px of `picture`."""
    corners = [*_upright(box), *_tilted(box), *_segmented(picture, box)]
    return [Outline(_long_side_second(np.asarray(c, np.float32))) for c in corners]


def _rectangle(x: float, y: float, width: float, height: float) -> Points:
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], np.float32)


def _long_side_second(corners: Points) -> Points:
    """The same corners, clockwise, beginning with a short side."""
    first, second = (float(np.hypot(*(corners[i + 1] - corners[i]))) for i in (0, 1))
    return corners if first <= second else np.roll(corners, -1, axis=0)


def _upright(box: Box) -> Iterator[Points]:
    """The box itself, and cards of which the box is one end or one side."""
    yield from _completed(_rectangle(*box))


def _completed(rectangle: Points) -> Iterator[Points]:
    """The rectangle as a whole card; where its aspect is no card's, as a part of one that goes on at either side."""
    across, down = rectangle[1] - rectangle[0], rectangle[3] - rectangle[0]
    wide, tall = float(np.hypot(*across)), float(np.hypot(*down))
    if min(wide, tall) < 8:
        return
    if 1 / 1.75 < wide / tall < 1.75:
        yield rectangle
    for wanted_width in (tall / ASPECT, tall * ASPECT):
        if wanted_width > STRIP * wide:
            more = across * (wanted_width / wide - 1)
            yield rectangle + np.array([-more, (0, 0), (0, 0), -more], np.float32)
            yield rectangle + np.array([(0, 0), more, more, (0, 0)], np.float32)
    for wanted_height in (wide / ASPECT, wide * ASPECT):
        if wanted_height > STRIP * tall:
            more = down * (wanted_height / tall - 1)
            yield rectangle + np.array([-more, -more, (0, 0), (0, 0)], np.float32)
            yield rectangle + np.array([(0, 0), (0, 0), more, more], np.float32)


def _tilted(box: Box) -> Iterator[Points]:
    """The two cards that lie aslant and touch all four sides of the box."""
    ratio = box.width / box.height
    if not 1 / ASPECT < ratio < ASPECT:
        return
    turn = np.arctan((ratio * ASPECT - 1) / (ASPECT - ratio))
    width = box.width / (np.cos(turn) + ASPECT * np.sin(turn))
    centre = np.array([box.x + box.width / 2, box.y + box.height / 2])
    upright = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, width * ASPECT / 2)
    for sign in (-1, 1):
        cos, sin = np.cos(sign * turn), np.sin(sign * turn)
        yield (upright @ np.array([(cos, sin), (-sin, cos)]) + centre).astype(np.float32)


def _segmented(picture: Picture, box: Box) -> Iterator[Points]:
    """What is lighter than its surroundings within the box, as the rectangle around it."""
    margin = max(2, round(0.04 * max(box.width, box.height)))
    room = box.grown(margin).common(Box.whole(picture.shape))
    cut = picture[room.window]
    for plane in (cut.min(axis=2), cv2.cvtColor(cut, cv2.COLOR_BGR2LAB)[:, :, 0]):
        smooth = cv2.GaussianBlur(plane, (0, 0), max(1.0, 0.008 * max(cut.shape)))
        _, light = cv2.threshold(smooth, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        shapes, _ = cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        largest = max(shapes, key=cv2.contourArea, default=None)
        if largest is None or cv2.contourArea(largest) < 0.2 * box.width * box.height:
            continue
        hull = cv2.convexHull(largest)
        offset = np.array([room.x, room.y], np.float32)
        yield from _completed((_clockwise(cv2.boxPoints(cv2.minAreaRect(hull))) + offset).astype(np.float32))
        corners = cv2.approxPolyDP(hull, 0.06 * cv2.arcLength(hull, closed=True), closed=True)
        if len(corners) == 4:
            yield (_clockwise(corners.reshape(4, 2)) + offset).astype(np.float32)


def _clockwise(corners: np.ndarray) -> np.ndarray:
    """From the upper left, clockwise as seen (y runs down)."""
    centre = corners.mean(axis=0)
    order = np.argsort(np.arctan2(corners[:, 1] - centre[1], corners[:, 0] - centre[0]))
    return corners[order]
