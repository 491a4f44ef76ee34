"""Buttons that bounce as real ones were recorded to, on the Pi's pins and in the firmware: a press is one press."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from felt.clock import NANOS_PER_MS, NANOS_PER_SECOND, ManualClock, Nanos
from felt.ids import DeviceId
from firmware_bridge.mcu.frames import Button, ButtonPressed
from hardware.panel import KeyTurned, PanelButton, PanelEvent, PanelPlan, Press
from hardware.panel.gpio import RELEASE, SETTLE, GpioPanel
from hardware.panel.settling import Settled, Settling
from tests.hardware.firmware.conftest import built
from tests.hardware.firmware.test_link import Table, Wire
from tests.hardware.firmware.workbench import Workbench
from tests.hardware.panel.edges import COMPOSED, PRESSES, RECORDED, RELEASES, Movement

__all__ = ["built"]

HELD = Nanos(150 * NANOS_PER_MS)
"""How long a finger stays on the button after it has come to rest."""
APART = Nanos(300 * NANOS_PER_MS)
"""How long a button rests before it is pressed again."""

each_press = pytest.mark.parametrize("press", PRESSES, ids=lambda press: press.name)
each_release = pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)


def taps(press: Movement, release: Movement, count: int) -> Iterator[Nanos]:
    """The edges of so many presses of one button, one after the other."""
    began = Nanos(10 * NANOS_PER_MS)
    for _ in range(count):
        for movement, rest in ((press, HELD), (release, APART)):
            yield from (Nanos(began + at) for at in movement.edges)
            began = Nanos(began + movement.ends + rest)


def settled(edges: Iterator[Nanos]) -> list[Settled]:
    """What a contact tells that turns over at each of these times, asked whenever it is due."""
    contact, level = Settling(False, SETTLE, RELEASE), False
    found = []
    for at in [*edges, Nanos(2**62)]:
        while contact.due is not None and contact.due <= at:
            told = contact.check(level, contact.due)
            found += [told] if told else []
        contact.edge(at)
        level = not level
    return found


def test_the_recordings_are_whole() -> None:
    """Each movement ends where it should, its times rise, and the worst is as long as its source says."""
    assert len(RECORDED) == 19
    for movement in RECORDED + COMPOSED:
        assert list(movement.edges) == sorted(movement.edges)
        assert movement.closed_at(movement.ends) is movement.presses
    ms = {movement.name: movement.ends / NANOS_PER_MS for movement in RECORDED + COMPOSED}
    assert ms["press-21-normal"] == pytest.approx(132.34, abs=0.01)
    assert ms["press-71-slow"] == pytest.approx(457.93, abs=0.01)
    assert ms["release-88-fast"] == pytest.approx(34.23, abs=0.01)
    assert ms["press-157000-outlier"] == ms["release-157000-outlier"] == 157


@each_press
@each_release
def test_three_presses_are_three_presses(press: Movement, release: Movement) -> None:
    told = settled(taps(press, release, 3))
    assert [each.level for each in told] == [True, False] * 3
    first = 10 * NANOS_PER_MS + press.edges[0]
    assert told[0].at >= first
    assert told[0].at <= 10 * NANOS_PER_MS + press.ends


class Pins:
    """A panel with one button and a key on mock pins, a clock moved by hand, and what was heard."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.factory = MockFactory()
        plan = PanelPlan(DeviceId("panel"), buttons={PanelButton.CONFIRM: 5}, key=25)
        self.panel = GpioPanel(plan, self.clock, factory=self.factory)
        self.heard: list[PanelEvent] = []
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for event in self.panel.events():
            self.heard.append(event)

    async def play(self, pin: int, movement: Movement, rest: Nanos) -> None:
        """Move the contact on a pin to ground as recorded."""
        gone = 0
        for at in movement.edges:
            await self.clock.advance((at - gone) / NANOS_PER_SECOND)
            gone = at
            line = self.factory.pin(pin)
            line.drive_low() if line.state else line.drive_high()
        await self.clock.advance(rest / NANOS_PER_SECOND)

    async def close(self) -> None:
        self.listening.cancel()
        await asyncio.gather(self.listening, return_exceptions=True)
        self.panel.close()
        self.factory.close()


async def test_on_the_pis_pins_each_recorded_press_is_one_press() -> None:
    pins = Pins()
    for press in PRESSES:
        await pins.play(5, press, HELD)
        await pins.play(5, RELEASES[0], APART)
    for release in RELEASES:
        await pins.play(5, PRESSES[0], HELD)
        await pins.play(5, release, APART)
    pressed = [event for event in pins.heard if isinstance(event, Press)]
    assert len(pressed) == len(PRESSES) + len(RELEASES)
    await pins.close()


async def test_a_key_that_bounces_so_turns_once_each_way() -> None:
    pins = Pins()
    for press, release in zip(PRESSES, (*RELEASES, *RELEASES[:4]), strict=False):
        pins.heard.clear()
        await pins.play(25, press, APART)
        await pins.play(25, release, APART)
        assert [event.serviced for event in pins.heard if isinstance(event, KeyTurned)][-2:] == [True, False]
        assert len(pins.heard) <= 3  # one more at the start: how it stands
    await pins.close()


@each_press
@pytest.mark.parametrize("offset_us", [0, 250, 500, 750])
def test_in_the_firmware_each_recorded_press_is_one_press(built: Path, press: Movement, offset_us: int) -> None:
    """The core looks once a millisecond, wherever between two edges that falls."""
    with Workbench(built) as device:
        table = Table(device, Wire(0, 0))
        table.run(10)
        for release in RELEASES:
            for movement, rest in ((press, HELD), (release, APART)):
                for at_ms in range((movement.ends + rest) // NANOS_PER_MS):
                    closed = movement.closed_at(Nanos(at_ms * NANOS_PER_MS + offset_us * 1000))
                    table.run(1, int(closed) << 1)
        assert table.delivered() == [ButtonPressed(Button.CONFIRM)] * len(RELEASES)
