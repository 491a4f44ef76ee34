"""A contact sheet: the cards that were read wrong, the surest first, with what lies there and what was said."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import cv2
import numpy as np

from felt.fault import BadInput
from vision.box import Box
from vision.evaluation.scores import Answer
from vision.picture import Picture
from vision.picture_file import read_picture

SIDE: Final = 160
LINE: Final = 22
ACROSS: Final = 10


def contact_sheet(answers: Sequence[Answer]) -> Picture | None:
    """(rows, columns, 3); None where nothing is wrong. A card that was not found is shown too, as `Kh -`."""
    wrong = sorted((a for a in answers if not a.right), key=lambda a: -a.confidence)
    if not wrong:
        return None
    tiles = [_tile(answer) for answer in wrong]
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % ACROSS)
    rows = [np.hstack(tiles[first : first + ACROSS]) for first in range(0, len(tiles), ACROSS)]
    return np.vstack(rows).astype(np.uint8, copy=False)


def _tile(answer: Answer) -> Picture:
    tile = np.zeros((SIDE + LINE, SIDE, 3), np.uint8)
    with suppress(BadInput):  # a photograph that is there no longer leaves its tile black
        picture = read_picture(answer.file)
        whole = Box.whole(picture.shape)
        cut = picture[(answer.where or whole).common(whole).window]
        scale = SIDE / max(cut.shape[:2])
        size = max(1, round(cut.shape[1] * scale)), max(1, round(cut.shape[0] * scale))
        tile[: size[1], : size[0]] = cv2.resize(cut, size, interpolation=cv2.INTER_AREA)
    said = f"{answer.said} {answer.confidence:.2f}" if answer.said else "-"
    cv2.putText(tile, f"{answer.truth} {said}", (2, SIDE + LINE - 7), 0, 0.5, (255, 255, 255), 1, cv2.LINE_AA)
    return tile
