"""The firmware's link against the host's own: whatever the wire does, each event arrives once and in order."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from felt.clock import NANOS_PER_MS, Nanos
from felt.fault import ProtocolFault
from firmware_bridge.mcu.dictionary import Dictionary
from firmware_bridge.mcu.frames import (
    MCU,
    Beep,
    Button,
    ButtonPressed,
    BuzzerSounded,
    DeckPresent,
    Lamp,
    LampSet,
    Lid,
    LidMoved,
    MachineCode,
    MachineState,
    Presence,
    StateAsked,
)
from firmware_bridge.mcu.link import Delivered, Greeted, Link, LinkEvent, Restarted
from tests.firmware_bridge.mcu.late_wire import LateWire
from tests.hardware.firmware.workbench import Workbench

BUILT_ONCE = [HealthCheck.function_scoped_fixture]
"""The built firmware is the same for all examples."""
BUTTONS = {0: Button.ROUND_CLOSED, 1: Button.CONFIRM, 2: Button.CALL_FLOOR, 3: Button.UNDO}


class Wire:
    """Loses and damages bytes with a seed."""

    def __init__(self, seed: int, trouble: float) -> None:
        self._random = random.Random(seed)
        self._trouble = trouble

    def carry(self, data: bytes) -> bytes:
        """What arrives of `data`."""
        arrived = bytearray()
        for byte in data:
            fate = self._random.random()
            if fate >= self._trouble:
                arrived.append(byte)
            elif fate >= self._trouble / 2:
                arrived.append(byte ^ (1 << self._random.randrange(8)))
        return bytes(arrived)


class Table:
    """Host link and device on one wire, in steps of 1 ms."""

    def __init__(self, device: Workbench, wire: Wire, host: Link | None = None) -> None:
        self.device = device
        self.wire = wire
        self.now_ms = 0
        self.host = host or Link(MCU, 1, Nanos(0))
        self.events: list[LinkEvent] = []

    def run(self, ms: int, inputs: int = 0) -> None:
        """Let `ms` milliseconds pass with these inputs."""
        for _ in range(ms):
            self.now_ms += 1
            now = Nanos(self.now_ms * NANOS_PER_MS)
            self.device.receive(self.wire.carry(self.host.transmit(now)), self.now_ms)
            self.events += self.host.receive(self.wire.carry(self.device.tick(inputs, self.now_ms)), now)

    def delivered(self) -> list[Struct]:
        """The frames that came, in order."""
        return [event.frame for event in self.events if isinstance(event, Delivered)]


def press(table: Table, bit: int) -> None:
    table.run(30, 1 << bit)
    table.run(230)  # open for 200 ms counts as let go


def test_it_greets_and_tells_its_state_when_asked(built: Path) -> None:
    with Workbench(built) as device:
        table = Table(device, Wire(0, 0))
        table.run(5)
        assert table.events == [Greeted("feltwire-mcu test")]
        table.host.send(StateAsked())
        table.run(5)
        assert table.delivered() == [
            DeckPresent(Presence.ABSENT),
            LidMoved(Lid.CLOSED),
            MachineState(MachineCode.IDLE, 0),
        ]


@settings(max_examples=25, deadline=None, suppress_health_check=BUILT_ONCE)
@given(
    st.lists(st.sampled_from(sorted(BUTTONS)), max_size=12), st.integers(0, 2**32), st.sampled_from([0.0, 0.01, 0.05])
)
def test_every_press_arrives_once_and_in_order_over_bad_wires(
    built: Path, presses: list[int], seed: int, trouble: float
) -> None:
    with Workbench(built) as device:
        table = Table(device, Wire(seed, trouble))
        for bit in presses:
            press(table, bit)
        table.wire = Wire(seed, 0)
        table.run(1_000)
        assert table.delivered() == [ButtonPressed(BUTTONS[bit]) for bit in presses]


def test_presses_while_the_host_is_away_are_kept_for_it(built: Path) -> None:
    with Workbench(built) as device:
        away = Table(device, Wire(0, 1.0))
        for bit in (2, 1, 2):
            press(away, bit)
        back = Table(device, Wire(0, 0))
        back.now_ms = away.now_ms
        back.run(600)
        assert back.delivered() == [ButtonPressed(BUTTONS[bit]) for bit in (2, 1, 2)]


def test_a_call_for_the_floor_is_kept_where_the_memory_is_full_of_other_words(built: Path) -> None:
    """Thirty words that nobody hears, more than it keeps; then the call, and the state told behind all that it kept."""
    with Workbench(built) as device:
        away = Table(device, Wire(0, 1.0))
        for _ in range(30):
            press(away, 0)
        press(away, 2)
        back = Table(device, Wire(0, 0))
        back.now_ms = away.now_ms
        back.host.send(StateAsked())  # it is there before any of what was kept is confirmed
        back.run(600)
        *presses, deck, lid, machine = back.delivered()
        assert presses[-1] == ButtonPressed(Button.CALL_FLOOR)
        assert set(presses[:-1]) == {ButtonPressed(Button.ROUND_CLOSED)}
        assert [deck, lid, machine] == [
            DeckPresent(Presence.ABSENT),
            LidMoved(Lid.CLOSED),
            MachineState(MachineCode.IDLE, 0),
        ]


def test_a_restarted_host_is_met_anew_and_loses_nothing(built: Path) -> None:
    with Workbench(built) as device:
        first = Table(device, Wire(0, 0))
        first.run(10)
        first.wire = Wire(0, 1.0)
        press(first, 0)
        second = Table(device, Wire(0, 0), Link(MCU, 2, Nanos(first.now_ms * NANOS_PER_MS)))
        second.now_ms = first.now_ms
        press(second, 3)
        second.run(300)
        assert second.delivered() == [ButtonPressed(Button.ROUND_CLOSED), ButtonPressed(Button.UNDO)]


@settings(max_examples=60, deadline=None, suppress_health_check=BUILT_ONCE)
@given(st.lists(st.integers(1, 1_500), min_size=1, max_size=5), st.integers(1, 400))
def test_hosts_that_begin_anew_over_a_late_wire_hear_and_are_heard(built: Path, lives_ms: list[int], late: int) -> None:
    """Each host but the last lives so many ms while a button is pressed; what was said before is still under way."""
    with Workbench(built) as device:
        up, down = LateWire(late), LateWire(late)
        events: list[LinkEvent] = []
        now_ms = 0
        for session, life_ms in enumerate([*lives_ms, 6_000], start=1):
            host = Link(MCU, session, Nanos(now_ms * NANOS_PER_MS))
            events.clear()
            host.send(LampSet(Lamp.STOP if life_ms == 6_000 else Lamp.FREE))
            host.send(StateAsked())
            for _ in range(life_ms):
                now_ms += 1
                now = Nanos(now_ms * NANOS_PER_MS)
                device.receive(down.carry(host.transmit(now)), now_ms)
                pressed = life_ms < 6_000 and now_ms % 260 < 30
                events += host.receive(up.carry(device.tick(int(pressed), now_ms)), now)
        assert host.pending == 0
        assert device.lamp == Lamp.STOP
        told = [event.frame for event in events if isinstance(event, Delivered)]
        assert told[-3:] == [
            DeckPresent(Presence.ABSENT),
            LidMoved(Lid.CLOSED),
            MachineState(MachineCode.IDLE, 0),
        ]


@settings(max_examples=60, deadline=None, suppress_health_check=BUILT_ONCE)
@given(st.integers(1, 3_000), st.integers(1, 400))
def test_a_device_that_begins_anew_over_a_late_wire_hears_and_is_heard(built: Path, life_ms: int, late: int) -> None:
    """At each greeting the host asks anew, as the table's node does; that to the first device may reach the second."""
    with Workbench(built, session=7) as before, Workbench(built, session=8) as after:
        up, down = LateWire(late), LateWire(late)
        host = Link(MCU, 1, Nanos(0))
        events: list[LinkEvent] = []
        lamps = [Lamp.STOP, Lamp.FREE]
        for now_ms in range(1, life_ms + 6_000):
            now = Nanos(now_ms * NANOS_PER_MS)
            device = before if now_ms <= life_ms else after
            device.receive(down.carry(host.transmit(now)), now_ms)
            came = host.receive(up.carry(device.tick(0, now_ms)), now)
            if Greeted("feltwire-mcu test") in came:
                host.send(LampSet(wanted := lamps.pop()))
                host.send(StateAsked())
            events += came
        assert host.pending == 0
        assert after.lamp == wanted
        assert [type(event) for event in events if not isinstance(event, Delivered)][-1] is Greeted
        assert events[-1] == Delivered(MachineState(MachineCode.IDLE, 0))


