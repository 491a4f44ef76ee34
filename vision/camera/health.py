"""Whether a camera's pictures can be trusted, and if not, what is wrong with them."""

from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

import numpy as np

from felt.clock import Nanos, seconds
from vision.camera.camera import Arrival, Frame, Lost
from vision.geometry.drift import Reference, Shift
from vision.picture import Picture


class Trouble(StrEnum):
    """What can be wrong with a camera; the words are those that a technician reads."""

    UNPLUGGED = "unplugged"
    WRONG_SIZE = "wrong resolution"
    BLACK = "black"
    OVEREXPOSED = "overexposed"
    FROZEN = "frozen"
    SHIFTED = "shifted"
    ROTATED = "rotated"
    BLOCKED = "blocked"
    """Neither the felt nor a shifted felt is to be seen."""


class Stills(StrEnum):
    """What the same picture again means."""

    FROZEN = "frozen"
    ALLOWED = "allowed"


class Verdict(NamedTuple):
    """`usable`: whether cards may be looked for in this frame. `trouble`: what is wrong, once it has lasted."""

    usable: bool
    trouble: Trouble | None = None
    detail: str = ""


GOOD: Final = Verdict(usable=True)
NAMED_AFTER: Final = seconds(1.0)
"""A trouble that lasts so long is told: sooner than after the two seconds allowed, later than a hand passes."""
_CHECKED_EVERY: Final = seconds(0.5)
_SLID_EVERY: Final = seconds(1.5)
"""That look takes 100 ms and more."""
_DARK: Final = (10.0, 40.0)
"""Levels: the mean of a black picture, and its brightest pixel but for one in a hundred."""
_BRIGHT: Final = (250, 0.4)
"""Level, and the share of pixels above it, of an overexposed picture."""
_SHIFT_MM: Final = 4.0
_TURN_DEGREES: Final = 0.7
"""Further off, a card may be told at its neighbour's place."""
_BUFFERS: Final = 8
"""Pictures that are remembered: a driver has four buffers as a rule."""
_STEP: Final = 8
"""Every so many px are looked at, both ways."""


@dataclass(frozen=True, slots=True)
class _Suspicion:
    trouble: Trouble
    since: Nanos
    detail: str


class Health:
    """Watches one camera's arrivals. `size` is (width, height) px; `reference` its empty felt, None before calibration.

    `stills`: what the same picture again means; a recording may stand still, a camera that runs does not.
    """

    def __init__(self, size: tuple[int, int], reference: Reference | None, stills: Stills) -> None:
        self._size = size
        self._reference = reference
        self._stills = stills
        self._suspicion: _Suspicion | None = None
        self._lately: deque[bytes] = deque(maxlen=_BUFFERS)
        self._checked: Nanos | None = None
        self._moved: tuple[Trouble, str] | None = None
        self._slid: tuple[Nanos, Shift | None] | None = None

    def look(self, arrival: Arrival) -> Verdict:
        """What to make of it. No frame is usable from the first that is suspect to the first that is not."""
        if isinstance(arrival, Lost):
            self._lately.clear()
            self._suspicion = _Suspicion(Trouble.UNPLUGGED, arrival.at, arrival.why)
            return Verdict(usable=False, trouble=Trouble.UNPLUGGED, detail=arrival.why)
        found = self._found(arrival)
        if found is None:
            self._suspicion = None
            return GOOD
        trouble, detail = found
        # A camera that is being turned, or half covered, is called now this, now that: it has lasted all the same.
        since = arrival.taken if self._suspicion is None else self._suspicion.since
        self._suspicion = _Suspicion(trouble, since, detail)
        lasted = arrival.taken - self._suspicion.since
        if trouble is not Trouble.WRONG_SIZE and lasted < NAMED_AFTER:
            return Verdict(usable=False)
        return Verdict(usable=False, trouble=trouble, detail=detail)

    def _found(self, frame: Frame) -> tuple[Trouble, str] | None:
        height, width = frame.picture.shape[:2]
        if (width, height) != self._size:
            return Trouble.WRONG_SIZE, f"{width} x {height} px came, {self._size[0]} x {self._size[1]} were asked for"
        seen = frame.picture[::_STEP, ::_STEP]
        return _lit(seen) or self._stands_still(seen) or self._looks_elsewhere(frame)

    def _stands_still(self, seen: Picture) -> tuple[Trouble, str] | None:
        """A sensor's noise never repeats: a picture that was seen lately is no new one.

        A driver that has run dry may hand out its buffers in turn, so that the last picture alone does not tell.
        """
        if self._stills is Stills.ALLOWED:
            return None
        picture = seen.tobytes()
        if picture in self._lately:
            return Trouble.FROZEN, "the same picture again and again"
        self._lately.append(picture)
        return None

    def _looks_elsewhere(self, frame: Frame) -> tuple[Trouble, str] | None:
        if self._reference is None:
            return None
        disturbed = self._reference.disturbed(frame.picture)
        due = self._checked is None or frame.taken - self._checked >= _CHECKED_EVERY
        if due or (disturbed and self._moved is None):
            self._checked = frame.taken
            shift = self._reference.shift(frame.picture)
            if shift is None and disturbed:
                shift = self._slid_lately(self._reference, frame)
            self._moved = _named(shift, disturbed=disturbed)
        return self._moved

    def _slid_lately(self, reference: Reference, frame: Frame) -> Shift | None:
        if self._slid is None or frame.taken - self._slid[0] >= _SLID_EVERY:
            self._slid = frame.taken, reference.slid(frame.picture)
        return self._slid[1]


def _lit(seen: Picture) -> tuple[Trouble, str] | None:
    mean = float(seen.mean())
    if mean < _DARK[0] and float(np.percentile(seen, 99)) < _DARK[1]:
        return Trouble.BLACK, f"mean level {mean:.0f} of 255"
    burnt = float((seen.min(axis=2) >= _BRIGHT[0]).mean())
    if burnt > _BRIGHT[1]:
        return Trouble.OVEREXPOSED, f"{burnt:.0%} of the picture is white"
    return None


def _named(shift: Shift | None, *, disturbed: bool) -> tuple[Trouble, str] | None:
    if shift is None:
        return (Trouble.BLOCKED, "the felt is not to be recognised") if disturbed else None
    if abs(shift.degrees) > _TURN_DEGREES:
        return Trouble.ROTATED, f"turned by {shift.degrees:+.1f} degrees: calibrate again"
    if shift.mm > _SHIFT_MM:
        return Trouble.SHIFTED, f"moved by {shift.mm:.0f} mm: calibrate again"
    return None
