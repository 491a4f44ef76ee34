"""Facts to pictures, acknowledged only when kept."""

from pathlib import Path

import pytest

from felt.fact import FloorCalled, HandOpened, SeatChanged, SeatStatus
from felt.fault import BadInput
from felt.ids import DeviceId, TableId
from felt.place import SeatNo
from hub.floor import page_device
from hub.ledger import LedgerReader
from hub.views.status import AlertKind, AlertState
from tests.hub.floor.room import ROOM, T1, T2, open_room


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
