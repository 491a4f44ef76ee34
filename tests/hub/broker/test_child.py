"""nats-server as a child: it listens, is let in only as configured, and neither outlives nor doubles."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from msgspec.structs import replace

from felt.clock import SystemClock
from felt.fault import ConfigFault, LinkLost, StorageFault, Unsupported
from felt.wire import LinkState, Message, MqttTransport, Retention, Transport
from hub.broker import BrokerKind, BrokerPlan, NatsChild, child, find_server, open_broker
from tests.felt.wire.brokers import free_port


def plan_in(folder: Path, **how: str) -> BrokerPlan:
    return replace(BrokerPlan(port=free_port(), store=folder / "store"), **how)


async def up(client: Transport) -> None:
    ready = asyncio.Event()
    client.on_state(lambda state: ready.set() if state is LinkState.UP else None)
    await client.start()
    async with asyncio.timeout(30):
        await ready.wait()


async def test_a_child_carries_messages_and_keeps_the_retained_ones_over_a_restart(tmp_path: Path) -> None:
    plan = plan_in(tmp_path)
    async with open_broker(plan, SystemClock()) as broker:
        client = broker.client("one")
        await up(client)
        await client.publish("felt/r/t/d/orders", b"kept", retention=Retention.KEPT)
        await client.stop()
    async with open_broker(plan, SystemClock()) as broker:
        heard: asyncio.Queue[Message] = asyncio.Queue()

        async def put(message: Message) -> None:
            heard.put_nowait(message)

        client = broker.client("two")
        await client.subscribe("felt/r/t/d/orders", put)
        await up(client)
        async with asyncio.timeout(30):
            assert (await heard.get()).payload == b"kept"
        await client.stop()


async def test_a_password_is_asked_for_when_there_is_one(tmp_path: Path) -> None:
    async with open_broker(plan_in(tmp_path, username="table", password='a "strange" one'), SystemClock()) as broker:
        client = broker.client("let-in")
        await up(client)
        await client.stop()
        assert broker.address is not None
        stranger = MqttTransport(replace(broker.address, password="wrong"), "stranger")
        await stranger.start()
        async with asyncio.timeout(30):
            assert "authorized" in (await stranger.refusal()).lower()
        await stranger.stop()


async def test_the_server_s_own_port_is_on_the_loopback_and_lets_nobody_in(tmp_path: Path) -> None:
    async with open_broker(plan_in(tmp_path), SystemClock()) as broker:
        listening = [c.laddr for c in psutil.Process(broker.pid).net_connections() if c.status == psutil.CONN_LISTEN]
        assert {address.ip for address in listening} == {"127.0.0.1"}
        assert broker.address is not None
        [own] = [address.port for address in listening if address.port != broker.address.port]
        reader, writer = await asyncio.open_connection("127.0.0.1", own)
        writer.write(b"CONNECT {}\r\nPING\r\n")
        answer = await reader.read()
        assert b"Authorization Violation" in answer
        writer.close()
        await writer.wait_closed()


async def test_a_taken_port_is_one_plain_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        plan = BrokerPlan(port=taken.getsockname()[1], store=tmp_path / "store")
        with pytest.raises(LinkLost, match=rf"broker: port {plan.port} on 127.0.0.1 is taken \(stop what uses it"):
            await NatsChild(find_server(), plan, SystemClock()).start()


async def test_two_servers_never_share_a_store(tmp_path: Path) -> None:
    plan = plan_in(tmp_path)
    async with open_broker(plan, SystemClock()):
        other = replace(plan, port=free_port())
        with pytest.raises(StorageFault, match="another broker uses this store"):
            await NatsChild(find_server(), other, SystemClock()).start()


async def test_a_killed_server_is_started_again(tmp_path: Path) -> None:
    async with open_broker(plan_in(tmp_path), SystemClock()) as broker:
        client = broker.client("patient")
        states: asyncio.Queue[LinkState] = asyncio.Queue()
        client.on_state(states.put_nowait)
        await client.start()
        async with asyncio.timeout(40):
            assert [await states.get(), await states.get()] == [LinkState.WAITING, LinkState.UP]
            assert broker.pid is not None
            os.kill(broker.pid, signal.SIGKILL)
            assert [await states.get(), await states.get()] == [LinkState.WAITING, LinkState.UP]
            await client.publish("felt/r/t/d/facts", b"again")
        await client.stop()


async def test_a_killed_server_that_cannot_be_started_at_once_is_tried_again(tmp_path: Path) -> None:
    server = tmp_path / "server"
    server.symlink_to(find_server())
    broker = NatsChild(server, plan_in(tmp_path), SystemClock())
    await broker.start()
    first = broker.pid
    assert first is not None
    server.unlink()
    os.kill(first, signal.SIGKILL)
    await asyncio.sleep(child.RESTART_S * 1.5)
    assert broker.pid == first
    server.symlink_to(find_server())
    async with asyncio.timeout(30):
        while broker.pid == first:  # noqa: ASYNC110 - another process has no event to wait for
            await asyncio.sleep(0.05)
    await broker.stop()


async def test_a_store_that_cannot_be_written_is_one_plain_sentence(tmp_path: Path) -> None:
    plan = plan_in(tmp_path)
    (plan.store / "nats-server.conf").mkdir(parents=True)
    with pytest.raises(StorageFault, match=r"nats-server\.conf: cannot be written: Is a directory"):
        await NatsChild(find_server(), plan, SystemClock()).start()
    (plan.store / "nats-server.conf").rmdir()
    again = NatsChild(find_server(), plan, SystemClock())
    await again.start()
    await again.stop()


async def test_a_server_that_cannot_start_says_where_its_log_is(tmp_path: Path) -> None:
    server = tmp_path / "broken"
    server.write_text("#!/bin/sh\necho no luck\nexit 3\n")
    server.chmod(0o755)
    plan = plan_in(tmp_path)
    with pytest.raises(LinkLost, match=r"did not start.*nats-server\.log"):
        await NatsChild(server, plan, SystemClock()).start()
    assert (plan.store / "nats-server.log").read_text() == "no luck\n"


HUB_WITH_CHILD = """
import asyncio, sys
from pathlib import Path
from felt.clock import SystemClock
from hub.broker import BrokerPlan, open_broker

