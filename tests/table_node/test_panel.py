"""The dealer's panel: what presses say, what the lamp shows, and a whole node with one on mock pins."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import structlog.testing
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from felt.card import DECK
from felt.clock import ManualClock, Nanos
from felt.fact import (
    DeviceLost,
    DeviceRestored,
    Fact,
    FactWithdrawn,
    FloorCalled,
    HandOpened,
    RoundClosed,
    ShufflerState,
    StepConfirmed,
    TableSeen,
    TamperSeen,
    WatchChanged,
)
from felt.ids import DeviceId, HandId, RoomId, TableId, Uid
from felt.note import NoteKey, note
from felt.order import Guidance, QuestionOpen, StepDue
from felt.place import SeatNo
from felt.situation import Question, Step
from felt.wire import InProcessBroker, LinkState
from firmware_bridge.mcu import frames
from firmware_bridge.mcu.frames import Button, Lamp, Lid
from firmware_bridge.reading import LidSaid, OrderTold, ShufflerSaid
from firmware_bridge.stream import MemoryWires
from hardware.board import load_board, shipped_board
from hardware.deck import DeckFile, save_deck
from hardware.panel import Beep, Light, PanelButton
from hardware.virtual.field import Field
from hardware.virtual.shuffler import VirtualShuffler
from hardware.virtual.table import MemorySockets, VirtualTable
from table_node.config import NodeConfig
from table_node.node import identity_of, run_node
from table_node.panel import Signal, Signals, facts_of
from table_node.uplink import last_will
from tests.table_node.hubside import HubSide
from tests.table_node.tabletop import Tabletop, named
from tests.table_node.waiting import until

SHUFFLER = DeviceId("shuffler")
SERVICE = WatchChanged(watching=False, why="service", note=note(NoteKey.WATCH_SERVICE))
OVER = WatchChanged(watching=True, why="service is over", note=note(NoteKey.WATCH_SERVICE_OVER))
QUESTION = next(iter(Question))
FREE, ATTENTION, STOP, BUZZER, KEY, CONFIRM, CALL, ROUND, UNDO = 17, 27, 22, 18, 25, 5, 6, 13, 19
SEAT3 = 23
PANEL = f"""
[panel]
kind = "gpio"
id = "panel"
buzzer = {BUZZER}
key = {KEY}
[panel.buttons]
confirm = {CONFIRM}
call-floor = {CALL}
round-closed = {ROUND}
undo = {UNDO}
[panel.lamp]
free = {FREE}
attention = {ATTENTION}
stop = {STOP}
[panel.seats]
3 = {SEAT3}
"""


def guidance(*steps: StepDue, serial: int = 1, stop: str | None = None, question: bool = False) -> Guidance:
    asked = QuestionOpen(QUESTION, "?", ("yes", "no"), SeatNo(3)) if question else None
    return Guidance(serial, HandId("h1"), "playing", stop, steps, asked)


def step(which: Step, *, sensed: bool = False, seat: int | None = None) -> StepDue:
    return StepDue(which, "do it", seat=None if seat is None else SeatNo(seat), sensed=sensed)


# What presses say.


@pytest.mark.parametrize(
    ("button", "fact"),
    [
        (PanelButton.ROUND_CLOSED, RoundClosed()),
        (PanelButton.CALL_FLOOR, FloorCalled()),
        (PanelButton.UNDO, FactWithdrawn()),
    ],
)
def test_three_buttons_say_one_thing_each(button: PanelButton, fact: Fact) -> None:
    assert facts_of(button, None) == facts_of(button, guidance(step(Step.MIX))) == (fact,)


def test_confirm_names_the_step_that_no_sensor_sees() -> None:
    shown = guidance(step(Step.RETURN, sensed=True), step(Step.CORRECT_POT), step(Step.RESTORE))
    assert facts_of(PanelButton.CONFIRM, shown) == (StepConfirmed(Step.CORRECT_POT),)


def test_confirm_with_nothing_due_says_nothing() -> None:
    """A confirmation kept for a hub that is away would confirm whatever is due when it is back."""
    for shown in (None, guidance(), guidance(step(Step.RETURN, sensed=True)), guidance(question=True)):
        assert facts_of(PanelButton.CONFIRM, shown) == ()


# What the lamp shows.


def reached() -> Signals:
    signals = Signals()
    assert signals.link(False).light is Light.ATTENTION
    assert signals.link(True) == Signal(Light.FREE)
    return signals


def test_a_stop_sounds_long_once() -> None:
    signals = reached()
    assert signals.guide(guidance(stop="board early")) == Signal(Light.STOP, beep=Beep.LONG)
    assert signals.guide(guidance(stop="board early")) == Signal(Light.STOP)
    assert signals.guide(guidance(stop="another")).beep is Beep.LONG
    assert signals.guide(guidance()) == Signal(Light.FREE)
    assert signals.guide(guidance(stop="another")).beep is Beep.LONG


def test_each_thing_due_sounds_short_once() -> None:
    signals = reached()
    first = signals.guide(guidance(step(Step.RETURN, seat=3)))
    assert first == Signal(Light.ATTENTION, frozenset({SeatNo(3)}), Beep.SHORT)
    assert signals.guide(guidance(step(Step.RETURN, seat=3))).beep is None
    assert signals.guide(guidance(step(Step.RETURN, seat=3), step(Step.MIX))).beep is Beep.SHORT
    assert signals.guide(guidance(step(Step.MIX))) == Signal(Light.ATTENTION)
    assert signals.guide(guidance(question=True)) == Signal(Light.ATTENTION, frozenset({SeatNo(3)}), Beep.SHORT)
    assert signals.guide(guidance()) == Signal(Light.FREE)


def test_what_becomes_due_under_a_stop_sounds_when_the_stop_is_over() -> None:
    signals = reached()
    assert signals.guide(guidance(step(Step.MIX), stop="board early")).beep is Beep.LONG
    assert signals.guide(guidance(step(Step.MIX))) == Signal(Light.ATTENTION, beep=Beep.SHORT)


def test_a_hub_that_is_away_is_attention_without_a_sound_and_takes_no_stop_back() -> None:
    signals = reached()
    assert signals.link(False) == Signal(Light.ATTENTION)
    assert signals.link(True) == Signal(Light.FREE)
    signals.guide(guidance(stop="board early"))
    assert signals.link(False) == Signal(Light.STOP)


# Key, lid and a talkative machine, at the witness.


def test_in_service_no_card_is_followed_and_no_hand_opened() -> None:
    table = Tabletop()
    table.settle()
    assert table.witness.turn_key(True) == [SERVICE]
    assert table.witness.turn_key(True) == []
    table.put("seat3", "Kh", "Kd")
    assert table.pass_time(5) == []
    started = ShufflerSaid(DeviceId("shuffler"), ShufflerState.SHUFFLING, 3, Nanos(1), started=True)
    assert named(table.witness.observe(started)) == ["ShufflerReported"]
    assert table.witness.turn_key(False) == [OVER]
    (seen,) = table.settle()
    assert isinstance(seen, TableSeen)
    assert sorted(str(card.place) for card in seen.cards) == ["seat3", "seat3"]


def test_service_and_an_open_lid_outlast_a_restart() -> None:
    table = Tabletop()
    shut, opened = (LidSaid(DeviceId("mcu"), lid, Nanos(1)) for lid in (Lid.CLOSED, Lid.OPEN))
    assert table.witness.observe(shut) == []
    assert table.witness.observe(opened) == [TamperSeen(DeviceId("mcu"))]
    table.witness.turn_key(True)
    again = Tabletop(memory=table.witness.memory())
    assert again.witness.serviced
    assert again.witness.observe(opened) == []
    assert again.witness.observe(shut) == []
    assert again.witness.observe(opened) == [TamperSeen(DeviceId("mcu"))]


def test_a_machine_that_tells_the_order_is_tampering() -> None:
    (fact,) = Tabletop().witness.observe(OrderTold(DeviceId("shuffler"), Nanos(1)))
    assert isinstance(fact, TamperSeen)
    assert (fact.part, "order" in fact.why) == ("shuffler", True)


# A whole node.


class Room:
    """A node of the nine-seat board with a panel on mock pins or on the shuffler's controller, and the hub's end."""

    def __init__(self, folder: Path, panel: str = PANEL, *parts: DeviceId) -> None:
        self.clock = ManualClock()
        self.broker = InProcessBroker()
        wires, printed = MemoryWires(), {Uid(f"E0040150{n:08X}"): card for n, card in enumerate(DECK)}
        file = folder / "board.toml"
        file.write_text(shipped_board("nine-seat").read_text() + panel)
        self.table = VirtualTable(
            load_board(file),
            Field(self.clock, printed),
            printed,
            self.clock,
            MemorySockets(wires),
            shuffler=VirtualShuffler(self.clock, 1),
        )
        save_deck(DeckFile("red", printed), folder / "deck.json")
        ports = {part: self.table.ports[part] for part in (DeviceId("west"), DeviceId("east"), *parts)}
        self.config = NodeConfig(
            RoomId("main"), TableId("t1"), DeviceId("t1-node"), file, (folder / "deck.json",), folder / "data", ports
        )
        self.hub = HubSide(self.broker.client(), identity_of(self.config))
        self.transport = self.broker.client(will=last_will(identity_of(self.config)))
        self.pins = MockFactory()
        self.wires = wires

    def lit(self) -> list[int]:
        return [pin for pin in (FREE, ATTENTION, STOP, SEAT3, BUZZER) if self.pins.pin(pin).state]

    async def press(self, pin: int) -> None:
        self.pins.pin(pin).drive_low()
        await self.clock.advance(0.1)
        self.pins.pin(pin).drive_high()
        await self.clock.advance(0.1)

    async def told(self, count: int) -> list[Fact]:
        """The newest facts, once the hub has so many."""
        passed = 0.0
        while len(self.hub.taken) < count and passed < 30:
            await self.clock.advance(0.05)
            passed += 0.05
        await until(lambda: len(self.hub.taken) >= count)
        return [envelope.body for envelope in self.hub.taken.values()]

    async def until_true(self, holds: Callable[[], bool]) -> None:
        for _ in range(200):
            if holds():
                return
            await self.clock.advance(0.05)
        assert holds()

    async def until_lit(self, *pins: int) -> None:
        for _ in range(200):
            if self.lit() == list(pins):
                return
            await self.clock.advance(0.02)
        assert self.lit() == list(pins)


@pytest.fixture(autouse=True)
def _quiet_log() -> Iterator[None]:
    with structlog.testing.capture_logs():
        yield


@asynccontextmanager
async def running(made: Room) -> AsyncIterator[Room]:
    made.table.plug_all()
    await made.hub.start()
    node = asyncio.create_task(
        run_node(made.config, clock=made.clock, transport=made.transport, wires=made.wires, pins=made.pins)
    )
    await until(lambda: made.transport.state is LinkState.UP)
    yield made
    node.cancel()
    await asyncio.gather(node, return_exceptions=True)
    await made.table.unplug_all()
    await made.hub.stop()
    made.pins.close()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with running(Room(tmp_path)) as made:
        assert named(await made.told(2)) == ["WatchChanged", "TableSeen"]
        yield made
    assert not any(made.pins.pin(pin).state for pin in (FREE, ATTENTION, STOP, BUZZER))


async def test_presses_reach_the_hub_in_order(room: Room) -> None:
    await room.hub.guide(guidance(step(Step.CORRECT_POT)))
    await room.until_lit(ATTENTION)
    for pin in (ROUND, CONFIRM, UNDO, CALL):
        await room.press(pin)
    assert (await room.told(6))[2:] == [RoundClosed(), StepConfirmed(Step.CORRECT_POT), FactWithdrawn(), FloorCalled()]
    assert [envelope.hand for envelope in room.hub.taken.values()][2:] == ["h1"] * 4


async def test_lamp_seats_and_buzzer_follow_the_hub(room: Room) -> None:
    await room.until_lit(FREE)
    await room.hub.guide(guidance(step(Step.RETURN, seat=3), serial=1))
    await room.until_lit(ATTENTION, SEAT3, BUZZER)
    await room.until_lit(ATTENTION, SEAT3)
    await room.hub.guide(guidance(serial=2, stop="board early"))
    await room.until_lit(STOP, BUZZER)
    await room.until_lit(STOP)
    await room.hub.guide(guidance(serial=3))
    await room.until_lit(FREE)


async def test_a_hub_that_does_not_answer_is_attention_until_it_does(room: Room) -> None:
    await room.until_lit(FREE)
    room.hub.acknowledging = False
    await room.press(CALL)
    await room.clock.advance(11)
    await room.until_lit(ATTENTION)
    room.hub.acknowledging = True
    await room.clock.advance(30)
    await room.until_lit(FREE)


async def test_the_key_ends_watching_and_begins_it_again(room: Room) -> None:
    room.pins.pin(KEY).drive_low()
    assert (await room.told(3))[2] == SERVICE
    await room.press(CALL)  # a technician tries the buttons
    room.pins.pin(KEY).drive_high()
    facts = await room.told(5)
    assert facts[3] == OVER
    assert isinstance(facts[4], TableSeen)
    assert not any(isinstance(fact, FloorCalled | HandOpened) for fact in facts)


async def test_a_panel_on_the_shufflers_controller(tmp_path: Path) -> None:
    made = Room(tmp_path, '[panel]\nkind = "mcu"\nid = "panel"\ncontroller = "shuffler"\n', SHUFFLER)
    controller = made.table.shuffler
    assert controller is not None
    async with running(made):
        await made.told(4)

        def words() -> list[Fact]:
            told = [letter.body for letter in made.hub.taken.values()]
            return [fact for fact in told if isinstance(fact, RoundClosed | FloorCalled | TamperSeen)]

        for button in (Button.ROUND_CLOSED, Button.CALL_FLOOR):
            controller.press(button)
            await made.clock.advance(0.1)
        controller.move_lid(Lid.OPEN)
        await made.clock.advance(1.0)
        await until(lambda: len(words()) >= 3)
        assert words() == [RoundClosed(), FloorCalled(), TamperSeen(SHUFFLER)]
        assert controller.lamp is Lamp.FREE
        await made.hub.guide(guidance(stop="board early"))
        await made.clock.advance(1.0)
        assert (controller.lamp, controller.beeps) == (Lamp.STOP, [frames.Beep.LONG])


async def test_a_controller_that_carries_the_panel_alone_speaks_for_no_machine(tmp_path: Path) -> None:
    made = Room(tmp_path, '[panel]\nkind = "mcu"\nid = "panel"\n')
    made.config = replace(made.config, ports={**made.config.ports, DeviceId("panel"): "memory://panel"})
    controller = VirtualShuffler(made.clock, 7)
    serving = asyncio.create_task(controller.run(made.wires.plug("panel")))
    async with running(made):
        await made.told(2)
        await made.until_true(lambda: controller.lamp is Lamp.FREE)
        controller.load(52)
        controller.press_start()
        controller.press(Button.CALL_FLOOR)
        await made.clock.advance(1.0)
        assert (await made.told(3))[2:] == [FloorCalled()]
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


class _NoPins(MockFactory):  # type: ignore[misc]
    def pin(self, name: object) -> object:
        raise OSError("no gpiochip")


async def test_a_table_whose_panel_is_missing_still_watches_and_says_so(tmp_path: Path) -> None:
    made = Room(tmp_path)
    made.pins = _NoPins()
    async with running(made):
        facts = await made.told(3)
        assert sorted(named(facts)) == ["DeviceLost", "TableSeen", "WatchChanged"]
        (lost,) = [fact for fact in facts if isinstance(fact, DeviceLost)]
        assert (lost.part, "no gpiochip" in lost.why) == ("panel", True)
        await made.clock.advance(6)
        await until(lambda: "no pins" in made.hub.health[-1].parts["panel"])


async def test_a_panel_that_fails_is_told_and_tried_again_and_the_table_goes_on(room: Room) -> None:
    await room.hub.guide(guidance(stop="board early"))
    await room.until_lit(STOP)
    lamp = room.pins.pin(STOP)
    broken = lamp._set_state

    def refuse(value: object) -> None:
        raise OSError("the pin's chip is gone")

    lamp._set_state = refuse
    await room.hub.guide(guidance(serial=2))
    lost = (await room.told(3))[2]
    assert isinstance(lost, DeviceLost)
    assert "the pin's chip is gone" in lost.why
    lamp._set_state = broken
    back = (await room.told(4))[3]
    assert isinstance(back, DeviceRestored)
    await room.until_lit(FREE)
