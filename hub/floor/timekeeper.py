"""Time for the rules, which know it only as a fact: measured, and called out, only while they wait for it."""

import asyncio
from collections.abc import Callable

from felt.clock import NANOS_PER_MS, Clock, Nanos


class Timekeeper:
    """Measures from the newest `mind` on, and calls `ring` when what the rules hold is due."""

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._since: Nanos | None = None
        self._timer: asyncio.Task[None] | None = None
        self.rang = False
        """True from the ring until the next `mind`."""

    def mind(self, due_ms: int | None) -> None:
        """The rules wait `due_ms` from now on, or, with None, for nothing."""
        self.stop()
        if due_ms is not None:
            self._since = self._clock.now()
            self._timer = asyncio.create_task(self._wait(due_ms))

    def passed_ms(self) -> int:
        """Whole milliseconds since the rules began to wait; 0 while they do not."""
        self.rang = False
        return 0 if self._since is None else (self._clock.now() - self._since) // NANOS_PER_MS

    def stop(self) -> None:
        """Measure nothing."""
        self.rang = False
        self._since = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _wait(self, due_ms: int) -> None:
        await self._clock.sleep(due_ms / 1000)
        self._timer = None
        self.rang = True
        self._ring()
