"""The training pictures, made once by two processes and kept on disk while training runs."""

from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import CARD_HEIGHT, CARD_WIDTH
from vision.train.faces import gather
from vision.train.lock import Role, locked
from vision.train.synthetic import Studio
from vision.workers import workers

CHUNK: Final = 1000
"""Pictures that one call makes."""


@dataclass(frozen=True, slots=True, eq=False)
class Pictures:
    """`cards` (n, CARD_HEIGHT, CARD_WIDTH, 3) and `truths` (n, 3): kind, rank, suit of each."""

    cards: NDArray[np.uint8]
    truths: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Batch:
    """Which pictures: of a role's decks and of `looks` drawn decks a typeface, from a seed, so many."""

    role: Role
    seed: int
    looks: int
    count: int


@lru_cache(maxsize=1)
def _studio(build: Path, role: Role, seed: int, looks: int) -> Studio:
    """This process's studio."""
    cv2.setNumThreads(1)
    return Studio(gather(locked(), build, role, seed, looks), seed)


def made_from(build: Path, batch: Batch, first: int) -> tuple[int, NDArray[np.uint8], NDArray[np.int8]]:
    """`first`, and the pictures and truths from that number on, at most CHUNK of them."""
    studio = _studio(build, batch.role, batch.seed, batch.looks)
    count = min(CHUNK, batch.count - first)
    cards = np.empty((count, CARD_HEIGHT, CARD_WIDTH, 3), np.uint8)
    truths = np.empty((count, 3), np.int8)
    for place in range(count):
        sample = studio.sample(np.random.default_rng([batch.seed, 3, first + place]))
        cards[place] = sample.picture
        truths[place] = (sample.kind, sample.rank, sample.suit)
    return first, cards, truths


def make(build: Path, batch: Batch, processes: int = 2) -> Pictures:
    """Its pictures; picture n depends on role, seed, looks and n alone, whatever the number of processes."""
    where = build / "pictures" / f"{batch.role}-{batch.seed}.dat"
    count = batch.count
    where.parent.mkdir(parents=True, exist_ok=True)
    cards = np.memmap(where, np.uint8, "w+", shape=(count, CARD_HEIGHT, CARD_WIDTH, 3))
    truths = np.empty((count, 3), np.int8)
    with workers(processes) as pool:
        chunks = pool.map(partial(made_from, build, batch), range(0, count, CHUNK))
        for first, some, true in chunks:
            cards[first : first + len(some)] = some
            truths[first : first + len(some)] = true
    return Pictures(cards, truths)
