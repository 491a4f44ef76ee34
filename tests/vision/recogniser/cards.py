"""Rectified cards of the tests' own drawing, as a finder cuts them out of a photograph."""

from typing import Final

import cv2
import numpy as np

from felt.card import DECK, Card, rank_of, suit_of
from vision.outline import Outline, rectified
from vision.picture import Picture

WIDTH, HEIGHT = 126, 176
"""2 px a mm of a poker card."""
NUMBERS: Final = tuple(card for card in DECK if rank_of(card) not in "JQK")
"""Aces and number cards: what can be drawn without an artist."""

_ROWS: Final = {
    "A": ((2, 0.5),),
    "2": ((2, 0.0), (2, 1.0)),
    "3": ((2, 0.0), (2, 0.5), (2, 1.0)),
    "4": ((1, 0.0), (3, 0.0), (1, 1.0), (3, 1.0)),
    "5": ((1, 0.0), (3, 0.0), (1, 1.0), (3, 1.0), (2, 0.5)),
    "6": ((1, 0.0), (3, 0.0), (1, 0.5), (3, 0.5), (1, 1.0), (3, 1.0)),
    "7": ((1, 0.0), (3, 0.0), (1, 0.5), (3, 0.5), (1, 1.0), (3, 1.0), (2, 0.25)),
    "8": ((1, 0.0), (3, 0.0), (1, 0.5), (3, 0.5), (1, 1.0), (3, 1.0), (2, 0.25), (2, 0.75)),
    "9": (*((x, y / 3) for x in (1, 3) for y in range(4)), (2, 0.5)),
    "T": (*((x, y / 3) for x in (1, 3) for y in range(4)), (2, 1 / 6), (2, 5 / 6)),
}
"""The pips of a card of the French deck: column, and share of the way down."""


def face(card: Card) -> Picture:
    """An ace or number card with two indices and its pips, drawn four times as large."""
    art = np.full((4 * HEIGHT, 4 * WIDTH, 3), 250, np.uint8)
    ink = (30, 30, 200) if suit_of(card) in "dh" else (25, 25, 25)
    text = "10" if rank_of(card) == "T" else rank_of(card)
    size, across = (1.9, 22) if text == "10" else (2.6, 26)
    for end in (0, 1):
        cv2.putText(art, text, (across, 92), cv2.FONT_HERSHEY_SIMPLEX, size, ink, 9, cv2.LINE_AA)
        _pip(art, suit_of(card), (52, 132), 60, ink)
        for column, down in _ROWS[rank_of(card)]:
            if (down > 0.5) == bool(end):
                x, y = 4 * WIDTH * (0.1 + 0.2 * column), 4 * HEIGHT * (0.17 + 0.66 * down)
                _pip(art, suit_of(card), (x, y) if not end else (4 * WIDTH - x, 4 * HEIGHT - y), 100, ink)
        art = np.ascontiguousarray(art[::-1, ::-1])
    return cv2.resize(art, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _pip(art: Picture, suit: str, centre: tuple[float, float], tall: float, ink: tuple[int, int, int]) -> None:
    """A suit's sign `tall` px high: discs and wedges."""
    x, y = centre
    r = tall / 4
    if suit == "d":
        _fill(art, [(x, y - 2 * r), (x + 1.5 * r, y), (x, y + 2 * r), (x - 1.5 * r, y)], ink)
        return
    if suit == "c":
        discs = [(x, y - 1.1 * r), (x - 1.15 * r, y + 0.45 * r), (x + 1.15 * r, y + 0.45 * r)]
    elif suit == "s":
        discs = [(x - 0.9 * r, y + 0.5 * r), (x + 0.9 * r, y + 0.5 * r)]
        _fill(art, [(x, y - 2 * r), (x + 1.75 * r, y), (x - 1.75 * r, y)], ink)
    else:
        discs = [(x - 0.9 * r, y - 0.8 * r), (x + 0.9 * r, y - 0.8 * r)]
        _fill(art, [(x, y + 2 * r), (x + 1.8 * r, y - 0.4 * r), (x - 1.8 * r, y - 0.4 * r)], ink)
    for disc in discs:
        cv2.circle(art, (round(disc[0]), round(disc[1])), round(r), ink, -1, cv2.LINE_AA)
    if suit != "h":
        _fill(art, [(x, y - 0.2 * r), (x + 0.7 * r, y + 2 * r), (x - 0.7 * r, y + 2 * r)], ink)


def _fill(art: Picture, corners: list[tuple[float, float]], ink: tuple[int, int, int]) -> None:
    cv2.fillPoly(art, [np.array(corners).round().astype(np.int32)], ink, cv2.LINE_AA)


def cut_out(card: Card, degrees: float = 0.0, width: float = 80.0) -> Picture:
    """The card photographed on green felt at an angle, `width` px wide, and rectified."""
    turn = np.radians(degrees)
    upright = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, width / 2 * HEIGHT / WIDTH)
    about = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    corners = (upright @ about + 120).astype(np.float32)
    whole = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    into = cv2.getPerspectiveTransform(whole, corners)
    felt = np.full((240, 240, 3), (60, 110, 30), np.uint8)
    cv2.warpPerspective(face(card), into, (240, 240), dst=felt, borderMode=cv2.BORDER_TRANSPARENT)
    return rectified(cv2.GaussianBlur(felt, (0, 0), 0.7).astype(np.uint8, copy=False), Outline(corners))


def every_card() -> list[Picture]:
    """Those of NUMBERS, each at an angle of its own."""
    return [cut_out(card, 7.0 * place) for place, card in enumerate(NUMBERS)]


def bare_felt() -> Picture:
    """Nothing but cloth, with some grain."""
    grain = np.random.default_rng(3).normal(0, 5, (136, 96, 3))
    return np.clip(np.array((60, 110, 30)) + grain, 0, 255).astype(np.uint8)
