"""Turns what a script says into patches to lay into a picture, and into the shapes that hide other things."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from felt.fact import Face
from vision.geometry.plane import Homography, Plane
from vision.picture import Points
from vision.stage.covers import Limb, Plate
from vision.stage.field import Pose, card_corners
from vision.stage.layers import WHOLE
from vision.stage.light import Light
from vision.stage.looks import CHIP_RADIUS, CardLooks, arm, arm_strokes, chip, disc
from vision.stage.script import CardNo, Reach, Script, Toss, eased
from vision.stage.sprite import Patch, Sprite, seen, shadow_of
from vision.stage.state import CardState, Course

_SMEARED: Final = 4
"""Poses of a moving thing that are blended into one frame."""
_SWEEP_S: Final = 0.3
"""How long a chip that is swept away is on its way."""
_BANK: Final = Pose(640, 800)


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip that lies; `number` is that of its toss."""

    number: int
    pose: Pose
    since_s: float


class Props:
    """The things of one script, in one light, as one camera sees them. `factors`: the light over the whole picture."""

    def __init__(
        self, script: Script, looks: CardLooks, light: Light, factors: NDArray[np.float32], plane: Plane
    ) -> None:
        self._script = script
        self._looks = looks
        self._light = light
        self._factors = factors
        self._plane = plane
        self._arms = {look: arm(look) for look in {reach.look for reach in script.reaches}}
        self._chips = {look: chip(look) for look in {toss.look for toss in script.tosses}}

    def stub(self) -> list[Patch]:
        """The stub, as its uppermost card."""
        return self._shown(self._looks.back, [self._placing(self._script.stub)])

    def laid(self, thing: CardState | Chip) -> list[Patch]:
        """A card or a chip at rest, and its shadow below it."""
        if isinstance(thing, Chip):
            return self._shown(self._chips[self._script.tosses[thing.number].look], [self._placing(thing.pose)])
        return self._shown(self._face(thing), [self._placing(thing.pose)])

    def lying(self, at: float) -> list[Chip]:
        """The chips that lie at a moment, s."""
        tosses = enumerate(self._script.tosses)
        return [Chip(number, toss.end, toss.ended_s) for number, toss in tosses if toss.ended_s <= at < toss.gone_s]

    def moving(self, cards: Sequence[CardNo], course: Course, at: float) -> list[Patch]:
        """Cards on their way, chips in flight and arms at a moment, s, smeared as long as the shutter is open."""
        shutter = [at + self._light.exposure_s * step / _SMEARED for step in range(_SMEARED)]
        return [*self._cards(cards, course, shutter), *self._flying(shutter), *self._reaching(shutter)]

    def corners(self, card: CardState) -> Points:
        """A card's corners, px."""
        return self._plane.to_px(card_corners(card.pose, stretch=card.stretch))

    def cover(self, thing: CardState | Chip) -> Plate:
        """The shape of a card or a chip."""
        if isinstance(thing, Chip):
            return Plate(self._plane.to_px(disc(CHIP_RADIUS) + np.array((thing.pose.x, thing.pose.y), np.float32)))
        return Plate(self.corners(thing))

    def limbs(self, at: float) -> list[Limb]:
        """The shapes of the arms in the picture."""
        return [self._limb(reach, tip) for reach in self._script.reaches if (tip := reach.tip(at)) is not None]

    def _limb(self, reach: Reach, tip: Pose) -> Limb:
        turned = np.radians(_arm_angle(reach, tip))
        rotation = np.array([(np.cos(turned), -np.sin(turned)), (np.sin(turned), np.cos(turned))])
        strokes = arm_strokes()
        ends = np.array([(start, end) for start, end, _ in strokes]).reshape(-1, 2) @ rotation.T + (tip.x, tip.y)
        px = self._plane.to_px(ends.astype(np.float32)).reshape(-1, 2, 2)
        return Limb(px, tuple(2 * half for _, _, half in strokes))

    def _cards(self, cards: Sequence[CardNo], course: Course, shutter: Sequence[float]) -> Iterator[Patch]:
        if not cards:
            return
        moments = [{state.number: state for state in course.at(moment)} for moment in shutter]
        for number in cards:
            poses = [states[number] for states in moments if number in states]
            placings = [self._placing(state.pose, state.stretch) for state in poses]
            yield from self._shown(self._face(poses[0]), placings)

    def _flying(self, shutter: Sequence[float]) -> Iterator[Patch]:
        for toss in self._script.tosses:
            if (pose := _flight(toss, shutter[0])) is not None:
                poses = [pose, *(later for moment in shutter[1:] if (later := _flight(toss, moment)) is not None)]
                yield from self._shown(self._chips[toss.look], [self._placing(each) for each in poses])

    def _reaching(self, shutter: Sequence[float]) -> Iterator[Patch]:
        for reach in self._script.reaches:
            tips = [tip for moment in shutter if (tip := reach.tip(moment)) is not None]
            placings = [self._placing(Pose(tip.x, tip.y, _arm_angle(reach, tip))) for tip in tips]
            if len({(tip.x, tip.y) for tip in tips}) == 1:
                placings = placings[:1]
            if placings:
                yield from self._shown(self._arms[reach.look], placings)

    def _face(self, card: CardState) -> Sprite:
        return self._looks.faces[self._script.cards[card.number]] if card.face is Face.UP else self._looks.back

    def _shown(self, look: Sprite, placings: Sequence[Homography]) -> list[Patch]:
        patch = seen(look, placings, self._factors, WHOLE)
        if patch is None:
            return []
        shadow = shadow_of(patch, self._light.shadow, WHOLE)
        return [patch] if shadow is None else [shadow, patch]

    def _placing(self, pose: Pose, stretch: float = 1.0) -> Homography:
        turn = np.radians(pose.angle)
        cos, sin = np.cos(turn), np.sin(turn)
        place = np.array([(cos * stretch, -sin, pose.x), (sin * stretch, cos, pose.y), (0, 0, 1)], np.float64)
        placing: Homography = self._plane.mm_to_px @ place
        return placing


def _arm_angle(reach: Reach, tip: Pose) -> float:
    """Degrees clockwise by which an arm that points up is turned to come from its body."""
    return float(np.degrees(np.arctan2(tip.x - reach.body.x, reach.body.y - tip.y)))


def _flight(toss: Toss, at: float) -> Pose | None:
    if toss.began_s <= at < toss.ended_s:
        share = (at - toss.began_s) / (toss.ended_s - toss.began_s)
        return toss.start.towards(toss.end, 1 - (1 - share) ** 2)
    if toss.gone_s <= at < toss.gone_s + _SWEEP_S:
        return toss.end.towards(_BANK, eased((at - toss.gone_s) / _SWEEP_S))
    return None
