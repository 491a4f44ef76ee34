"""The wrong ones on one picture: the card as it was read, what was told, what it was."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.picture import CARD_HEIGHT, CARD_WIDTH, Picture
from vision.trial.hands import Slip

_ACROSS: Final = 12
_LINE: Final = 20


def slip_sheet(slips: Sequence[Slip]) -> Picture:
    """(rows, columns, 3); raises ValueError for no slips."""
    if not slips:
        raise ValueError("a sheet of nothing")
    tiles = [_tile(slip) for slip in slips]
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % min(_ACROSS, len(tiles)))
    across = min(_ACROSS, len(tiles))
    rows = [np.hstack(tiles[first : first + across]) for first in range(0, len(tiles), across)]
    return np.vstack(rows).astype(np.uint8, copy=False)


def _tile(slip: Slip) -> Picture:
    tile = np.zeros((CARD_HEIGHT + _LINE, CARD_WIDTH, 3), np.uint8)
    tile[:CARD_HEIGHT] = slip.picture
    words = f"{slip.truth or '-'} as {slip.said}"
    cv2.putText(tile, words, (2, CARD_HEIGHT + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255, 255, 255), 1, cv2.LINE_AA)
    return tile
