"""A card on a table under a camera: backdrop, perspective, neighbours under and over it, hands and chips."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.picture import Picture, Points
from vision.train.backdrop import SIDE
from vision.train.light import Canvas

ROOM = 0.34
"""What is seen about a card on every side, as a share of its width."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where a card lies on a canvas: corners (4, 2) clockwise from its own top left, width and height, px."""

    corners: Points
    width: float
    height: float

    @property
    def centre(self) -> NDArray[np.float32]:
        """(2,) px."""
        return self.corners.mean(axis=0)


def ground(width: float, height: float, backdrops: list[Picture], rng: Generator) -> Canvas:
    """An empty canvas about a card of that size, px."""
    page = backdrops[int(rng.integers(len(backdrops)))]
    wide, high = round(width * (1 + 2 * ROOM)), round(height + width * 2 * ROOM)
    part = int(rng.integers(SIDE // 3, SIDE))
    x, y = (int(v) for v in rng.integers(0, SIDE - part + 1, 2))
    cut = cv2.resize(page[y : y + part, x : x + part], (wide, high), interpolation=cv2.INTER_LINEAR)
    return cut.astype(np.float32) * np.float32(rng.uniform(0.6, 1.3))


def laid(width: float, height: float, rng: Generator) -> Spot:
    """A card's place in the middle of its canvas, a little turned and seen a little from the side."""
    tilt = float(rng.uniform(-14, 14))
    lean = float(rng.choice([0.015, 0.05])) * width
    centre = np.array([width * (0.5 + ROOM), height / 2 + width * ROOM], np.float32)
    return _spot(centre, width, height, tilt, rng.uniform(-lean, lean, (4, 2)))


def _spot(centre: NDArray[np.float32], width: float, height: float, degrees: float, lean: NDArray[np.float64]) -> Spot:
    turn = np.radians(degrees)
    box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)
    turned = box @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    return Spot((turned + centre + lean).astype(np.float32), width, height)


def put(canvas: Canvas, art: Picture, spot: Spot, rng: Generator) -> None:
    """Lay a card on the canvas, its corners rounded, a shadow beneath its edge."""
    small = cv2.resize(art, (max(8, round(spot.width)), max(11, round(spot.height))), interpolation=cv2.INTER_AREA)
    high, wide = small.shape[:2]
    into = cv2.getPerspectiveTransform(np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32), spot.corners)
    size = (canvas.shape[1], canvas.shape[0])
    share = cv2.warpPerspective(
        _rounded(wide, high, float(rng.uniform(0.03, 0.07))), into, size, flags=cv2.INTER_LINEAR
    )
    if rng.random() < 0.5:
        offset = rng.uniform(-0.03, 0.03, 2) * spot.width
        moved = np.array([(1, 0, offset[0]), (0, 1, offset[1])], np.float32)
        shade = cv2.GaussianBlur(cv2.warpAffine(share, moved, size), (0, 0), max(0.5, 0.02 * spot.width))
        canvas *= 1 - shade[:, :, None] * np.float32(rng.uniform(0.1, 0.5))
    card = cv2.warpPerspective(small, into, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    canvas += (card.astype(np.float32) - canvas) * share[:, :, None]


def _rounded(wide: int, high: int, share: float) -> NDArray[np.float32]:
    radius = max(1, round(share * wide))
    mask = np.zeros((high, wide), np.float32)
    cv2.rectangle(mask, (radius, 0), (wide - 1 - radius, high - 1), 1.0, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - 1 - radius), 1.0, -1)
    for x in (radius, wide - 1 - radius):
        for y in (radius, high - 1 - radius):
            cv2.circle(mask, (x, y), radius, 1.0, -1, cv2.LINE_AA)
    return mask


def neighbour(canvas: Canvas, art: Picture, spot: Spot, covered: float, rng: Generator) -> None:
    """Lay another card beside or over `spot`, so that about a share `covered` of the card's side goes under it.

    A negative share leaves a gap.
    """
    side = np.radians(float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 12)))
    degrees = float(rng.choice([rng.normal(0, 6), rng.uniform(-90, 90)]))
    along = np.array([np.cos(side), np.sin(side)])
    lengthwise = abs(along[1])
    own = spot.width * (1 - lengthwise) + spot.height * lengthwise
    across = abs(np.cos(np.radians(degrees) - side))
    other = spot.width * across + spot.height * (1 - across)
    distance = (own + other) / 2 - covered * own
    aside = np.array([-along[1], along[0]]) * float(rng.uniform(-0.3, 0.3)) * spot.width
    centre = (spot.centre + along * distance + aside).astype(np.float32)
    put(canvas, art, _spot(centre, spot.width, spot.height, degrees, np.zeros((4, 2))), rng)


