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
from vision.picture_file import check_kind, write_picture
from vision.reading import Reader
from vision.recogniser import GlancingReader, network_named
from vision.recogniser.card import model_bytes
from vision.stage import LIGHTS, Deck, load_deck
from vision.trial.decks import strangers
from vision.trial.hands import Played, Slip, play
from vision.trial.report import so_far, told
from vision.trial.sheet import slip_sheet
from vision.trial.shown import shown
from vision.workers import workers

PROCESSES: Final = 2
SHEET: Final = Path("wrong-cards.png")
"""Where the wrong ones are drawn if nothing is said: in the working folder."""
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
    machine: str


def tasks(hands: int, seed: int, decks: list[Path], known: Decks, machine: str) -> Iterator[Task]:
    """Every deck in turn, then every light in turn."""
    lights = list(LIGHTS)
    for number in range(hands):
        light = lights[number // len(decks) % len(lights)]
        yield Task(seed * _APART + number, decks[number % len(decks)], light, known, machine)


def done(task: Task) -> Played:
    """One hand, on one thread."""
    cv2.setNumThreads(1)
    return play(task.seed, _deck(task.deck), task.light, _READERS[task.known](task))


@lru_cache(maxsize=8)
def _deck(folder: Path) -> Deck:
    return load_deck(folder)


@lru_cache(maxsize=1)
def _network(machine: str) -> GlancingReader:
    return GlancingReader(network_named(machine, model_bytes()))


@lru_cache(maxsize=8)
def _acquainted(folder: Path, machine: str) -> Reader:
    return DeckReader(_network(machine), shown(_deck(folder), _SHOWN))


_READERS: Final[dict[Decks, Callable[[Task], Reader]]] = {
    Decks.STRANGE: lambda task: _network(task.machine),
    Decks.ENROLLED: lambda task: _acquainted(task.deck, task.machine),
}


def main(hands: int, seed: int, decks: Path, known: Decks, *, sheet: Path, machine: str) -> int:
    """Play so many hands with the decks of a folder that taught the reader nothing; 0 once the report is printed, or 1
    where the sheet cannot be written.

    The wrong ones, if any, are drawn on `sheet`; `machine` names who runs the network. Before it deals it raises
    BadInput where there is no such deck or machine and for a sheet that is no picture, and Unsupported.
    """
    check_kind(sheet)
    print(f"read by {_network(machine).network} on one thread in each of {PROCESSES} processes")
    chosen, left_out = strangers(decks)
    for folder in left_out:
        print(f"left out: {folder.name}, which has one index a card")
    played: list[Played] = []
    with workers(PROCESSES) as pool:
        for hand in pool.map(done, tasks(hands, seed, chosen, known, machine), chunksize=4):
            played.append(hand)
            if len(played) % 20 == 0:
                print(so_far(played, hands), flush=True)
    print(told(played))
    return _drawn([slip for hand in played for slip in hand.slips], sheet)


def _drawn(slips: list[Slip], sheet: Path) -> int:
    if not slips:
        return 0
    try:
        write_picture(sheet, slip_sheet(slips))
    except StorageFault as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"the wrong ones: {sheet}")
    return 0
