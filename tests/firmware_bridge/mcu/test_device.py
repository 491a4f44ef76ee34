"""The microcontroller on its port: shuffler, buttons and lid as readings, lamp and buzzer, restarts and losses."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest
from msgspec import Struct

from felt.clock import NANOS_PER_SECOND
from felt.fact import ShufflerState
from felt.fault import ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.mcu.device import McuDevice
from firmware_bridge.mcu.dictionary import Dictionary
from firmware_bridge.mcu.frames import (
    Beep,
    Button,
    ButtonPressed,
    BuzzerSounded,
    CycleStarted,
    DeckCounted,
    DeckPresent,
    FaultCode,
    FaultRaised,
    Hello,
    Lamp,
    LampSet,
    Lid,
    LidMoved,
    MachineCode,
    MachineState,
    Presence,
)
from firmware_bridge.reading import ButtonSaid, LidSaid, PartFound, PartLost, Reading, ShufflerSaid
from firmware_bridge.stream import ByteStream, MemoryWires, open_stream
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.far_machine import FarMachine
from tests.firmware_bridge.hostile import Harm, HostileWire

PART = DeviceId("shuffler")
GREETED = 4
"""Readings of a machine that was met: found, then deck, lid and state, as it was asked."""


class Bench:
    """A machine's port and the ear on it."""

    def __init__(self, clock: AutoClock) -> None:
        self.clock = clock
        self.wires = MemoryWires()
        self.machine = FarMachine(clock)
        self.harm = Harm()
        self.wire_seed = 1
        self._serving: asyncio.Task[None] | None = None

    def plug(self, machine: FarMachine | None = None) -> None:
        if machine is not None:
            self.machine = machine
        self.unplug()
        self._serve(self.wires.plug("mcu"))

    def restart(self, machine: FarMachine) -> None:
        """The same wire, another start of the firmware."""
        self.stall()
        self.machine = machine
        self._serve(self._far)

    def stall(self) -> None:
        """The firmware stands still; the wire stays."""
        if self._serving is not None:
            self._serving.cancel()

    def unplug(self) -> None:
        self.wires.unplug("mcu")
        self.stall()

    def _serve(self, far: ByteStream) -> None:
        self._far = far
        self._serving = asyncio.create_task(self.machine.serve(far))

    async def _open(self) -> ByteStream:
        return HostileWire(
            await open_stream("memory://mcu", clock=self.clock, wires=self.wires), self.wire_seed, self.harm
        )

    def hear(self, longest_cycle_s: float = 180.0) -> AsyncGenerator[Reading, None]:
        sessions = iter(range(1, 1000))
        self.device = McuDevice(
            PART, self._open, self.clock, longest_cycle_s=longest_cycle_s, session=lambda: next(sessions)
        )
        return self.device.readings()


@asynccontextmanager
async def bench() -> AsyncIterator[Bench]:
    async with AutoClock() as clock:
        there = Bench(clock)
        yield there
        there.unplug()


async def take(readings: AsyncGenerator[Reading, None], count: int) -> list[Reading]:
    return [await anext(readings) for _ in range(count)]


def said(readings: list[Reading]) -> list[tuple[str, int, int | None, bool]]:
    return [(r.state.value, r.cycle, r.count, r.started) for r in readings if isinstance(r, ShufflerSaid)]


async def test_found_and_asked_for_its_state() -> None:
    async with bench() as on, aclosing(on.hear()) as readings:
        on.machine.state = MachineState(MachineCode.READY, 4)
        on.plug()
        found, deck, lid, state = await take(readings, GREETED)
        assert isinstance(found, PartFound)
        assert (found.part, found.version) == (PART, "machine 3")
        assert said([deck]) == [("unknown", 0, None, False)]
        assert isinstance(lid, LidSaid)
        assert said([state]) == [("ready", 4, None, False)]


async def test_a_whole_cycle() -> None:
    async with bench() as on, aclosing(on.hear()) as readings:
        on.plug()
        await take(readings, GREETED)
        on.machine.say(
            DeckPresent(Presence.PRESENT),
            CycleStarted(1),
            MachineState(MachineCode.SHUFFLING, 1),
            DeckCounted(1, 52),
            MachineState(MachineCode.READY, 1),
            MachineState(MachineCode.LOADING, 2),
        )
        heard = await take(readings, 6)
        assert said(heard) == [
            ("idle", 0, None, False),
            ("shuffling", 1, None, True),
            ("shuffling", 1, None, False),
            ("shuffling", 1, 52, False),
            ("ready", 1, 52, False),
            ("loading", 2, None, False),
        ]
        assert [r.deck for r in heard if isinstance(r, ShufflerSaid)] == [True] * 6


