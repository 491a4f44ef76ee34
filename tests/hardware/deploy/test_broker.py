"""The shipped broker configuration in a real mosquitto: who gets in, and who may say what."""

import asyncio
import os
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from felt.ids import DeviceId, RoomId, TableId
from felt.topic import Channel, device_topic
from felt.wire import BrokerAddress, LinkState, Message, MqttTransport
from hardware.deploy import FOLDER
from tests.felt.wire.brokers import free_port
from tests.hardware.deploy.certificates import Authority

PLACE = "/etc/mosquitto/feltwire"


def topic(table: str, device: str, channel: Channel) -> str:
    return device_topic(RoomId("main"), TableId(table), DeviceId(device), channel)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Room"]:
    folder = tmp_path_factory.mktemp("room")
    authority = Authority(folder / "certs")
    authority.sign("broker", broker=True)
    for device in ("hub-main", "t1-node", "t2-node", "stranger"):
        authority.sign(device)
    Authority(folder / "others").sign("t1-node")
    made = Room(folder)
    made.start()
    yield made
    made.process.kill()
    made.process.wait()


class Room:
    """mosquitto with the shipped files, on a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        (folder / "certs" / "acl").write_text((FOLDER / "acl").read_text())
        text = (FOLDER / "mosquitto.conf").read_text()
        text = text.replace("listener 8883", f"listener {self.port} 127.0.0.1").replace(PLACE, str(folder / "certs"))
        if os.getuid() == 0:
            text += "user root\n"  # else it becomes a user who may not read a test's folder
        (folder / "mosquitto.conf").write_text(text)

    def start(self) -> None:
        self.process = subprocess.Popen(
            ["mosquitto", "-c", str(self.folder / "mosquitto.conf")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self.process.poll() is None
        raise AssertionError("mosquitto did not listen")

    def address(self, device: str | None, certs: str = "certs") -> BrokerAddress:
        own = self.folder / certs
        ca = str(self.folder / "certs" / "ca.crt")
        if device is None:
            return BrokerAddress(port=self.port, ca=ca)
        return BrokerAddress(
            port=self.port, ca=ca, certificate=str(own / f"{device}.crt"), key=str(own / f"{device}.key")
        )


@asynccontextmanager
async def joined(room: Room, device: str) -> AsyncIterator[MqttTransport]:
    client = MqttTransport(room.address(device), device)
    up = asyncio.Event()
    client.on_state(lambda state: up.set() if state is LinkState.UP else None)
    await client.start()
    try:
        async with asyncio.timeout(10):
            await up.wait()
        yield client
    finally:
        await client.stop()


class Ears:
    """What a client hears."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()

    async def take(self, message: Message) -> None:
        await self.heard.put((message.topic, message.payload))

    async def next(self) -> tuple[str, bytes]:
        async with asyncio.timeout(10):
            return await self.heard.get()


async def test_a_node_speaks_for_its_own_table_only(room: Room) -> None:
    ears = Ears()
    async with joined(room, "hub-main") as hub, joined(room, "t1-node") as node, joined(room, "t2-node") as other:
        await hub.subscribe("felt/main/+/+/facts", ears.take)
        await hub.publish(topic("t1", "t1-node", Channel.ORDERS), b"acknowledged after what was asked for before it")
        await node.publish(topic("t2", "t2-node", Channel.FACTS), b"forged for another table")
        await node.publish(topic("t2", "t1-node", Channel.FACTS), b"forged for another table, own name")
        await node.publish(topic("t1", "t2-node", Channel.FACTS), b"forged for another device")
        await node.publish(topic("t1", "t1-node", Channel.FACTS), b"mine")
        # The broker hands on in order: what was forged would have come first.
        assert await ears.next() == (topic("t1", "t1-node", Channel.FACTS), b"mine")
        await other.publish(topic("t2", "t2-node", Channel.FACTS), b"theirs")
        assert await ears.next() == (topic("t2", "t2-node", Channel.FACTS), b"theirs")


async def test_a_node_hears_its_own_orders_only_and_gives_none(room: Room) -> None:
    ears = Ears()
    mine, theirs = topic("t1", "t1-node", Channel.ORDERS), topic("t2", "t2-node", Channel.ORDERS)
    async with joined(room, "hub-main") as hub, joined(room, "t1-node") as node:
        await node.subscribe(mine, ears.take)
        await node.subscribe(theirs, ears.take)
        await node.subscribe("felt/#", ears.take)
        await node.publish(mine, b"an order to myself")
        await hub.publish(theirs, b"for the other")
        await hub.publish(mine, b"for me")
        assert await ears.next() == (mine, b"for me")


async def test_a_stranger_with_a_certificate_of_the_room_says_nothing(room: Room) -> None:
    ears = Ears()
    async with joined(room, "hub-main") as hub, joined(room, "stranger") as stranger:
        await hub.subscribe("felt/#", ears.take)
        await stranger.publish(topic("t1", "stranger", Channel.FACTS), b"?")
        await stranger.publish(topic("t1", "t1-node", Channel.FACTS), b"?")
        await hub.publish(topic("t1", "t1-node", Channel.ORDERS), b"the hub's own")
        assert await ears.next() == (topic("t1", "t1-node", Channel.ORDERS), b"the hub's own")


@pytest.mark.parametrize(("device", "certs"), [(None, "certs"), ("t1-node", "others")])
async def test_without_a_certificate_of_the_room_nobody_gets_in(room: Room, device: str | None, certs: str) -> None:
    client = MqttTransport(room.address(device, certs), "t1-node")
    states: list[LinkState] = []
    client.on_state(states.append)
    await client.start()
    try:
        async with asyncio.timeout(10):
            while client.last_refusal is None:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    finally:
        await client.stop()
    assert LinkState.UP not in states
