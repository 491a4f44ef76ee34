"""How cards, chips, arms and felt look from above."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from felt.card import Card
from vision.geometry.plane import Plane
from vision.picture import POKER, CardSize, Picture, Points
from vision.stage.deck import Deck
from vision.stage.field import FRAME
from vision.stage.sprite import Sprite, sprite

_CARD_SCALE: Final = 4 / 3
"""Px a mm of the card's sprite: a little more than the camera sees."""
ARM_LENGTH: Final = 900
ARM_WIDTH: Final = 190
CHIP_RADIUS: Final = 19.5
"""A chip is 39 mm wide."""
_CLOTHS: Final = ((60, 95, 20), (110, 60, 25), (45, 40, 120), (60, 60, 62), (95, 90, 35), (80, 40, 70))
_SKINS: Final = ((150, 175, 225), (120, 150, 205), (90, 125, 180), (60, 85, 130), (45, 60, 90))
_SLEEVES: Final = ((40, 40, 42), (235, 235, 235), (120, 60, 40), (60, 60, 140), (90, 110, 90))
_CHIPS: Final = ((50, 50, 200), (60, 140, 40), (40, 40, 40), (190, 90, 40), (225, 225, 230), (140, 60, 140))


@dataclass(frozen=True, slots=True, eq=False)
class CardLooks:
    """The sprites of one deck."""

    faces: dict[Card, Sprite]
    back: Sprite


def card_looks(deck: Deck, blur: float, size: CardSize = POKER) -> CardLooks:
    """A deck's sprites as a lens of that blur (px of the camera) shows them."""
    width, height = round(size.width * _CARD_SCALE), round(size.height * _CARD_SCALE)
    opacity = np.zeros((height * 4, width * 4), np.uint8)
    radius = round(3.5 * _CARD_SCALE * 4)
    cv2.rectangle(opacity, (radius, 0), (width * 4 - radius, height * 4), 255, -1)
    cv2.rectangle(opacity, (0, radius), (width * 4, height * 4 - radius), 255, -1)
    for x in (radius, width * 4 - radius):
        for y in (radius, height * 4 - radius):
            cv2.circle(opacity, (x, y), radius, 255, -1)
    small = cv2.resize(opacity, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)

    def looked(picture: Picture) -> Sprite:
        face = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(face, (0, 0), blur * _CARD_SCALE) if blur > 0 else face
        return sprite((soft.astype(np.float32) * 0.97).astype(np.uint8), small, _CARD_SCALE, 1.0, 1.2)

    return CardLooks({card: looked(face) for card, face in deck.faces.items()}, looked(deck.back))


