"""The pictures of a deck: from a folder, or drawn here with plain glyphs."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from felt.card import DECK, Card, rank_of, suit_of
from felt.fault import BadInput
from vision.picture import Picture
from vision.picture_file import read_on_white

FACE_SIZE: Final = (252, 352)
"""Width and height of a deck's pictures, px: 4 px a mm of a poker card."""
_RED: Final = (40, 30, 190)
_BLACK: Final = (30, 25, 25)
_WHITE: Final = (250, 250, 250)


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """52 faces and a back, each (352, 252, 3)."""

    name: str
    faces: Mapping[Card, Picture]
    back: Picture


def load_deck(folder: Path) -> Deck:
    """Reads `Kh.png` and its 51 siblings, and `back.png` if it is there; raises BadInput naming what is missing."""
    missing = [card for card in DECK if not (folder / f"{card}.png").is_file()]
    if missing:
        raise BadInput(
            f"{folder}: no picture of {', '.join(missing[:5])}{' and more' if len(missing) > 5 else ''}",
            remedy="a deck is a folder of 52 pictures named Kh.png, Td.png, ...; `back.png` is optional",
        )
    faces = {card: _read(folder / f"{card}.png") for card in DECK}
    back = folder / "back.png"
    return Deck(folder.name, faces, _read(back) if back.is_file() else drawn_back())


def _read(path: Path) -> Picture:
    return cv2.resize(read_on_white(path), FACE_SIZE, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def drawn_deck() -> Deck:
    """A deck of our own, two indices and one large glyph: for tests, and where no artwork is at hand."""
    return Deck("drawn", {card: _drawn_face(card) for card in DECK}, drawn_back())


def drawn_back() -> Picture:
    """A blue lattice in a white frame."""
    width, height = FACE_SIZE
    back = np.full((height, width, 3), 250, np.uint8)
    cv2.rectangle(back, (16, 16), (width - 17, height - 17), (150, 70, 30), -1)
    for offset in range(-height, width, 24):
        cv2.line(back, (offset, 16), (offset + height, height - 17), (220, 180, 150), 3, cv2.LINE_AA)
        cv2.line(back, (offset + height, 16), (offset, height - 17), (220, 180, 150), 3, cv2.LINE_AA)
    frame = np.full_like(back, 250)
    frame[16:-16, 16:-16] = back[16:-16, 16:-16]
    return frame


def _drawn_face(card: Card) -> Picture:
    width, height = FACE_SIZE
    colour = _RED if suit_of(card) in "dh" else _BLACK
    face = np.full((height, width, 3), _WHITE, np.uint8)
    text = "10" if rank_of(card) == "T" else rank_of(card)
    font, scale = cv2.FONT_HERSHEY_DUPLEX, 1.1 if text == "10" else 1.7
    (wide, _), _ = cv2.getTextSize(text, font, scale, 4)
    cv2.putText(face, text, (32 - wide // 2, 58), font, scale, colour, 4, cv2.LINE_AA)
    _draw_suit(face, suit_of(card), (32, 94), 25, colour)
    index = face[:128, :64].copy()
    face[height - 128 :, width - 64 :] = index[::-1, ::-1]
    _draw_suit(face, suit_of(card), (width // 2, height // 2), 70, colour)
    cv2.putText(face, text, (width // 2 - wide // 2, height // 2 + 10), font, scale, _WHITE, 4, cv2.LINE_AA)
    cv2.rectangle(face, (0, 0), (width - 1, height - 1), (190, 190, 190), 2)
    return face


def _draw_suit(face: Picture, suit: str, centre: tuple[int, int], size: int, colour: tuple[int, int, int]) -> None:
    x, y = centre
    lobe = size // 2

    def disc(dx: float, dy: float, radius: float) -> None:
        cv2.circle(face, (round(x + dx), round(y + dy)), round(radius), colour, -1, cv2.LINE_AA)

    def filled(*points: tuple[float, float]) -> None:
        corners = np.array([(x + dx, y + dy) for dx, dy in points], np.float32).round().astype(np.int32)
        cv2.fillPoly(face, [corners], colour, cv2.LINE_AA)

    stem = ((0, 0), (-lobe * 0.7, size), (lobe * 0.7, size))
    match suit:
        case "d":
            filled((0, -size), (size * 0.75, 0), (0, size), (-size * 0.75, 0))
        case "h":
            disc(-lobe, -lobe * 0.5, lobe)
            disc(lobe, -lobe * 0.5, lobe)
            filled((-lobe * 1.85, 0), (lobe * 1.85, 0), (0, size))
        case "s":
            disc(-lobe, lobe * 0.5, lobe)
            disc(lobe, lobe * 0.5, lobe)
            filled((-lobe * 1.85, lobe * 0.1), (lobe * 1.85, lobe * 0.1), (0, -size))
            filled(*stem)
        case _:
            disc(0, -lobe, lobe)
            disc(-lobe, lobe * 0.35, lobe)
            disc(lobe, lobe * 0.35, lobe)
            filled(*stem)
