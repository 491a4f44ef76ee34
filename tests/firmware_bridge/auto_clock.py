"""A clock for tests of conversations: time passes only when everybody waits, and then jumps to the next deadline."""

import asyncio
import heapq
import itertools
from types import TracebackType

from felt.clock import NANOS_PER_SECOND, Nanos, seconds

IDLE_TURNS = 40
"""Loop turns without a deadline met after which all are taken to be waiting."""


class AutoClock:
    """`async with AutoClock() as clock:` runs it; sleepers wake in the order of their deadlines."""

    def __init__(self) -> None:
        self._now = 0
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []
        self._ticket = itertools.count()

    def now(self) -> Nanos:
        return Nanos(self._now)

    def wall(self) -> Nanos:
        return Nanos(self._now)

    @property
    def now_s(self) -> float:
        return self._now / NANOS_PER_SECOND

    async def sleep(self, delay_s: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds(max(delay_s, 0)), next(self._ticket), future))
        await future

    async def __aenter__(self) -> "AutoClock":
        self._runner = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._runner.cancel()

    async def _run(self) -> None:
        while True:
            for _ in range(IDLE_TURNS):
                await asyncio.sleep(0)
            while self._sleepers:
                due, _, future = heapq.heappop(self._sleepers)
                if not future.done():
                    self._now = max(self._now, due)
                    future.set_result(None)
                    break
