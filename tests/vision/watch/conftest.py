"""A page over a camera whose table a test lays."""

import asyncio
import http.client
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest_asyncio
from playwright.async_api import Browser, Page

from felt.card import Card
from felt.fact import Face
from felt.place import parse_place
from hardware.board import load_board
from hardware.board.file import BOARDS
from hardware.board.seeing import drawable
from tests.vision.process.stand_in import Lying, card_at
from vision.picture import Picture
from vision.process.outlook import plane_of
from vision.sighting import TrackNo
from vision.watch.app import build_app
from vision.watch.bench import BoardBench
from vision.watch.scene import Scene
from vision.watch.server import served
from vision.watch.shutter import Attendance, Shutter

FELT: Picture = np.full((720, 1280, 3), (80, 90, 40), np.uint8)


class Room:
    """A table before a camera: `hidden` is what the node says of it, None when it says nothing."""

    def __init__(self, folder: Path) -> None:
        self.hidden: bool | None = False
        self.path = folder / "board.toml"
        self.path.write_text((BOARDS / "virtual-camera.toml").read_text())
        self.begun_anew = 0
        self.faces = 0
        self.look: Callable[[Picture], int] = lambda _: self.faces
        board = load_board(self.path)
        camera = board.camera
        assert camera is not None
        plane = plane_of(camera)
        shutter = Shutter(lambda: self.hidden, Attendance.NOBODY, lambda: False)
        self.scene = Scene(camera, plane, shutter, drawable(board))
        self.bench = BoardBench(self.path, self.scene, plane, self._anew, self._look)
        self.url = ""
        self.lay()

    def lay(self) -> None:
        """A frame with a king on the board, a back at seat 3 and a card that nobody can read."""
        self.scene.take(
            FELT,
            (
                Lying(TrackNo(1), parse_place("board1"), Card("Kh"), outline=card_at(485, 330)),
                Lying(TrackNo(2), parse_place("seat3"), None, Face.DOWN, outline=card_at(300, 110)),
                Lying(TrackNo(3), parse_place("board2"), None, confidence=0.4, outline=card_at(562, 330)),
            ),
        )

    def clear(self, frames: int = 4) -> None:
        """The felt lies empty for so many frames, and nothing moves."""
        for _ in range(frames):
            self.scene.take(FELT, ())

    def _look(self, picture: Picture) -> int:
        return self.look(picture)

    def _anew(self) -> None:
        self.begun_anew += 1


async def ask(room: Room, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
    """One request, as this page itself makes it unless `headers` say otherwise."""
    host = room.url.removeprefix("http://").rstrip("/")
    told = {
        "Host": host,
        "Origin": f"http://{host}",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }

    def work() -> tuple[int, Any]:
        line = http.client.HTTPConnection(host, timeout=20)
        line.request(method, path, None if body is None else json.dumps(body), told)
        answer = line.getresponse()
        data = answer.read()
        line.close()
        return answer.status, json.loads(data) if answer.headers["content-type"] == "application/json" else data

    return await asyncio.to_thread(work)


@pytest_asyncio.fixture(loop_scope="session")
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    made = Room(tmp_path)
    async with served(build_app(made.bench), 0) as url:
        made.url = url
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(20_000)
    page = await context.new_page()
    yield page
    await context.close()
