"""The shuffler on the table's own microcontroller: its link, its restarts, its words as readings."""

import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from typing import Final

from msgspec import Struct

from felt.clock import NANOS_PER_SECOND, Clock, Nanos, seconds
from felt.fact import ShufflerState
from felt.fault import FeltFault, LinkLost, LinkTimeout, ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.backoff import Backoff
from firmware_bridge.deadline import Deadline
from firmware_bridge.mcu.frames import (
    MCU,
    CycleStarted,
    DeckCounted,
    DeckPresent,
    FaultCode,
    FaultRaised,
    MachineCode,
    MachineState,
    Presence,
    StateAsked,
)
from firmware_bridge.mcu.link import Delivered, Greeted, Link, LinkEvent, Restarted
from firmware_bridge.reading import PartFound, PartLost, Reading, ShufflerSaid
from firmware_bridge.stream import ByteStream, ReplayEnded

LONGEST_CYCLE_S: Final = 180.0
"""Three times the slowest known machine's cycle; a longer one is a fault."""

SILENT_LIMIT: Final = 5
"""Silent sessions on one open port before the port is opened anew."""

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

_MACHINE_FRAMES: Final = (MachineState, DeckCounted, CycleStarted, FaultRaised, DeckPresent)

OpenPort = Callable[[], Awaitable[ByteStream]]


def random_session() -> int:
    """A session for this start, 1 to 65535."""
    return secrets.randbelow(0xFFFF) + 1


async def hear(
    part: DeviceId,
    open_port: OpenPort,
    clock: Clock,
    *,
    longest_cycle_s: float = LONGEST_CYCLE_S,
    session: Callable[[], int] = random_session,
) -> AsyncGenerator[Reading, None]:
    """All that one shuffler says, for ever: PartFound once it greets, ShufflerSaid, PartLost once per loss.

    Raises ProtocolFault when the firmware met first has another frame dictionary: node and firmware are of different
    releases. Later on that is a loss. Ends by itself only when a `replay://` recording ends.
    """
    ear = _Ear(part, open_port, clock, seconds(longest_cycle_s), session)
    try:
        while not ear.ended:
            for reading in await ear.step():
                yield reading
    finally:
        await ear.close()


class _Machine(Struct):
    """What is known of the machine."""

    state: ShufflerState = ShufflerState.UNKNOWN
    cycle: int = 0
    count: int | None = None
    deck: bool | None = None
    since: Nanos = Nanos(0)

    def take(self, frame: Struct, now: Nanos) -> bool:
        """Take in one frame; True when a cycle began by it."""
        match frame:
            case CycleStarted(cycle):
                self._become(ShufflerState.SHUFFLING, cycle, now)
                self.since = now
                return True
            case MachineState(state, cycle):
                self._become(STATES[state], cycle, now)
            case DeckCounted(cycle, cards):
                self._become(self.state, cycle, now)
                self.count = cards
            case FaultRaised(code, cycle):
                self._become(_FAULTS.get(code, ShufflerState.FAULT), cycle, now)
                self.count = None
            case DeckPresent(deck):
                self.deck = deck is Presence.PRESENT
        return False

    def _become(self, state: ShufflerState, cycle: int, now: Nanos) -> None:
        if (state, cycle) != (self.state, self.cycle):
            self.since = now
        if cycle != self.cycle:
            self.count = None
        self.state, self.cycle = state, cycle


