"""A contact that chatters: it counts as closed, or as open again, only after it has held still.

gpiozero's own bounce_time differs by pin factory and loses or invents presses (issues 1090 and 550 of that project), so
raw edges are taken with their times and settled here.
"""

from typing import NamedTuple

from felt.clock import Nanos


class Settled(NamedTuple):
    """The contact holds a new level since `at`, the first edge of the chatter."""

    level: bool
    at: Nanos


class Settling:
    """One contact. Tell it every edge, ask at `due` whether the level has settled."""

    def __init__(self, level: bool, settle: Nanos, release: Nanos) -> None:  # noqa: FBT001 - a level is what it is about
        """`settle` is how long it must hold to count as closed, `release` to count as open again."""
        self.level = level
        self._settle = settle
        self._release = release
        self._first: Nanos | None = None
        self._last = Nanos(0)

    def edge(self, at: Nanos) -> None:
        """The contact moved, whichever way."""
        if self._first is None:
            self._first = at
        self._last = at

    @property
    def due(self) -> Nanos | None:
        """When to ask; None while the contact rests."""
        return None if self._first is None else Nanos(self._last + self._hold)

    def check(self, level: bool, now: Nanos) -> Settled | None:  # noqa: FBT001
        """`level` is how the contact stands now. Tells a settled change once; one that fell back is none."""
        first = self._first
        if first is None or now < self._last + self._hold:
            return None
        self._first = None
        if level == self.level:
            return None
        self.level = level
        return Settled(level, first)

    @property
    def _hold(self) -> Nanos:
        return self._release if self.level else self._settle
