"""Waiting for what other tasks and threads bring about, without a fixed sleep."""

import asyncio
from collections.abc import Callable


async def until(holds: Callable[[], bool], *, limit_s: float = 20.0) -> None:
    """Return as soon as `holds` does; fails the test after `limit_s`."""
    async with asyncio.timeout(limit_s):
        while not holds():  # noqa: ASYNC110 - threads and other tasks change what is asked; there is no event for it
            await asyncio.sleep(0)
