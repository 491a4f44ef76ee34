"""The virtual table as a camera: hand after hand dealt on felt, for a process without a table."""

import itertools
from collections.abc import Iterator

from vision.geometry.plane import Plane
from vision.picture import Picture
from vision.stage import LIGHTS, Deck, Stage, dealt_hand


class VirtualTable:
    """One table, camera and light, drawn from `seed`; each hand is another one."""

    def __init__(self, deck: Deck, seed: int) -> None:
        self._deck = deck
        self._first = self._stage(seed, 0)
        self.plane: Plane = self._first.plane
        self.felt: Picture = self._first.empty

    def pictures(self, seed: int) -> Iterator[Picture]:
        """Frames for ever."""
        stages = itertools.chain([self._first], (self._stage(seed, number) for number in itertools.count(1)))
        for stage in stages:
            for shot in stage.shots():
                yield shot.picture

    def _stage(self, seed: int, number: int) -> Stage:
        """The same table and light; `number` says which hand is dealt."""
        return Stage(dealt_hand(seed + number), self._deck, LIGHTS["even"], seed)
