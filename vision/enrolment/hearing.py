"""What a person types while the camera works."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from felt.fault import ConfigFault


@contextmanager
def typed_lines() -> Iterator[asyncio.Queue[str]]:
    """The lines of standard input as they come, `q` at its end. Raises ConfigFault for one that cannot be waited on."""
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    source = sys.stdin
    try:
        loop.add_reader(source, lambda: lines.put_nowait(source.readline() or "q"))
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