def cloth(random: np.random.Generator, plane: Plane) -> Picture:
    """An empty felt, (720, 1280, 3): a colour, fibres, wear, and a printed betting line."""
    width, height = FRAME
    colour = np.array(_CLOTHS[int(random.integers(len(_CLOTHS)))], np.float32) * random.uniform(0.85, 1.15)
    fine = cv2.GaussianBlur(random.standard_normal((height, width), np.float32), (0, 0), 0.7) * 5
    coarse = cv2.resize(random.standard_normal((18, 32), np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    felt = colour * (1 + (fine + coarse * 2.5)[:, :, None] / 60)
    line = np.zeros((height, width), np.uint8)
    turns = np.linspace(0, 2 * np.pi, 180)
    ring = np.stack([640 + 500 * np.cos(turns), 350 + 215 * np.sin(turns)], axis=1).astype(np.float32)
    cv2.polylines(line, [np.rint(plane.to_px(ring)).astype(np.int32)], True, 255, 4, cv2.LINE_AA)
    printed = line[:, :, None].astype(np.float32) / 255 * random.uniform(0.2, 0.6)
    return np.clip(felt * (1 - printed) + printed * 200, 0, 255).astype(np.uint8)


def chip(look: int) -> Sprite:
    """A chip with six edge spots."""
    scale, side = 8, round(CHIP_RADIUS * 2 * 8) + 8
    middle, radius = side // 2, round(CHIP_RADIUS * scale)
    base = _CHIPS[look % len(_CHIPS)]
    spots = (235, 235, 235) if sum(base) < 500 else (150, 40, 40)
    colour = np.full((side, side, 3), base, np.uint8)
    for number in range(6):
        cv2.ellipse(colour, (middle, middle), (radius, radius), 60 * number, 0, 26, spots, -1)
    cv2.circle(colour, (middle, middle), round(radius * 0.74), base, -1)
    cv2.circle(colour, (middle, middle), round(radius * 0.6), spots, 6)
    opacity = np.zeros((side, side), np.uint8)
    cv2.circle(opacity, (middle, middle), radius, 255, -1)
    small = (side // 6, side // 6)
    return sprite(
        cv2.resize(colour, small, interpolation=cv2.INTER_AREA).astype(np.uint8),
        cv2.resize(opacity, small, interpolation=cv2.INTER_AREA).astype(np.uint8),
        scale / 6,
        0.7,
        3.3,
    )


def arm_strokes() -> list[tuple[tuple[float, float], tuple[float, float], float]]:
    """An arm in mm, fingertips at 0, 0 and the arm leading down: strokes from, to and half as wide as."""
    fingers = [((x0, y0), (x1, 62.0), 9.5) for x0, y0, x1 in ((-32, 16, -26), (-11, 2, -9), (11, 0, 8), (31, 10, 24))]
    thumb = ((-58.0, 62.0), (-30.0, 104.0), 11.5)
    palm = ((-10.0, 84.0), (2.0, 118.0), 40.0)
    wrist = ((0.0, 118.0), (4.0, 190.0), 29.0)
    forearm = ((4.0, 190.0), (10.0, float(ARM_LENGTH)), 40.0)
    return [*fingers, thumb, palm, wrist, forearm]


def arm(look: int) -> Sprite:
    """A forearm in a sleeve, a hand and four fingers; skin and sleeve by `look`."""
    size = (ARM_LENGTH + 20, ARM_WIDTH)
    opacity = np.zeros(size, np.uint8)
    origin = np.array((ARM_WIDTH / 2, 12))
    for start, end, half in arm_strokes():
        a, b = (tuple(np.rint(np.array(point) + origin).astype(int).tolist()) for point in (start, end))
        cv2.line(opacity, a, b, 255, round(half * 2))
    colour = np.empty((*size, 3), np.float32)
    colour[:] = _SKINS[look % len(_SKINS)]
    colour[200:] = _SLEEVES[look // len(_SKINS) % len(_SLEEVES)]
    depth = cv2.distanceTransform(opacity, cv2.DIST_L2, 3)
    colour *= (0.62 + 0.38 * np.minimum(depth / 16, 1))[:, :, None]
    soft = cv2.GaussianBlur(opacity, (0, 0), 0.9).astype(np.uint8)
    made = sprite(colour.astype(np.uint8), soft, 1.0, 0.15, 26.0)
    tip_at_origin = np.array([(1, 0, -origin[0]), (0, 1, -origin[1]), (0, 0, 1)], np.float64)
    return Sprite(made.pixels, tip_at_origin, made.gloss, made.height)


def glare(radius_px: float) -> NDArray[np.float32]:
    """A spot of light, soft at its edge, 0 to 1, twice the radius wide."""
    side = int(radius_px * 2) | 1
    away = np.hypot(*np.meshgrid(np.linspace(-1, 1, side), np.linspace(-1, 1, side)))
    soft: NDArray[np.float32] = (np.clip(1 - away, 0, 1) ** 1.3).astype(np.float32)
    return soft


def disc(radius: float) -> Points:
    """A circle of 24 corners around 0, 0."""
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.stack([np.cos(turns), np.sin(turns)], axis=1).astype(np.float32) * np.float32(radius)