@pytest.mark.parametrize("session", [7, 8])
def test_a_restarted_device_is_noticed_and_heard(built: Path, session: int) -> None:
    """Also where it has the number of before: an EEPROM that takes no writes counts to the same one at each start."""
    with Workbench(built, session=7) as before, Workbench(built, session=session) as after:
        table = Table(before, Wire(0, 0))
        press(table, 2)
        table.device = after
        press(table, 3)
        table.run(300)
        assert [type(event) for event in table.events] == [Greeted, Delivered, Restarted, Greeted, Delivered]
        assert table.delivered() == [ButtonPressed(Button.CALL_FLOOR), ButtonPressed(Button.UNDO)]


def test_a_restarted_host_with_the_number_of_before_hears_and_is_heard(built: Path) -> None:
    with Workbench(built) as device:
        first = Table(device, Wire(0, 0))
        first.host.send(LampSet(Lamp.FREE))
        press(first, 2)
        second = Table(device, Wire(0, 0), Link(MCU, 1, Nanos(first.now_ms * NANOS_PER_MS)))
        second.now_ms = first.now_ms
        second.host.send(LampSet(Lamp.STOP))
        press(second, 3)
        second.run(300)
        assert second.delivered() == [ButtonPressed(Button.UNDO)]
        assert device.lamp == Lamp.STOP


def test_lamp_and_buzzer_follow_the_host_and_show_attention_when_it_is_gone(built: Path) -> None:
    with Workbench(built) as device:
        table = Table(device, Wire(0, 0))
        table.run(1)
        assert device.lamp == Lamp.ATTENTION
        table.host.send(LampSet(Lamp.STOP))
        table.host.send(BuzzerSounded(Beep.SHORT))
        sounding = 0
        for _ in range(200):
            table.run(1)
            sounding += device.buzzer
        assert device.lamp == Lamp.STOP
        assert sounding == 80  # DEVICE_BEEP_SHORT_MS
        table.wire = Wire(0, 1.0)
        table.run(3_002)  # LINK_SILENCE_MS and the two ticks around it
        assert device.lamp == Lamp.ATTENTION


def test_another_dictionary_is_refused_by_the_host_and_never_used_by_the_device(built: Path) -> None:
    other = Dictionary("feltwire-mcu", version=99)
    for number, spec in MCU.frames.items():
        other.frame(number)(spec.kind)
    with Workbench(built) as device:
        table = Table(device, Wire(0, 0), Link(other, 1, Nanos(0)))
        with pytest.raises(ProtocolFault, match="one release"):
            table.run(10)
        assert device.lamp == Lamp.ATTENTION
