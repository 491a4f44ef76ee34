"""Faces of the tests' own drawing, for the parts that make pictures of faces."""

from functools import cache

import cv2
import numpy as np

from felt.card import DECK
from vision.stage import drawn_deck
from vision.train.artwork import HEIGHT, WIDTH
from vision.train.faces import Faces


@cache
def drawn_faces() -> Faces:
    """The stage's drawn deck as printed faces, a striped joker and a plain back."""
    faces = [cv2.resize(drawn_deck().faces[card], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) for card in DECK]
    striped = np.full((1, HEIGHT, WIDTH, 3), 240, np.uint8)
    striped[:, ::20] = 30
    return Faces(
        printed=np.stack(faces).astype(np.uint8),
        printed_cards=np.arange(52),
        small_index=np.ones(52, np.bool_),
        drawn=np.zeros((0, HEIGHT, WIDTH, 3), np.uint8),
        drawn_cards=np.zeros(0, np.int64),
        jokers=striped,
        backs=np.full((1, HEIGHT, WIDTH, 3), 90, np.uint8),
    )
