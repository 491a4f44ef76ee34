"""A running hub against what comes over a real broker: floods, second nodes, hubs and brokers that are killed."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from felt.fact import HandOpened, RoundClosed, SeatChanged, SeatStatus
from felt.ids import TableId
from felt.place import SeatNo
from felt.wire import LinkState, MqttTransport
from hub.views.status import AlertKind, AlertState
from tests.felt.wire.brokers import Mosquitto
from tests.hub.floor.room import Device
from tests.processes.programs import ROOM, HubProgram, until

T1, T2 = TableId("t1"), TableId("t2")
TABLES = "".join(f'[[tables]]\nid = "{table}"\nseats = [1, 2, 3, 4, 5, 6]\nbutton = 6\n' for table in (T1, T2))


@pytest.fixture(params=["child", "mosquitto"])
async def hub(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[HubProgram]:
    """A hub over its own nats-server, and one over a real mosquitto."""
    site = None
    if request.param == "mosquitto":
        site = Mosquitto(tmp_path)
        site.start()
    program = HubProgram(tmp_path / "hub", TABLES, site=site.address if site else None)
    await program.up()
    yield program
    if program.running:
        assert program.stop() == 0
    if site is not None:
        site.kill()


async def device(hub: HubProgram, name: str, table: TableId, *, client_id: str = "", boot: str = "0" * 16) -> Device:
    """A node reduced to its wire, connected."""
    transport = MqttTransport(hub.address, client_id or f"{table}-{name}")
    node = Device(transport, name, table, boot=boot, room=ROOM)
    up = asyncio.Event()
    transport.on_state(lambda state: up.set() if state is LinkState.UP else None)
    await node.start(announce=False)
    async with asyncio.timeout(40):
        await up.wait()
    await node.announce()
    return node


async def asked_for(node: Device, first: int, last: int) -> None:
    """Wait until the hub wants these sequences again."""
    await node.until(lambda: any((wanted.first, wanted.last) == (first, last) for wanted in node.resends))


async def test_a_flood_of_garbage_at_one_table_leaves_the_other_alone(hub: HubProgram) -> None:
    bad, good = await device(hub, "node", T1), await device(hub, "node2", T2)
    flood = [bad.raw(os.urandom(200)) for _ in range(1_000)]
    flood += [bad.transport.publish(f"felt/{ROOM}/t1/{n}/facts/x", b"?") for n in range(50)]
    sending = asyncio.gather(*flood)
    for seq in range(20):
        await good.say(seq, SeatChanged(SeatNo(1 + seq % 6), SeatStatus.AWAY if seq % 2 else SeatStatus.BACK))
    await good.acked(19)
    await sending
    await bad.say(0, HandOpened())
    await bad.acked(0)
    known = hub.rebuilt(T1)
    assert [(alert.title, alert.state) for alert in known.alerts.all()] == [("bad message", AlertState.OPEN)]
    assert known.expected == {"node": {bad.boot: 1}}
    assert hub.rebuilt(T2).expected == {"node2": {good.boot: 20}}
    assert "Traceback" not in hub.said
    await bad.transport.stop()
    await good.transport.stop()


async def test_a_second_node_for_one_table_is_refused(hub: HubProgram) -> None:
    node, second = await device(hub, "node", T1), await device(hub, "other", T1)
    await node.say(0, HandOpened())
    await node.acked(0)
    await second.say(0, RoundClosed())
    await second.until(lambda: bool(second.refusals))
    await node.say(1, RoundClosed())
    await node.acked(1)
    known = hub.rebuilt(T1)
    assert set(known.expected) == {"node"}
    assert [(a.title, a.device) for a in known.alerts.all() if a.kind is AlertKind.WIRE] == [("second node", "other")]
    await node.transport.stop()
    await second.transport.stop()


async def test_acknowledged_facts_survive_a_killed_hub_and_the_rest_is_asked_for(hub: HubProgram) -> None:
    node = await device(hub, "node", T1)
    await node.say(0, HandOpened())
    await node.acked(0)
    for turn in range(3):
        hub.kill()
        await hub.up()
        if node.transport.state is not LinkState.UP:  # its broker died with the hub
            await until(lambda: node.transport.state is LinkState.UP, what="the node is back")
            await node.announce()
        node.acks.clear()
        first = 1 + 5 * turn
        await node.say(first + 4, RoundClosed())  # the four before are lost on the way
        await asked_for(node, first, first + 3)
        await node.say(first, *[RoundClosed()] * 4)
        await node.acked(first + 4)
    assert hub.rebuilt(T1).expected == {"node": {node.boot: 16}}
    await node.transport.stop()


async def test_a_killed_child_broker_comes_back_and_the_table_goes_on(tmp_path: Path) -> None:
    hub = HubProgram(tmp_path / "hub", TABLES)
    await hub.up()
    node = await device(hub, "node", T1)
    await node.say(0, HandOpened())
    await node.acked(0)
    os.kill(hub.broker_pid, signal.SIGKILL)
    await until(lambda: node.transport.state is not LinkState.UP, what="the link is lost")
    await until(lambda: node.transport.state is LinkState.UP, what="the link is back")
    await node.announce()
    await node.say(1, RoundClosed())
    await node.until(lambda: bool(node.acks) and node.acks[-1].sequence == 1)
    assert hub.rebuilt(T1).expected == {"node": {node.boot: 2}}
    await node.transport.stop()
    assert hub.stop() == 0


async def test_what_is_in_the_way_is_said_in_one_line(tmp_path: Path) -> None:
    hub = HubProgram(tmp_path / "hub", TABLES)
    await hub.up()
    second = HubProgram(tmp_path / "second", TABLES)
    config = second.folder / "hub.toml"
    config.write_text(config.read_text().replace(f"port = {second.address.port}", f"port = {hub.address.port}"))
    second.start()
    await until(lambda: not second.running, what="the second hub gives up")
    assert f"broker: port {hub.address.port} on 127.0.0.1 is taken" in second.said
    assert hub.stop() == 0


async def test_a_hub_whose_disk_is_full_says_so_and_loses_nothing(tmp_path: Path) -> None:
    hub = HubProgram(tmp_path / "hub", TABLES)
    await hub.up()
    node = await device(hub, "node", T1)
    await node.say(0, HandOpened())
    await node.acked(0)
    process = psutil.Process(hub.pid)
    _, most = process.rlimit(psutil.RLIMIT_FSIZE)
    log_and_ledger = max(file.stat().st_size for file in hub.folder.iterdir() if file.is_file())
    process.rlimit(psutil.RLIMIT_FSIZE, (log_and_ledger, most))
    said = 1
    while "nothing is recorded" not in hub.said:
        said = await node.say(said, *[SeatChanged(SeatNo(1), SeatStatus.AWAY)] * 20)
        await asyncio.sleep(0.05)
    acknowledged = max(ack.sequence for ack in node.acks)
    assert hub.rebuilt(T1).expected[node.name][node.boot] == acknowledged + 1
    process.rlimit(psutil.RLIMIT_FSIZE, (most, most))
    await node.acked(said - 1, patience_s=20)
    known = hub.rebuilt(T1)
    assert known.expected[node.name][node.boot] == said
    storage = [alert for alert in known.alerts.all() if alert.kind is AlertKind.STORAGE]
    assert [alert.title for alert in storage] == ["ledger cannot be written"]
    await until(
        lambda: hub.rebuilt(T1).alerts.all()[-1].state is AlertState.RESOLVED, what="the storage alert is resolved"
    )
    assert "Traceback" not in hub.said
    await node.transport.stop()
    assert hub.stop() == 0


async def test_a_site_s_broker_that_is_not_there_is_waited_for(tmp_path: Path) -> None:
    site = Mosquitto(tmp_path)
    hub = HubProgram(tmp_path / "hub", TABLES, site=site.address)
    hub.start()
    waiting = f"waiting for the broker at {site.address}; no table is watched until it answers"
    await until(lambda: waiting in hub.said, what="the hub says that it waits")
    site.start()
    await until(lambda: f"tables connect to {site.address}" in hub.said, what="the hub is heard")
    node = await device(hub, "node", T1)
    await node.say(0, HandOpened())
    await node.acked(0)
    assert "Traceback" not in hub.said
    await node.transport.stop()
    assert hub.stop() == 0
    site.kill()
