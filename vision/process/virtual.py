"""The virtual table as a camera: hand after hand dealt on felt, or a deck shown, for a process without a table."""

import itertools
from collections.abc import Callable, Iterator

from felt.card import Card
from vision.geometry.plane import Plane
from vision.picture import Picture
from vision.process.spread import lying, spread
from vision.stage import LIGHTS, Deck, Script, Shot, Stage, dealt_hand


class VirtualTable:
    """One table, camera and light, drawn from `seed`; `script` says what is dealt, number after number, for ever."""

    def __init__(self, deck: Deck, seed: int, script: Callable[[int], Script] = dealt_hand) -> None:
        self._deck = deck
        self._script = script
        self._first = self._stage(seed, 0)
        self.plane: Plane = self._first.plane
        self.felt: Picture = self._first.empty

    def pictures(self, seed: int) -> Iterator[Picture]:
        """Frames for ever."""
        for shot in self.shots(seed):
            yield shot.picture

    def shots(self, seed: int) -> Iterator[Shot]:
        """The same with their truth; each script's times begin at 0."""
        stages = itertools.chain([self._first], (self._stage(seed, number) for number in itertools.count(1)))
        for stage in stages:
            yield from stage.shots()

    def _stage(self, seed: int, number: int) -> Stage:
        """The same table and light; `number` says which hand is dealt."""
        return Stage(self._script(seed + number), self._deck, LIGHTS["even"], seed)


class ShownDeck(VirtualTable):
    """The same table while its whole deck is laid down face up, card by card, over and over.

    Nothing more is laid down while it `waits`; each card that has come to lie is told to `lays`, as a person sees it.
    """

    def __init__(self, deck: Deck, seed: int, waits: Callable[[], bool], lays: Callable[[Card], None]) -> None:
        super().__init__(deck, seed, lambda _: spread())
        self._waits = waits
        self._lays = lays

    def pictures(self, seed: int) -> Iterator[Picture]:
        """Frames for ever; the last one again while it waits."""
        last = None
        for shot in self.shots(seed):
            before, last = last, next(reversed(lying(shot.at)), None)
            if last not in (before, None):
                self._lays(last)
            yield shot.picture
            while self._waits():
                yield shot.picture
