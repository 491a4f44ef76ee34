"""A deck shown to the virtual camera once, as a person shows it before it is dealt."""

from typing import Final

from felt.card import DECK
from felt.fact import Face
from vision.box import Box
from vision.enrolment import LOOKS, Prints
from vision.enrolment.likeness import print_of
from vision.finder.felt import FeltFinder
from vision.outline import Outline, rectified
from vision.picture import POKER
from vision.stage import LIGHTS, Deck, Script, Stage
from vision.stage.field import Pose
from vision.stage.script import CardNo, Move
from vision.tracking.matching import overlap

_ACROSS: Final = 13
_FIRST: Final = Pose(140, 120)
_STEP: Final = (84.0, 130.0)
"""From one card's middle to the next, mm: none touches another."""
_LAID_S: Final = 0.2
_THERE: Final = 0.8


def shown(deck: Deck, seed: int) -> Prints:
    """How each card of the deck looks in even light, found by the finder, its name said by the truth; LOOKS of each.

    A card that the finder misses is not in the prints.
    """
    stage = Stage(_spread(), deck, LIGHTS["even"], seed)
    finder = FeltFinder(stage.plane, POKER, stage.empty)
    prints = Prints(deck.name)
    for shot in list(stage.shots())[-LOOKS:]:
        found = finder.find(shot.picture, Box.whole(shot.picture.shape))
        for truth in shot.truth:
            outline = max(found, key=lambda one: overlap(one, Outline(truth.corners)), default=None)
            if outline is not None and overlap(outline, Outline(truth.corners)) > _THERE:
                prints.add(truth.card, print_of(rectified(shot.picture, outline)))
    return prints


def _spread() -> Script:
    """All 52 cards, face up, in four rows."""
    moves = tuple(Move(CardNo(number), 0.0, _LAID_S, _pose(number), Face.UP) for number in range(len(DECK)))
    return Script(dict(zip(map(CardNo, range(len(DECK))), DECK, strict=True)), 0.5, moves, stub=Pose(-200, -200))


def _pose(number: int) -> Pose:
    row, column = divmod(number, _ACROSS)
    return Pose(_FIRST.x + column * _STEP[0], _FIRST.y + row * _STEP[1])
