"""Naming: the box is given, the name is asked."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np

from vision.box import Box
from vision.evaluation.boxes import outlines
from vision.evaluation.manifest import Photograph
from vision.evaluation.scores import Answer
from vision.evaluation.unaided import Finder, box_of, overlap
from vision.outline import Outline, rectified
from vision.picture import BLANK, Picture
from vision.reading import Reader, Reading

NEAR: Final = 0.3
"""How much of a found outline and of the given box are common at least, for the outline to be tried."""


def named(
    photographs: Iterable[Photograph], find: Finder, reader: Reader, seen: Callable[[Photograph], None]
) -> list[Answer]:
    """An answer for each labelled card that has a box; `seen` is called after each photograph."""
    answers = []
    for photograph in photographs:
        picture = photograph.picture()
        found = find(picture)
        for labelled in photograph.cards:
            if labelled.box is None:
                continue
            reading = read_in_box(picture, labelled.box, found, reader)
            said, sure = (None, 0.0) if reading is None else (reading.card, reading.confidence)
            answers.append(Answer(photograph.file, photograph.group, labelled.card, said, sure, labelled.box))
        seen(photograph)
    return answers


def read_in_box(picture: Picture, box: Box, found: Sequence[Outline], reader: Reader) -> Reading | None:
    """The surest reading of the outlines that the card in `box` may have, those of `found` that lie there among them.

    None where the box is too small for any. What lies outside it is not of the card and is not shown to the reader.
    """
    near = [outline for outline in found if overlap(box_of(outline), box) >= NEAR]
    alone = shown_alone(picture, box)
    looks = reader.read([rectified(alone, outline) for outline in (*outlines(picture, box), *near)])
    return max(looks, key=lambda reading: reading.confidence, default=None)


def shown_alone(picture: Picture, box: Box) -> Picture:
    """The picture blank but for the box and a hair around it."""
    hair = max(1, round(0.02 * max(box.width, box.height)))
    room = box.grown(hair).common(Box.whole(picture.shape))
    alone = np.full_like(picture, BLANK)
    alone[room.window] = picture[room.window]
    return alone
