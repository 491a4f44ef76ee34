"""A hub that starts again knows what it knew: states, alerts, keys, sequences, leases."""

import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from felt.fact import (
    DeviceLost,
    Fact,
    FloorCalled,
    HandClosed,
    HandOpened,
    RoundClosed,
    SeatChanged,
    SeatStatus,
    SenseQuality,
    WatchChanged,
)
from felt.fault import StorageFault
from felt.ids import DeviceId
from felt.order import Ack
from felt.place import SeatNo
from felt.situation import Sense
from felt.wire import InProcessBroker
from hub.floor import page_device
from hub.ledger import LedgerReader, RowKind
from hub.views.status import AlertKind, AlertState
from tests.hub.floor.room import ROOM, SETUP, T1, T2, TERMS, Device, open_room

FACTS: tuple[Fact, ...] = (
    WatchChanged(watching=True, senses=(SenseQuality(Sense.HOLE), SenseQuality(Sense.BOARD))),
    HandOpened(),
    RoundClosed(),
    DeviceLost(DeviceId("reader-1"), "no answer"),
    SeatChanged(SeatNo(3), SeatStatus.AWAY),
)


async def test_the_same_state_after_a_restart_as_without_one(tmp_path: Path) -> None:
    for folder in ("broken", "unbroken"):
        (tmp_path / folder).mkdir()
    async with open_room(tmp_path / "unbroken") as room:
        node = await room.device().start()
        await node.say(0, *FACTS)
        await node.acked(len(FACTS) - 1)
        unbroken = room.floor.status(T1)
        state = room.floor._desks[T1].state
    broker = InProcessBroker()
    node = await Device(broker.client()).start()
    for seq, fact in enumerate(FACTS):
        async with open_room(tmp_path / "broken", broker=broker) as room:
            assert len(room.floor.status(T1).picture.seats) == len(SETUP.seats)
            await node.say(seq, fact)
            await node.acked(seq)
    async with open_room(tmp_path / "broken", broker=broker) as room:
        broken = room.floor.status(T1)
        assert room.floor._desks[T1].state == state
        await room.until(lambda: room.floor.status(T1).picture.watching)
        assert room.floor.status(T1).picture == unbroken.picture
        assert [replace(a, since=0, id="") for a in broken.alerts] == [
            replace(a, since=0, id="") for a in unbroken.alerts
        ]


async def test_a_restarted_hub_takes_no_fact_twice_and_acknowledges_what_it_has(tmp_path: Path) -> None:
    broker = InProcessBroker()
    node = await Device(broker.client()).start()
    async with open_room(tmp_path, broker=broker):
        await node.say(0, HandOpened(), RoundClosed())
        await node.acked(1)
    node.acks.clear()
    async with open_room(tmp_path, broker=broker) as room:
        hand = room.floor.status(T1).picture.hand
        await node.acked(1)
        await node.say(0, HandOpened(), RoundClosed(), RoundClosed())
        await node.acked(2)
        assert room.floor.status(T1).picture.hand == hand
    assert node.acks[0] == Ack(node.boot, 1)
    reader = LedgerReader(room.ledger.path)
    assert [row.draft.seq for row in reader.rows(ROOM, T1) if row.draft.device == "node" and row.draft.boot] == [
        0,
        1,
        2,
    ]
    reader.close()


