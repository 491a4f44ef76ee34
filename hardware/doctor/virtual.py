"""The doctor at a virtual table: real ports of pseudo-terminals, the shipped drivers, and hands that hold the card."""

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from felt.clock import Clock
from felt.fact import Face
from felt.ids import Uid
from felt.place import STUB, Place, SeatNo
from firmware_bridge.mcu.frames import Button, Lamp, Lid
from hardware.board import Board, load_board, shipped_board
from hardware.doctor.hands import KeyPosition
from hardware.doctor.ports import Port, serial_ports
from hardware.panel.port import Beep, Light, PanelButton
from hardware.virtual.field import Field
from hardware.virtual.shuffler import VirtualShuffler
from hardware.virtual.table import PtySockets, VirtualTable

BOARD: Final = "club-9max"
CARD: Final = Uid("E00401500000D0C7")
LAMP_S: Final = 1.0
_LAMPS: Final = {Light.FREE: Lamp.FREE, Light.ATTENTION: Lamp.ATTENTION, Light.STOP: Lamp.STOP, Light.DARK: Lamp.DARK}
_BUTTONS: Final = {
    PanelButton.ROUND_CLOSED: Button.ROUND_CLOSED,
    PanelButton.CONFIRM: Button.CONFIRM,
    PanelButton.CALL_FLOOR: Button.CALL_FLOOR,
    PanelButton.UNDO: Button.UNDO,
}


class VirtualHands:
    """Hands over a virtual table's field, and on the panel of its shuffling machine's microcontroller."""

    def __init__(self, field: Field, machine: VirtualShuffler | None, clock: Clock) -> None:
        self._field = field
        self._machine = machine
        self._clock = clock

    @property
    def patience_s(self) -> float:
        return 1.0

    async def hold(self, place: Place) -> None:
        self._field.move(CARD, place, Face.DOWN)

    async def lift(self) -> None:
        self._field.move(CARD, STUB, Face.DOWN)

    async def press(self, button: PanelButton) -> None:
        if self._machine is not None:
            self._machine.press(_BUTTONS[button])

    async def sees(self, light: Light) -> bool | None:
        machine = self._machine
        return None if machine is None else await self._within(lambda: machine.lamp is _LAMPS[light])

    async def sees_seat(self, _seat: SeatNo) -> bool | None:
        """A microcontroller's panel has no seat lights."""
        return None

    async def hears(self, _beep: Beep) -> bool | None:
        machine = self._machine
        return None if machine is None else await self._within(lambda: bool(machine.beeps))

    async def turn(self, to: KeyPosition) -> None:
        """A microcontroller's panel has no key."""

    async def move_cover(self, to: Lid) -> None:
        if self._machine is not None:
            self._machine.move_lid(to)

    async def start_shuffler(self) -> None:
        """The virtual table's machine hangs on the microcontroller, and prints no lines."""

    async def _within(self, shown: Callable[[], bool]) -> bool:
        for _ in range(20):
            if shown():
                return True
            await self._clock.sleep(LAMP_S / 20)
        return False


@asynccontextmanager
async def virtual_ward(clock: Clock) -> AsyncIterator[tuple[Board, tuple[Port, ...], VirtualHands]]:
    """A club's table with power on: its board, its ports and hands for it."""
    board = load_board(shipped_board(BOARD))
    with tempfile.TemporaryDirectory(prefix="feltwire-doctor-") as folder:
        field = Field(clock, [CARD])
        table = VirtualTable(board, field, {}, clock, PtySockets(Path(folder)))
        table.plug_all()
        try:
            yield (
                board,
                serial_ports(Path(folder), Path(folder) / "no-uart"),
                VirtualHands(field, table.shuffler, clock),
            )
        finally:
            await table.unplug_all()
