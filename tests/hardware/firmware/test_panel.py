"""The dealer's panel on the compiled AVR binary: presses that bounce as recorded, lamps, buzzer, lid."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from felt.clock import NANOS_PER_MS, Nanos
from firmware_bridge.mcu.frames import Lid
from firmware_bridge.reading import ButtonSaid, LidSaid, PartFound, PartLost
from hardware.panel import Beep, Light, McuPanel, Panel, PanelButton, PanelEvent, Press
from tests.hardware.firmware.simulation import Simulation, simulated
from tests.hardware.panel.edges import PRESSES, RELEASES, Movement

FREE, ATTENTION, STOP, BUZZER = "L0", "L1", "L2", "L3"
LONG_PRESS = next(press for press in PRESSES if press.name == "press-21-normal")
LONG_RELEASE = next(release for release in RELEASES if release.name == "release-88-fast")
LID_SHUT, LID_OPEN = ["A4=0", "wait 20"], ["A4=1", "wait 20"]


def moved(pin: str, movement: Movement, hold_ms: int) -> list[str]:
    """A recorded movement of the contact on a pin, to the millisecond that the harness can wait, then held."""
    lines: list[str] = []
    gone = 0
    for at_ms in range(movement.ends // NANOS_PER_MS + 2):
        closed = movement.closed_at(Nanos(at_ms * NANOS_PER_MS))
        if not lines or lines[-1] != f"{pin}={0 if closed else 1}":
            lines += [f"wait {at_ms - gone}"] * (at_ms > gone) + [f"{pin}={0 if closed else 1}"]
            gone = at_ms
    return [*lines, f"wait {hold_ms}"]


class Dealer:
    """The binary, the panel on it, and what the panel told."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.panel = McuPanel(simulation.device, simulation.clock)
        self._events = self.panel.events()

    async def next_press(self) -> PanelEvent:
        said = await self.simulation.until(lambda reading: isinstance(reading, ButtonSaid))
        assert isinstance(said, ButtonSaid)
        self.panel.hear(said)
        return await anext(self._events)

    def lit(self) -> list[str]:
        return [pin for pin in (FREE, ATTENTION, STOP) if self.simulation.pins.get(pin)]

    async def until_lit(self, *pins: str) -> None:
        await self.simulation.until_pins(lambda: self.lit() == list(pins))


@pytest.fixture
async def dealer(built: Path) -> AsyncIterator[Dealer]:
    async with simulated(built) as here:
        await here.until(lambda reading: isinstance(reading, PartFound))
        yield Dealer(here)


async def test_it_is_a_panel(dealer: Dealer) -> None:
    panel: Panel = dealer.panel
    panel.mark_seats((1, 2))  # type: ignore[arg-type]  # it has no seat lights, and says nothing of it
    panel.close()


async def test_each_worn_button_is_one_press(dealer: Dealer) -> None:
    for pin, button in zip(("A0", "A1", "A2", "A3"), PanelButton, strict=True):
        dealer.simulation.play(moved(pin, LONG_PRESS, 60) + moved(pin, LONG_RELEASE, 260))
        event = await dealer.next_press()
        assert isinstance(event, Press)
        assert event.button is button
    # A last word after them all: nothing came between.
    dealer.simulation.play(moved("A2", LONG_PRESS, 60))
    last = await dealer.next_press()
    assert isinstance(last, Press)
    assert last.button is PanelButton.CALL_FLOOR


async def test_one_lamp_at_a_time(dealer: Dealer) -> None:
    await dealer.until_lit()  # its host has greeted and not yet said a light
    for light, pins in (
        (Light.FREE, [FREE]),
        (Light.STOP, [STOP]),
        (Light.ATTENTION, [ATTENTION]),
        (Light.DARK, []),
        (Light.STOP, [STOP]),
    ):
        dealer.panel.show(light)
        await dealer.until_lit(*pins)


async def test_the_buzzer_sounds_and_falls_silent(dealer: Dealer) -> None:
    for beep in (Beep.SHORT, Beep.LONG):
        dealer.simulation.moves.clear()
        sounding = asyncio.create_task(dealer.panel.sound(beep))
        await dealer.simulation.until_pins(lambda: dealer.simulation.moves[-2:] == ["L3=1", "L3=0"])
        await sounding


async def test_the_lid_is_told_when_it_moves(dealer: Dealer) -> None:
    async def next_lid() -> Lid:
        said = await dealer.simulation.until(lambda reading: isinstance(reading, LidSaid))
        assert isinstance(said, LidSaid)
        return said.lid

    assert await next_lid() is Lid.OPEN  # nothing is wired yet: the pull-up says open
    for commands, lid in ((LID_SHUT, Lid.CLOSED), (LID_OPEN, Lid.OPEN), (LID_SHUT, Lid.CLOSED)):
        dealer.simulation.play(commands)
        assert await next_lid() is lid


async def test_a_hung_core_shows_its_light_again_after_its_watchdog(dealer: Dealer) -> None:
    dealer.panel.show(Light.STOP)
    await dealer.until_lit(STOP)
    dealer.simulation.play(["hang"])
    await dealer.simulation.until(lambda reading: isinstance(reading, PartLost))
    await dealer.simulation.until(lambda reading: isinstance(reading, PartFound))
    await dealer.until_lit(STOP)
