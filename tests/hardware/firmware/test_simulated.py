"""The compiled AVR binary in its simulator, spoken to by the shipped host code over a real pty."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from felt.fact import ShufflerState
from firmware_bridge.reading import PartFound, PartLost, ShufflerSaid
from tests.hardware.firmware.simulation import Simulation, simulated

# Closed to ground means 0; lid and door switches close when shut (avr/main.c).
SHUT = ["A4=0", "C0=0", "wait 20"]
DECK_IN = ["C2=0", "wait 20"]
START = ["A5=0", "wait 30", "A5=1", "A6=0", "wait 50"]
MOTOR_STOPS = ["A6=1", "wait 600"]


def cards(count: int) -> list[str]:
    """Cards through the gate, 10 ms each and 10 ms apart."""
    return ["A7=0", "wait 10", "A7=1", "wait 10"] * count


@pytest.fixture
async def simulation(built: Path) -> AsyncIterator[Simulation]:
    async with simulated(built) as here:
        yield here


async def test_a_whole_shuffle_is_counted_by_the_real_binary(simulation: Simulation) -> None:
    found = await simulation.until(lambda reading: isinstance(reading, PartFound))
    assert isinstance(found, PartFound)
    assert found.version == "feltwire-mcu 0.1.0 mega2560"
    simulation.play([*SHUT, *DECK_IN, *START, *cards(52), *MOTOR_STOPS])
    started = await simulation.until(lambda reading: isinstance(reading, ShufflerSaid) and reading.started)
    assert isinstance(started, ShufflerSaid)
    ready = await simulation.until_state(ShufflerState.READY)
    assert (ready.count, ready.cycle) == (52, started.cycle)


async def test_fifty_one_cards_are_a_wrong_count(simulation: Simulation) -> None:
    simulation.play([*SHUT, *DECK_IN, *START, *cards(51), *MOTOR_STOPS])
    wrong = await simulation.until_state(ShufflerState.COUNT_WRONG)
    assert wrong.count == 51


async def test_a_hung_core_is_restarted_by_its_watchdog_and_the_cycle_is_void(simulation: Simulation) -> None:
    simulation.play([*SHUT, *DECK_IN, *START, *cards(10)])
    await simulation.until_state(ShufflerState.SHUFFLING)
    simulation.play(["hang"])
    lost = await simulation.until(lambda reading: isinstance(reading, PartLost))
    assert isinstance(lost, PartLost)
    assert "restarted" in lost.why
    await simulation.until(lambda reading: isinstance(reading, PartFound))
    after = await simulation.until_state(ShufflerState.LOADING)
    assert after.count is None
