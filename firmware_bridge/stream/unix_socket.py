"""A socket of this machine as a byte stream: how another process, such as the camera's, is listened to."""

import asyncio
import contextlib
from typing import Final

from felt.fault import LinkLost

CHUNK: Final = 4096
WRITE_LIMIT_S: Final = 2.0
"""How long the other end may take nothing."""
REOPEN: Final = "start the process at its other end"


class UnixStream:
    """An open connection. Make one with `UnixStream.open`."""

    def __init__(self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._name = name
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, name: str, path: str) -> "UnixStream":
        """Connect to the socket at `path`; raises LinkLost while nobody listens there."""
        try:
            reader, writer = await asyncio.open_unix_connection(path)
        except OSError as error:
            raise LinkLost(f"nobody listens: {error.strerror}", where=name, remedy=REOPEN) from error
        return cls(name, reader, writer)

    @property
    def name(self) -> str:
        return self._name

    async def read(self) -> bytes:
        try:
            data = await self._reader.read(CHUNK)
        except OSError as error:
            raise LinkLost(f"read failed: {error}", where=self._name, remedy=REOPEN) from error
        if not data:
            raise LinkLost("the other end hung up", where=self._name, remedy=REOPEN)
        return data

    async def write(self, data: bytes) -> None:
        if self._writer.is_closing():
            raise LinkLost("closed", where=self._name, remedy=REOPEN)
        self._writer.write(data)
        try:
            async with asyncio.timeout(WRITE_LIMIT_S):
                await self._writer.drain()
        except TimeoutError as error:
            raise LinkLost(f"took nothing for {WRITE_LIMIT_S:g} s", where=self._name, remedy=REOPEN) from error
        except OSError as error:
            raise LinkLost(f"write failed: {error}", where=self._name, remedy=REOPEN) from error

    async def close(self) -> None:
        self._writer.close()
        self._reader.feed_eof()
        with contextlib.suppress(OSError):  # the other end may have hung up first
            await self._writer.wait_closed()