@pytest.mark.parametrize(
    ("code", "state"),
    [
        (FaultCode.JAM, "jam"),
        (FaultCode.DOUBLE_FEED, "jam"),
        (FaultCode.DOOR_OPENED, "door-open"),
        (FaultCode.POWER_LOST, "fault"),
        (FaultCode.MOTOR_STALL, "fault"),
    ],
)
async def test_a_fault_voids_the_count(code: FaultCode, state: str) -> None:
    async with bench() as on, aclosing(on.hear()) as readings:
        on.plug()
        await take(readings, GREETED)
        on.machine.say(DeckCounted(1, 52), FaultRaised(code, 1))
        assert said(await take(readings, 2))[1] == (state, 1, None, False)


async def test_buttons_and_lid_are_told_beside_the_machine() -> None:
    async with bench() as on, aclosing(on.hear()) as readings:
        on.plug()
        await take(readings, GREETED)
        on.machine.say(ButtonPressed(Button.CALL_FLOOR), LidMoved(Lid.OPEN), CycleStarted(1))
        pressed, lid, started = await take(readings, 3)
        assert isinstance(pressed, ButtonSaid)
        assert (pressed.part, pressed.button) == (PART, Button.CALL_FLOOR)
        assert isinstance(lid, LidSaid)
        assert lid.lid is Lid.OPEN
        assert said([started]) == [("shuffling", 1, None, True)]


async def test_what_was_pressed_while_nobody_heard_is_too_old_but_for_a_call() -> None:
    """A round closed minutes ago must not close the round of now."""
    async with bench() as on, aclosing(on.hear()) as readings:
        on.machine.say(ButtonPressed(Button.ROUND_CLOSED), ButtonPressed(Button.CALL_FLOOR))
        on.machine.say(ButtonPressed(Button.UNDO))
        on.plug()
        found, call, _, _, state = await take(readings, 1 + GREETED)
        assert isinstance(found, PartFound)
        assert isinstance(call, ButtonSaid)
        assert call.button is Button.CALL_FLOOR
        assert isinstance(state, ShufflerSaid)
        on.machine.say(ButtonPressed(Button.ROUND_CLOSED))
        (pressed,) = await take(readings, 1)
        assert isinstance(pressed, ButtonSaid)
        assert pressed.button is Button.ROUND_CLOSED


@pytest.mark.parametrize(
    "kept", [MachineState(MachineCode.READY, 4), DeckPresent(Presence.PRESENT), LidMoved(Lid.OPEN)]
)
async def test_a_change_that_nobody_heard_does_not_make_a_press_of_then_one_of_now(kept: Struct) -> None:
    """The shuffler ended its cycle while the node was away, and a round was closed after that: minutes ago too."""
    async with bench() as on, aclosing(on.hear()) as readings:
        on.machine.say(ButtonPressed(Button.UNDO), kept, ButtonPressed(Button.ROUND_CLOSED))
        on.plug()
        assert not any(isinstance(reading, ButtonSaid) for reading in await take(readings, 1 + GREETED))
        on.machine.say(ButtonPressed(Button.CONFIRM))
        (pressed,) = await take(readings, 1)
        assert isinstance(pressed, ButtonSaid)
        assert pressed.button is Button.CONFIRM


async def test_a_state_that_is_not_told_is_asked_for_again() -> None:
    """A firmware whose memory was full of other words has no room for the answer; its buttons must not stay dead."""
    async with bench() as on, aclosing(on.hear()) as readings:
        on.machine.forgetful = 2
        on.plug()
        assert [type(reading) for reading in await take(readings, GREETED)][1:] == [ShufflerSaid, LidSaid, ShufflerSaid]
        on.machine.say(ButtonPressed(Button.ROUND_CLOSED))
        assert isinstance((await take(readings, 1))[0], ButtonSaid)


async def test_lamp_and_buzzer_reach_the_panel_at_once() -> None:
    async with bench() as on, aclosing(on.hear()) as readings:
        on.plug()
        await take(readings, GREETED)
        waiting = asyncio.create_task(anext(readings))
        on.device.show(Lamp.STOP)
        on.device.show(Lamp.STOP)
        on.device.sound(Beep.LONG)
        began = on.clock.now_s
        await on.clock.sleep(0.1)
        assert on.machine.told == [LampSet(Lamp.STOP), BuzzerSounded(Beep.LONG)]
        assert on.clock.now_s - began < 0.2
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)


