"""The dealer's panel on the compiled AVR binary: presses that chatter, lamps, buzzer, lid."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from firmware_bridge.mcu.frames import Lid
from firmware_bridge.reading import ButtonSaid, LidSaid, PartFound, PartLost
from hardware.panel import Beep, Light, McuPanel, Panel, PanelButton, PanelEvent, Press
from tests.hardware.firmware.simulation import Simulation, simulated

FREE, ATTENTION, STOP, BUZZER = "L0", "L1", "L2", "L3"
LID_SHUT, LID_OPEN = ["A4=0", "wait 20"], ["A4=1", "wait 20"]


def chattering(pin: str, *, pressed: bool) -> list[str]:
    """A worn contact: five edges within 8 ms, then it holds still (a model, not a recording)."""
    level, other = ("0", "1") if pressed else ("1", "0")
    return [line for _ in range(4) for line in (f"{pin}={level}", "wait 1", f"{pin}={other}", "wait 1")] + [
        f"{pin}={level}",
        "wait 60",
    ]


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
        dealer.simulation.play(chattering(pin, pressed=True) + chattering(pin, pressed=False))
        event = await dealer.next_press()
        assert isinstance(event, Press)
        assert event.button is button
    # A last word after them all: nothing came between.
    dealer.simulation.play(chattering("A2", pressed=True))
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
