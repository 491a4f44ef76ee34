"""A time limit on awaited work by a clock that is an argument, as `asyncio.timeout` is by the loop's."""

import asyncio
from types import TracebackType

from felt.clock import Clock
from felt.fault import LinkTimeout


class Deadline:
    """`async with Deadline(clock, 0.5, "reader: antenna 3"):` raises LinkTimeout naming `what` when time is up.

    The work is cancelled where it waits, in its own task, so nothing runs on behind it. Use each one once.
    """

    def __init__(self, clock: Clock, limit_s: float, what: str) -> None:
        self._clock = clock
        self._limit_s = limit_s
        self._what = what
        self._expired = False

    async def __aenter__(self) -> "Deadline":
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a deadline needs a running task")
        self._task = task
        self._cancelling = task.cancelling()
        self._timer = asyncio.create_task(self._ring())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        if not self._expired:
            return
        if self._task.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
            raise LinkTimeout(f"no answer within {self._limit_s:g} s", where=self._what) from error

    async def _ring(self) -> None:
        await self._clock.sleep(self._limit_s)
        self._expired = True
        self._task.cancel()
