"""Plays hands by the number, in two processes, and prints what came of them."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2

from felt.fault import StorageFault
from vision.enrolment import DeckReader
from vision.picture_file import write_picture
from vision.reading import Reader
from vision.recogniser import glancing_reader
from vision.stage import LIGHTS, Deck, load_deck
from vision.trial.decks import strangers
from vision.trial.hands import Played, play
from vision.trial.report import so_far, told
from vision.trial.sheet import slip_sheet
from vision.trial.shown import shown
from vision.workers import workers

PROCESSES: Final = 2
SHEET: Final = "wrong-cards.png"
_APART: Final = 100_000
"""Seeds of two trials do not meet within so many hands."""
_SHOWN: Final = 1
"""The seed of the table at which a deck is shown."""


class Decks(Enum):
    """What the camera knows of the decks before they are dealt."""

    STRANGE = "never seen"
    ENROLLED = "shown once, in even light at another table"


@dataclass(frozen=True, slots=True)
class Task:
    """One hand to play."""

    seed: int
    deck: Path
    light: str
    known: Decks


def tasks(hands: int, seed: int, decks: list[Path], known: Decks) -> Iterator[Task]:
    """Every deck in turn, then every light in turn."""
    lights = list(LIGHTS)
    for number in range(hands):
        light = lights[number // len(decks) % len(lights)]
        yield Task(seed * _APART + number, decks[number % len(decks)], light, known)


def done(task: Task) -> Played:
    """One hand, on one thread."""
    cv2.setNumThreads(1)
    return play(task.seed, _deck(task.deck), task.light, _READERS[task.known](task.deck))


@lru_cache(maxsize=8)
def _deck(folder: Path) -> Deck:
    return load_deck(folder)


@lru_cache(maxsize=1)
def _network() -> Reader:
    return glancing_reader()


@lru_cache(maxsize=8)
def _acquainted(folder: Path) -> Reader:
    return DeckReader(_network(), shown(_deck(folder), _SHOWN))


_READERS: Final[dict[Decks, Callable[[Path], Reader]]] = {
    Decks.STRANGE: lambda _: _network(),
    Decks.ENROLLED: _acquainted,
}


def main(hands: int, seed: int, decks: Path, known: Decks) -> int:
    """Play so many hands with the decks of a folder that taught the reader nothing; 0 once the report is printed, or 1
    where the sheet cannot be written.

    The wrong ones, if any, are drawn on one sheet in the working folder. Raises BadInput where there is no such deck.
    """
    chosen, left_out = strangers(decks)
    for folder in left_out:
        print(f"left out: {folder.name}, which has one index a card")
    played: list[Played] = []
    with workers(PROCESSES) as pool:
        for hand in pool.map(done, tasks(hands, seed, chosen, known), chunksize=4):
            played.append(hand)
            if len(played) % 20 == 0:
                print(so_far(played, hands), flush=True)
    print(told(played))
    slips = [slip for hand in played for slip in hand.slips]
    if slips:
        try:
            write_picture(Path(SHEET), slip_sheet(slips))
        except StorageFault as fault:
            print(fault, file=sys.stderr)
            return 1
        print(f"the wrong ones: {SHEET}")
    return 0
