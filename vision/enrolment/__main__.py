"""The entry of `feltwire vision enrol`: a person lays the deck's cards before the camera and is told what was taken."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import cv2

from felt.card import Card
from felt.clock import SystemClock
from felt.fault import BadInput
from hardware.board import CameraKind
from vision.camera import Arrival, Camera, Frame, Verdict
from vision.enrolment.announcing import Announced, Felt
from vision.enrolment.hearing import typed_lines
from vision.enrolment.prints import SUFFIX, Prints, load_prints, save_prints
from vision.enrolment.risks import risks
from vision.enrolment.showing import Showing
from vision.enrolment.table import Table
from vision.process.running import trouble_of
from vision.process.station import board_named, camera_of, dealer_of, eye_of, health_of, tracker_of
from vision.process.virtual import ShownDeck
from vision.recogniser import reader as both_ways

VIRTUAL = (
    "This camera is virtual: it lays its deck down by itself, a card every 1.2 s, and says which. "
    "u takes the last one back, q stops for now."
)
HELP = "Lay the cards down face up, any number at once, in any order. u takes the last one back, q stops for now."


def main(name: str, folder: Path, board: str, art: Path | None) -> int:
    """Show a deck; exit code 0 when all 52 cards are kept, 1 when it was stopped before.

    Raises BadInput, ConfigFault.
    """
    cv2.setNumThreads(1)
    if not name or Path(name).name != name or name.startswith("."):
        raise BadInput(f"{name!r} is no deck's name", remedy="a word such as red; --folder says where it is kept")
    path = folder / f"{name}{SUFFIX}"
    prints = load_prints(path) if path.exists() else Prints(name)
    _, plan = board_named(board)
    camera = camera_of(plan)
    showing, laid = Showing(prints), SimpleQueue[Card]()
    eye = eye_of(camera, dealer_of(camera, art), partial(ShownDeck, waits=lambda: showing.asking, lays=laid.put))
    table = Announced(Table(tracker_of(camera, eye, both_ways()), both_ways(), showing), laid)
    how = VIRTUAL if camera.kind is CameraKind.VIRTUAL else HELP
    hello = f"{path}: {len(prints.cards)} of 52 cards are kept. {how}"
    frames = _usable(Camera(eye.source, SystemClock(), camera.fps).arrivals(), health_of(camera, eye).look)
    asyncio.run(_show(table, showing, frames, lambda: save_prints(path, prints), hello))
    return _end(path, prints)


async def _show(
    table: Felt,
    showing: Showing,
    frames: AsyncGenerator[Frame | str, None],
    save: Callable[[], None],
    hello: str,
) -> None:
    """Until every card is kept, or the person stops."""
    with typed_lines() as lines:
        print(hello, flush=True)
        trouble = ""
        async with aclosing(frames) as coming:
            async for frame in coming:
                said = list(table.look(frame)) if isinstance(frame, Frame) else []
                trouble, told = _changed(trouble, frame)
                answers, stops = _typed(lines, showing)
                said = [*told, *said, *answers]
                for text in said:
                    print(text, flush=True)
                if said:
                    save()
                if stops or (showing.done and not showing.asking):
                    return


def _typed(lines: asyncio.Queue[str], showing: Showing) -> tuple[list[str], bool]:
    """What is said to the lines that were typed since the last frame, and whether the person stops behind them."""
    said: list[str] = []
    while not lines.empty():
        line = lines.get_nowait()
        if line.strip().lower() in ("q", "quit"):
            return said, True
        said.append(showing.answer(line))
    return said, False


def _changed(trouble: str, frame: Frame | str) -> tuple[str, list[str]]:
    """What is wrong with the camera after `frame`, and what the person is told of it: each change once."""
    if isinstance(frame, Frame):
        return "", ["The camera is well again."] if trouble else []
    return (frame, [f"No card is taken: {frame}"]) if frame and frame != trouble else (trouble, [])


async def _usable(
    arrivals: AsyncGenerator[Arrival, None], judge: Callable[[Arrival], Verdict]
) -> AsyncGenerator[Frame | str, None]:
    """Each frame that can be trusted, and what is wrong, as far as it is named, for whatever else arrives."""
    async with aclosing(arrivals) as coming:
        async for arrival in coming:
            verdict = judge(arrival)
            yield arrival if isinstance(arrival, Frame) and verdict.usable else trouble_of(arrival, verdict)


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
