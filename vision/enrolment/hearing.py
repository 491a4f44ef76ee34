"""What a person types while the camera works."""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from felt.fault import ConfigFault

_CHUNK: Final = 4096


@contextmanager
def typed_lines() -> Iterator[asyncio.Queue[str]]:
    """The lines of standard input as they come, `q` at its end; bytes that are no UTF-8 are replaced.

    Raises ConfigFault for one that cannot be waited on.
    """
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    source = sys.stdin
    begun = bytearray()

    def hear() -> None:
        come = _come(source.fileno())
        *whole, rest = bytes(begun + come).split(b"\n")
        if not come:
            loop.remove_reader(source)
            whole, rest = [rest, b"q"] if rest else [b"q"], b""
        begun[:] = rest
        for line in whole:
            lines.put_nowait(line.decode("utf-8", "replace"))

    try:
        loop.add_reader(source, hear)
    except (OSError, ValueError) as error:
        raise ConfigFault(
            "it is a file, or closed: nobody can answer there",
            where="standard input",
            remedy="start it in a terminal, or give it a pipe",
        ) from error
    try:
        yield lines
    finally:
        loop.remove_reader(source)


def _come(source: int) -> bytes:
    """What has come, not waiting for the rest of a line; empty at the end, and for a terminal that was hung up."""
    try:
        return os.read(source, _CHUNK)
    except OSError:
        return b""
