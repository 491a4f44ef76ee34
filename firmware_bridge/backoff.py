"""Growing delays between attempts."""

from typing import Final

FIRST_S: Final = 0.1
CAP_S: Final = 5.0


class Backoff:
    """Delays that double from 0.1 s to 5 s, until success starts them over."""

    def __init__(self) -> None:
        self._next_s = FIRST_S

    def delay_s(self) -> float:
        """The delay before the next attempt, seconds."""
        delay, self._next_s = self._next_s, min(self._next_s * 2, CAP_S)
        return delay

    def succeeded(self) -> None:
        """Start over with the shortest delay."""
        self._next_s = FIRST_S
