"""Shoots a script frame by frame: pictures, times and truth."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

import numpy as np

from felt.clock import Nanos, seconds
from vision.box import Box
from vision.picture import Picture
from vision.stage.deck import Deck
from vision.stage.field import FRAME_RATE, Pose, mounted
from vision.stage.layers import Layers, blurred, bright
from vision.stage.light import Light, Sensor, lit
from vision.stage.looks import card_looks, cloth, glare
from vision.stage.props import Chip, Props
from vision.stage.script import Script
from vision.stage.state import CardState, Course
from vision.stage.truth import CardTruth
from vision.stage.witness import Witness


@dataclass(eq=False)
class Shot:
    """One frame: `picture`, (720, 1280, 3), taken `at` since the stream's begin; `truth` is worked out when asked."""

    number: int
    at: Nanos
    picture: Picture
    _tell: Callable[[], tuple[CardTruth, ...]]

    @cached_property
    def truth(self) -> tuple[CardTruth, ...]:
        """Every card that has left the stub and lies or moves on the felt, lowest first."""
        return self._tell()


class Stage:
    """A table, a camera and a light, all drawn from `seed`; shoots `script` with the cards of `deck`."""

    def __init__(self, script: Script, deck: Deck, light: Light, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.plane: Final = mounted(random)
        factors = lit(light, random)
        self.empty: Final = bright(blurred(cloth(random, self.plane), light.blur), factors)
        """The felt before anything lies on it, without noise."""
        self._script = script
        self._course = Course(script)
        self._sensor = Sensor(light, random)
        self._layers = Layers(self.empty, light.jpeg, light.glare)
        self._props = Props(script, card_looks(deck, light.blur), light, factors, self.plane)
        self._witness = Witness(script, self._props)
        self._resting: dict[CardState | Chip, None] = {}
        self._spots: Final = [glare(glint.radius) for glint in script.glints]
        self._glints: tuple[Pose, ...] = ()
        self._layers.put("stub", self._props.stub())

    def shots(self) -> Iterator[Shot]:
        """Every frame of the script, in order; once."""
        for number in range(round(self._script.length_s * FRAME_RATE)):
            yield self._shot(number)

    def _shot(self, number: int) -> Shot:
        at = number / FRAME_RATE
        cards = self._course.at(at)
        self._rest([card for card in cards if not card.moving], at)
        self._shine(at)
        moving = self._props.moving([card.number for card in cards if card.moving], self._course, at)
        picture = self._sensor.taken(self._layers.with_moving(moving), at)
        return Shot(number, seconds(at), picture, partial(self._witness.tell, cards, at))

    def _rest(self, still: list[CardState], at: float) -> None:
        things: list[CardState | Chip] = [*still, *self._props.lying(at)]
        lying = sorted(things, key=lambda thing: thing.since_s)
        still_there = dict.fromkeys(lying)
        for thing in self._resting:
            if thing not in still_there:
                self._layers.take(thing)
        for thing in still_there:
            if thing not in self._resting:
                self._layers.put(thing, self._props.laid(thing))
        self._resting = still_there

    def _shine(self, at: float) -> None:
        now = tuple(glint.at(at) for glint in self._script.glints)
        if now == self._glints:
            return
        spots = []
        for spot, pose in zip(self._spots, now, strict=True):
            ((x, y),) = self.plane.to_px(np.array([(pose.x, pose.y)], np.float32))
            spots.append((Box(int(x) - spot.shape[1] // 2, int(y) - spot.shape[0] // 2, *spot.shape[::-1]), spot))
        self._layers.shine(spots)
        self._glints = now
