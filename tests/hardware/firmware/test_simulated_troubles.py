"""The compiled binary in its simulator when the line, the host or the release is not as it should be."""

import asyncio
import os
import random
from pathlib import Path

import pytest

from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import ShufflerState
from felt.fault import ProtocolFault
from firmware_bridge.mcu.dictionary import Dictionary
from firmware_bridge.mcu.frames import MCU, Lamp, LampSet
from firmware_bridge.mcu.link import Link
from firmware_bridge.reading import ButtonSaid, PartFound, Reading
from firmware_bridge.stream import ByteStream
from hardware.panel import Light, McuPanel
from tests.firmware_bridge.hostile import Harm, HostileWire
from tests.hardware.firmware.simulation import Simulation, simulated
from tests.hardware.firmware.test_panel import ATTENTION, STOP
from tests.hardware.firmware.test_simulated import DECK_IN, MOTOR_STOPS, SHUT, START, cards

GARBAGE = 20_000


def bad(stream: ByteStream) -> ByteStream:
    """One byte in a hundred lost, one in two hundred spoilt, noise before every fifth chunk, both ways."""
    return HostileWire(stream, 5, Harm(lose=0.01, spoil=0.005, noise=0.2))


def pour(port: str, data: bytes) -> None:
    """Write all of it to the port, however slowly the other end takes it."""
    terminal = os.open(port, os.O_WRONLY | os.O_NOCTTY)
    try:
        while data:
            data = data[os.write(terminal, data) :]
    finally:
        os.close(terminal)


def is_found(reading: Reading) -> bool:
    return isinstance(reading, PartFound)


async def until_attention(simulation: Simulation) -> None:
    await simulation.until_pins(lambda: bool(simulation.pins.get(ATTENTION)) and not simulation.pins.get(STOP))


async def converse(link: Link, stream: ByteStream) -> None:
    """Speak and listen, a millisecond a turn, until the link has enough of it."""
    async with asyncio.timeout(30):
        for turn in range(10_000):
            now = Nanos(turn * NANOS_PER_MS)
            await stream.write(link.transmit(now))
            link.receive(await stream.read(), now)


async def test_a_shuffle_over_a_bad_wire_is_counted_all_the_same(built: Path) -> None:
    async with simulated(built, bad) as simulation:
        await simulation.until(is_found)
        simulation.play([*SHUT, *DECK_IN, *START, *cards(52), *MOTOR_STOPS])
        assert (await simulation.until_state(ShufflerState.READY)).count == 52


async def test_presses_over_a_bad_wire_come_once_and_in_order(built: Path) -> None:
    async with simulated(built, bad) as simulation:
        await simulation.until(is_found)
        await simulation.until_state(ShufflerState.DOOR_OPEN)  # nothing is wired: the state came, presses count now
        pins = [0, 2, 1, 3, 0]
        for pin in pins:
            simulation.play([f"A{pin}=0", "wait 40", f"A{pin}=1", "wait 240"])
        heard = [await simulation.until(lambda reading: isinstance(reading, ButtonSaid)) for _ in pins]
        assert [said.button - 1 for said in heard if isinstance(said, ButtonSaid)] == pins


async def test_garbage_for_a_second_leaves_it_as_it_was(built: Path) -> None:
    """Twenty thousand bytes of anything, zeros among them; then its host comes, and finds it in its first session."""
    async with simulated(built) as simulation:
        await simulation.until(is_found)
        await simulation.deafen()
        await asyncio.to_thread(pour, simulation.port, random.Random(9).randbytes(GARBAGE))
        simulation.hear()
        simulation.play([*SHUT, *DECK_IN, *START, *cards(52), *MOTOR_STOPS])
        ready = await simulation.until_state(ShufflerState.READY)
        assert (ready.count, ready.cycle) == (52, 1)  # it never restarted: its cycles are counted from one


async def test_a_host_that_falls_silent_is_shown_and_its_light_comes_back_with_it(built: Path) -> None:
    async with simulated(built) as simulation:
        panel = McuPanel(simulation.device, simulation.clock)
        await simulation.until(is_found)
        panel.show(Light.STOP)
        await simulation.until_pins(lambda: bool(simulation.pins.get(STOP)))
        await simulation.deafen()
        await until_attention(simulation)
        simulation.hear()
        await simulation.until_pins(lambda: bool(simulation.pins.get(STOP)) and not simulation.pins.get(ATTENTION))


async def test_a_host_of_another_release_is_refused_and_moves_no_lamp(built: Path) -> None:
    other = Dictionary("feltwire-mcu", version=99)
    for number, spec in MCU.frames.items():
        other.frame(number)(spec.kind)
    async with simulated(built) as simulation:
        await simulation.until(is_found)
        await simulation.deafen()
        await until_attention(simulation)
        link, stream = Link(other, 77, Nanos(0)), await simulation.open()
        link.send(LampSet(Lamp.STOP))
        with pytest.raises(ProtocolFault, match="one release"):
            await converse(link, stream)
        await stream.close()
        simulation.hear()
        await simulation.until_pins(lambda: not simulation.pins.get(ATTENTION))
        assert not any(move == f"{STOP}=1" for move in simulation.moves)
