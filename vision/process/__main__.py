"""The entry of `feltwire vision run`: one camera, heard on a socket, until it is stopped."""

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Final

import cv2

from felt.clock import SystemClock
from felt.service import supervised
from hardware.board import CameraPlan
from vision.camera import Arrival, Camera, Frame, Verdict
from vision.process.hard import HardCards
from vision.process.running import Runner
from vision.process.station import board_named, camera_of, dealer_of, eye_of, health_of, reader_named, teller_of
from vision.process.wire import listening

LOG: Final = logging.getLogger("feltwire.vision")


class Plan:
    """What the command line says. `deck` is an enrolled deck's file; `art` a folder of cards for a virtual table.

    `hard`: a folder that takes pictures of cards that could not be read.
    """

    def __init__(
        self, board: str, socket: Path | None, deck: Path | None, art: Path | None, *, hard: Path | None = None
    ) -> None:
        self.board = board
        self.socket = socket
        self.deck = deck
        self.art = art
        self.hard = hard

    def socket_of(self, camera: CameraPlan) -> Path:
        """Where the camera is heard: beside what other services of this machine put into /run, if nothing is said."""
        return self.socket or Path("/run/feltwire") / f"{camera.id}.sock"


def main(plan: Plan) -> int:
    """Run the camera until SIGTERM or Ctrl-C; returns the exit code. Raises ConfigFault for what can never work."""
    prepared()
    return asyncio.run(_run(plan))


def prepared() -> None:
    """Logs go to the terminal or the journal, and one thread works: two cost more than they give on such pictures."""
    cv2.setNumThreads(1)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")


async def _run(plan: Plan) -> int:
    clock = SystemClock()
    _, board = board_named(plan.board)
    camera = camera_of(board)
    eye = eye_of(camera, dealer_of(camera, plan.art))
    teller = teller_of(camera, eye, reader_named(plan.deck))
    path = plan.socket_of(camera)
    async with listening(path, clock, LOG.info) as wire, supervised(clock):
        LOG.info("camera %s is heard at %s", camera.id, path)
        shown = None
        if plan.hard is not None:
            hard = HardCards(plan.hard, LOG.warning)

            def shown(arrival: Arrival, verdict: Verdict) -> None:
                if isinstance(arrival, Frame) and verdict.usable:
                    hard.look(arrival.picture, teller.tracks, arrival.taken)

        runner = Runner(health_of(camera, eye).look, teller, wire, LOG.warning, shown=shown)
        await until_stopped(lambda: runner.run(Camera(eye.source, clock, camera.fps).arrivals()))
    return 0


async def until_stopped(work: Callable[[], Coroutine[object, object, None]]) -> None:
    """Do the work until it ends or the process is asked to stop; raises the fault that ended it."""
    task = asyncio.create_task(work())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        if not task.cancelled():
            raise
