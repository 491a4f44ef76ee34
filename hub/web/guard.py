"""The gate before every request: loopback pages must not be drivable, framed or read by another site.

Host must name this machine (a name rebound by DNS does not); whatever changes something, and every WebSocket, must
come from a page of this very origin; bodies are small; every answer forbids foreign content.
"""

from collections.abc import MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY: Final = 8 * 1024
"""The longest body taken, bytes."""

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})

_CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "content-security-policy": _CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
_POLICY_VIOLATION: Final = 1008


def refusal(status: int, error: str, remedy: str = "") -> Response:
    """An error as every route tells it: JSON with `error` and, where there is one, `remedy`."""
    body = {"error": error, "remedy": remedy} if remedy else {"error": error}
    return Response(msgspec.json.encode(body), status_code=status, media_type="application/json")


class Guard:
    """ASGI middleware over the whole application. `hosts` are the host names that may be asked for."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] = LOOPBACK) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refused = self._judge(scope)
        if scope["type"] == "websocket":
            await self._pass_socket(refused, scope, receive, send)
            return
        guarded = _with_headers(send)
        if refused is not None:
            await refused(scope, receive, guarded)
            return
        await self._app(scope, receive, guarded)

    async def _pass_socket(self, refused: Response | None, scope: Scope, receive: Receive, send: Send) -> None:
        if refused is None:
            await self._app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION})

    def _judge(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _host_name(host) not in self._hosts:
            return refusal(403, "this page is served to this machine only", "open it as http://127.0.0.1 and its port")
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS
        if changes and headers.get("origin") != f"http://{host}":
            return refusal(403, "this did not come from a page of this hub", "use the hub's own pages")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > len(str(MAX_BODY)) or int(length) > MAX_BODY:
            return refusal(413, f"a body of more than {MAX_BODY} bytes is refused")
        return None


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _with_headers(send: Send) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            _add_headers(message)
        await send(message)

    return guarded


def _add_headers(message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in _HEADERS.items():
        headers[name] = value
    if "cache-control" not in headers:
        headers["cache-control"] = "no-cache"
