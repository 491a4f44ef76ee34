"""The web application: two pages, their sockets, and two ways to say something."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from felt.clock import Clock, SystemClock
from felt.fault import BadInput, FeltFault
from felt.ids import FactId, RoomId, TableId
from hub.floor import page_device
from hub.languages import ENGLISH, LANGUAGES, Catalogue, catalogue
from hub.views.status import Alert
from hub.views.translate import menu_in_language
from hub.web.command import MovedOn, Page, Presses, Tell, check_current, check_open, decode_mark, decode_tell
from hub.web.guard import MAX_BODY, Guard, refusal
from hub.web.live import Feed, push
from hub.web.port import FloorPort

STATIC: Final = Path(__file__).parent / "static"

_DEALER_PAGE: Final = (STATIC / "dealer.html").read_text(encoding="utf-8")
_LANGUAGE: Final = 'lang="en"'
_JSON: Final = "application/json"
_DEVICES: Final = {page: page_device(page.value) for page in Page}


def build_app(floor: FloorPort, *, room: RoomId, clock: Clock | None = None) -> Starlette:
    """The pages of one room over `floor`, which must live in the same event loop."""
    pages = _Pages(floor, room, clock or SystemClock())
    return Starlette(
        routes=[
            Route("/", pages.floor_page),
            Route("/table/{table}", pages.dealer_page),
            Route("/table/{table}/tell", pages.tell, methods=["POST"]),
            Route("/alert/{alert:path}", pages.mark, methods=["POST"]),
            Route("/report-menu", pages.report_menu),
            WebSocketRoute("/live/floor", pages.live_floor),
            WebSocketRoute("/live/table/{table}", pages.live_table),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard)],
        exception_handlers={
            HTTPException: _http_error,
            BadInput: _bad_input,
            MovedOn: _moved_on,
            FeltFault: _not_recorded,
            Exception: _broken,
        },
        lifespan=pages.lifespan,
    )


def _build() -> str:
    """A short name for these very pages, equal for equal files."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]


class _Pages:
    def __init__(self, floor: FloorPort, room: RoomId, clock: Clock) -> None:
        self._floor = floor
        self._clock = clock
        self._feed = Feed(floor, room, _build())
        self._presses = Presses()

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """The feed runs as long as the pages do."""
        following = asyncio.create_task(self._feed.run(), name="page feed")
        following.add_done_callback(_report_end)
        try:
            yield
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    async def floor_page(self, _request: Request) -> Response:
        return FileResponse(STATIC / "floor.html")

    async def dealer_page(self, request: Request) -> Response:
        table = self._table(request.path_params["table"])
        words = _asked(request.query_params) or catalogue(self._floor.status(table).language)
        return HTMLResponse(_DEALER_PAGE.replace(_LANGUAGE, f'lang="{words.language}" dir="{words.direction}"'))

    async def report_menu(self, request: Request) -> Response:
        menu = menu_in_language(_asked(request.query_params) or ENGLISH)
        return Response(msgspec.json.encode(menu), media_type=_JSON)

    async def live_floor(self, socket: WebSocket) -> None:
        await push(socket, self._feed, self._clock, None)

    async def live_table(self, socket: WebSocket) -> None:
        table = socket.path_params["table"]
        if table not in self._floor.tables():
            await socket.close()
            return
        await push(socket, self._feed, self._clock, TableId(table), _asked(socket.query_params))

    async def tell(self, request: Request) -> Response:
        """Record what a page's button says."""
        table = self._table(request.path_params["table"])
        tell = decode_tell(await _body(request))
        fact_id = await self._presses.once(table, tell, lambda: self._say(table, tell))
        return Response(msgspec.json.encode({"fact": fact_id}), media_type=_JSON)

    async def mark(self, request: Request) -> Response:
        """Record who is on the way, or that an alert is resolved; saying it twice changes nothing."""
        mark = decode_mark(await _body(request))
        alert = self._alert(request.path_params["alert"])
        check_open(alert, mark)
        if (alert.state, alert.by) != (mark.state, mark.by):
            await self._floor.mark_alert(alert.id, mark.state, mark.by)
        return Response(b"{}", media_type=_JSON)

    def _alert(self, alert_id: str) -> Alert:
        placed = (alert for table in self._floor.tables() for alert in self._floor.status(table).alerts)
        for alert in (*placed, *self._floor.unplaced()):
            if alert.id == alert_id:
                return alert
        raise HTTPException(404, f"there is no alert {alert_id!r}")

    async def _say(self, table: TableId, tell: Tell) -> FactId:
        check_current(self._floor.status(table), tell)
        return await self._floor.tell(table, _DEVICES[tell.page], tell.fact)

    def _table(self, text: str) -> TableId:
        if text not in self._floor.tables():
            raise HTTPException(404, f"there is no table {text!r} in this room")
        return TableId(text)


def _asked(query: QueryParams) -> Catalogue | None:
    """The language that a page's address names by `?lang=`; None for none, or one that does not ship."""
    language = query.get("lang", "")
    return catalogue(language) if language in LANGUAGES else None


def _report_end(following: asyncio.Task[None]) -> None:
    """Pages have been told already that what they show is old; whoever keeps the log must hear why."""
    if not following.cancelled():
        told = {"message": "the pages' feed ended", "exception": following.exception()}
        following.get_loop().call_exception_handler({key: value for key, value in told.items() if value is not None})


async def _body(request: Request) -> bytes:
    """The whole body; raises HTTPException for one that is too long or is not JSON."""
    if request.headers.get("content-type", "").partition(";")[0] != _JSON:
        raise HTTPException(415, f"the body must be {_JSON}")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise HTTPException(413, f"a body of more than {MAX_BODY} bytes is refused")
    return bytes(body)


async def _http_error(_request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    words = "there is nothing here" if error.status_code == 404 and error.detail == "Not Found" else error.detail
    return refusal(error.status_code, words)


async def _bad_input(_request: Request, error: Exception) -> Response:
    return refusal(400, str(error))


async def _moved_on(_request: Request, error: Exception) -> Response:
    return refusal(409, str(error))


async def _not_recorded(_request: Request, error: Exception) -> Response:
    return refusal(503, str(error), "try again; call a technician if it stays so")


async def _broken(_request: Request, _error: Exception) -> Response:
    return refusal(500, "the hub failed to answer this", "tell a technician: the hub's log has the reason")