async def test_the_lamp_comes_again_after_a_restart_and_the_beep_does_not() -> None:
    async with bench() as on:
        readings = on.hear()
        on.device.show(Lamp.FREE)
        on.device.sound(Beep.SHORT)  # nobody is there to hear it
        listening = asyncio.create_task(take(readings, 10_000))
        on.plug()
        await on.clock.sleep(1)
        assert on.machine.told == [LampSet(Lamp.FREE)]
        on.restart(FarMachine(on.clock, session=0x3333))
        await on.clock.sleep(1)
        assert on.machine.told == [LampSet(Lamp.FREE)]
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def test_a_host_that_changes_its_mind_for_ever_fills_no_queue() -> None:
    async with bench() as on:
        readings = on.hear()
        on.plug()
        listening = asyncio.create_task(take(readings, 10_000))
        await on.clock.sleep(1)
        on.stall()
        for turn in range(2000):
            on.device.show(Lamp.STOP if turn % 2 else Lamp.FREE)
            on.device.sound(Beep.SHORT)
            await on.clock.sleep(0.001)
        on.restart(on.machine)
        await on.clock.sleep(5)
        assert on.machine.told[-1] == LampSet(Lamp.STOP) or LampSet(Lamp.STOP) in on.machine.told[-6:]
        assert len(on.machine.told) < 20
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def test_a_restart_makes_the_state_unknown_until_it_is_told() -> None:
    async with bench() as on, aclosing(on.hear()) as readings:
        on.plug()
        await take(readings, GREETED)
        on.machine.say(CycleStarted(7))
        await take(readings, 1)
        on.restart(FarMachine(on.clock, session=0x3333))
        lost, unknown, found, _, _, idle = await take(readings, 2 + GREETED)
        assert isinstance(lost, PartLost)
        assert "restarted" in lost.why
        assert said([unknown]) == [("unknown", 7, None, False)]
        assert isinstance(found, PartFound)
        assert said([idle]) == [("idle", 0, None, False)]


async def test_a_cycle_that_runs_too_long_is_a_fault() -> None:
    async with bench() as on, aclosing(on.hear(longest_cycle_s=60)) as readings:
        on.plug()
        await take(readings, GREETED)
        on.machine.say(CycleStarted(1))
        (started,) = await take(readings, 1)
        (fault,) = await take(readings, 1)
        assert isinstance(started, ShufflerSaid)
        assert isinstance(fault, ShufflerSaid)
        assert fault.state is ShufflerState.FAULT
        assert (fault.at - started.at) / NANOS_PER_SECOND == pytest.approx(60, abs=0.1)


async def test_another_firmware_release_stops_the_node_at_start() -> None:
    other = Dictionary("feltwire-mcu", version=2)
    other.frame(0x01)(Hello)
    async with bench() as on, aclosing(on.hear()) as readings:
        on.plug(FarMachine(on.clock, dictionary=other))
        with pytest.raises(ProtocolFault, match="one release"):
            await anext(readings)


async def test_another_firmware_release_later_on_is_a_loss() -> None:
    other = Dictionary("feltwire-mcu", version=2)
    other.frame(0x01)(Hello)
    async with bench() as on, aclosing(on.hear()) as readings:
        on.plug()
        await take(readings, GREETED)
        on.restart(FarMachine(on.clock, session=0x3333, dictionary=other))
        (lost,) = await take(readings, 1)
        assert isinstance(lost, PartLost)
        assert "one release" in lost.why


async def test_absent_then_plugged_in_then_pulled_then_plugged_in_again() -> None:
    async with bench() as on, aclosing(on.hear()) as readings:
        (absent,) = await take(readings, 1)
        assert isinstance(absent, PartLost)
        on.plug()
        assert isinstance((await take(readings, GREETED))[0], PartFound)
        on.unplug()
        (pulled,) = await take(readings, 1)
        assert isinstance(pulled, PartLost)
        assert "unplugged" in pulled.why
        on.plug(FarMachine(on.clock, session=0x3333))
        assert isinstance((await take(readings, GREETED))[0], PartFound)


async def test_silence_is_told_once_and_the_return_at_once() -> None:
    async with bench() as on, aclosing(on.hear()) as readings:
        on.plug()
        await take(readings, GREETED)
        on.stall()
        (lost,) = await take(readings, 1)
        assert isinstance(lost, PartLost)
        assert "silent for 3 s" in lost.why
        waiting = asyncio.create_task(anext(readings))
        await on.clock.sleep(30)
        assert not waiting.done()
        on.restart(on.machine)
        assert isinstance(await waiting, PartFound)


@pytest.mark.parametrize("seed", range(6))
async def test_every_word_arrives_once_over_a_bad_wire(seed: int) -> None:
    async with bench() as on, aclosing(on.hear()) as readings:
        on.harm, on.wire_seed = Harm(lose=0.005, spoil=0.005, single=True, noise=0.05), seed
        on.plug()
        await take(readings, GREETED)
        for cycle in range(1, 21):
            on.machine.say(CycleStarted(cycle), DeckCounted(cycle, 52), MachineState(MachineCode.READY, cycle))
        heard = said(await take(readings, 60))
        assert [cycle for _, cycle, _, started in heard if started] == list(range(1, 21))
        ready = [(cycle, count) for state, cycle, count, _ in heard if state == "ready"]
        assert ready == [(cycle, 52) for cycle in range(1, 21)]
