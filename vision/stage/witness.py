"""Tells the truth of every frame; of what lies still below the same things it is worked out once."""

from collections.abc import Sequence
from typing import Final

from vision.stage.covers import Plate
from vision.stage.field import place_at
from vision.stage.props import Chip, Props
from vision.stage.script import Script
from vision.stage.state import CardState
from vision.stage.truth import CardTruth, Cover, seen_of


class Witness:
    """Sees through everything: the cards of one script, wherever they are."""

    def __init__(self, script: Script, props: Props) -> None:
        self._names: Final = script.cards
        self._props: Final = props
        self._plates: Final[dict[CardState | Chip, Plate]] = {}
        self._told: Final[dict[CardState, tuple[list[Cover], CardTruth]]] = {}

    def tell(self, cards: Sequence[CardState], at: float) -> tuple[CardTruth, ...]:
        """The truth of these cards at a moment, s, lowest first."""
        things: list[CardState | Chip] = sorted(
            [*cards, *self._props.lying(at)],
            key=lambda thing: (isinstance(thing, CardState) and thing.moving, thing.since_s),
        )
        plates = [self._plate(thing) for thing in things]
        limbs = self._props.limbs(at)
        return tuple(
            self._truth(thing, plates[index], [*plates[index + 1 :], *limbs])
            for index, thing in enumerate(things)
            if isinstance(thing, CardState)
        )

    def _plate(self, thing: CardState | Chip) -> Plate:
        plate = self._plates.get(thing)
        if plate is None:
            plate = self._props.cover(thing)
            if not (isinstance(thing, CardState) and thing.moving):
                self._plates[thing] = plate
        return plate

    def _truth(self, card: CardState, plate: Plate, above: Sequence[Cover]) -> CardTruth:
        near = [cover for cover in above if cover.box.touches(plate.box)]
        before, known = self._told.get(card, ([], None))
        if known is not None and before == near:
            return known
        visible, index = seen_of(plate.corners, near)
        place = place_at(card.pose.x, card.pose.y)
        name = self._names[card.number]
        truth = CardTruth(card.number, name, card.face, plate.corners, place, card.moving, card.since_s, visible, index)
        if not card.moving:
            self._told[card] = (near, truth)
        return truth