async def main() -> None:
    async with open_broker(BrokerPlan(port=int(sys.argv[1]), store=Path(sys.argv[2])), SystemClock()) as broker:
        print(broker.pid, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


def test_the_server_dies_with_a_killed_hub(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HUB_WITH_CHILD, str(free_port()), str(tmp_path / "store")]
    hub = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert hub.stdout is not None
    server = psutil.Process(int(hub.stdout.readline()))
    hub.kill()
    hub.wait()
    hub.stdout.close()
    gone, alive = psutil.wait_procs([server], timeout=10)
    assert (gone, alive) == ([server], [])


def test_a_chosen_server_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigFault, match="no program there"):
        find_server(tmp_path / "nats-server")


async def test_without_a_server_only_this_process_is_heard_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "_WHEEL", "no-such-distribution")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Unsupported, match=r"no nats-server for this platform.*kind = 'site'"):
        find_server()
    async with open_broker(plan_in(tmp_path), SystemClock()) as broker:
        assert broker.address is None
        assert "only tables inside this process can be heard" in broker.note
        one, two = broker.client("one"), broker.client("two")
        heard: asyncio.Queue[Message] = asyncio.Queue()

        async def put(message: Message) -> None:
            heard.put_nowait(message)

        await one.subscribe("felt/#", put)
        await one.start()
        await two.start()
        await two.publish("felt/x", b"hello")
        assert (await heard.get()).payload == b"hello"
        await one.stop()
        await two.stop()


async def test_a_site_s_broker_is_only_addressed(tmp_path: Path) -> None:
    plan = BrokerPlan(kind=BrokerKind.SITE, host="broker.site", port=8883, ca=tmp_path / "ca.pem")
    async with open_broker(plan, SystemClock()) as broker:
        assert str(broker.address) == "broker.site:8883"
        assert broker.address is not None
        assert broker.address.ca == str(tmp_path / "ca.pem")
        assert broker.pid is None
