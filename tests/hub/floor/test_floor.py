"""Facts to pictures, acknowledged only when kept."""

import asyncio
from pathlib import Path

import pytest

from felt.fact import FloorCalled, HandOpened, SeatChanged, SeatStatus
from felt.fault import BadInput
from felt.ids import DeviceId, TableId
from felt.place import SeatNo
from felt.topic import Channel
from felt.wire import Retention
from hub.floor import page_device
from hub.floor.alerts import ALIKE_MOST
from hub.ledger import LedgerReader
from hub.views.status import AlertKind, AlertState
from tests.hub.floor.room import ROOM, T1, T2, Device, open_room


async def test_a_device_s_fact_is_kept_then_acknowledged_then_guides(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        node = await room.device().start()
        await node.say(0, HandOpened())
        await node.acked(0)
        reader = LedgerReader(room.ledger.path)
        assert reader.line(ROOM, T1, node.name, node.boot, 0) == node.line(0, HandOpened())
        reader.close()
        status = room.floor.status(T1)
        assert status.picture.hand is not None
        assert status.picture.watching
        assert [device.device for device in status.devices] == ["node"]
        await node.until(lambda: bool(node.guidance) and node.guidance[-1].hand == status.picture.hand)
        assert room.floor.status(T2).picture.hand is None
        await node.transport.stop()


async def test_a_page_is_answered_when_its_fact_is_kept(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        said = await room.floor.tell(T1, page_device("dealer"), FloorCalled("help"))
        assert said.startswith("page-dealer/")
        [alert] = room.floor.status(T1).alerts
        assert (alert.kind, alert.detail, alert.state) == (AlertKind.CALL, "help", AlertState.OPEN)
        await room.floor.mark_alert(alert.id, AlertState.ON_MY_WAY, "Ann")
        [alert] = room.floor.status(T1).alerts
        assert (alert.state, alert.by) == (AlertState.ON_MY_WAY, "Ann")
    async with open_room(tmp_path) as room:
        assert room.floor.status(T1).alerts == (alert,)


async def test_only_the_hub_s_own_devices_are_told_for(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        with pytest.raises(BadInput, match="no device of the hub's own"):
            await room.floor.tell(T1, DeviceId("node"), HandOpened())
        with pytest.raises(BadInput, match=r"no table 't9'.*t1, t2"):
            await room.floor.tell(TableId("t9"), page_device("dealer"), HandOpened())
        with pytest.raises(BadInput, match="no alert 'x'"):
            await room.floor.mark_alert("x", AlertState.RESOLVED, "Ann")


async def test_a_follower_hears_of_a_table_once_for_many_changes(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        await room.floor.tell(T1, page_device("dealer"), HandOpened())
        changes = room.floor.watch()
        for seat in (1, 2):
            await room.floor.tell(T2, page_device("dealer"), SeatChanged(SeatNo(seat), SeatStatus.AWAY))
        await room.floor.tell(T1, page_device("dealer"), FloorCalled())
        assert [await anext(changes), await anext(changes)] == [T2, T1]


async def test_a_new_node_and_a_forgetful_broker_are_told_again_what_to_do(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        await room.floor.tell(T1, page_device("dealer"), HandOpened())
        hand = room.floor.status(T1).picture.hand
        node = await room.device().start()
        await node.say(0, SeatChanged(SeatNo(1), SeatStatus.AWAY))
        await node.until(lambda: bool(node.guidance) and node.guidance[-1].hand == hand)
        room.link.cut()
        await node.transport.publish(node.topic(Channel.ORDERS), b"", retention=Retention.KEPT)
        assert room.broker.kept_for(node.topic(Channel.ORDERS)) == []
        room.link.restore()
        later = await Device(room.broker.client()).start()
        await later.until(lambda: bool(later.guidance) and later.guidance[-1].hand == hand)


async def test_two_tables_that_talk_at_once_share_commits_and_mix_nothing(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        nodes = [await room.device().start(), await room.device("node2", T2).start()]
        for seq in range(50):
            for node in nodes:
                await node.say(seq, SeatChanged(SeatNo(1 + seq % 6), SeatStatus.AWAY))
        for node in nodes:
            await node.acked(49)
        told = [asyncio.create_task(room.floor.tell(T1, page_device("dealer"), FloorCalled(str(n)))) for n in range(20)]
        ids = await asyncio.gather(*told)
        assert len(set(ids)) == 20
        assert [alert.detail for alert in room.floor.status(T1).alerts] == [str(n) for n in range(ALIKE_MOST)]
    reader = LedgerReader(room.ledger.path)
    for table, node in zip((T1, T2), nodes, strict=True):
        said = [row.draft.seq for row in reader.rows(ROOM, table) if row.draft.boot == node.boot]
        assert said == list(range(50))
        assert reader.first_break(ROOM, table) is None
    reader.close()