def fingers(canvas: Canvas, spot: Spot, rng: Generator) -> None:
    """One to four fingers reaching in from outside."""
    skins = ((150, 180, 225), (110, 150, 205), (70, 105, 160), (45, 65, 105))
    skin = np.array(skins[int(rng.integers(4))]) * rng.uniform(0.8, 1.15)
    thick = spot.width * rng.uniform(0.16, 0.28)
    side = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(side), np.sin(side)])
    tip = spot.centre + along * spot.width * rng.uniform(0.15, 0.75)
    for finger in range(int(rng.integers(1, 5))):
        start = tip + np.array([-along[1], along[0]]) * thick * finger * 1.05 + along * rng.uniform(0, thick)
        end = start + along * spot.width * 2 + rng.normal(0, thick, 2)
        tone = skin * rng.uniform(0.9, 1.05)
        _line(canvas, start, end, tone * 0.7, thick)
        _line(canvas, start, end, tone, thick * 0.86)


def bar(canvas: Canvas, spot: Spot, rng: Generator) -> None:
    """A pen, a lead, a chopstick across the card."""
    start, end = spot.centre + rng.normal(0, 0.7, (2, 2)) * spot.width
    reach = (end - start) * 2
    _line(canvas, start - reach, end + reach, rng.uniform(0, 255, 3), spot.width * rng.uniform(0.03, 0.2))


def _line(
    canvas: Canvas, start: NDArray[np.float64], end: NDArray[np.float64], ink: NDArray[np.float64], thick: float
) -> None:
    a, b = ([round(float(v)) for v in point] for point in (start, end))
    cv2.line(canvas, a, b, [float(v) for v in ink], max(1, round(thick)), cv2.LINE_AA)


def chip(canvas: Canvas, spot: Spot, rng: Generator) -> None:
    """A chip or a small stack, 39 mm across beside a card 63 mm wide."""
    radius = spot.width * 0.31
    side = rng.uniform(0, 2 * np.pi)
    middle = spot.centre + np.array([np.cos(side), np.sin(side)]) * spot.width * rng.uniform(0.35, 0.8)
    inks = ((30, 30, 190), (40, 120, 30), (40, 40, 40), (200, 200, 200), (160, 70, 30), (140, 40, 110), (40, 160, 220))
    ink = [float(v) for v in np.array(inks[int(rng.integers(len(inks)))]) * rng.uniform(0.7, 1.2)]
    x, y = round(float(middle[0])), round(float(middle[1]))
    cv2.circle(canvas, (x, y), round(radius), ink, -1, cv2.LINE_AA)
    for mark in range(0, 360, 60):
        arc = (round(radius * 0.88), round(radius * 0.88))
        cv2.ellipse(canvas, (x, y), arc, mark, 0, 22, (235.0, 235.0, 235.0), max(1, round(radius * 0.2)))
    cv2.circle(canvas, (x, y), round(radius * 0.6), [v * 0.8 + 30 for v in ink], -1, cv2.LINE_AA)


def patch(canvas: Canvas, spot: Spot, rng: Generator) -> None:
    """Something of one colour with straight edges: a lammer, a box, a sleeve."""
    away = rng.normal(0, 1, 2)
    middle = spot.centre + away / max(0.1, float(np.hypot(*away))) * spot.width * rng.uniform(0.4, 0.8)
    corners = middle + rng.normal(0, 0.3, (int(rng.integers(3, 6)), 2)) * spot.width
    hull = cv2.convexHull(corners.astype(np.float32)).astype(np.int32)
    cv2.fillPoly(canvas, [hull], [float(v) for v in rng.integers(0, 256, 3)], cv2.LINE_AA)


THINGS: tuple[Callable[[Canvas, Spot, Generator], None], ...] = (fingers, fingers, chip, chip, bar, patch)
"""What may lie on a card."""
