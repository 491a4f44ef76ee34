"""A virtual shuffling machine: the microcontroller's end of the link, with a deck, a door and a start button.

The same controller carries the dealer's panel and the lid switch: see `press`, `move_lid`, `lamp` and `beeps`.
Does not imitate: the order it makes, its motors, double feeds it does not notice itself.
"""

import asyncio
from typing import Final, NoReturn

from msgspec import Struct

from felt.clock import NANOS_PER_SECOND, Clock
from felt.fault import LinkTimeout
from firmware_bridge.mcu.frames import (
    MCU,
    Beep,
    Button,
    ButtonPressed,
    BuzzerSounded,
    CycleStarted,
    DeckCounted,
    DeckPresent,
    FaultCode,
    FaultRaised,
    Lamp,
    LampSet,
    Lid,
    LidMoved,
    MachineCode,
    MachineState,
    Presence,
    StateAsked,
)
from firmware_bridge.mcu.link import Delivered, Greeted, Link, LinkEvent
from firmware_bridge.stream import ByteStream

CYCLE_S: Final = 22.0
"""One deck, as the newest commercial machine takes (press reports)."""


_RUNNING: Final = (MachineCode.SHUFFLING, MachineCode.SORTING)


class VirtualShuffler:
    """The machine. A dealer calls `load`, `press_start`, `empty`; what it says goes over the link."""

    def __init__(self, clock: Clock, session: int, *, cycle_s: float = CYCLE_S) -> None:
        """`session`: 1 to 65535, another one for each power-up."""
        self._clock = clock
        self._cycle_s = cycle_s
        self._link = Link(MCU, session, clock.now(), version="virtual shuffler 1")
        self._session = session
        self._cards = 0
        self._cycle = 0
        self._state = MachineCode.IDLE
        self._turning: asyncio.Task[None] | None = None
        self._stir = asyncio.Event()
        self._lid = Lid.CLOSED
        self.sorts = False
        """The mode switch stands at sorting."""
        self.lamp = Lamp.ATTENTION
        """What the panel's lamp shows; ATTENTION until a host tells."""
        self.beeps: list[Beep] = []
        """What the panel's buzzer sounded."""

    @property
    def state(self) -> MachineCode:
        """What the machine is doing."""
        return self._state

    @property
    def cycle(self) -> int:
        """How many cycles it has begun since power-up."""
        return self._cycle

    def load(self, cards: int) -> None:
        """Put a deck into the tray."""
        self._cards = cards
        self._say(DeckPresent(Presence.PRESENT))
        self._become(MachineCode.LOADING)

    def press_start(self) -> None:
        """Begin a cycle in the mode that the machine stands in; nothing happens without a deck or while one runs."""
        if self._cards and self._state not in _RUNNING:
            self._cycle += 1
            self._say(CycleStarted(self._cycle))
            if self.sorts:
                self._become(MachineCode.SORTING)
            else:
                self._state = MachineCode.SHUFFLING
            self._turning = asyncio.create_task(self._turn())

    async def finished(self) -> MachineCode:
        """Wait for the running cycle and return the state it ended in."""
        if self._turning is not None:
            await asyncio.gather(self._turning, return_exceptions=True)
        return self._state

    def empty(self) -> None:
        """Take the deck out."""
        self._cards = 0
        self._say(DeckPresent(Presence.ABSENT))
        self._become(MachineCode.IDLE)

    def jam(self) -> None:
        """A card sticks: the cycle is void."""
        self._stop(FaultCode.JAM, MachineCode.JAM)

    def open_door(self) -> None:
        """Open the door: a running cycle is void."""
        self._stop(FaultCode.DOOR_OPENED, MachineCode.DOOR_OPEN)

    def clear(self) -> None:
        """Close the door or free the card; the machine waits for a deck again."""
        self._become(MachineCode.LOADING if self._cards else MachineCode.IDLE)

    def press(self, button: Button) -> None:
        """The dealer presses a button of the panel."""
        self._say(ButtonPressed(button))

    def move_lid(self, lid: Lid) -> None:
        """Somebody opens or closes the cover over the electronics."""
        self._lid = lid
        self._say(LidMoved(lid))

    async def run(self, stream: ByteStream) -> NoReturn:
        """Serve the link; raises LinkLost when unplugged."""
        reading = asyncio.create_task(stream.read())
        try:
            while True:
                if reading.done():
                    for event in self._link.receive(reading.result(), self._clock.now()):
                        self._answer(event)
                    reading = asyncio.create_task(stream.read())
                self._mind_silence()
                data = self._link.transmit(self._clock.now())
                if data:
                    await stream.write(data)
                await self._wait(reading)
        finally:
            reading.cancel()

    def _mind_silence(self) -> None:
        """A host gone silent is waited for in a new session, as a device that restarts its link does."""
        try:
            self._link.check(self._clock.now())
        except LinkTimeout:
            self._session = self._session % 0xFFFF + 1
            self._link = Link(MCU, self._session, self._clock.now(), version="virtual shuffler 1")

    async def _wait(self, reading: "asyncio.Task[bytes]") -> None:
        """Until bytes come, something is to be said, or the link is due."""
        due_s = max((self._link.due() - self._clock.now()) / NANOS_PER_SECOND, 0.0)
        self._stir.clear()
        waits = [asyncio.create_task(self._clock.sleep(due_s)), asyncio.create_task(self._stir.wait())]
        try:
            await asyncio.wait([reading, *waits], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()

    def _answer(self, event: LinkEvent) -> None:
        match event:
            case Greeted():
                self._tell_state()
            case Delivered(frame=StateAsked()):
                self._tell_state()
            case Delivered(frame=LampSet(lamp)):
                self.lamp = lamp
            case Delivered(frame=BuzzerSounded(beep)):
                self.beeps.append(beep)
            case _:
                pass

    def _tell_state(self) -> None:
        self._say(DeckPresent(Presence.PRESENT if self._cards else Presence.ABSENT))
        self._say(LidMoved(self._lid))
        self._say(MachineState(self._state, self._cycle))

    async def _turn(self) -> None:
        await self._clock.sleep(self._cycle_s)
        self._say(DeckCounted(self._cycle, min(self._cards, 0xFF)))
        done = MachineCode.LOADING if self._state is MachineCode.SORTING else MachineCode.READY
        self._become(done if self._cards == 52 else MachineCode.COUNT_WRONG)

    def _stop(self, code: FaultCode, state: MachineCode) -> None:
        if self._turning is not None:
            self._turning.cancel()
        if self._state in _RUNNING:
            self._say(FaultRaised(code, self._cycle))
        self._become(state)

    def _become(self, state: MachineCode) -> None:
        self._state = state
        self._say(MachineState(state, self._cycle))

    def _say(self, frame: Struct) -> None:
        self._link.send(frame)
        self._stir.set()
