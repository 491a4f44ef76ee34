"""Plays one hand through finder, reader and tracker."""

import time
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from felt.card import Card
from felt.ids import DeviceId
from felt.place import Place
from vision.finder.felt import FeltFinder
from vision.geometry.plane import Plane
from vision.outline import rectified
from vision.picture import POKER, Picture
from vision.reading import Reader
from vision.sighting import TrackNo
from vision.stage import LIGHTS, Deck, Stage, dealt_hand
from vision.stage.field import place_at
from vision.tracking import Finder, Tracker
from vision.trial.stays import Book, Stay

CAMERA: Final = DeviceId("virtual")


@dataclass(frozen=True, slots=True, eq=False)
class Slip:
    """A wrong name: what was told, which card it was (None where none lay), and its picture then."""

    said: Card
    truth: Card | None
    picture: Picture


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """What came of one hand; `frame_ms` is what finder, reader and tracker took for each frame."""

    seed: int
    deck: str
    light: str
    stays: tuple[Stay, ...]
    phantoms: int
    frame_ms: tuple[float, ...]
    slips: tuple[Slip, ...]


def play(seed: int, deck: Deck, light: str, reader: Reader) -> Played:
    """One dealt hand, by its seed, before the real finder and tracker."""
    stage = Stage(dealt_hand(seed), deck, LIGHTS[light], seed)
    finder = FeltFinder(stage.plane, POKER, stage.empty)
    return follow(stage, finder, reader, seed=seed, deck=deck.name, light=light)


def follow(stage: Stage, finder: Finder, reader: Reader, *, seed: int, deck: str, light: str) -> Played:
    """Every frame of a stage through a tracker with this finder and reader."""
    tracker = Tracker(CAMERA, stage.empty, finder, reader, partial(place_of, stage.plane))
    book, took = Book(), list[float]()
    slips: dict[tuple[TrackNo, Card], Slip] = {}
    for shot in stage.shots():
        began = time.thread_time()
        told = tracker.look(shot.picture, shot.at)
        took.append((time.thread_time() - began) * 1000)
        for wrong in book.note(shot.truth, told, tracker.tracks, shot.at):
            slip = Slip(wrong.said, wrong.truth, rectified(shot.picture, wrong.track.outline))
            slips.setdefault((wrong.track.number, wrong.said), slip)
    return Played(seed, deck, light, tuple(book.stays), len(book.phantoms), tuple(took), tuple(slips.values()))


def place_of(plane: Plane, x: float, y: float) -> Place | None:
    """The place of the virtual table at a pixel."""
    ((x_mm, y_mm),) = plane.to_mm(np.array([(x, y)], np.float32))
    return place_at(float(x_mm), float(y_mm))
