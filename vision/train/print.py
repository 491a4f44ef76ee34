"""A face as another printer, another artist or a year of play would have it; the index keeps telling the truth."""

from typing import Final

import cv2
import numpy as np
from numpy.random import Generator

from felt.card import DECK, SUITS
from vision.picture import Picture
from vision.train.artwork import HEIGHT, WIDTH
from vision.train.faces import Face, Faces

BENT: Final = 0.6
"""How often a card's print is bent to other forms."""


def reprinted(face: Face, faces: Faces, backdrops: list[Picture], rng: Generator) -> Picture:
    """A copy of `face` with some of: other centre art, a larger or moved index, signs and letters bent to other forms,
    heavier or lighter print, other inks and paper, wear."""
    art = face.art.copy()
    if face.small_index and rng.random() < 0.35:
        _index_moved(art, rng)
    if rng.random() < (0.5 if DECK[face.card][0] in "JQKA" else 0.4):
        _centre_swapped(art, DECK[face.card][1], faces, backdrops, rng)
    if rng.random() < BENT:
        art = bent(art, rng)
    if rng.random() < 0.3:
        art = _weighted(art, rng)
    if rng.random() < 0.5:
        art = _inked(art, rng)
    if rng.random() < 0.03:
        art = 255 - art
    if rng.random() < 0.15:
        _worn(art, rng)
    return art


def _index_moved(art: Picture, rng: Generator) -> None:
    """The index corner zoomed as jumbo decks have it, or shrunk, or shifted; both ends alike."""
    tall, wide = int(HEIGHT * rng.uniform(0.24, 0.3)), int(WIDTH * rng.uniform(0.2, 0.23))
    zoom = float(rng.uniform(0.8, 2.3))
    corner = art[3:tall, 3:wide].copy()
    size = int(corner.shape[1] * zoom), int(corner.shape[0] * min(zoom, 1.8))
    grown = cv2.resize(corner, size, interpolation=cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC)
    left, top = (int(v) for v in rng.integers(2, 10, 2))
    for _ in range(2):
        paper = np.median(art[:12, :12].reshape(-1, 3), axis=0)
        art[: tall + top, : wide + left] = paper
        art[top : top + grown.shape[0], left : left + grown.shape[1]] = grown
        art[:] = art[::-1, ::-1]


