"""The table's microcontroller on its port: its link, restarts and losses; what hangs on it speaks as readings.

One device may carry a shuffler, the dealer's panel and the lid switch. Whoever reads `readings` drives the link both
ways; lamp and buzzer are told at any time and never waited for.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Final

from felt.clock import NANOS_PER_SECOND, Clock, Nanos
from felt.fault import FeltFault, LinkLost, LinkTimeout, ProtocolFault
from felt.ids import DeviceId
from felt.note import NoteKey, fault_note, note
from firmware_bridge.backoff import Backoff
from firmware_bridge.mcu.catch_up import CatchUp
from firmware_bridge.mcu.frames import (
    MCU,
    Beep,
    Button,
    ButtonPressed,
    BuzzerSounded,
    Lamp,
    LampSet,
    LidMoved,
    StateAsked,
)
from firmware_bridge.mcu.link import Delivered, Greeted, Link, LinkEvent, Restarted
from firmware_bridge.reading import ButtonSaid, LidSaid, PartFound, PartLost, Reading
from firmware_bridge.shuffler.machine import LONGEST_CYCLE_S, Machine
from firmware_bridge.stream import ByteStream, ReplayEnded

SILENT_LIMIT: Final = 5
"""Silent sessions on one open port before the port is opened anew."""

BEEPS_WAITING: Final = 4
"""Beeps kept for a moment of more room; an older one is left out, since a late beep says nothing."""

OpenPort = Callable[[], Awaitable[ByteStream]]


def random_session() -> int:
    """A session for this start, 1 to 65535."""
    return secrets.randbelow(0xFFFF) + 1


class McuDevice:
    """One microcontroller."""

    def __init__(
        self,
        part: DeviceId,
        open_port: OpenPort,
        clock: Clock,
        *,
        longest_cycle_s: float = LONGEST_CYCLE_S,
        session: Callable[[], int] = random_session,
    ) -> None:
        self._part = part
        self._open_port = open_port
        self._clock = clock
        self._session = session
        self._stream: ByteStream | None = None
        self._link = self._fresh_link()
        self._machine = Machine(part, longest_cycle_s=longest_cycle_s)
        self._reading: asyncio.Task[bytes] | None = None
        self._stir = asyncio.Event()
        self._lamp: Lamp | None = None
        self._lamp_due = False
        self._beeps: deque[Beep] = deque(maxlen=BEEPS_WAITING)
        self._ever_found = self._found = False
        self._catch_up = CatchUp()
        """Of what was pressed while nobody heard, only a call for the floor keeps."""
        self._silent = 0
        self._told: type[FeltFault] | None = None
        self._backoff = Backoff()
        self._wait_s = 0.0
        self._ended = False

    @property
    def found(self) -> bool:
        """True while the microcontroller answers."""
        return self._found

    def show(self, lamp: Lamp) -> None:
        """Show this light from now on, also after a restart of the other end; alone it shows ATTENTION."""
        if lamp is not self._lamp:
            self._lamp, self._lamp_due = lamp, True
            self._stir.set()

    def sound(self, beep: Beep) -> None:
        """Sound the buzzer once; nothing happens while the microcontroller is away."""
        if self._link.up:
            self._beeps.append(beep)
            self._stir.set()

    async def readings(self) -> AsyncGenerator[Reading, None]:
        """All that is said, for ever: PartFound once it greets, its words, PartLost once per loss. Call it once.

        Raises ProtocolFault when the firmware met first has another frame dictionary: node and firmware are of
        different releases. Later on that is a loss. Ends by itself only when a `replay://` recording ends.
        """
        try:
            while not self._ended:
                for reading in await self._step():
                    yield reading
        finally:
            await self._close()

    async def _step(self) -> list[Reading]:
        """Do the next thing, and what it showed."""
        if self._wait_s:
            wait_s, self._wait_s = self._wait_s, 0.0
            await self._clock.sleep(wait_s)
        try:
            if self._stream is None:
                self._stream, self._silent, self._link = await self._open_port(), 0, self._fresh_link()
            return await self._exchange(self._stream)
        except LinkLost as fault:
            self._ended = isinstance(fault, ReplayEnded)
            return await self._drop(fault)
        except ProtocolFault as fault:
            if not self._ever_found:
                raise
            return await self._drop(fault)
        except LinkTimeout as fault:
            self._silent, self._link = self._silent + 1, self._fresh_link()
            lost = self._lost(fault)
            if self._silent >= SILENT_LIMIT:
                await self._close()
            return lost

    async def _close(self) -> None:
        """Free the port."""
        stream, self._stream = self._stream, None
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        if stream is not None:
            await stream.close()

    async def _exchange(self, stream: ByteStream) -> list[Reading]:
        self._send_wishes()
        data = self._link.transmit(self._clock.now())
        if data:
            await stream.write(data)
        came = await self._next_bytes(stream)
        now = self._clock.now()
        readings = [reading for event in self._link.receive(came, now) for reading in self._tell(event, now)]
        if not readings:
            self._link.check(now)
        return readings + list(self._machine.check(now))

    def _send_wishes(self) -> None:
        """Lamp and buzzer, as far as the link has room; a device that is away gets the lamp when it greets."""
        if not self._link.up:
            self._beeps.clear()
        elif not self._link.pending:
            if self._catch_up.asks_again(self._clock.now()):
                self._link.send(StateAsked())
            if self._lamp is not None and self._lamp_due:
                self._link.send(LampSet(self._lamp))
                self._lamp_due = False
            while self._beeps:
                self._link.send(BuzzerSounded(self._beeps.popleft()))

    async def _next_bytes(self, stream: ByteStream) -> bytes:
        """What came, or nothing when something is to be said or looked at first. The read goes on between calls."""
        if self._reading is None:
            self._reading = asyncio.create_task(stream.read())
        machine_due, link_due = self._machine.due, self._link.due()
        due = link_due if machine_due is None else min(machine_due, link_due)
        wait_s = max(due - self._clock.now(), 0) / NANOS_PER_SECOND
        waits = [asyncio.create_task(self._clock.sleep(wait_s)), asyncio.create_task(self._stir.wait())]
        try:
            await asyncio.wait([self._reading, *waits], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()
        self._stir.clear()
        if not self._reading.done():
            return b""
        reading, self._reading = self._reading, None
        return reading.result()

    def _tell(self, event: LinkEvent, now: Nanos) -> list[Reading]:
        if isinstance(event, Delivered):
            self._catch_up.take(event.frame)
        match event:
            case Greeted(version):
                return self._greeted(version, now)
            case Restarted():
                self._found = False
                return [
                    PartLost(self._part, f"{self._where()}: the firmware restarted", now, note(NoteKey.PART_RESTARTED)),
                    self._machine.forget(now),
                ]
            case Delivered(ButtonPressed(button)):
                return (
                    []
                    if self._catch_up.on and button is not Button.CALL_FLOOR
                    else [ButtonSaid(self._part, button, now)]
                )
            case Delivered(LidMoved(lid)):
                return [LidSaid(self._part, lid, now)]
            case Delivered(frame):
                said = self._machine.take(frame, now)
                return [] if said is None else [said]

    def _greeted(self, version: str, now: Nanos) -> list[Reading]:
        self._link.send(StateAsked())
        self._lamp_due = True
        self._silent, self._told = 0, None
        self._backoff.succeeded()
        if self._found:
            return []
        self._found = self._ever_found = True
        self._catch_up.begin(now)
        return [PartFound(self._part, version, now)]

    def _lost(self, fault: FeltFault) -> list[Reading]:
        self._found = False
        if type(fault) is self._told:
            return []
        self._told = type(fault)
        return [PartLost(self._part, f"{self._where()}: {fault}", self._clock.now(), fault_note(fault))]

    async def _drop(self, fault: FeltFault) -> list[Reading]:
        await self._close()
        self._wait_s = self._backoff.delay_s()
        return self._lost(fault)

    def _fresh_link(self) -> Link:
        return Link(MCU, self._session(), self._clock.now(), version="feltwire")

    def _where(self) -> str:
        return f"controller {self._part}" + (f" on {self._stream.name}" if self._stream else "")
