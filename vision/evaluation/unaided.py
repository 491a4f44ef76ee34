"""End to end: the finder's own outlines, read and held against the labels."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from felt.card import Card
from felt.fact import Share
from vision.box import Box
from vision.evaluation.manifest import Labelled, Photograph
from vision.evaluation.scores import Answer, Extra
from vision.finder.photograph import find
from vision.outline import Outline, rectified
from vision.picture import Picture
from vision.reading import Kind, Reader
from vision.tracking.shown import alone

Finder = Callable[[Picture], list[Outline]]
OVERLAP: Final = 0.5
"""An outline is of a labelled card where the box around what it shows has this much in common with the label's box."""


@dataclass(frozen=True, slots=True)
class Found:
    """A face that was found and read."""

    box: Box
    card: Card
    confidence: Share


@dataclass(frozen=True, slots=True)
class Unaided:
    """The answers to the labelled cards, and what was said beside them."""

    answers: list[Answer] = field(default_factory=list)
    extras: list[Extra] = field(default_factory=list)


def overlap(one: Box, other: Box) -> Share:
    """Intersection over union."""
    common = one.common(other)
    if common.empty:
        return 0.0
    shared = common.width * common.height
    return shared / (one.width * one.height + other.width * other.height - shared)


def box_of(outline: Outline) -> Box:
    """The box around what is seen of a card, to the nearest px."""
    return Box(*(round(value) for value in outline.bounds))


def faces(picture: Picture, finder: Finder, reader: Reader) -> list[Found]:
    """Every outline that is read as a face, what hides a part of it blanked; the surest first."""
    outlines = finder(picture)
    readings = reader.read([alone(picture, outline) for outline in outlines])
    found = [
        Found(box_of(outline), reading.card, reading.confidence)
        for outline, reading in zip(outlines, readings, strict=True)
        if reading.kind is Kind.FACE
    ]
    return sorted(found, key=lambda one: -one.confidence)


def judged(reader: Reader) -> Finder:
    """The finder of photographs, told by `reader` which of what it found are cards for sure."""

    def judge(picture: Picture, outlines: Sequence[Outline]) -> list[Share]:
        return [reading.confidence for reading in reader.read([rectified(picture, outline) for outline in outlines])]

    return lambda picture: find(picture, judge)


def unaided(
    photographs: Iterable[Photograph], finder: Finder, reader: Reader, seen: Callable[[Photograph], None]
) -> Unaided:
    """Find and read every photograph; `seen` is called after each."""
    told = Unaided()
    for photograph in photographs:
        held(photograph, faces(photograph.picture(), finder, reader), told)
        seen(photograph)
    return told


def held(photograph: Photograph, found: list[Found], told: Unaided) -> None:
    """Hold what was found against the labels: the nearest outline answers for a box, an equal name where none is given.

    What is left over is an extra where the photograph is complete.
    """
    left = list(found)
    for labelled in sorted(photograph.cards, key=lambda one: one.box is None):
        match = _match(labelled, left)
        if match is not None:
            left.remove(match)
        told.answers.append(
            Answer(
                file=photograph.file,
                group=photograph.group,
                truth=labelled.card,
                said=match.card if match else None,
                confidence=match.confidence if match else 0.0,
                where=labelled.box or (match.box if match else None),
            )
        )
    if photograph.complete:
        told.extras.extend(Extra(photograph.file, photograph.group, one.card, one.confidence) for one in left)


def _match(labelled: Labelled, left: list[Found]) -> Found | None:
    if labelled.box is None:
        return next((one for one in left if one.card == labelled.card), None)
    box = labelled.box
    near = [one for one in left if overlap(one.box, box) >= OVERLAP]
    return max(near, key=lambda one: overlap(one.box, box), default=None)
