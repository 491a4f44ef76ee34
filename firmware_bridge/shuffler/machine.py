"""A shuffling machine as its words tell it: state, cycle, count, and the cycle that runs too long."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from felt.clock import Nanos, seconds
from felt.fact import ShufflerState
from felt.ids import DeviceId
from firmware_bridge.mcu.frames import (
    CycleStarted,
    DeckCounted,
    DeckPresent,
    FaultCode,
    FaultRaised,
    MachineCode,
    MachineState,
    Presence,
)
from firmware_bridge.reading import ShufflerSaid

LONGEST_CYCLE_S: Final = 180.0
"""Three times the slowest known machine's cycle; a longer one is a fault."""

STATES: Final[Mapping[MachineCode, ShufflerState]] = {
    MachineCode.UNKNOWN: ShufflerState.UNKNOWN,
    MachineCode.IDLE: ShufflerState.IDLE,
    MachineCode.LOADING: ShufflerState.LOADING,
    MachineCode.SHUFFLING: ShufflerState.SHUFFLING,
    MachineCode.READY: ShufflerState.READY,
    MachineCode.COUNT_WRONG: ShufflerState.COUNT_WRONG,
    MachineCode.JAM: ShufflerState.JAM,
    MachineCode.DOOR_OPEN: ShufflerState.DOOR_OPEN,
    MachineCode.SORTING: ShufflerState.SORTING,
    MachineCode.FAULT: ShufflerState.FAULT,
}
_FAULTS: Final[Mapping[FaultCode, ShufflerState]] = {
    FaultCode.JAM: ShufflerState.JAM,
    FaultCode.DOUBLE_FEED: ShufflerState.JAM,
    FaultCode.DOOR_OPENED: ShufflerState.DOOR_OPEN,
}


class Machine:
    """What is known of one shuffling machine. Sans-IO: words and the time in, readings out."""

    def __init__(self, part: DeviceId, *, longest_cycle_s: float = LONGEST_CYCLE_S) -> None:
        self._part = part
        self._longest = seconds(longest_cycle_s)
        self._state = ShufflerState.UNKNOWN
        self._cycle = 0
        self._count: int | None = None
        self._deck: bool | None = None
        self._since = Nanos(0)

    @property
    def cycle(self) -> int:
        """The number of the newest cycle."""
        return self._cycle

    @property
    def due(self) -> Nanos | None:
        """When the cycle that runs now has run too long; None while none runs."""
        return Nanos(self._since + self._longest) if self._state is ShufflerState.SHUFFLING else None

    def take(self, frame: Struct, now: Nanos) -> ShufflerSaid | None:
        """Take in one frame of the microcontroller; None when it is not the machine's."""
        match frame:
            case CycleStarted(cycle):
                return self.start(cycle, now)
            case MachineState(state, cycle):
                return self.become(STATES[state], cycle, now)
            case DeckCounted(cycle, cards):
                return self.count(cards, cycle, now)
            case FaultRaised(code, cycle):
                return self.fail(_FAULTS.get(code, ShufflerState.FAULT), cycle, now)
            case DeckPresent(deck):
                self._deck = deck is Presence.PRESENT
                return self._said(now)
        return None

    def start(self, cycle: int, now: Nanos) -> ShufflerSaid:
        """The start button was pressed and a cycle began."""
        self._move(ShufflerState.SHUFFLING, cycle, now)
        self._since = now
        return self._said(now, started=True)

    def become(self, state: ShufflerState, cycle: int, now: Nanos) -> ShufflerSaid:
        """The machine told its state."""
        self._move(state, cycle, now)
        return self._said(now)

    def count(self, cards: int, cycle: int, now: Nanos) -> ShufflerSaid:
        """The machine counted a cycle's cards; the state that ends the cycle follows."""
        self._move(self._state, cycle, now)
        self._count = cards
        return self._said(now)

    def fail(self, state: ShufflerState, cycle: int, now: Nanos) -> ShufflerSaid:
        """The machine stopped: the cycle is void, and so is its count."""
        self._move(state, cycle, now)
        self._count = None
        return self._said(now)

    def forget(self, now: Nanos) -> ShufflerSaid:
        """The machine began anew: nothing is known of it until it tells."""
        self._state, self._count, self._deck, self._since = ShufflerState.UNKNOWN, None, None, now
        return self._said(now)

    def check(self, now: Nanos) -> list[ShufflerSaid]:
        """A fault when a cycle has run too long."""
        due = self.due
        return [self.fail(ShufflerState.FAULT, self._cycle, now)] if due is not None and now >= due else []

    def _move(self, state: ShufflerState, cycle: int, now: Nanos) -> None:
        if (state, cycle) != (self._state, self._cycle):
            self._since = now
        if cycle != self._cycle:
            self._count = None
        self._state, self._cycle = state, cycle

    def _said(self, now: Nanos, *, started: bool = False) -> ShufflerSaid:
        return ShufflerSaid(
            self._part, self._state, self._cycle, now, count=self._count, started=started, deck=self._deck
        )
