"""The gate before every request: only this machine's own pages, by their own name, and nothing foreign in them."""

from collections.abc import MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
MAX_BODY: Final = 64 * 1024
"""The longest body taken, bytes: forty regions of many corners."""
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "content-security-policy": _POLICY,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def refusal(status: int, error: str, remedy: str = "") -> Response:
    """An error as every route tells it: JSON with `error` and `remedy`."""
    return Response(msgspec.json.encode({"error": error, "remedy": remedy}), status, media_type="application/json")


class Guard:
    """ASGI middleware over the whole application; a name rebound by DNS and a foreign page get nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refused = _judged(Headers(scope=scope), str(scope["method"]))

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _with_headers(message)
            await send(message)

        await (refused or self._app)(scope, receive, guarded)


def _judged(headers: Headers, method: str) -> Response | None:
    host = headers.get("host", "")
    if _host_name(host) not in LOOPBACK:
        return refusal(403, "this page is served to this machine only", "open it as http://127.0.0.1")
    if method != "GET" and headers.get("origin") != f"http://{host}":
        return refusal(403, "only this page itself may change anything")
    length = headers.get("content-length", "0")
    small = length.isdecimal() and len(length) <= len(str(MAX_BODY)) and int(length) <= MAX_BODY
    if not small or "transfer-encoding" in headers:
        return refusal(413, f"more than {MAX_BODY} bytes")
    return None


def _host_name(host: str) -> str:
    try:
        return "" if "@" in host else urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _with_headers(message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in _HEADERS.items():
        headers[name] = value
