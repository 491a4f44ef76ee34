"""Pictures drawn for tests: a felt with its marks, cards and chips on it, and where each corner truly is."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.plane import Plane
from vision.picture import POKER, CardSize, Picture, Points

SIZE = (640, 480)
"""Width and height of a drawn picture, px."""
_NOISE = np.random.default_rng(1).normal(0, 2.0, (SIZE[1], SIZE[0], 3)).astype(np.int16)
WHITE, RED, BLACK, BLUE = (235, 240, 242), (40, 30, 190), (25, 25, 25), (150, 70, 40)


def felt(colour: tuple[int, int, int] = (60, 95, 30), *, seed: int = 1) -> Picture:
    """An empty felt, (480, 640, 3): cloth, a betting line, and the words of a house."""
    width, height = SIZE
    cloth = np.random.default_rng(seed).normal(0, 6, (height // 4, width // 4)).astype(np.float32)
    grain = cv2.resize(cloth, SIZE, interpolation=cv2.INTER_CUBIC)[..., None]
    picture: Picture = np.clip(np.array(colour, np.float32) + grain, 0, 255).astype(np.uint8)
    cv2.ellipse(picture, (320, 240), (290, 200), 0, 0, 360, (120, 150, 110), 3, cv2.LINE_AA)
    for number, spot in enumerate(((60, 60), (400, 70), (80, 430), (430, 440), (200, 100), (300, 400))):
        cv2.putText(picture, f"HOUSE {number}", spot, cv2.FONT_HERSHEY_SIMPLEX, 0.9, (150, 180, 140), 2, cv2.LINE_AA)
    return picture


def noisy(picture: Picture, seed: int) -> Picture:
    """The picture as a sensor takes it: no two are the same."""
    height, width = picture.shape[:2]
    noise = np.roll(_NOISE, (37 * seed, 101 * seed), axis=(0, 1))[:height, :width]
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def corners(x: float, y: float, degrees: float, size: CardSize = POKER) -> Points:
    """A card's corners, mm, clockwise from its upper left, its middle at `x`, `y`, turned clockwise."""
    turn = np.radians(degrees)
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (size.width / 2, size.height / 2)
    turned = half @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    return np.asarray(turned + np.array((x, y)), np.float32)


def lay(picture: Picture, plane: Plane, card: Points, *, back: bool = False) -> Points:
    """Draw a card whose corners are `card`, mm, face up or down; returns its corners in px."""
    outline = plane.to_px(card)
    _fill(picture, outline, (140, 140, 140))
    _fill(picture, _inset(outline, 0.012), WHITE)
    if back:
        _fill(picture, _inset(outline, 0.07), BLUE)
        return outline
    for u, v, radius in (
        (0.12, 0.09, 0.05),
        (0.12, 0.2, 0.05),
        (0.88, 0.91, 0.05),
        (0.88, 0.8, 0.05),
        (0.5, 0.5, 0.13),
    ):
        spot = _at(outline, u, v)
        size = int(radius * np.linalg.norm(outline[1] - outline[0]))
        cv2.circle(picture, (round(float(spot[0])), round(float(spot[1]))), max(size, 1), RED, -1, cv2.LINE_AA)
    return outline


def chip(picture: Picture, plane: Plane, x: float, y: float) -> None:
    """A chip of 39 mm, its middle at `x`, `y` mm."""
    ring = np.array([(x + 19.5 * np.cos(a), y + 19.5 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 40)], np.float32)
    _fill(picture, plane.to_px(ring), (60, 60, 60))
    _fill(picture, plane.to_px((ring - (x, y)) * 0.6 + np.array((x, y), np.float32)), (40, 160, 220))


def hand(picture: Picture, start: tuple[int, int], end: tuple[int, int]) -> None:
    """An arm from the picture's edge."""
    cv2.line(picture, start, end, (110, 140, 190), 46, cv2.LINE_AA)


def iou(one: Points, other: Points) -> float:
    """Intersection over union of two convex outlines."""
    common = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0]
    return float(common / (abs(cv2.contourArea(one)) + abs(cv2.contourArea(other)) - common))


def corner_error(one: Points, other: Points) -> float:
    """px between matching corners at worst; a card has two upper left corners."""
    return min(float(np.linalg.norm(np.roll(one, turn, axis=0) - other, axis=1).max()) for turn in (0, 2))


def _at(outline: Points, u: float, v: float) -> NDArray[np.float32]:
    upper = outline[0] + (outline[1] - outline[0]) * u
    lower = outline[3] + (outline[2] - outline[3]) * u
    return np.asarray(upper + (lower - upper) * v, np.float32)


def _inset(outline: Points, share: float) -> Points:
    down = share * float(np.linalg.norm(outline[1] - outline[0]) / np.linalg.norm(outline[2] - outline[1]))
    spots = ((share, down), (1 - share, down), (1 - share, 1 - down), (share, 1 - down))
    return np.array([_at(outline, u, v) for u, v in spots], np.float32)


def _fill(picture: Picture, polygon: Points, colour: tuple[int, int, int]) -> None:
    cv2.fillPoly(picture, [np.rint(polygon * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
