"""Whoever holds the card, presses the buttons and looks at the lamp while the doctor asks."""

import asyncio
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from felt.place import Place, SeatNo
from firmware_bridge.mcu.frames import Lid
from hardware.panel.port import Beep, Light, PanelButton


class KeyPosition(StrEnum):
    """How the panel's key switch stands."""

    SERVICE = "service"
    PLAY = "play"


class Hands(Protocol):
    """A person, or what stands in for one. `patience_s` is how long the doctor waits for them."""

    @property
    def patience_s(self) -> float:
        """Seconds for one movement."""
        ...

    async def hold(self, place: Place) -> None:
        """Lay one card over the place's antenna, and no card anywhere else."""
        ...

    async def lift(self) -> None:
        """Take the card away."""
        ...

    async def press(self, button: PanelButton) -> None:
        """Press a button once."""
        ...

    async def sees(self, light: Light) -> bool | None:
        """Whether this light alone is lit; None when nobody looked."""
        ...

    async def sees_seat(self, seat: SeatNo, /) -> bool | None:
        """Whether this seat's light alone is lit; None when nobody looked."""
        ...

    async def hears(self, beep: Beep, /) -> bool | None:
        """Whether the buzzer sounded just now; None when nobody listened."""
        ...

    async def turn(self, to: KeyPosition) -> None:
        """Turn the key switch."""
        ...

    async def move_cover(self, to: Lid) -> None:
        """Open or close the cover over the electronics."""
        ...

    async def start_shuffler(self) -> None:
        """Start the shuffling machine, so that it has something to say."""
        ...


class Person:
    """Asks on the terminal."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    @property
    def patience_s(self) -> float:
        return 30.0

    async def hold(self, place: Place) -> None:
        self._say(f"  hold one card over {place}")

    async def lift(self) -> None:
        """The next prompt moves the card."""

    async def press(self, button: PanelButton) -> None:
        self._say(f"  press {button}")

    async def sees(self, light: Light) -> bool | None:
        return await self._answer(f"is the light {light!s} lit, and no other? y, n, or Enter when you cannot see it")

    async def sees_seat(self, seat: SeatNo) -> bool | None:
        return await self._answer(f"is the light of seat {seat} lit, and no other seat's? y, n, or Enter")

    async def hears(self, beep: Beep) -> bool | None:
        return await self._answer(f"did the buzzer sound ({beep!s})? y, n, or Enter when you did not listen")

    async def turn(self, to: KeyPosition) -> None:
        self._say(f"  turn the key to {to}")

    async def move_cover(self, to: Lid) -> None:
        self._say(f"  {'open' if to is Lid.OPEN else 'close'} the cover over the electronics")

    async def start_shuffler(self) -> None:
        self._say("  start the shuffling machine")

    async def _answer(self, question: str) -> bool | None:
        self._say(f"  {question}")
        answer = (await typed_line()).strip().lower()
        return answer.startswith("y") if answer else None


async def typed_line() -> str:
    """One line from the terminal; empty at its end, or where there is none to wait for."""
    loop = asyncio.get_running_loop()
    line: asyncio.Future[str] = loop.create_future()

    def take() -> None:
        if not line.done():
            line.set_result(sys.stdin.readline())

    try:
        loop.add_reader(sys.stdin, take)
    except (OSError, ValueError):  # a plain file cannot be waited for
        return ""
    try:
        return await line
    finally:
        loop.remove_reader(sys.stdin)
