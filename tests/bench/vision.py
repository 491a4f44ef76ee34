"""What a camera's frames cost one core: quiet ones, five cards that are new at once, and a hand as it is dealt."""

import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from felt.card import Card
from felt.clock import seconds
from felt.fact import Face
from felt.ids import DeviceId
from felt.place import BURN
from tests.bench.row import Better, Row, percentile
from vision.finder.felt import FeltFinder
from vision.geometry.plane import Plane
from vision.picture import POKER
from vision.recogniser import glancing_reader
from vision.sighting import TrackNo
from vision.stage import LIGHTS, Stage, dealt_hand, drawn_deck
from vision.stage.field import BOARD_AT
from vision.stage.script import CardNo, Move, Script
from vision.tracking import Tracker
from vision.trial.hands import place_of

BOARD: Final = ("Kh", "7c", "2d", "As", "Th")
HANDS: Final = 4
LATEST_MS: Final = 400.0
ALONE: Final = "from tests.bench.vision import largest_mb; print(largest_mb())"


def rows() -> Iterator[Row]:
    """The rows of this room."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield from _still()
    yield from _dealt()
    cv2.setNumThreads(threads)


def _tracker(stage: Stage) -> Tracker:
    finder = FeltFinder(stage.plane, POKER, stage.empty)
    return Tracker(DeviceId("bench"), stage.empty, finder, glancing_reader(), partial(place_of, stage.plane))


def _frames(stage: Stage, tracker: Tracker) -> tuple[list[float], list[float]]:
    """Milliseconds of one core for each frame, and for each frame that a card was told first in, since its rest."""
    took, delays = list[float](), list[float]()
    told: set[TrackNo | None] = set()
    for shot in stage.shots():
        began = time.thread_time()
        sightings = tracker.look(shot.picture, shot.at)
        took.append((time.thread_time() - began) * 1000)
        fresh = [one for one in sightings if one.card is not None and one.track not in told]
        told.update(one.track for one in fresh)
        delays += [(one.ended - one.began) / 1e6 for one in fresh]
    return took, delays


def _still() -> Iterator[Row]:
    laid = tuple(Move(CardNo(n), 0.2, 0.4, BOARD_AT[n], Face.UP) for n in range(5))
    script = Script({CardNo(n): Card(card) for n, card in enumerate(BOARD)}, 5.0, laid)
    stage = Stage(script, drawn_deck(), LIGHTS["even"], 1)
    took, delays = _frames(stage, _tracker(stage))
    quiet = percentile(took[60:], 0.5)
    yield Row("quiet frame, five cards lying", quiet, "ms", 2.0, Better.LOWER, note="1280 x 720, one core, median")
    note = "drawn deck; the costliest frame: found and read together"
    yield Row("frame in which five cards are new", max(took[10:40]), "ms", 10.0, Better.LOWER, note=note)
    if delays:
        note = f"{len(delays)} of 5 told by name, stream time at 30 fps"
        yield Row("from rest to sighting, five cards", max(delays), "ms", LATEST_MS, Better.LOWER, note=note)


def _dealt() -> Iterator[Row]:
    took: list[float] = []
    for seed in range(HANDS):
        stage = Stage(dealt_hand(seed), drawn_deck(), list(LIGHTS.values())[seed], seed)
        took += _frames(stage, _tracker(stage))[0]
    note = f"{HANDS} dealt hands, {len(took)} frames, finder, reader and tracker"
    yield Row("frame of a dealt stream", float(np.mean(took)), "ms", 3.0, Better.LOWER, note=f"{note}; mean")
    yield Row("frame of a dealt stream, p99", percentile(took, 0.99), "ms", None, Better.LOWER, note=note)
    told = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, check=True, text=True).stdout
    note = "a process of its own at its largest: finder, reader and tracker, without the virtual camera"
    yield Row("memory, tracker", float(told), "MB", 200.0, Better.LOWER, note=note)


def largest_mb() -> float:
    """The most memory that this process has held once a tracker has followed white cards for two seconds, MB."""
    cv2.setNumThreads(1)
    random = np.random.default_rng(1)
    felt = np.full((720, 1280, 3), (60, 90, 30), np.uint8)
    finder = FeltFinder(Plane.scaled(1.0), POKER, felt)
    tracker = Tracker(DeviceId("bench"), felt, finder, glancing_reader(), lambda x, y: BURN)
    for frame in range(60):
        picture = felt.copy()
        for number in range(min(frame // 8, 8)):
            picture[100 : 100 + 88, 60 + number * 130 : 60 + number * 130 + 63] = 230
        noise = random.integers(0, 6, picture.shape, np.uint8)
        tracker.look(cv2.add(picture, noise).astype(np.uint8), seconds(frame / 30))
    return _high_water_mb()


def _high_water_mb() -> float:
    """What /proc says of this program alone: getrusage counts what the process was before it became this program."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024
