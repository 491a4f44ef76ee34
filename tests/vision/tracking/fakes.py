"""A finder and a reader that know the truth of each frame, and a run of a script."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from felt.card import RANKS, SUITS, Card, rank_of, suit_of
from felt.clock import NANOS_PER_SECOND
from felt.fact import Face
from felt.ids import DeviceId
from felt.place import Place
from vision.box import Box
from vision.outline import Outline, rectified
from vision.picture import Picture
from vision.reading import Kind, Reading
from vision.sighting import Sighting
from vision.stage import LIGHTS, Deck, Shot, Stage, drawn_deck
from vision.stage.field import place_at
from vision.stage.script import Script
from vision.stage.truth import CardTruth
from vision.tracking import Tracker

CAMERA: Final = DeviceId("overhead")
LEAST: Final = 0.2
"""The visible share from which a card is found."""
READABLE: Final = 0.8
"""The visible share of its better index from which a card is read."""


@dataclass
class TruthFinder:
    """Finds what the frame's truth says lies there, a little off, as a finder does."""

    truth: Sequence[CardTruth] = ()
    calls: int = 0
    _random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    def find(self, picture: Picture, within: Box) -> list[Outline]:
        self.calls += 1
        return [
            Outline((card.corners + self._random.normal(0, 0.7, (4, 2))).astype(np.float32), card.visible)
            for card in reversed(self.truth)
            if not card.moving and card.visible >= LEAST and Box.around(card.corners).touches(within)
        ]


@dataclass
class TruthReader:
    """Says what the frame's truth says of the card whose own picture is most like the one to be read."""

    shot: Shot | None = None
    reads: int = 0

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        self.reads += len(cards)
        return [self._read(card) for card in cards]

    def _read(self, card: Picture) -> Reading:
        if self.shot is None or not self.shot.truth:
            return reading(Kind.NOTHING)
        seen = _normal([rectified(self.shot.picture, Outline(truth.corners)) for truth in self.shot.truth])
        likeness = (seen @ _normal([card, card[::-1, ::-1]]).T).max(axis=1)
        truth = self.shot.truth[int(likeness.argmax())]
        if likeness.max() >= 0.6 and truth.face is Face.DOWN:
            return reading(Kind.BACK)
        if likeness.max() < 0.6 or truth.index < READABLE:
            return reading(Kind.NOTHING)
        return reading(Kind.FACE, truth.card)


def reading(kind: Kind, card: Card | None = None, certain: float = 0.999) -> Reading:
    """A look that is sure of itself by `certain`."""
    kinds = _sure(len(Kind), kind.value, certain)
    ranks = _sure(13, RANKS.index(rank_of(card)) if card else 0, certain)
    return Reading(kinds, ranks, _sure(4, SUITS.index(suit_of(card)) if card else 0, certain))


def _sure(count: int, which: int, certain: float) -> NDArray[np.float32]:
    shares = np.full(count, (1 - certain) / (count - 1), np.float32)
    shares[which] = certain
    return shares


def _normal(pictures: Sequence[Picture]) -> NDArray[np.float32]:
    small = [cv2.resize(each, (24, 34), interpolation=cv2.INTER_AREA).astype(np.float32) for each in pictures]
    flat = np.stack([each.reshape(-1) for each in small])
    flat -= flat.mean(axis=1, keepdims=True)
    normal: NDArray[np.float32] = flat / np.linalg.norm(flat, axis=1, keepdims=True)
    return normal


@lru_cache
def deck() -> Deck:
    """The drawn deck."""
    return drawn_deck()


@dataclass
class Run:
    """One script through a tracker, frame by frame."""

    stage: Stage
    tracker: Tracker
    finder: TruthFinder
    reader: TruthReader
    sightings: list[Sighting] = field(default_factory=list)

    @classmethod
    def of(cls, script: Script, *, light: str = "even", seed: int = 1) -> "Run":
        stage = Stage(script, deck(), LIGHTS[light], seed)
        finder, reader = TruthFinder(), TruthReader()

        def place_of(x: float, y: float) -> Place | None:
            ((x_mm, y_mm),) = stage.plane.to_mm(np.array([(x, y)], np.float32))
            return place_at(float(x_mm), float(y_mm))

        return cls(stage, Tracker(CAMERA, stage.empty, finder, reader, place_of), finder, reader)

    def play(self) -> "Run":
        for shot in self.stage.shots():
            self.see(shot)
        return self

    def see(self, shot: Shot) -> list[Sighting]:
        self.finder.truth, self.reader.shot = shot.truth, shot
        told = self.tracker.look(shot.picture, shot.at)
        self.sightings += told
        return told

    def cards(self, began_s: float = 0.0, ended_s: float = 1e9) -> dict[str, set[str]]:
        """What was told of each place in that time: cards, `down` for a back, `unread`."""
        told: dict[str, set[str]] = {}
        for one in self.sightings:
            if began_s <= one.ended / NANOS_PER_SECOND <= ended_s:
                said = "down" if one.face is Face.DOWN else one.card or "unread"
                told.setdefault(str(one.place), set()).add(said)
        return told
