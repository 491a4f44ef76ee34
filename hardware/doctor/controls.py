"""What the dealer's hands reach, tried one by one: lamp, seat lights, buzzer, buttons, key switch, cover."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeVar

from msgspec import Struct

from felt.clock import Clock
from felt.fault import LinkTimeout
from felt.place import SeatNo
from firmware_bridge.deadline import Deadline
from firmware_bridge.mcu.frames import Lid
from firmware_bridge.reading import LidSaid
from hardware.doctor.hands import Hands, KeyPosition
from hardware.doctor.report import PartSeen
from hardware.panel import Beep, KeyTurned, Light, Panel, PanelButton, PanelEvent, Press

T = TypeVar("T")


class Controls(Struct, frozen=True):
    """A panel's parts, and by the part's name how each is wired, for the remedy of one that is dead."""

    panel: Panel
    lights: tuple[Light, ...]
    buttons: tuple[PanelButton, ...]
    wiring: Mapping[str, str]
    seats: tuple[SeatNo, ...] = ()
    buzzer: bool = False
    key: bool = False
    cover: bool = False


class Told:
    """What panel and cover have told so far."""

    def __init__(self) -> None:
        self._presses: list[Press] = []
        self._key: KeyPosition | None = None
        self._lid: Lid | None = None
        self._stir = asyncio.Event()

    def take(self, event: PanelEvent | LidSaid) -> None:
        """Take in one event."""
        match event:
            case Press():
                self._presses.append(event)
            case KeyTurned(serviced):
                self._key = KeyPosition.SERVICE if serviced else KeyPosition.PLAY
            case LidSaid():
                self._lid = event.lid
        self._stir.set()

    def key(self) -> KeyPosition | None:
        """How the key stands; None before it was told."""
        return self._key

    def lid(self) -> Lid | None:
        """How the cover stands; None before it was told."""
        return self._lid

    def forget_presses(self) -> None:
        """What came too late for the last question answers none now."""
        self._presses.clear()

    async def press(self) -> PanelButton:
        """The next press."""
        while not self._presses:
            await self._moved()
        return self._presses.pop(0).button

    async def until(self, stands: Callable[[], T | None], wanted: T) -> T:
        """`wanted`, once `key` or `lid` tells it."""
        while stands() is not wanted:
            await self._moved()
        return wanted

    async def _moved(self) -> None:
        self._stir.clear()
        await self._stir.wait()


async def try_controls(controls: Controls, told: Told, hands: Hands, clock: Clock) -> list[PartSeen]:
    """Every part of the panel with a person's help; `told` is fed meanwhile by whoever hears the panel."""
    trial = _Trial(controls, told, hands, clock)
    return [*await trial.look(), *await trial.listen(), *await trial.press(), *await trial.turn(), *await trial.lift()]


class _Trial:
    def __init__(self, controls: Controls, told: Told, hands: Hands, clock: Clock) -> None:
        self._controls = controls
        self._told = told
        self._hands = hands
        self._clock = clock

    async def look(self) -> list[PartSeen]:
        """Each light alone."""
        panel, seen = self._controls.panel, []
        for light in self._controls.lights:
            panel.show(light)
            seen.append(self._lit(f"lamp {light}", await self._hands.sees(light)))
        panel.show(Light.DARK)
        for seat in self._controls.seats:
            panel.mark_seats((seat,))
            seen.append(self._lit(f"light of seat {seat}", await self._hands.sees_seat(seat)))
        panel.mark_seats(())
        return seen

    async def listen(self) -> list[PartSeen]:
        if not self._controls.buzzer:
            return []
        await self._controls.panel.sound(Beep.LONG)
        heard = await self._hands.hears(Beep.LONG)
        said = "not listened to" if heard is None else "heard" if heard else "not heard"
        return [self._seen("buzzer", said, good=heard is not False)]

    async def press(self) -> list[PartSeen]:
        seen = []
        for button in self._controls.buttons:
            what = f"button {button}"
            self._told.forget_presses()
            await self._hands.press(button)
            pressed = await self._within(what, self._told.press())
            said = "dead: no press came" if pressed is None else f"told as {pressed}: plugs changed?"
            good = pressed is button
            seen.append(self._seen(what, "pressed" if good else said, good=good))
        return seen

    async def turn(self) -> list[PartSeen]:
        """The key to the other position and back."""
        if not self._controls.key:
            return []
        service, play = KeyPosition.SERVICE, KeyPosition.PLAY
        moves = (play, service) if self._told.key() is service else (service, play)
        return [await self._both_ways("key switch", self._told.key, moves, self._hands.turn)]

    async def lift(self) -> list[PartSeen]:
        """The cover over the electronics opened and closed again; from open the other way round."""
        if not self._controls.cover:
            return []
        moves = (Lid.CLOSED, Lid.OPEN) if self._told.lid() is Lid.OPEN else (Lid.OPEN, Lid.CLOSED)
        return [await self._both_ways("cover switch", self._told.lid, moves, self._hands.move_cover)]

    async def _both_ways(
        self, what: str, stands: Callable[[], T | None], moves: tuple[T, T], ask: Callable[[T], Awaitable[None]]
    ) -> PartSeen:
        for wanted in moves:
            await ask(wanted)
            if await self._within(what, self._told.until(stands, wanted)) is None:
                return self._seen(what, f"dead: told {_word(stands())} and never {_word(wanted)}", good=False)
        return self._seen(what, " and ".join(f"told {_word(move)}" for move in moves), good=True)

    async def _within(self, what: str, awaited: Awaitable[T]) -> T | None:
        """What was awaited; None when the hands' patience ended first."""
        try:
            async with Deadline(self._clock, self._hands.patience_s, what):
                return await awaited
        except LinkTimeout:
            return None

    def _lit(self, what: str, lit: bool | None) -> PartSeen:  # noqa: FBT001 - what an eye says
        said = "not looked at" if lit is None else "lit alone" if lit else "not lit, or not alone"
        return self._seen(what, said, good=lit is not False)

    def _seen(self, what: str, said: str, *, good: bool) -> PartSeen:
        return PartSeen(what, good, said, "" if good else self._controls.wiring.get(what, ""))


def _word(stands: object) -> str:
    """A position for people."""
    if isinstance(stands, Lid):
        return _LIDS[stands]
    return "nothing" if stands is None else str(stands)


_LIDS: Final[Mapping[Lid, str]] = {Lid.OPEN: "open", Lid.CLOSED: "closed"}
