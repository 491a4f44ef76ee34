"""What lies under and about a card: cloths, boards, carpets and print, made from noise."""

from typing import Final

import cv2
import numpy as np
from numpy.random import Generator

from vision.picture import Picture

SIDE: Final = 320
"""Pixels of a backdrop's side."""


def backdrop(rng: Generator) -> Picture:
    """(SIDE, SIDE, 3) of one of the sorts."""
    make = (_cloth, _cloth, _wood, _carpet, _print, _plain)[int(rng.integers(6))]
    return np.clip(make(rng), 0, 255).astype(np.uint8)


Shade = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


def colour(rng: Generator, low: int = 0, high: int = 256) -> Shade:
    """A BGR colour."""
    return rng.integers(low, high, 3).astype(np.float32)


def _noise(rng: Generator, across: int, down: int) -> Shade:
    """(SIDE, SIDE, 1), about zero, with so many lumps across and down."""
    coarse = rng.standard_normal((down, across)).astype(np.float32)
    return cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC).astype(np.float32)[:, :, None]


def _cloth(rng: Generator) -> Shade:
    felts = ((60, 110, 30), (110, 60, 20), (30, 25, 120), (30, 30, 30), (110, 80, 90), (90, 90, 90))
    base = np.array(felts[int(rng.integers(len(felts)))], np.float32) * float(rng.uniform(0.5, 1.8))
    weave = _noise(rng, SIDE, SIDE) * float(rng.uniform(1, 9))
    return base + weave + _noise(rng, 5, 5) * float(rng.uniform(0, 14))


def _wood(rng: Generator) -> Shade:
    base = np.array((60, 100, 150), np.float32) * float(rng.uniform(0.4, 1.5)) + colour(rng, -20, 20)
    grain = _noise(rng, int(rng.integers(40, 160)), int(rng.integers(2, 6))) * float(rng.uniform(3, 28))
    board = base + grain + _noise(rng, 4, 4) * 8
    for _ in range(int(rng.integers(0, 4))):
        seam = int(rng.integers(SIDE))
        board[:, seam : seam + 2] *= 0.5
    return board if rng.random() < 0.5 else board.transpose(1, 0, 2)


def _carpet(rng: Generator) -> Shade:
    tuft = int(rng.integers(40, 150))
    return colour(rng, 20, 220) + _noise(rng, tuft, tuft) * float(rng.uniform(12, 50)) + _noise(rng, 6, 6) * 10


def _plain(rng: Generator) -> Shade:
    return colour(rng, 0, 256) + _noise(rng, 3, 3) * float(rng.uniform(0, 12)) + _noise(rng, SIDE, SIDE) * 2


def _print(rng: Generator) -> Shade:
    """A magazine, a game box, a mat with writing: patches, lines and letters of any colour."""
    page = np.zeros((SIDE, SIDE, 3), np.uint8) + colour(rng).astype(np.uint8)
    for _ in range(int(rng.integers(4, 22))):
        x, y = (int(v) for v in rng.integers(-20, SIDE, 2))
        ink = [float(v) for v in colour(rng)]
        sort = int(rng.integers(4))
        if sort == 0:
            cv2.rectangle(page, (x, y), (x + int(rng.integers(10, 160)), y + int(rng.integers(4, 120))), ink, -1)
        elif sort == 1:
            cv2.circle(page, (x, y), int(rng.integers(4, 60)), ink, int(rng.choice([-1, 2, 5])), cv2.LINE_AA)
        elif sort == 2:
            text = "".join(rng.choice(list("ABEKQJ10379 xoe"), 6))
            cv2.putText(page, text, (x, y), int(rng.integers(0, 8)), float(rng.uniform(0.4, 3)), ink, 2, cv2.LINE_AA)
        else:
            end = (int(rng.integers(SIDE)), int(rng.integers(SIDE)))
            cv2.line(page, (x, y), end, ink, int(rng.integers(1, 9)), cv2.LINE_AA)
    return page.astype(np.float32)