async def test_keys_and_lease_outlive_the_hub(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        await node.say(0, HandOpened())
        await node.acked(0)
    async with open_room(tmp_path) as room:
        second = await room.device("second").start()
        await second.say(0, HandOpened())
        await second.until(lambda: bool(second.refusals))
        thief = Device(room.broker.client(), key=second.key)
        await thief.start()
        await room.until(lambda: len(room.floor.status(T1).alerts) == 2)
        assert {alert.title for alert in room.floor.status(T1).alerts} == {"second node", "other key"}


async def test_marks_outlive_the_hub(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        await room.floor.tell(T1, page_device("dealer"), FloorCalled("one"))
        await room.floor.tell(T1, page_device("dealer"), FloorCalled("two"))
        first, second = room.floor.status(T1).alerts
        await room.floor.mark_alert(first.id, AlertState.RESOLVED, "Ann")
    async with open_room(tmp_path) as room:
        assert room.floor.status(T1).alerts == (replace(first, state=AlertState.RESOLVED, by="Ann"), second)


async def test_guidance_serials_grow_over_a_restart(tmp_path: Path) -> None:
    broker = InProcessBroker()
    node = await Device(broker.client()).start()
    async with open_room(tmp_path, broker=broker):
        await node.say(0, HandOpened())
        await node.acked(0)
        await node.until(lambda: any(order.hand for order in node.guidance))
    newest = node.guidance[-1]
    async with open_room(tmp_path, broker=broker):
        await node.say(1, HandClosed(), HandOpened())
        await node.until(lambda: node.guidance[-1].hand not in (None, newest.hand))
    serials = [order.serial for order in node.guidance]
    assert serials == sorted(serials)
    assert node.guidance[-1].serial > newest.serial


async def test_new_terms_open_the_table_afresh_with_the_senses_its_node_declared(tmp_path: Path) -> None:
    senses = (SenseQuality(Sense.HOLE, 0.25),)
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        await node.say(0, WatchChanged(watching=True, senses=senses), HandOpened())
        await node.acked(1)
        first = room.floor.status(T1).picture.hand
    terms = [replace(each, setup=replace(SETUP, rulebook="gpc", senses=())) for each in TERMS]
    async with open_room(tmp_path, terms=terms) as room:
        picture = room.floor.status(T1).picture
        assert (picture.rulebook, picture.hand, picture.watched) == ("gpc", None, (Sense.HOLE,))
        await room.floor.tell(T1, page_device("dealer"), HandOpened())
        assert room.floor.status(T1).picture.hand not in (None, first)
    async with open_room(tmp_path, terms=terms) as room:
        assert room.floor.status(T1).picture.rulebook == "gpc"
    reader = LedgerReader(room.ledger.path)
    assert [row.draft.kind for row in reader.rows(ROOM, T1)].count(RowKind.SETUP) == 2
    assert reader.first_break(ROOM, T1) is None
    reader.close()


async def test_a_changed_ledger_is_said_once_and_the_table_goes_on(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        await room.floor.tell(T1, page_device("dealer"), FloorCalled("one"))
        await room.floor.tell(T1, page_device("dealer"), HandOpened())
    connection = sqlite3.connect(room.ledger.path)
    connection.execute("DROP TRIGGER entries_keep")
    connection.execute("UPDATE entries SET at = at + 1 WHERE table_id = 't1' AND position = 3")
    connection.commit()
    connection.close()
    for _ in range(2):
        async with open_room(tmp_path) as room:
            status = room.floor.status(T1)
            assert status.picture.hand is not None
            changed = [alert for alert in status.alerts if alert.kind is AlertKind.STORAGE]
            assert [alert.title for alert in changed] == ["ledger was changed"]
            assert "the chain of table t1 breaks at row 3" in changed[0].detail
            assert room.floor.status(T2).alerts == ()
            await room.floor.tell(T1, page_device("dealer"), FloorCalled("two"))


async def test_a_row_that_cannot_be_read_stops_the_hub_by_name(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        await room.floor.tell(T1, page_device("dealer"), FloorCalled("one"))
    connection = sqlite3.connect(room.ledger.path)
    connection.execute("DROP TRIGGER entries_keep")
    connection.execute("UPDATE entries SET line = x'00' WHERE table_id = 't1' AND kind = 'fact'")
    connection.commit()
    connection.close()
    with pytest.raises(StorageFault, match="row 4 of table t1: cannot be read"):
        async with open_room(tmp_path):
            pass
