"""The entry of `feltwire vision enrol`: a person lays the deck's cards before the camera and is told what was taken."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from pathlib import Path

import cv2

from felt.clock import SystemClock
from felt.fact import Face
from vision.camera import Arrival, Camera, Frame, Verdict
from vision.enrolment.prints import LOOKS, SUFFIX, Prints, load_prints, save_prints
from vision.enrolment.risks import risks
from vision.enrolment.showing import Showing
from vision.outline import rectified
from vision.picture import Picture
from vision.process.station import board_named, camera_of, deck_dealt, eye_of, health_of, tracker_of
from vision.process.teller import Following
from vision.reading import Reader
from vision.recogniser import reader as both_ways
from vision.sighting import TrackNo

HELP = "Lay the cards down face up, any number at once, in any order. u takes the last one back, q stops for now."


class Table:
    """What lies before the camera, offered to a showing: each card as often as it has looks to give."""

    def __init__(self, tracker: Following, reader: Reader, showing: Showing) -> None:
        self._tracker = tracker
        self._reader = reader
        self._showing = showing
        self._offered: dict[TrackNo, int] = {}

    def look(self, arrival: Frame) -> Iterator[str]:
        """Take in one frame; what to tell the person."""
        self._tracker.look(arrival.picture, arrival.taken)
        for track in self._tracker.tracks:
            if self._showing.asking:
                return
            offered = self._offered.get(track.number, 0)
            if track.face is not Face.UP or track.covered or offered >= LOOKS:
                continue
            self._offered[track.number] = offered + 1
            card: Picture = rectified(arrival.picture, track.outline)
            (reading,) = self._reader.read([card])
            said = self._showing.show(card, reading)
            if said:
                yield said


def main(name: str, folder: Path, board: str, art: Path | None) -> int:
    """Show a deck; exit code 0 when all 52 cards are kept, 1 when it was stopped before. Raises ConfigFault."""
    cv2.setNumThreads(1)
    path = folder / f"{name}{SUFFIX}"
    prints = load_prints(path) if path.exists() else Prints(name)
    _, plan = board_named(board)
    camera = camera_of(plan)
    eye = eye_of(camera, lambda: deck_dealt(art))
    showing = Showing(prints)
    table = Table(tracker_of(camera, eye, both_ways()), both_ways(), showing)
    print(f"{path}: {len(prints.cards)} of 52 cards are kept. {HELP}")
    arrivals = Camera(eye.source, SystemClock(), camera.fps).arrivals()
    asyncio.run(_show(table, showing, arrivals, health_of(camera, eye).look, lambda: save_prints(path, prints)))
    return _end(path, prints)


async def _show(
    table: Table,
    showing: Showing,
    arrivals: AsyncGenerator[Arrival, None],
    judge: Callable[[Arrival], Verdict],
    save: Callable[[], None],
) -> None:
    """Until every card is kept, or the person stops."""
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin, lambda: lines.put_nowait(sys.stdin.readline() or "q"))
    try:
        async with aclosing(arrivals) as coming:
            async for arrival in coming:
                verdict = judge(arrival)
                said = list(table.look(arrival)) if isinstance(arrival, Frame) and verdict.usable else []
                while not lines.empty():
                    line = lines.get_nowait()
                    if line.strip().lower() in ("q", "quit"):
                        return
                    said.append(showing.answer(line))
                for text in said:
                    print(text, flush=True)
                if said:
                    save()
                if showing.done and not showing.asking:
                    return
    finally:
        loop.remove_reader(sys.stdin)


def _end(path: Path, prints: Prints) -> int:
    if prints.missing:
        print(f"{path}: {len(prints.cards)} of 52 are kept; missing {' '.join(prints.missing)}. Say it again to go on.")
        return 1
    found = risks(prints)
    print(f"{path}: all 52 cards are kept. Run the camera with --deck {path}")
    for risk in found:
        print(f"  look out: {risk}")
    if not found:
        print("  no two cards of this deck look alike")
    return 0
