"""The entry of `feltwire vision watch`: the camera's process with a page on this machine, for the technician."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Final

from felt.clock import Clock, SystemClock
from felt.fault import ConfigFault
from hardware.board import CameraKind, CameraPlan
from hardware.board.saving import check_own
from hardware.board.seeing import drawable
from vision.camera import Arrival, Camera, Frame, Health, Verdict
from vision.picture import Picture
from vision.process.__main__ import LOG, Plan, prepared, until_stopped
from vision.process.outlook import plane_of
from vision.process.running import Runner, trouble_of
from vision.process.station import (
    board_named,
    camera_of,
    dealer_of,
    eye_of,
    health_of,
    reader_named,
    source_of,
    stills_of,
    teller_of,
)
from vision.process.teller import Trail
from vision.process.wire import Wire, listening
from vision.reading import Reader
from vision.watch.app import Clicks, RegionDrawn, build_app
from vision.watch.bench import BoardBench
from vision.watch.emptiness import faces_in
from vision.watch.scene import Scene
from vision.watch.server import served
from vision.watch.shutter import UNKNOWN, Attendance, Shutter

PORT: Final = 8090


class Sitting:
    """A camera with a page. What the page saves into the board file is what the camera goes on with."""

    def __init__(self, plan: Plan, wire: Wire, attendance: Attendance, clock: Clock) -> None:
        """Raises ConfigFault for a board file without a camera, a deck's file that is none, cards that nobody deals."""
        self._plan = plan
        self._wire = wire
        self._shutter = Shutter(wire.hidden, attendance, lambda: wire.heard)
        self._clock = clock
        self._reader: Reader | None = None
        self._changed = asyncio.Event()
        self._bench, self._work = self._made()

    @property
    def scene(self) -> Scene:
        """What is shown."""
        return self._bench.scene

    async def save_regions(self, regions: tuple[RegionDrawn, ...]) -> str:
        """As `BoardBench`."""
        return await self._bench.save_regions(regions)

    async def calibrate(self, clicks: Clicks) -> str:
        """As `BoardBench`."""
        return await self._bench.calibrate(clicks)

    async def save_felt(self) -> str:
        """As `BoardBench`."""
        return await self._bench.save_felt()

    async def run(self) -> None:
        """Until the camera's recording ends; begins anew with each change of the board file."""
        while True:
            self._changed.clear()
            working = asyncio.create_task(self._work())
            changed = asyncio.create_task(self._changed.wait())
            try:
                await asyncio.wait({working, changed}, return_when=asyncio.FIRST_COMPLETED)
                if working.done():
                    await working
                    return
            finally:
                for task in (working, changed):
                    task.cancel()
                await asyncio.gather(working, changed, return_exceptions=True)
            self._bench.scene.lose()
            self._bench, self._work = await asyncio.to_thread(self._made)

    def _made(self) -> tuple[BoardBench, Callable[[], Coroutine[object, object, None]]]:
        """What the page works on, and the camera's work: following cards, or only showing until it knows the felt."""
        path, board = board_named(self._plan.board)
        camera = camera_of(board)
        dealer = dealer_of(camera, self._plan.art)
        self._reader = self._reader or reader_named(self._plan.deck)
        try:
            eye = eye_of(camera, dealer)
            scene = Scene(camera, eye.plane, self._shutter, drawable(board))
            teller = teller_of(camera, eye, self._reader)
        except ConfigFault as fault:
            if camera.kind is CameraKind.VIRTUAL:
                raise
            LOG.warning("cards are not followed yet: %s", fault)
            plane = plane_of(camera) if camera.calibration is not None else None
            scene = Scene(camera, plane, self._shutter, drawable(board))
            return BoardBench(path, scene, plane, self._changed.set, _faces), lambda: self._only_show(camera, scene)

        def shown(arrival: Arrival, verdict: Verdict) -> None:
            scene.trouble, scene.frame_ms = teller.trouble, runner.frame_ms
            _show(scene, arrival, verdict, teller.tracks)

        runner = Runner(health_of(camera, eye).look, teller, self._wire, LOG.warning, shown=shown)
        bench = BoardBench(path, scene, eye.plane, self._changed.set, _faces)
        return bench, lambda: runner.run(Camera(eye.source, self._clock, camera.fps).arrivals())

    async def _only_show(self, camera: CameraPlan, scene: Scene) -> None:
        health = Health((camera.width, camera.height), None, stills_of(camera))
        async with aclosing(Camera(source_of(camera), self._clock, camera.fps).arrivals()) as coming:
            async for arrival in coming:
                verdict = health.look(arrival)
                scene.trouble = trouble_of(arrival, verdict) or "cards are not followed yet"
                _show(scene, arrival, verdict, ())


def _show(scene: Scene, arrival: Arrival, verdict: Verdict, trails: Sequence[Trail]) -> None:
    if isinstance(arrival, Frame):
        scene.take(arrival.picture, trails, verdict)
    else:
        scene.lose()


def told_before(path: Path, attendance: Attendance) -> list[str]:
    """What a technician would else find out by a blank page, or only when a drawing cannot be saved."""
    lines = [] if attendance is Attendance.TECHNICIAN else [f"while no node is heard: {UNKNOWN}"]
    try:
        check_own(path)
    except ConfigFault as fault:
        lines.append(f"look only: {fault}")
    return lines


def _faces(picture: Picture) -> int:
    return faces_in(picture, reader_named(None))


def main(plan: Plan, port: int, attendance: Attendance) -> int:
    """Run camera and page until SIGTERM or Ctrl-C; the exit code. Raises ConfigFault for what can never work."""
    prepared()
    return asyncio.run(_run(plan, port, attendance))


async def _run(plan: Plan, port: int, attendance: Attendance) -> int:
    clock = SystemClock()
    path, board = board_named(plan.board)
    camera = camera_of(board)
    async with listening(plan.socket_of(camera), clock, LOG.info) as wire:
        sitting = Sitting(plan, wire, attendance, clock)
        async with served(build_app(sitting), port) as url:
            LOG.info("look at %s on this machine", url)
            for line in told_before(path, attendance):
                LOG.warning(line)
            await until_stopped(sitting.run)
    return 0
