"""The gate itself, given headers that no browser sends."""

import asyncio

import pytest
from starlette.responses import Response
from starlette.types import Message

from vision.watch.guard import Guard

HERE = "127.0.0.1:8090"


def status_of(method: str, headers: dict[str, str]) -> int:
    """What a request is answered with; 200 where the application behind the gate is asked."""
    told = {"host": HERE, "origin": f"http://{HERE}", **headers}
    raw = [(name.encode(), value.encode("latin-1")) for name, value in told.items()]
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": method, "path": "/", "headers": raw}
    asyncio.run(Guard(Response())(scope, receive, send))
    return int(sent[0]["status"])


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {}, 200),
        ("POST", {"content-length": "65536"}, 200),
        ("POST", {"content-length": "65537"}, 413),
        ("POST", {"content-length": "9" * 5000}, 413),
        ("POST", {"content-length": "²"}, 413),
        ("POST", {"content-length": "-1"}, 413),
        ("GET", {"host": "[::1"}, 403),
        ("POST", {"origin": "http://[::1"}, 403),
        ("POST", {"origin": f"https://{HERE}"}, 403),
    ],
)
def test_what_is_no_name_and_no_number_is_refused_plainly(method: str, headers: dict[str, str], status: int) -> None:
    assert status_of(method, headers) == status
