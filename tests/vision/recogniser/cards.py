"""Rectified cards of the tests' own drawing, as a finder cuts them out of a photograph."""

from functools import cache

import cv2
import numpy as np

from felt.card import DECK, Card
from vision.outline import Outline, rectified
from vision.picture import Picture
from vision.stage import drawn_deck
from vision.stage.deck import Deck


@cache
def deck() -> Deck:
    """Drawn once."""
    return drawn_deck()


def cut_out(card: Card, degrees: float = 0.0, width: float = 80.0) -> Picture:
    """The card photographed on green felt at an angle, `width` px wide, and rectified."""
    art = cv2.resize(deck().faces[card], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    high, wide = art.shape[:2]
    turn = np.radians(degrees)
    upright = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, width / 2 * high / wide)
    about = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    corners = (upright @ about + 120).astype(np.float32)
    into = cv2.getPerspectiveTransform(np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32), corners)
    felt = np.full((240, 240, 3), (60, 110, 30), np.uint8)
    cv2.warpPerspective(art, into, (240, 240), dst=felt, borderMode=cv2.BORDER_TRANSPARENT)
    return rectified(cv2.GaussianBlur(felt, (0, 0), 0.7).astype(np.uint8, copy=False), Outline(corners))


def every_card() -> list[Picture]:
    """The 52 of them, each at an angle of its own."""
    return [cut_out(card, 7.0 * place) for place, card in enumerate(DECK)]


def bare_felt() -> Picture:
    """Nothing but cloth, with some grain."""
    grain = np.random.default_rng(3).normal(0, 5, (136, 96, 3))
    return np.clip(np.array((60, 110, 30)) + grain, 0, 255).astype(np.uint8)
