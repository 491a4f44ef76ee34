"""The socket that a camera's process is heard on; the table's node says there how the table stands."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec

from felt.clock import Clock, Nanos, seconds
from felt.fault import ConfigFault
from vision.process.holding import held, taken
from vision.sighting import Condition, Seen, TableWord

UNHEARD_MOST: Final = 256 * 1024
"""Bytes that wait for a listener who does not listen; more, and it is hung up on."""
STALE: Final = seconds(3.0)
"""A word on the table is believed for so long: it comes every second."""
LONGEST_PATH: Final = 107
"""Bytes of a socket's path on Linux: sun_path of unix(7) has 108 with the last one zero."""
_LONGEST: Final = 4096
_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(TableWord)


class Wire:
    """Who listens to a camera. Make one with `listening`."""

    def __init__(self, clock: Clock, log: Callable[[str], None]) -> None:
        self._clock = clock
        self._log = log
        self._writers: set[asyncio.StreamWriter] = set()
        self._condition: Condition | None = None
        self._word: TableWord | None = None
        self._heard = Nanos(0)
        self._speaker: asyncio.StreamWriter | None = None
        self.heard = False
        """Whether a node has ever said how the table stands."""

    @property
    def listeners(self) -> int:
        """How many listen now."""
        return len(self._writers)

    def say(self, words: Iterable[Seen]) -> None:
        """Tell every listener; one that takes nothing is hung up on, and may come back."""
        words = tuple(words)
        self._condition = next((word for word in reversed(words) if isinstance(word, Condition)), self._condition)
        said = b"".join(_ENCODER.encode(word) + b"\n" for word in words)
        if not said:
            return
        for writer in tuple(self._writers):
            if writer.transport.get_write_buffer_size() > UNHEARD_MOST:
                self._log("a listener takes nothing: hung up")
                self._writers.discard(writer)
                writer.transport.abort()
                continue
            writer.write(said)

    def hidden(self) -> bool | None:
        """True while cards may lie hidden on the table; None when nobody says how it stands.

        A word is good for `STALE`, and no longer than whoever said it stays connected.
        """
        if self._word is None or self._clock.now() - self._heard > STALE:
            return None
        return self._word.hidden

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One listener, until it hangs up."""
        self._writers.add(writer)
        self._log(f"heard by {self.listeners}")
        if self._condition is not None:
            writer.write(_ENCODER.encode(self._condition) + b"\n")
        try:
            while line := await reader.readline():
                self._hear(line, writer)
        except (OSError, ValueError):
            self._log("a listener broke off")
        except asyncio.CancelledError:  # the camera's process ends; a server's connection has nobody to pass that on to
            return
        finally:
            self._writers.discard(writer)
            if writer is self._speaker:  # what it said last is the table's state no longer
                self._word = self._speaker = None
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    def hang_up(self) -> None:
        """Nobody is told anything any more."""
        for writer in tuple(self._writers):
            writer.transport.abort()

    def _hear(self, line: bytes, speaker: asyncio.StreamWriter) -> None:
        with contextlib.suppress(msgspec.MsgspecError):  # a listener that says something else is only listening
            self._word = _DECODER.decode(line)
            self._heard, self._speaker, self.heard = self._clock.now(), speaker, True


@asynccontextmanager
async def listening(path: Path, clock: Clock, log: Callable[[str], None]) -> AsyncIterator[Wire]:
    """Be heard at the socket `path`, which only this machine's same user reaches.

    Raises ConfigFault when another process is heard there already, or the path cannot be made.
    """
    wire = Wire(clock, log)
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise ConfigFault(
            f"a socket's path has {LONGEST_PATH} bytes at most, this one {len(os.fsencode(path))}",
            where=str(path),
            remedy="a shorter --socket",
        )
    with held(path):
        await _make_way(path)
        try:
            server = await asyncio.start_unix_server(wire.serve, path, limit=_LONGEST)
            _keep_to_ourselves(path)
        except OSError as error:
            raise ConfigFault(f"cannot be listened on: {error.strerror}", where=str(path)) from error
        try:
            async with server:
                try:
                    yield wire
                finally:
                    wire.hang_up()
        finally:
            _remove(path)


async def _make_way(path: Path) -> None:
    """Take away a socket that a dead process left behind; a living one, whoever it is, is let be."""
    if not _is_taken(path):
        return
    try:
        _, writer = await asyncio.open_unix_connection(path)
    except ConnectionRefusedError:
        _remove(path)
    except OSError as error:
        raise ConfigFault(f"cannot be listened on: {error.strerror}", where=str(path)) from error
    else:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        raise taken(path)


def _is_taken(path: Path) -> bool:
    return path.is_socket()


def _keep_to_ourselves(path: Path) -> None:
    path.chmod(0o600)


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
