"""What a service tells systemd: that it is ready, that its event loop lives, that it stops.

Source: sd_notify(3) and sd_watchdog_enabled(3). Without systemd nothing is told and nothing is missing.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

from felt.clock import Clock

MICROS: Final = 1_000_000
_DIGITS: Final = 20
"""Of a period, at most: 64 bits."""


class Supervisor:
    """The service manager, as far as the environment `environ` of process `pid` names one."""

    def __init__(self, environ: Mapping[str, str], pid: int) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        told, period = environ.get("WATCHDOG_PID", str(pid)), environ.get("WATCHDOG_USEC", "")
        self._wanted = bool(self._address) and told == str(pid) and _is_period(period)
        self._period_s = int(period) / MICROS if self._wanted else 0.0

    @property
    def beat_s(self) -> float | None:
        """How often a sign of life is due, a third of what the manager waits; None when it waits for none."""
        return self._period_s / 3 if self._wanted else None

    def tell(self, state: str) -> None:
        """Send one state, such as `READY=1`; a manager that is gone hears nothing."""
        if not self._address:
            return
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(state.encode(), self._address)

    async def beat(self, clock: Clock) -> None:
        """Give signs of life for ever, from this event loop: one that hangs gives none, and is started anew."""
        while self.beat_s is not None:
            self.tell("WATCHDOG=1")
            await clock.sleep(self.beat_s)


@asynccontextmanager
async def supervised(clock: Clock, supervisor: Supervisor | None = None) -> AsyncIterator[None]:
    """Ready at its beginning, alive while it lasts, stopping at its end."""
    manager = supervisor or Supervisor(os.environ, os.getpid())
    manager.tell("READY=1")
    beating = asyncio.create_task(manager.beat(clock))
    try:
        yield
    finally:
        manager.tell("STOPPING=1")
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)


def _is_period(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS and int(text) > 0
