"""The panel on gpiozero's mock pins."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from felt.clock import NANOS_PER_MS, ManualClock
from felt.fault import Unsupported
from felt.ids import DeviceId
from felt.place import SeatNo
from hardware.panel import Beep, KeyTurned, Light, PanelButton, PanelEvent, PanelPlan, Press
from hardware.panel.gpio import GpioPanel

PLAN = PanelPlan(
    id=DeviceId("panel"),
    buttons={PanelButton.CONFIRM: 5, PanelButton.CALL_FLOOR: 6},
    lamp={Light.FREE: 17, Light.ATTENTION: 27, Light.STOP: 22},
    seats={SeatNo(1): 23, SeatNo(2): 24},
    buzzer=18,
    key=25,
)

ID = DeviceId("p")
CONFIRM = PanelButton.CONFIRM


class Bench:
    """A panel, its pins and a clock moved by hand."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.factory = MockFactory()
        self.panel = GpioPanel(PLAN, self.clock, factory=self.factory)
        self.heard: list[PanelEvent] = []
        self.task = asyncio.create_task(self._listen())

    def pin(self, number: int) -> MockPin:
        return self.factory.pin(number)

    def lit(self, *numbers: int) -> list[bool]:
        return [bool(self.pin(number).state) for number in numbers]

    async def bounce(self, number: int, times_ms: list[float]) -> None:
        """Turn the contact over at each of these times from now."""
        gone = 0.0
        for at in times_ms:
            await self.clock.advance((at - gone) / 1000)
            gone = at
            pin = self.pin(number)
            pin.drive_high() if not pin.state else pin.drive_low()
        await self.clock.advance(0.3)

    async def _listen(self) -> None:
        async for event in self.panel.events():
            self.heard.append(event)


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    made = Bench()
    await made.clock.advance(0)
    yield made
    made.task.cancel()
    await asyncio.gather(made.task, return_exceptions=True)
    made.panel.close()
    made.factory.close()


async def test_a_press_is_told_with_the_moment_it_began(bench: Bench) -> None:
    """Recorded bounces are in test_bounces.py."""
    await bench.bounce(5, [1.0, 1.2, 1.9, 2.1, 3.6, 3.7, 5.2])
    await bench.bounce(5, [1.0, 1.1, 1.3, 2.8, 4.4])
    _key, pressed = bench.heard
    assert pressed == Press(PanelButton.CONFIRM, at=pressed.at)
    assert abs(pressed.at - 1 * NANOS_PER_MS) <= 1 * NANOS_PER_MS


async def test_two_buttons_do_not_disturb_each_other(bench: Bench) -> None:
    await bench.bounce(5, [1.0])
    await bench.bounce(6, [1.0])
    assert [event.button for event in bench.heard if isinstance(event, Press)] == [
        PanelButton.CONFIRM,
        PanelButton.CALL_FLOOR,
    ]


async def test_a_lost_edge_is_found_by_looking(bench: Bench) -> None:
    bench.pin(6)._state = False  # the line falls without an event, as lgpio has done
    await bench.clock.advance(0.3)
    assert [event.button for event in bench.heard if isinstance(event, Press)] == [PanelButton.CALL_FLOOR]


async def test_the_key_tells_how_it_stands_and_both_ways(bench: Bench) -> None:
    await bench.bounce(25, [1.0])
    await bench.bounce(25, [1.0])
    assert [event.serviced for event in bench.heard if isinstance(event, KeyTurned)] == [False, True, False]


async def test_one_light_at_a_time(bench: Bench) -> None:
    for light, lit in (
        (Light.FREE, [True, False, False]),
        (Light.STOP, [False, False, True]),
        (Light.DARK, [False, False, False]),
    ):
        bench.panel.show(light)
        assert bench.lit(17, 27, 22) == lit


async def test_seats_are_marked_and_unmarked(bench: Bench) -> None:
    bench.panel.mark_seats({SeatNo(2), SeatNo(9)})
    assert bench.lit(23, 24) == [False, True]
    bench.panel.mark_seats(())
    assert bench.lit(23, 24) == [False, False]


async def test_the_buzzer_falls_silent_again(bench: Bench) -> None:
    sounding = asyncio.create_task(bench.panel.sound(Beep.SHORT))
    await bench.clock.advance(0.079)
    assert bench.lit(18) == [True]
    await bench.clock.advance(0.002)
    assert bench.lit(18) == [False]
    await sounding


async def test_without_pins_it_says_what_is_missing() -> None:
    class NoPins(MockFactory):  # type: ignore[misc]
        def pin(self, name: object) -> MockPin:
            raise OSError("no gpiochip")

    with pytest.raises(Unsupported, match="panel panel: no pins"):
        GpioPanel(PLAN, ManualClock(), factory=NoPins())


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (PanelPlan(ID, buttons={CONFIRM: 5}, buzzer=5), [("buzzer", "pin 5 is used by button confirm and buzzer")]),
        (PanelPlan(ID, lamp={Light.DARK: 5}), [("lamp.dark", "the lamp's 'dark' has a pin")]),
        (
            PanelPlan(ID, buttons={CONFIRM: 14}, key=1, buzzer=28),
            [
                ("buttons.confirm", "pin 14 of button confirm is reserved: the Pi's serial port (transmit)"),
                ("buzzer", "pin 28 of buzzer is not on the Pi's header"),
                ("key", "pin 1 of key is reserved: kept for the identification of add-on boards"),
            ],
        ),
        (
            PanelPlan(ID, lamp={Light.STOP: 2}, key=3),
            [("lamp.stop", "pin 2 of lamp stop is pulled up by the Pi itself and lit while it starts")],
        ),
        (PLAN, []),
    ],
)
def test_what_cannot_be_wired_is_named_all_of_it(plan: PanelPlan, says: list[tuple[str, str]]) -> None:
    assert [(row, what) for row, what, _ in plan.faults()] == says
