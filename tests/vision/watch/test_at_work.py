"""While the page's work is done, everything else goes on: the loop waits for no file and no look at a picture."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from felt.clock import SystemClock
from hardware.board import load_board, saving
from tests.processes.programs import until
from tests.vision.watch.conftest import FELT, Room, ask
from vision.picture_file import write_picture
from vision.process.__main__ import Plan
from vision.process.station import board_named
from vision.process.wire import Wire
from vision.watch import __main__ as watching
from vision.watch import bench
from vision.watch.app import RegionDrawn
from vision.watch.shutter import NO_PICTURE, Attendance

pytestmark = pytest.mark.asyncio(loop_scope="session")

CLICKS = {"corners": [[0, 0], [1280, 0], [1280, 720], [0, 720]], "width_mm": 1280, "height_mm": 720}
BURN = {"place": "burn", "corners": [[700, 50], [800, 50], [800, 170], [700, 170]]}
BOARD = [
    {"place": f"board{n}", "corners": [[n * 100, 50], [n * 100 + 80, 50], [n * 100 + 80, 170], [n * 100, 170]]}
    for n in range(1, 6)
]
CHANGES: dict[str, object] = {"/save-regions": [*BOARD, BURN], "/save-calibration": CLICKS, "/save-felt": {}}


class Held:
    """Stands before a piece of work: its first call waits until it is let go."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self._work = work
        self._reached = threading.Event()
        self._go = threading.Event()
        self.calls = 0

    def __call__(self, *args: Any) -> Any:
        self.calls += 1
        if self.calls == 1:
            self._reached.set()
            assert self._go.wait(30), "whoever would let it go waits for this work"
        return self._work(*args)

    async def reached(self) -> None:
        assert await asyncio.to_thread(self._reached.wait, 30)

    def go(self) -> None:
        self._go.set()


@pytest.mark.parametrize(
    ("path", "where", "name"),
    [
        *((path, saving, "load_board") for path in CHANGES),
        ("/save-felt", bench, "check_own"),
        ("/save-felt", bench, "write_picture"),
        ("/save-felt", None, "faces"),
    ],
)
async def test_every_page_answers_while_a_change_is_at_work(
    room: Room, monkeypatch: pytest.MonkeyPatch, path: str, where: Any, name: str
) -> None:
    room.clear()
    held = Held(room.look if where is None else getattr(where, name))
    monkeypatch.setattr(room if where is None else where, "look" if where is None else name, held)
    change = asyncio.create_task(ask(room, "POST", path, CHANGES[path]))
    await held.reached()
    for page in ("/", "/regions", "/calibrate", "/state", "/picture", "/picture?raw"):
        assert (await ask(room, "GET", page))[0] == 200
    before = (await ask(room, "GET", "/state"))[1]["number"]
    room.clear(1)
    assert (await ask(room, "GET", "/state"))[1]["number"] == before + 1
    assert not change.done()
    assert room.begun_anew == 0
    held.go()
    assert (await change)[0] == 200
    assert room.begun_anew == 1


async def test_two_changes_at_once_are_both_kept(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first has read the board file and not yet written it when the second is asked for."""
    held = Held(load_board)
    monkeypatch.setattr(saving, "load_board", held)
    room.clear()
    regions = asyncio.create_task(ask(room, "POST", "/save-regions", CHANGES["/save-regions"]))
    await held.reached()
    felt = asyncio.create_task(ask(room, "POST", "/save-felt", {}))
    for _ in range(20):
        await ask(room, "GET", "/state")
    assert held.calls == 1
    held.go()
    assert (await regions)[0] == (await felt)[0] == 200
    camera = load_board(room.path).camera
    assert camera is not None
    assert (len(camera.regions), camera.felt) == (6, room.path.with_name("board-felt.png"))
    assert room.begun_anew == 2


@pytest.mark.parametrize("lost", ["hand", "camera"])
async def test_a_felt_is_not_kept_when_a_hand_begins_or_the_camera_goes_meanwhile(
    room: Room, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    before = room.path.read_bytes()
    room.clear()
    held = Held(room.look)
    monkeypatch.setattr(room, "look", held)
    change = asyncio.create_task(ask(room, "POST", "/save-felt", {}))
    await held.reached()
    if lost == "hand":
        room.hidden = True
    else:
        room.scene.lose()
    held.go()
    status, told = await change
    assert (status, told["remedy"]) == (422, "take it again")
    assert room.path.read_bytes() == before
    assert [file.name for file in room.path.parent.iterdir()] == [room.path.name]


async def test_a_change_that_waited_for_another_is_refused_when_a_hand_has_begun(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(load_board)
    monkeypatch.setattr(saving, "load_board", held)
    first = asyncio.create_task(ask(room, "POST", "/save-regions", CHANGES["/save-regions"]))
    await held.reached()
    second = asyncio.create_task(ask(room, "POST", "/save-calibration", CLICKS))
    for _ in range(20):
        await ask(room, "GET", "/state")
    room.hidden = True
    held.go()
    assert ((await first)[0], (await second)[0]) == (200, 409)


@asynccontextmanager
async def sitting_at(folder: Path) -> AsyncIterator[watching.Sitting]:
    """The page's work over a recording of an empty felt, a minute long."""
    (folder / "felt").mkdir()
    for number in range(60):
        write_picture(folder / "felt" / f"{number:02}.png", np.ascontiguousarray(FELT[::4, ::4]))
    board = folder / "table.toml"
    board.write_text(
        'name = "one"\nseats = [1, 2]\nsenses = []\n\n[camera]\nid = "overhead"\nkind = "folder"\nsource = "felt"\n'
        "width = 320\nheight = 180\nfps = 1\n\n"
        "[camera.calibration]\npx_to_mm = [4.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 1.0]\n"
    )
    clock = SystemClock()
    wire = Wire(clock, lambda _: None)
    sitting = watching.Sitting(Plan(str(board), None, None, None), wire, Attendance.TECHNICIAN, clock)
    running = asyncio.create_task(sitting.run())
    try:
        yield sitting
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def test_the_loop_goes_on_while_the_camera_begins_anew_and_no_old_picture_stands_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting_at(tmp_path) as sitting:
        await until(lambda: not sitting.scene.state().closed, what="a picture")
        held = Held(board_named)
        monkeypatch.setattr(watching, "board_named", held)
        corners = ((700.0, 50.0), (800.0, 50.0), (800.0, 170.0), (700.0, 170.0))
        assert await sitting.save_regions((RegionDrawn("burn", corners),)) == "Saved 1 regions into table.toml."
        await held.reached()
        assert sitting.scene.state().closed == NO_PICTURE
        held.go()
        await until(lambda: not sitting.scene.state().closed, what="a picture")
        assert [region.place for region in sitting.scene.state().regions] == ["burn"]
