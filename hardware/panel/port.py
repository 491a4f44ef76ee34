"""What every dealer's panel offers, whatever it is wired to."""

from collections.abc import AsyncIterator, Collection
from enum import StrEnum
from typing import Final, Protocol

from msgspec import Struct

from felt.clock import Nanos
from felt.place import SeatNo


class PanelButton(StrEnum):
    """The buttons a dealer reaches without looking."""

    ROUND_CLOSED = "round-closed"
    CONFIRM = "confirm"
    CALL_FLOOR = "call-floor"
    UNDO = "undo"


class Light(StrEnum):
    """What the stack lamp shows: one light at a time, each at its own height, so that colour is never the only sign."""

    DARK = "dark"
    FREE = "free"
    ATTENTION = "attention"
    STOP = "stop"


class Beep(StrEnum):
    """How long the buzzer sounds."""

    SHORT = "short"
    LONG = "long"


BEEP_S: Final[dict[Beep, float]] = {Beep.SHORT: 0.08, Beep.LONG: 0.6}
"""Seconds."""


class Press(Struct, frozen=True):
    """A button was pressed and held still; `at` is the moment it first closed."""

    button: PanelButton
    at: Nanos


class KeyTurned(Struct, frozen=True):
    """The key switch stands at service (`serviced`) or at play."""

    serviced: bool
    at: Nanos


PanelEvent = Press | KeyTurned


class Panel(Protocol):
    """One panel. Lights are set from the event loop and never wait."""

    def events(self) -> AsyncIterator[PanelEvent]:
        """Every press and turn of the key, for ever; first how the key stands, where there is one."""
        ...

    def show(self, light: Light) -> None:
        """Show this light on the stack lamp, and no other."""
        ...

    def mark_seats(self, seats: Collection[SeatNo]) -> None:
        """Light these seats and no others; seats without a light are left out."""
        ...

    async def sound(self, beep: Beep) -> None:
        """Sound the buzzer once, and return when it is silent again."""
        ...

    def close(self) -> None:
        """Go dark and free the pins."""
        ...
