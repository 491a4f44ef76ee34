"""Plain HTTP requests whose every header a test chooses."""

import asyncio
import http.client
import json
from collections.abc import Mapping

from msgspec import Struct


class Answer(Struct, frozen=True):
    """What came back; header names in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def error(self) -> str:
        """The error that a refusal names."""
        return str(json.loads(self.body)["error"])


async def ask(
    url: str, path: str, *, method: str = "GET", body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> Answer:
    """One request to the server at `url`; `path` goes out as it is, dots and all."""
    return await asyncio.to_thread(_ask, url.removeprefix("http://"), path, method, body, dict(headers or {}))


def _ask(host: str, path: str, method: str, body: bytes | None, headers: dict[str, str]) -> Answer:
    connection = http.client.HTTPConnection(host, timeout=10)
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())
    finally:
        connection.close()
