"""The dealer's panel: presses become facts, and what the hub wants done becomes a light and a sound.

Knows the buttons' meaning and the lights'. Refuses to know pins, wires and rules.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, NoReturn

from msgspec import Struct

from felt.clock import Clock
from felt.fact import Fact, FactWithdrawn, FloorCalled, RoundClosed, StepConfirmed
from felt.order import Guidance
from felt.place import SeatNo
from felt.situation import Question, Step
from hardware.panel import Beep, KeyTurned, Light, Panel, PanelButton, Press

LINK_LOOK_S: Final = 0.5
"""How often the panel looks whether the hub is there."""

BEEPS_WAITING: Final = 3

Due = tuple[Step | Question, SeatNo | None]


class Spoken(Struct, frozen=True):
    """What a person said by hand: facts that no sensor saw."""

    facts: tuple[Fact, ...]


class Signal(Struct, frozen=True):
    """What the panel shows, and the sound that begins it."""

    light: Light
    seats: frozenset[SeatNo] = frozenset()
    beep: Beep | None = None


def facts_of(button: PanelButton, guidance: Guidance | None) -> tuple[Fact, ...]:
    """What a press says. CONFIRM names the first due step that no sensor sees; where none is due it says nothing."""
    match button:
        case PanelButton.ROUND_CLOSED:
            return (RoundClosed(),)
        case PanelButton.CALL_FLOOR:
            return (FloorCalled(),)
        case PanelButton.UNDO:
            return (FactWithdrawn(),)
        case PanelButton.CONFIRM:
            due = [due.step for due in guidance.steps if not due.sensed] if guidance is not None else []
            return (StepConfirmed(due[0]),) if due else ()


class Signals:
    """Guidance and the hub's presence, as light and sound; each stop and each thing due sounds once.

    A stop is STOP, also while the hub is away: it was told and not taken back. A step or question due, or a hub that is
    away, is ATTENTION. Everything else is FREE.
    """

    def __init__(self) -> None:
        self._guidance: Guidance | None = None
        self._reachable = False
        self._stop_told: str | None = None
        self._told: frozenset[Due] = frozenset()

    @property
    def guidance(self) -> Guidance | None:
        """The newest guidance."""
        return self._guidance

    def guide(self, guidance: Guidance) -> Signal:
        """The hub wants something else done."""
        self._guidance = guidance
        return self._signal()

    def link(self, reachable: bool) -> Signal:  # noqa: FBT001 - whether the hub is there is what it is about
        """Whether the hub takes what this table says."""
        self._reachable = reachable
        return self._signal()

    def _signal(self) -> Signal:
        guidance = self._guidance
        due = _due(guidance)
        seats = frozenset(seat for _, seat in due if seat is not None)
        stop = guidance.stop if guidance is not None else None
        beep = Beep.LONG if stop is not None and stop != self._stop_told else None
        self._stop_told = stop
        if stop is not None:
            self._told &= due
            return Signal(Light.STOP, seats, beep)
        if due - self._told:
            beep = Beep.SHORT
        self._told = due
        return Signal(Light.ATTENTION if due or not self._reachable else Light.FREE, seats, beep)


def _due(guidance: Guidance | None) -> frozenset[Due]:
    if guidance is None:
        return frozenset()
    due: list[Due] = [(step.step, step.seat) for step in guidance.steps]
    if guidance.question is not None:
        due.append((guidance.question.question, guidance.question.seat))
    return frozenset(due)


class PanelDesk:
    """One panel at work. Give it to `run`; tell it every guidance."""

    def __init__(
        self,
        panel: Panel,
        clock: Clock,
        *,
        say: Callable[[Spoken | KeyTurned], Awaitable[None]],
        reachable: Callable[[], bool],
        log: Callable[[str], None],
    ) -> None:
        """`say` takes in what was pressed and turned. `reachable`: whether the hub takes what this table says."""
        self._panel = panel
        self._clock = clock
        self._say = say
        self._reachable = reachable
        self._log = log
        self._signals = Signals()
        self._shown: Signal | None = None
        self._guided: asyncio.Queue[Guidance] = asyncio.Queue()
        self._beeps: asyncio.Queue[Beep] = asyncio.Queue(BEEPS_WAITING)

    def guide(self, guidance: Guidance) -> None:
        """The hub wants something else done; shown a moment later, in the desk's own time."""
        self._guided.put_nowait(guidance)

    async def run(self) -> NoReturn:
        """Listen, show and sound until cancelled; raises the group of what the panel failed by."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen())
            group.create_task(self._follow())
            group.create_task(self._look_at_the_link())
            group.create_task(self._sound())
        raise AssertionError("a panel's work never ends")

    async def _listen(self) -> None:
        async for event in self._panel.events():
            match event:
                case KeyTurned():
                    await self._say(event)
                case Press(button=button):
                    facts = facts_of(button, self._signals.guidance)
                    if facts:
                        await self._say(Spoken(facts))
                    else:
                        self._log(f"panel: {button} pressed, and nothing is due")

    async def _follow(self) -> None:
        while True:
            self._show(self._signals.guide(await self._guided.get()))

    async def _look_at_the_link(self) -> None:
        while True:
            self._show(self._signals.link(self._reachable()))
            await self._clock.sleep(LINK_LOOK_S)

    async def _sound(self) -> None:
        while True:
            await self._panel.sound(await self._beeps.get())

    def _show(self, signal: Signal) -> None:
        shown, self._shown = self._shown, signal
        if shown is None or shown.light is not signal.light:
            self._panel.show(signal.light)
        if shown is None or shown.seats != signal.seats:
            self._panel.mark_seats(signal.seats)
        if signal.beep is not None and not self._beeps.full():
            self._beeps.put_nowait(signal.beep)
