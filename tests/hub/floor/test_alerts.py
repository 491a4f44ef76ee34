"""What calls a floor person, once, until it is put right."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from felt.clock import Nanos
from felt.fact import (
    Between,
    CardArrived,
    DeviceLost,
    DeviceRestored,
    Face,
    FloorCalled,
    HandClosed,
    HandOpened,
    PersonReported,
    SensorDoubted,
    TamperSeen,
)
from felt.ids import DeviceId, HandId, Ref, TableId
from felt.order import Health, Presentness
from felt.place import BOARD, SeatNo, seat_place
from felt.situation import Kind, Situation, Step
from felt.topic import Channel
from hub.floor import page_device, turn
from hub.floor.alerts import ALIKE_MOST, OPEN_MOST, AlertBook
from hub.floor.devices import PARTS_MOST, TEXT_MOST
from hub.floor.reception import SILENT_S
from hub.intake.chaser import RESEND_WAIT_S, RESENDS
from hub.ledger import LedgerReader
from hub.rules.ruling import HandBegan, HandEnded, Outcome, ProcedureCompleted, RulingGiven, StepPlan
from hub.views.status import AlertKind, AlertState
from tests.hub.floor.cards import Sensed
from tests.hub.floor.room import ROOM, T1, T2, Device, Room, open_room
from tests.hub.views.pictures import EARLY_TURN


def alerts(room: Room, table: TableId = T1) -> list[tuple[AlertKind, str, AlertState]]:
    return [(alert.kind, alert.title, alert.state) for alert in room.floor.status(table).alerts]


async def test_a_lost_part_is_one_alert_until_it_is_back(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        part = DeviceId("reader-1")
        await node.say(0, DeviceLost(part, "no answer"), DeviceLost(part, "no answer"), TamperSeen(part))
        await node.acked(2)
        lost = (AlertKind.DEVICE, "reader-1 does not answer")
        tamper = (AlertKind.TAMPER, "cover opened", AlertState.OPEN)
        assert alerts(room) == [(*lost, AlertState.OPEN), tamper]
        await node.say(3, DeviceRestored(part))
        await node.acked(3)
        assert alerts(room) == [(*lost, AlertState.RESOLVED), tamper]


async def test_sensors_that_disagree_are_one_alert_until_the_next_hand(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        doubt = SensorDoubted(BOARD, "the camera sees a card here that no antenna reads")
        await node.say(0, HandOpened(), doubt, doubt)
        await node.acked(2)
        told = (AlertKind.DEVICE, "sensors disagree at board")
        assert alerts(room) == [(*told, AlertState.OPEN)]
        await node.say(3, HandClosed(), HandOpened())
        await node.acked(4)
        assert alerts(room) == [(*told, AlertState.RESOLVED)]


async def test_a_node_that_goes_is_an_alert_and_its_table_is_not_watched(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        await node.say(0, HandOpened())
        await node.acked(0)
        await node.announce(Presentness.OFFLINE)
        await room.until(lambda: not room.floor.status(T1).picture.watching)
        assert room.floor.status(T1).picture.not_watching_why == "device node is not online"
        assert alerts(room) == [(AlertKind.DEVICE, "device offline", AlertState.OPEN)]
        await node.announce()
        await room.until(lambda: room.floor.status(T1).picture.watching)
        assert alerts(room) == [(AlertKind.DEVICE, "device offline", AlertState.RESOLVED)]


async def test_a_node_that_falls_silent_is_not_believed_to_be_there(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        await node.say(0, HandOpened())
        await node.acked(0)
        health = msgspec.json.encode(Health(watching=True, parts={"west": "ok"}))
        for _ in range(10):
            await node.raw(health, Channel.HEALTH)
            await room.link.settled()
            await room.clock.advance(SILENT_S / 2)
        assert alerts(room) == []
        await room.clock.advance(SILENT_S)
        [alert] = room.floor.status(T1).alerts
        assert (alert.title, alert.state) == ("device offline", AlertState.OPEN)
        assert "node of table t1 has said nothing for 20 s" in alert.detail
        assert room.floor.status(T1).picture.not_watching_why == "device node is not online"
        await node.raw(health, Channel.HEALTH)
        await room.link.settled()
        assert room.floor.status(T1).picture.watching
        assert alerts(room) == [(AlertKind.DEVICE, "device offline", AlertState.RESOLVED)]
        [status] = room.floor.status(T1).devices
        assert (status.online, status.parts) == (True, {"west": "ok"})


async def test_a_node_whose_disk_is_full_is_an_alert_and_its_table_is_not_watched(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        await node.say(0, HandOpened())
        await node.acked(0)

        async def health(word: str) -> None:
            await node.raw(msgspec.json.encode(Health(watching=word == "ok", parts={"outbox": word})), Channel.HEALTH)
            await room.link.settled()

        for _ in range(3):
            await health("outbox: database or disk is full")
        assert alerts(room) == [(AlertKind.DEVICE, "device keeps nothing", AlertState.OPEN)]
        assert "device node of table t1 keeps nothing" in room.floor.status(T1).alerts[0].detail
        assert not room.floor.status(T1).picture.watching
        assert "database or disk is full" in room.floor.status(T1).picture.not_watching_why
        await health("ok")
        assert alerts(room) == [(AlertKind.DEVICE, "device keeps nothing", AlertState.RESOLVED)]
        assert room.floor.status(T1).picture.watching


async def test_a_hub_without_a_broker_does_not_pretend_to_watch(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        assert room.floor.status(T2).picture.not_watching_why == "no table node has been heard yet"
        await node.say(0, HandOpened())
        await node.acked(0)
        changes = room.floor.watch()
        room.link.cut()
        assert {await anext(changes), await anext(changes)} == {T1, T2}
        assert room.floor.status(T1).picture.not_watching_why == "the hub has no link to the broker"
        room.link.restore()
        assert room.floor.status(T1).picture.watching


async def test_a_flood_of_bad_messages_is_one_alert_and_another_table_plays_on(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        bad, good = await room.device().start(), await room.device("node2", T2).start()
        for number in range(500):
            await bad.raw(b"garbage %d" % number)
            if number % 100 == 0:
                await good.say(number // 100, HandOpened())
        await good.acked(4)
        await room.link.settled()
        assert alerts(room) == [(AlertKind.WIRE, "bad message", AlertState.OPEN)]
        assert alerts(room, T2) == []
        assert room.floor.status(T1).picture.hand is None
        assert room.floor.status(T2).picture.hand is not None
        [alert] = room.floor.status(T1).alerts
        await room.floor.mark_alert(alert.id, AlertState.RESOLVED, "Ann")
        await bad.raw(b"again")
        await room.link.settled()
        assert alerts(room)[1:] == [(AlertKind.WIRE, "bad message", AlertState.OPEN)]


async def test_a_node_of_no_table_is_the_room_s_alert(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        lost = await Device(room.broker.client(), "node9", TableId("t9")).start()
        await lost.say(0, HandOpened())
        await room.link.settled()
        [alert] = room.floor.unplaced()
        assert "device node9 speaks for table t9" in alert.detail
        await room.floor.mark_alert(alert.id, AlertState.RESOLVED, "Ann")
        assert room.floor.unplaced()[0].state is AlertState.RESOLVED


async def test_a_flood_of_names_is_a_few_alerts_that_say_so_and_hides_no_other_trouble(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        strangers = await room.device("stranger", TableId("t9")).start(announce=False)
        for number in range(3 * ALIKE_MOST):
            strangers.name = DeviceId(f"stranger-{number}")
            await strangers.say(0, HandOpened())
        nameless = room.device("nameless")
        await nameless.transport.start()
        await nameless.transport.publish("felt/club/t1//facts", b"")
        await room.link.settled()
        *unknown, foreign = room.floor.unplaced()
        assert [alert.title for alert in unknown] == ["unknown table"] * ALIKE_MOST
        assert unknown[-1].detail.endswith("other devices do the same and are not listed")
        assert foreign.title == "foreign topic"


async def test_what_a_device_says_of_itself_is_cut_to_what_a_page_can_show(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        health = Health(watching=True, parts={f"part-{number}": "x" * 10_000 for number in range(500)})
        await node.raw(msgspec.json.encode(health), Channel.HEALTH)
        await room.link.settled()
        [status] = room.floor.status(T1).devices
        assert len(status.parts) == PARTS_MOST
        assert {len(word) for word in status.parts.values()} == {TEXT_MOST}


async def test_a_ruling_s_alert_speaks_in_words_also_when_its_hand_is_over(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        dealer = page_device("dealer")
        node = await room.device().start()
        await node.say(0, HandOpened(), *Sensed().deal(1, 2, 3))
        await node.acked(3)
        await room.floor.tell(T1, dealer, PersonReported(Situation.EXPOSED_SEVERAL))
        [alert] = room.floor.status(T1).alerts
        assert alert.title == "Misdeal: Several hole cards exposed"
        assert alert.detail.startswith("bfsp 6.3.6. ")


async def test_a_floor_button_pressed_again_and_again_is_one_call_until_it_is_answered(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        dealer = page_device("dealer")
        for _ in range(5):
            await room.floor.tell(T1, dealer, FloorCalled())
        [call] = room.floor.status(T1).alerts
        for number in range(2 * ALIKE_MOST):
            await room.floor.tell(T1, dealer, FloorCalled(f"reason {number}"))
        assert len(room.floor.status(T1).alerts) == ALIKE_MOST
        await room.floor.mark_alert(call.id, AlertState.RESOLVED, "Ann")
        await room.floor.tell(T1, dealer, FloorCalled())
        assert room.floor.status(T1).alerts[-1].state is AlertState.OPEN


def test_alerts_that_nobody_resolves_are_bounded() -> None:
    book = AlertBook(T1)
    for number in range(OPEN_MOST + 5):
        alert = book.observed(AlertKind.TAMPER, f"cover {number}", "opened", Nanos(number))
        book.put(alert)
    assert [len(book.all()), book.all()[0].title] == [OPEN_MOST, "cover 5"]


async def test_what_cannot_be_had_makes_the_hand_partial(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        await node.say(0, HandOpened())
        await node.acked(0)
        between = Between(Nanos(1), Nanos(2))
        await node.say(2, CardArrived(seat_place(SeatNo(1)), Ref("r1"), Face.DOWN, between))
        await room.link.settled()
        await room.clock.advance(RESEND_WAIT_S * RESENDS + 0.1)
        await node.acked(2)
        assert room.floor.status(T1).picture.partial is not None
        assert alerts(room) == [(AlertKind.WIRE, "missing", AlertState.OPEN)]
    reader = LedgerReader(room.ledger.path)
    lines = [row.draft.line for row in reader.rows(ROOM, T1) if row.draft.device == "hub" and row.draft.boot]
    reader.close()
    assert any(b'{"fact":"GapSeen","part":"node","first":1,"last":1}' in line for line in lines)


async def test_a_bug_in_the_rules_costs_no_fact_and_stops_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(tmp_path) as room:
        node, other = await room.device().start(), await room.device("node2", T2).start()

        def fails(*_: object) -> None:
            raise ZeroDivisionError("a bug")

        with monkeypatch.context() as patch:
            patch.setattr(turn, "advance", fails)
            await node.say(0, HandOpened())
            await node.acked(0)
        assert alerts(room) == [(AlertKind.DEVICE, "rules failed", AlertState.OPEN)]
        assert "ZeroDivisionError: a bug" in room.floor.status(T1).alerts[0].detail
        await node.say(1, HandOpened())
        await other.say(0, HandOpened())
        await node.acked(1)
        await other.acked(0)
        assert room.floor.status(T1).picture.hand is not None


def ruling(number: int, kind: Kind, *, steps: tuple[StepPlan, ...] = ()) -> RulingGiven:
    return RulingGiven(replace(EARLY_TURN, number=number, kind=kind, steps=steps))


def standing(book: AlertBook) -> list[int | None]:
    return [alert.ruling for alert in book.all() if alert.state is not AlertState.RESOLVED]


ASKED = StepPlan(Step.FINISH_BETTING, "Finish the betting round")


@pytest.mark.parametrize("end", [HandEnded(EARLY_TURN.hand), HandBegan(HandId("t1-h13"))], ids=["over", "next"])
@pytest.mark.parametrize("coming", [False, True])
@pytest.mark.parametrize("kind", Kind)
def test_what_asks_nothing_of_anybody_closes_with_its_hand(kind: Kind, coming: bool, end: Outcome) -> None:
    """What the floor decides waits for a floor person; what has steps closes with them."""
    book = AlertBook(T1)
    book.fold(1, Nanos(1), HandOpened(), (ruling(1, kind),))
    if coming:
        book.put(replace(book.all()[0], state=AlertState.ON_MY_WAY, by="Ann"))
    assert standing(book) == [1]
    book.fold(2, Nanos(2), HandClosed(), (end,))
    assert standing(book) == ([1] if kind is Kind.FLOOR else [])


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.FLOOR])
def test_what_has_steps_closes_with_its_procedure_and_not_with_the_hand(kind: Kind) -> None:
    """The deck of the next hand is replaced, also when this one is over."""
    book = AlertBook(T1)
    book.fold(1, Nanos(1), HandOpened(), (ruling(1, kind, steps=(ASKED,)),))
    book.fold(2, Nanos(2), HandClosed(), (HandEnded(EARLY_TURN.hand), HandBegan(HandId("t1-h13"))))
    assert standing(book) == [1]
    book.fold(3, Nanos(3), HandClosed(), (ProcedureCompleted(1),))
    assert standing(book) == []


@pytest.mark.parametrize("kind", [Kind.MISDEAL, Kind.VOID])
def test_a_hand_that_does_not_count_closes_what_was_to_be_done_in_it(kind: Kind) -> None:
    book = AlertBook(T1)
    before = (ruling(1, Kind.FLOOR), ruling(2, Kind.FIX, steps=(ASKED,)), ruling(3, Kind.PLAY_ON))
    book.fold(1, Nanos(1), HandOpened(), (*before, ruling(4, kind, steps=(ASKED,))))
    assert standing(book) == [1, 4]


def test_a_wrong_step_is_over_with_the_hand_that_it_was_made_in() -> None:
    wrong = replace(EARLY_TURN, number=2, situation=Situation.WRONG_STEP, steps=EARLY_TURN.steps[1:2])
    book = AlertBook(T1)
    book.fold(1, Nanos(1), HandOpened(), (RulingGiven(EARLY_TURN), RulingGiven(wrong)))
    book.fold(2, Nanos(2), HandClosed(), (ProcedureCompleted(EARLY_TURN.number), HandEnded(EARLY_TURN.hand)))
    assert standing(book) == []
