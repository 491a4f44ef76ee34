"""A clock that runs faster or slower than the machine's, for tables in fast motion."""

import asyncio
import time
from typing import Final

from felt.clock import Nanos


class RateClock:
    """Table time: `rate` seconds of it pass in one real second."""

    def __init__(self, rate: float) -> None:
        self._rate: Final = rate
        self._start: Final = time.monotonic_ns()

    def now(self) -> Nanos:
        return Nanos(self._start + round((time.monotonic_ns() - self._start) * self._rate))

    def wall(self) -> Nanos:
        return Nanos(time.time_ns())

    async def sleep(self, delay_s: float) -> None:
        await asyncio.sleep(delay_s / self._rate)
