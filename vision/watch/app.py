"""The pages and what they ask for."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final, Protocol

import msgspec
from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from felt.fault import FeltFault
from hardware.board.camera import CORNERS
from vision.watch.guard import Guard, refusal
from vision.watch.scene import Scene, Spot

STATIC: Final = Path(str(files("vision.watch"))) / "static"
PAGES: Final = {"/": "watch.html", "/regions": "regions.html", "/calibrate": "calibrate.html"}

Millimetres = Annotated[float, Meta(ge=20, le=5_000)]


class RegionDrawn(Struct, frozen=True):
    """A region as it was drawn: its place by name, and its corners in px of the page's picture."""

    place: str
    corners: Annotated[tuple[Spot, ...], Meta(max_length=CORNERS)]


class Clicks(Struct, frozen=True):
    """Four corners of a rectangle of known size, in px of the camera's own picture, clockwise from upper left."""

    corners: tuple[Spot, Spot, Spot, Spot]
    width_mm: Millimetres
    height_mm: Millimetres


class Bench(Protocol):
    """What a technician may change. Each raises a FeltFault that says what is wrong.

    Each lets the loop go on while files are written and pictures looked at; whoever calls asks for one at a time.
    """

    @property
    def scene(self) -> Scene:
        """What is shown."""
        ...

    async def save_regions(self, regions: tuple[RegionDrawn, ...]) -> str: ...
    async def calibrate(self, clicks: Clicks) -> str: ...
    async def save_felt(self) -> str: ...


def build_app(bench: Bench) -> ASGIApp:
    """The whole application over one camera."""
    turn = asyncio.Lock()
    routes = [Route(path, _page(name), methods=["GET"]) for path, name in PAGES.items()]
    routes += [
        Route("/state", _state(bench), methods=["GET"]),
        Route("/picture", _picture(bench), methods=["GET"]),
        Route("/save-regions", _changing(bench, turn, tuple[RegionDrawn, ...], bench.save_regions), methods=["POST"]),
        Route("/save-calibration", _changing(bench, turn, Clicks, bench.calibrate), methods=["POST"]),
        Route("/save-felt", _changing(bench, turn, dict[str, str], lambda _: bench.save_felt()), methods=["POST"]),
    ]
    return Guard(Starlette(routes=[*routes, Mount("/static", StaticFiles(directory=STATIC))]))


def _page(name: str) -> Callable[[Request], Response]:
    def serve(_request: Request) -> Response:
        return FileResponse(STATIC / name, media_type="text/html; charset=utf-8")

    return serve


def _state(bench: Bench) -> Callable[[Request], Response]:
    def serve(_request: Request) -> Response:
        return Response(msgspec.json.encode(bench.scene.state()), media_type="application/json")

    return serve


def _picture(bench: Bench) -> Callable[[Request], Response]:
    def serve(request: Request) -> Response:
        picture = bench.scene.jpeg(straight="raw" not in request.query_params)
        if picture is None:
            return refusal(403, bench.scene.state().closed)
        return Response(picture, media_type="image/jpeg")

    return serve


def _changing(
    bench: Bench, turn: asyncio.Lock, kind: object, change: Callable[..., Awaitable[str]]
) -> Callable[[Request], Awaitable[Response]]:
    """A change that a technician makes, by what is seen: refused while nothing may be shown.

    Each waits for its `turn`: two that read the board file before either has written it would lose one of the two.
    """

    async def serve(request: Request) -> Response:
        try:
            if closed := bench.scene.state().closed:
                return refusal(409, closed)
            asked = msgspec.json.decode(await request.body(), type=kind)
            async with turn:
                if closed := bench.scene.state().closed:
                    return refusal(409, closed)
                said = await change(asked)
        except ClientDisconnect:
            return refusal(400, "broken off")
        except msgspec.MsgspecError as error:
            return refusal(400, f"not understood: {error}")
        except FeltFault as fault:
            return refusal(422, fault.what, fault.remedy)
        return Response(msgspec.json.encode({"said": said}), media_type="application/json")

    return serve
