"""A panel on the table's microcontroller, which debounces its buttons and keeps its lamp itself."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from typing import Final

from felt.clock import Clock
from felt.place import SeatNo
from firmware_bridge.mcu import frames
from firmware_bridge.mcu.device import McuDevice
from firmware_bridge.reading import ButtonSaid
from hardware.panel.port import BEEP_S, Beep, Light, PanelButton, PanelEvent, Press

_BUTTONS: Final[Mapping[frames.Button, PanelButton]] = {
    frames.Button.ROUND_CLOSED: PanelButton.ROUND_CLOSED,
    frames.Button.CONFIRM: PanelButton.CONFIRM,
    frames.Button.CALL_FLOOR: PanelButton.CALL_FLOOR,
    frames.Button.UNDO: PanelButton.UNDO,
}
_LAMPS: Final[Mapping[Light, frames.Lamp]] = {
    Light.DARK: frames.Lamp.DARK,
    Light.FREE: frames.Lamp.FREE,
    Light.ATTENTION: frames.Lamp.ATTENTION,
    Light.STOP: frames.Lamp.STOP,
}
_BEEPS: Final[Mapping[Beep, frames.Beep]] = {Beep.SHORT: frames.Beep.SHORT, Beep.LONG: frames.Beep.LONG}

PRESSES_WAITING: Final = 100
"""Presses kept for a listener who is slow; more than a dealer can make in a minute."""


class McuPanel:
    """Whoever reads the device's readings hands each ButtonSaid to `hear`; lights go to the device directly.

    It has no seat lights and no key. Alone, without its host, it shows ATTENTION.
    """

    def __init__(self, device: McuDevice, clock: Clock) -> None:
        self._device = device
        self._clock = clock
        self._presses: asyncio.Queue[Press] = asyncio.Queue(PRESSES_WAITING)

    def hear(self, said: ButtonSaid) -> None:
        """A button was pressed; one that nobody waits for any more is left out."""
        if not self._presses.full():
            self._presses.put_nowait(Press(_BUTTONS[said.button], said.at))

    async def events(self) -> AsyncIterator[PanelEvent]:
        while True:
            yield await self._presses.get()

    def show(self, light: Light) -> None:
        self._device.show(_LAMPS[light])

    def mark_seats(self, seats: Collection[SeatNo]) -> None:
        """No seat has a light here."""

    async def sound(self, beep: Beep) -> None:
        self._device.sound(_BEEPS[beep])
        await self._clock.sleep(BEEP_S[beep])

    def close(self) -> None:
        """The microcontroller shows ATTENTION by itself once its host is gone."""
