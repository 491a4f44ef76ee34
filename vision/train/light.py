"""What light and a camera do to a picture of cards: shadows, glare, blur, colour casts, noise, JPEG."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.picture import Picture

Canvas = NDArray[np.float32]
"""(height, width, 3), 0 to 255 before the camera clips it."""


def lit(canvas: Canvas, card_width: float, rng: Generator) -> Canvas:
    """Uneven light, hard or soft shadow edges, and glare."""
    high, wide = canvas.shape[:2]
    if rng.random() < 0.6:
        canvas = canvas * _slope(high, wide, rng)
    if rng.random() < 0.35:
        canvas = canvas * _shadow(high, wide, card_width, rng)
    if rng.random() < 0.3:
        canvas = _glare(canvas, card_width, rng)
    return canvas


def _slope(high: int, wide: int, rng: Generator) -> Canvas:
    """A light that falls off to one side."""
    across = np.linspace(-1, 1, wide, dtype=np.float32) * float(rng.uniform(-0.3, 0.3))
    down = np.linspace(-1, 1, high, dtype=np.float32) * float(rng.uniform(-0.3, 0.3))
    return (1 + across[None, :] + down[:, None])[:, :, None]


def _shadow(high: int, wide: int, card_width: float, rng: Generator) -> Canvas:
    """A polygon of shade, coloured as shade is, its edge sharp or soft."""
    shade = np.zeros((high, wide), np.float32)
    corners = rng.uniform((-0.3 * wide, -0.3 * high), (1.3 * wide, 1.3 * high), (int(rng.integers(3, 6)), 2))
    cv2.fillPoly(shade, [corners.astype(np.int32)], 1.0)
    soft = cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(0.3, 0.12 * card_width)))
    depth = rng.uniform(0.2, 0.65) * rng.uniform(0.85, 1.0, 3)
    return (1 - soft[:, :, None] * depth.astype(np.float32)).astype(np.float32)


def _glare(canvas: Canvas, card_width: float, rng: Generator) -> Canvas:
    """Bright spots of a lamp on a coated card, some saturated."""
    high, wide = canvas.shape[:2]
    ys, xs = np.mgrid[0:high, 0:wide].astype(np.float32)
    spots = np.zeros((high, wide), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(0, wide), rng.uniform(0, high)
        a, b = card_width * rng.uniform(0.05, 0.5), card_width * rng.uniform(0.05, 0.5)
        spots += float(rng.uniform(0.2, 1.6)) * np.exp(-(((xs - x) / a) ** 2) - ((ys - y) / b) ** 2)
    share = np.minimum(spots, 1.0)[:, :, None] * float(rng.uniform(0.4, 1.0))
    return (canvas * (1 - share) + 255 * share).astype(np.float32)


def photographed(canvas: Canvas, card_width: float, rng: Generator) -> Picture:
    """What the camera makes of it: focus, motion, exposure, white balance, noise, sharpening, JPEG."""
    canvas = _blurred(canvas, card_width, rng)
    canvas = _exposed(canvas, rng)
    if rng.random() < 0.7:
        canvas = canvas + rng.standard_normal(canvas.shape, np.float32) * float(rng.uniform(0, 9))
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.6, 1.6)))
        canvas = canvas + (canvas - soft) * float(rng.uniform(0.3, 1.5))
    shot = np.clip(canvas, 0, 255).astype(np.uint8)
    if rng.random() < 0.06:
        shot = np.repeat(cv2.cvtColor(shot, cv2.COLOR_BGR2GRAY)[:, :, None], 3, axis=2)
    if rng.random() < 0.7:
        _, coded = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 96))])
        shot = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return shot


def _blurred(canvas: Canvas, card_width: float, rng: Generator) -> Canvas:
    if rng.random() < 0.6:
        sigma = float(rng.uniform(0.0, 0.016) * card_width + rng.uniform(0.0, 0.5))
        if sigma > 0.2:
            canvas = cv2.GaussianBlur(canvas, (0, 0), sigma).astype(np.float32, copy=False)
    if rng.random() < 0.15:
        length = max(3, int(card_width * rng.uniform(0.02, 0.07)))
        kernel = np.zeros((length, length), np.float32)
        turn = rng.uniform(0, np.pi)
        middle = (length - 1) / 2
        reach = np.array([np.cos(turn), np.sin(turn)]) * middle
        start, end = (np.array([middle, middle]) + sign * reach for sign in (-1, 1))
        cv2.line(kernel, [round(float(v)) for v in start], [round(float(v)) for v in end], 1.0)
        canvas = cv2.filter2D(canvas, -1, kernel / kernel.sum()).astype(np.float32, copy=False)
    return canvas


def _exposed(canvas: Canvas, rng: Generator) -> Canvas:
    cast = rng.uniform(0.75, 1.12, 3) if rng.random() < 0.6 else np.ones(3)
    gain = float(
        rng.choice([rng.uniform(0.25, 0.8), rng.uniform(0.8, 1.1), rng.uniform(1.1, 1.7)], p=[0.35, 0.5, 0.15])
    )
    lifted = float(rng.uniform(0, 50)) if rng.random() < 0.25 else 0.0
    exposed = np.maximum(canvas, 0) * (gain * cast).astype(np.float32) * (1 - lifted / 255) + lifted
    if rng.random() < 0.3:
        exposed = 255 * (np.clip(exposed, 0, 255) / 255) ** np.float32(rng.uniform(0.65, 1.5))
    if rng.random() < 0.25:
        grey = exposed.mean(axis=2, keepdims=True)
        exposed = grey + (exposed - grey) * np.float32(rng.uniform(0.3, 1.4))
    return exposed.astype(np.float32, copy=False)
