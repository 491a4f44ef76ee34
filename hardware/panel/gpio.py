"""A panel on the Pi's own pins, through gpiozero; its callbacks come in other threads and only hand over here."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection
from typing import Final

from gpiozero import DigitalInputDevice, DigitalOutputDevice, Factory

from felt.clock import NANOS_PER_MS, NANOS_PER_SECOND, Clock, Nanos
from felt.fault import Unsupported
from felt.place import SeatNo
from hardware.panel.plan import PanelPlan
from hardware.panel.port import BEEP_S, Beep, KeyTurned, Light, PanelButton, PanelEvent, Press
from hardware.panel.settling import Settled, Settling

SETTLE: Final = Nanos(20 * NANOS_PER_MS)
"""How long a button must hold to count as pressed: good ones chatter for 6.2 ms at most, a finger holds for over 50."""

RELEASE: Final = Nanos(200 * NANOS_PER_MS)
"""How long it must be open to count as let go: worn ones open for up to 157 ms while they are held down."""

LOOK_EVERY_S: Final = 0.1
"""Pins are also looked at this often, since an edge may be lost (gpiozero issue 550)."""


class _Contact:
    """One input pin and what its settled changes mean."""

    def __init__(self, device: DigitalInputDevice, settle: Nanos, tell: Callable[[Settled], PanelEvent | None]) -> None:
        self.device = device
        self.tell = tell
        self.settling = Settling(bool(device.value), settle, RELEASE)


class GpioPanel:
    """`factory` None takes gpiozero's own choice: lgpio on a Pi. Raises Unsupported where there are no pins."""

    def __init__(self, plan: PanelPlan, clock: Clock, *, factory: Factory | None = None) -> None:
        self._clock = clock
        self._moved = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._outputs: list[DigitalOutputDevice] = []
        self._contacts: list[_Contact] = []
        try:
            self._lamp = {light: self._output(pin, factory) for light, pin in plan.lamp.items()}
            self._seats = {SeatNo(seat): self._output(pin, factory) for seat, pin in plan.seats.items()}
            self._buzzer = None if plan.buzzer is None else self._output(plan.buzzer, factory)
            for button, pin in plan.buttons.items():
                self._listen(pin, factory, SETTLE, _pressed(button))
            self._key = None
            if plan.key is not None:
                self._key = self._listen(plan.key, factory, RELEASE, _turned)
        except Exception as error:
            self.close()
            raise Unsupported(
                f"no pins: {error}",
                where=f"panel {plan.id}",
                remedy="run on a Raspberry Pi with python3-lgpio installed",
            ) from error

    async def events(self) -> AsyncIterator[PanelEvent]:
        if self._key is not None:
            yield KeyTurned(self._key.settling.level, self._clock.now())
        while True:
            for event in self._settled():
                yield event
            await self._until_next()

    def show(self, light: Light) -> None:
        for name, output in self._lamp.items():
            output.value = name is light

    def mark_seats(self, seats: Collection[SeatNo]) -> None:
        for seat, output in self._seats.items():
            output.value = seat in seats

    async def sound(self, beep: Beep) -> None:
        if self._buzzer is None:
            return
        self._buzzer.on()
        try:
            await self._clock.sleep(BEEP_S[beep])
        finally:
            self._buzzer.off()

    def close(self) -> None:
        """As far as the pins still obey: what they failed by was told to whoever used them."""
        for output in self._outputs:
            with contextlib.suppress(Exception):
                output.off()
            with contextlib.suppress(Exception):
                output.close()
        for contact in self._contacts:
            with contextlib.suppress(Exception):
                contact.device.close()

    def _output(self, pin: int, factory: Factory | None) -> DigitalOutputDevice:
        device = DigitalOutputDevice(pin, pin_factory=factory)
        self._outputs.append(device)
        return device

    def _listen(
        self, pin: int, factory: Factory | None, settle: Nanos, tell: Callable[[Settled], PanelEvent | None]
    ) -> _Contact:
        device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        contact = _Contact(device, settle, tell)
        self._contacts.append(contact)
        device.when_activated = device.when_deactivated = lambda: self._edge(contact)
        return contact

    def _edge(self, contact: _Contact) -> None:
        """In gpiozero's thread."""
        at = self._clock.now()
        self._loop.call_soon_threadsafe(self._take_edge, contact, at)

    def _take_edge(self, contact: _Contact, at: Nanos) -> None:
        contact.settling.edge(at)
        self._moved.set()

    def _settled(self) -> list[PanelEvent]:
        now = self._clock.now()
        events = []
        for contact in self._contacts:
            level = bool(contact.device.value)
            if level != contact.settling.level and contact.settling.due is None:
                contact.settling.edge(now)  # its edge was lost
            settled = contact.settling.check(level, now)
            event = None if settled is None else contact.tell(settled)
            if event is not None:
                events.append(event)
        return events

    async def _until_next(self) -> None:
        """Wait for an edge, a contact that may have settled, or the next look."""
        dues = [contact.settling.due for contact in self._contacts if contact.settling.due is not None]
        now = self._clock.now()
        wait_s = min([LOOK_EVERY_S, *((due - now) / NANOS_PER_SECOND for due in dues)])
        moved = asyncio.ensure_future(self._moved.wait())
        asleep = asyncio.ensure_future(self._clock.sleep(max(wait_s, 0.0)))
        try:
            await asyncio.wait((moved, asleep), return_when=asyncio.FIRST_COMPLETED)
        finally:
            moved.cancel()
            asleep.cancel()
        self._moved.clear()


def _turned(settled: Settled) -> KeyTurned:
    return KeyTurned(settled.level, settled.at)


def _pressed(button: PanelButton) -> Callable[[Settled], PanelEvent | None]:
    return lambda settled: Press(button, settled.at) if settled.level else None
