"""Naming: the box is given, the name is asked."""

from collections.abc import Callable, Iterable

from vision.box import Box
from vision.evaluation.boxes import outlines
from vision.evaluation.manifest import Photograph
from vision.evaluation.scores import Answer
from vision.outline import rectified
from vision.picture import Picture
from vision.reading import Reader, Reading


def named(photographs: Iterable[Photograph], reader: Reader, seen: Callable[[Photograph], None]) -> list[Answer]:
    """An answer for each labelled card that has a box; `seen` is called after each photograph."""
    answers = []
    for photograph in photographs:
        picture = photograph.picture()
        for labelled in photograph.cards:
            if labelled.box is None:
                continue
            reading = read_in_box(picture, labelled.box, reader)
            answers.append(
                Answer(photograph.file, photograph.group, labelled.card, reading.card, reading.confidence, labelled.box)
            )
        seen(photograph)
    return answers


def read_in_box(picture: Picture, box: Box, reader: Reader) -> Reading:
    """The surest reading of the outlines that the card in `box` may have."""
    looks = reader.read([rectified(picture, outline) for outline in outlines(picture, box)])
    return max(looks, key=lambda reading: reading.confidence)