class _Ear:
    """The state of listening; each step opens, or waits for bytes or the next moment, and tells what came."""

    def __init__(
        self, part: DeviceId, open_port: OpenPort, clock: Clock, longest: Nanos, session: Callable[[], int]
    ) -> None:
        self._part = part
        self._open_port = open_port
        self._clock = clock
        self._longest = longest
        self._session = session
        self._stream: ByteStream | None = None
        self._link = self._fresh_link()
        self._machine = _Machine()
        self._ever_found = self._found = False
        self._silent = 0
        self._told: type[FeltFault] | None = None
        self._backoff = Backoff()
        self._wait_s = 0.0
        self.ended = False

    async def step(self) -> list[Reading]:
        """Do the next thing, and what it showed."""
        if self._wait_s:
            wait_s, self._wait_s = self._wait_s, 0.0
            await self._clock.sleep(wait_s)
        try:
            if self._stream is None:
                self._stream, self._silent, self._link = await self._open_port(), 0, self._fresh_link()
            return await self._exchange(self._stream)
        except LinkLost as fault:
            self.ended = isinstance(fault, ReplayEnded)
            return await self._drop(fault)
        except ProtocolFault as fault:
            if not self._ever_found:
                raise
            return await self._drop(fault)
        except LinkTimeout as fault:
            self._silent, self._link = self._silent + 1, self._fresh_link()
            lost = self._lost(fault)
            if self._silent >= SILENT_LIMIT:
                await self.close()
            return lost

    async def close(self) -> None:
        """Free the port."""
        stream, self._stream = self._stream, None
        if stream is not None:
            await stream.close()

    async def _exchange(self, stream: ByteStream) -> list[Reading]:
        data = self._link.transmit(self._clock.now())
        if data:
            await stream.write(data)
        now = self._clock.now()
        wait_s = max(min(self._link.due(), self._cycle_due()) - now, 0) / NANOS_PER_SECOND
        try:
            async with Deadline(self._clock, wait_s, self._where()):
                came = await stream.read()
        except LinkTimeout:
            came = b""
        now = self._clock.now()
        readings = [reading for event in self._link.receive(came, now) for reading in self._tell(event, now)]
        if not readings:
            self._link.check(now)
        return readings + self._overdue(now)

    def _tell(self, event: LinkEvent, now: Nanos) -> list[Reading]:
        match event:
            case Greeted(version):
                self._link.send(StateAsked())
                self._silent, self._told = 0, None
                self._backoff.succeeded()
                if self._found:
                    return []
                self._found = self._ever_found = True
                return [PartFound(self._part, version, now)]
            case Restarted():
                self._machine = _Machine(cycle=self._machine.cycle, since=now)
                lost = PartLost(self._part, f"{self._where()}: the firmware restarted", now)
                self._found = False
                return [lost, self._said(now)]
            case Delivered(frame) if not isinstance(frame, _MACHINE_FRAMES):
                return []  # the dealer's panel hangs on the same controller; its words are not a machine's
            case Delivered(frame):
                started = self._machine.take(frame, now)
                return [self._said(now, started=started)]

    def _cycle_due(self) -> Nanos:
        """When the cycle that runs now has run too long."""
        shuffling = self._machine.state is ShufflerState.SHUFFLING
        return Nanos(self._machine.since + self._longest) if shuffling else self._link.due()

    def _overdue(self, now: Nanos) -> list[Reading]:
        if self._machine.state is not ShufflerState.SHUFFLING or now - self._machine.since < self._longest:
            return []
        self._machine.take(FaultRaised(FaultCode.TOO_LONG, self._machine.cycle), now)
        return [self._said(now)]

    def _said(self, now: Nanos, *, started: bool = False) -> ShufflerSaid:
        machine = self._machine
        return ShufflerSaid(
            self._part, machine.state, machine.cycle, now, count=machine.count, started=started, deck=machine.deck
        )

    def _lost(self, fault: FeltFault) -> list[Reading]:
        self._found = False
        if type(fault) is self._told:
            return []
        self._told = type(fault)
        return [PartLost(self._part, f"{self._where()}: {fault}", self._clock.now())]

    async def _drop(self, fault: FeltFault) -> list[Reading]:
        await self.close()
        self._wait_s = self._backoff.delay_s()
        return self._lost(fault)

    def _fresh_link(self) -> Link:
        return Link(MCU, self._session(), self._clock.now(), version="feltwire")

    def _where(self) -> str:
        return f"shuffler {self._part}" + (f" on {self._stream.name}" if self._stream else "")
