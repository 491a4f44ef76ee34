"""Which decks of a folder a trial may deal."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.picture import Picture
from vision.stage import Deck, load_deck
from vision.train.lock import evaluation_decks

_INDEX: Final = (0.16, 0.28)
"""The share of a face's width and height that holds its index."""
_ALIKE: Final = 0.5


def strangers(art: Path) -> tuple[list[Path], list[Path]]:
    """The rendered decks that the reader was never shown and that a trial deals, and those that it leaves out.

    A deck with one index a card is left out: a covered one cannot be told. Raises BadInput where a deck is not there.
    """
    folders = evaluation_decks(art)
    chosen = [folder for folder in folders if two_indices(load_deck(folder))]
    return chosen, [folder for folder in folders if folder not in chosen]


def two_indices(deck: Deck) -> bool:
    """True for a deck whose cards have the same index at both ends."""
    return float(np.median([_likeness(face) for face in deck.faces.values()])) > _ALIKE


def _likeness(face: Picture) -> float:
    """How alike the upper left and the lower right index are, -1 to 1."""
    height, width = round(face.shape[0] * _INDEX[1]), round(face.shape[1] * _INDEX[0])
    grey = cv2.GaussianBlur(face, (0, 0), 3)[:, :, 1].astype(np.float32)
    one, other = grey[:height, :width], grey[::-1, ::-1][:height, :width]
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])
