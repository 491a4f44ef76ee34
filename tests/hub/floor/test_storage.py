"""A disk that takes no more stops the watching, says so, and loses nothing that was acknowledged or sent."""

from pathlib import Path

import pytest

from felt.fact import FloorCalled, HandOpened
from felt.fault import StorageFault
from hub.floor import page_device
from hub.floor.desk import RETRY_S
from hub.ledger import LedgerReader
from hub.views.status import AlertKind, AlertState
from tests.hub.floor.room import ROOM, T1, T2, open_room


async def test_a_full_disk_stops_watching_alerts_and_recovers(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        await node.say(0, HandOpened())
        await node.acked(0)
        hand = room.floor.status(T1).picture.hand
        room.ledger.full = True
        await node.say(1, FloorCalled("while full"))
        await room.until(lambda: not room.floor.status(T1).picture.watching)
        status = room.floor.status(T1)
        assert "disk is full" in status.picture.not_watching_why
        assert status.picture.hand == hand
        [alert] = status.alerts
        assert (alert.kind, alert.state) == (AlertKind.STORAGE, AlertState.OPEN)
        assert "table t1 is not watched" in alert.detail
        await room.clock.advance(RETRY_S * 3)
        assert len(room.floor.status(T1).alerts) == 1
        assert [ack.sequence for ack in node.acks] == [0]

        room.ledger.full = False
        await room.clock.advance(RETRY_S)
        await node.acked(1)
        status = room.floor.status(T1)
        assert status.picture.watching
        assert [(a.kind, a.state) for a in status.alerts] == [
            (AlertKind.STORAGE, AlertState.RESOLVED),
            (AlertKind.CALL, AlertState.OPEN),
        ]
    reader = LedgerReader(room.ledger.path)
    assert reader.line(ROOM, T1, node.name, node.boot, 1) == node.line(1, FloorCalled("while full"))
    assert reader.first_break(ROOM, T1) is None
    reader.close()
    async with open_room(tmp_path) as again:
        assert {(a.kind, a.state) for a in again.floor.status(T1).alerts} == {
            (AlertKind.STORAGE, AlertState.RESOLVED),
            (AlertKind.CALL, AlertState.OPEN),
        }


async def test_a_page_is_told_at_once_that_nothing_was_recorded(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        room.ledger.full = True
        with pytest.raises(StorageFault, match="nothing is recorded"):
            await room.floor.tell(T1, page_device("dealer"), FloorCalled("lost"))
        room.ledger.full = False
        await room.clock.advance(RETRY_S)
        await room.floor.tell(T1, page_device("dealer"), FloorCalled("kept"))
        calls = [alert.detail for alert in room.floor.status(T1).alerts if alert.kind is AlertKind.CALL]
        assert calls == ["kept"]
        await room.floor.tell(T2, page_device("dealer"), FloorCalled())
