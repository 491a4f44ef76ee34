"""Time as an argument: a clock that runs, and one that a test moves by hand."""

import asyncio
import heapq
import itertools
import time
from typing import Final, NewType, Protocol

Nanos = NewType("Nanos", int)
"""Nanoseconds."""

NANOS_PER_SECOND: Final = 1_000_000_000
NANOS_PER_MS: Final = 1_000_000


def seconds(value: float) -> Nanos:
    """Seconds as nanoseconds."""
    return Nanos(round(value * NANOS_PER_SECOND))


class Clock(Protocol):
    """What every timed part is given instead of the time module."""

    def now(self) -> Nanos:
        """Monotonic nanoseconds; only differences mean anything."""
        ...

    def wall(self) -> Nanos:
        """Nanoseconds since 1970 UTC; may jump, never used to order facts."""
        ...

    async def sleep(self, delay_s: float) -> None:
        """Wait `delay_s` seconds of this clock."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> Nanos:
        return Nanos(time.monotonic_ns())

    def wall(self) -> Nanos:
        return Nanos(time.time_ns())

    async def sleep(self, delay_s: float) -> None:
        await asyncio.sleep(delay_s)


class ManualClock:
    """A clock that stands still until `advance` moves it; sleepers wake in the order of their deadlines."""

    def __init__(self, start: Nanos = Nanos(0), wall: Nanos = Nanos(0)) -> None:
        self._now = start
        self._wall_offset = wall - start
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []
        self._ticket = itertools.count()

    def now(self) -> Nanos:
        return self._now

    def wall(self) -> Nanos:
        return Nanos(self._now + self._wall_offset)

    async def sleep(self, delay_s: float) -> None:
        if delay_s <= 0:
            await asyncio.sleep(0)
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds(delay_s), next(self._ticket), future))
        await future

    async def advance(self, delay_s: float, *, settle_turns: int = 20) -> None:
        """Move time on by `delay_s`, waking each sleeper at its moment and letting it run `settle_turns` loop turns."""
        end = self._now + seconds(delay_s)
        await self._settle(settle_turns)
        while self._sleepers and self._sleepers[0][0] <= end:
            due, _, future = heapq.heappop(self._sleepers)
            if future.done():  # its sleeper was cancelled: nobody wakes
                continue
            self._now = Nanos(max(self._now, due))
            future.set_result(None)
            await self._settle(settle_turns)
        self._now = Nanos(end)
        await self._settle(settle_turns)

    @staticmethod
    async def _settle(turns: int) -> None:
        for _ in range(turns):
            await asyncio.sleep(0)