def _centre_swapped(art: Picture, suit: str, faces: Faces, backdrops: list[Picture], rng: Generator) -> None:
    """Another middle of the suit, a piece of print or nothing where the middle was: of the rank only the index is to be
    believed. Of the suit the middle speaks too: no deck has other pips there than at its index."""
    left, top = int(WIDTH * rng.uniform(0.2, 0.32)), int(HEIGHT * rng.uniform(0.08, 0.3))
    sort = rng.random()
    if sort < 0.5:
        middle = faces.face_of(suit, rng).art[top : HEIGHT - top, left : WIDTH - left]
    elif sort < 0.7:
        page = backdrops[int(rng.integers(len(backdrops)))]
        middle = page[: HEIGHT - 2 * top, : WIDTH - 2 * left]
    else:
        middle = np.full((HEIGHT - 2 * top, WIDTH - 2 * left, 3), art[2 * top // 3, WIDTH // 2], np.uint8)
    art[top : HEIGHT - top, left : WIDTH - left] = middle


def bent(art: Picture, rng: Generator) -> Picture:
    """Every sign and letter in a form that no printer cut: drawn out here, squeezed there, as another hand would."""
    spacing = float(rng.uniform(12, 34))
    across, down = round(WIDTH / spacing) + 3, round(HEIGHT / spacing) + 3
    pull = rng.standard_normal((2, down, across), np.float32) * np.float32(spacing * rng.uniform(0.03, 0.11))
    pull[:, (0, -1)] = pull[:, :, (0, -1)] = 0  # the card's edge stays straight
    x, y = np.meshgrid(np.arange(WIDTH, dtype=np.float32), np.arange(HEIGHT, dtype=np.float32))
    moved = [cv2.resize(way, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC) for way in pull]
    return cv2.remap(art, x + moved[0], y + moved[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(
        np.uint8, copy=False
    )


def _weighted(art: Picture, rng: Generator) -> Picture:
    """Heavier ink, as a wet press prints and a bold cut has it, or a little lighter."""
    if rng.random() < 0.3:
        return cv2.dilate(art, np.ones((2, 2), np.uint8)).astype(np.uint8, copy=False)
    reach = int(rng.integers(2, 5))
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    return cv2.erode(art, brush).astype(np.uint8, copy=False)


def _inked(art: Picture, rng: Generator) -> Picture:
    """Weaker or warmer inks, tinted paper."""
    ink = rng.uniform(0.65, 1.0) * rng.uniform(0.85, 1.0, 3)
    paper = np.ones(3) if rng.random() < 0.5 else rng.uniform(0.82, 1.0, 3)
    light = np.arange(256, dtype=np.float32)[:, None]
    table = np.clip((255 - (255 - light) * ink) * paper, 0, 255).astype(np.uint8)
    return cv2.LUT(art, table.reshape(1, 256, 3)).astype(np.uint8, copy=False)


def _worn(art: Picture, rng: Generator) -> None:
    """Scratches, spots and a greyed edge."""
    for _ in range(int(rng.integers(1, 6))):
        start, end = rng.integers(0, (WIDTH, HEIGHT), (2, 2))
        grey = int(rng.integers(120, 255))
        cv2.line(art, [int(v) for v in start], [int(v) for v in end], (grey, grey, grey), 1, cv2.LINE_AA)
    if rng.random() < 0.5:
        grey = int(rng.integers(110, 220))
        cv2.rectangle(art, (0, 0), (WIDTH - 1, HEIGHT - 1), (grey, grey, grey), int(rng.integers(1, 4)))


def joker(faces: Faces, backdrops: list[Picture], rng: Generator) -> Picture:
    """A joker: the artwork's, or a figure with the word down its side."""
    if rng.random() < 0.5:
        return _inked(faces.jokers[int(rng.integers(len(faces.jokers)))], rng)
    art = np.full((HEIGHT, WIDTH, 3), int(rng.integers(225, 256)), np.uint8)
    _centre_swapped(art, str(rng.choice(list(SUITS))), faces, backdrops, rng)
    ink = tuple(int(v) for v in rng.integers(0, 200, 3))
    size, font = float(rng.uniform(0.6, 1.1)), int(rng.integers(0, 5))
    for _ in range(2):
        for place, letter in enumerate("JOKER"):
            cv2.putText(art, letter, (4, int(24 + place * 26 * size)), font, size, ink, 2, cv2.LINE_AA)
        art = np.ascontiguousarray(art[::-1, ::-1])
    return art


def back(faces: Faces, rng: Generator) -> Picture:
    """A back: the artwork's in any colour, or a lattice, or one colour with a border."""
    if rng.random() < 0.5:
        art = faces.backs[int(rng.integers(len(faces.backs)))]
        turned = cv2.cvtColor(art, cv2.COLOR_BGR2HSV)
        turned[:, :, 0] = (turned[:, :, 0].astype(int) + int(rng.integers(180))) % 180
        art = cv2.cvtColor(turned, cv2.COLOR_HSV2BGR).astype(np.uint8, copy=False)
    else:
        art = _lattice(rng)
    if rng.random() < 0.6:
        art = art.copy()
        cv2.rectangle(art, (0, 0), (WIDTH - 1, HEIGHT - 1), (250, 250, 250), int(rng.integers(4, 40)))
    return art


def _lattice(rng: Generator) -> Picture:
    ground, ink = ([int(v) for v in rng.integers(0, 256, 3)] for _ in range(2))
    art = np.full((HEIGHT, WIDTH, 3), ground, np.uint8)
    step, slope = int(rng.integers(6, 34)), float(rng.choice([0.5, 1.0, 1.6, 0.0]))
    for start in range(-HEIGHT * 2, WIDTH + HEIGHT * 2, step):
        wide = int(rng.integers(1, 3))
        cv2.line(art, (start, 0), (start + int(HEIGHT * slope), HEIGHT), ink, wide, cv2.LINE_AA)
        cv2.line(art, (start, 0), (start - int(HEIGHT * slope), HEIGHT), ink, wide, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(
            art, (WIDTH // 2, HEIGHT // 2), int(rng.integers(20, 90)), ink, int(rng.choice([-1, 3, 8])), cv2.LINE_AA
        )
    return art


def cut_card(rng: Generator) -> Picture:
    """A cut card: one colour all over, at most a maker's line."""
    solid = ((0, 200, 240), (20, 20, 200), (40, 140, 30), (190, 80, 20), (30, 30, 30), (60, 120, 240), (170, 60, 150))
    tone = np.array(solid[int(rng.integers(len(solid)))]) * rng.uniform(0.7, 1.1) + rng.integers(-15, 16, 3)
    art = np.full((HEIGHT, WIDTH, 3), np.clip(tone, 0, 255), np.uint8)
    if rng.random() < 0.2:
        cv2.putText(art, "CASINO", (20, HEIGHT // 2), 0, 1.2, (235, 235, 235), 2, cv2.LINE_AA)
    return art
