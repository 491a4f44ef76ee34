"""The compiled AVR binary in its simulator, spoken to by the shipped host code over a real pty."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from felt.clock import SystemClock
from felt.fact import ShufflerState
from felt.ids import DeviceId
from firmware_bridge.mcu.device import McuDevice
from firmware_bridge.reading import PartFound, PartLost, Reading, ShufflerSaid
from firmware_bridge.stream import ByteStream, open_stream

# Closed to ground means 0; lid and door switches close when shut (avr/main.c).
SHUT = ["A4=0", "C0=0", "wait 20"]
DECK_IN = ["C2=0", "wait 20"]
START = ["A5=0", "wait 30", "A5=1", "A6=0", "wait 50"]
MOTOR_STOPS = ["A6=1", "wait 600"]


def cards(count: int) -> list[str]:
    """Cards through the gate, 10 ms each and 10 ms apart."""
    return ["A7=0", "wait 10", "A7=1", "wait 10"] * count


class Simulation:
    """The harness process; `play` writes its commands, `readings` is what the host code made of the bytes."""

    def __init__(self, process: asyncio.subprocess.Process, port: str) -> None:
        self._process = process
        self.port = port
        self.readings: asyncio.Queue[Reading] = asyncio.Queue()

    def play(self, commands: list[str]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{command}\n" for command in commands).encode())

    async def until(self, wanted: Callable[[Reading], bool]) -> Reading:
        """The first further reading that is wanted."""
        async with asyncio.timeout(60):
            while not wanted(reading := await self.readings.get()):
                pass
        return reading

    async def until_state(self, state: ShufflerState) -> ShufflerSaid:
        reading = await self.until(lambda came: isinstance(came, ShufflerSaid) and came.state is state)
        assert isinstance(reading, ShufflerSaid)
        return reading


@pytest.fixture
async def simulation(built: Path) -> AsyncIterator[Simulation]:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        built / "harness", built / "feltwire-mega2560.elf", stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
    )
    assert process.stdout is not None
    assert process.stdin is not None
    word, port = (await process.stdout.readline()).decode().split()
    assert word == "pty"
    here = Simulation(process, port)
    clock = SystemClock()

    async def open_port() -> ByteStream:
        return await open_stream(f"serial://{port}?baud=115200", clock=clock)

    async def listen() -> None:
        async for reading in McuDevice(DeviceId("mcu"), open_port, clock).readings():
            here.readings.put_nowait(reading)

    listening = asyncio.create_task(listen())
    yield here
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    process.stdin.write(b"end\n")
    process.stdin.close()
    await process.stdout.read()
    assert await process.wait() == 0


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
