"""One contract, two carriers."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from felt.fault import BadInput, LinkLost
from felt.wire import (
    DeviceKey,
    InProcessBroker,
    LinkState,
    Message,
    MqttTransport,
    Retention,
    Transport,
    Will,
    verified_body,
)
from felt.wire.transport import fits
from tests.felt.wire.brokers import Mosquitto, free_port

MakeClient = Callable[..., Transport]


@pytest.fixture(scope="module")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path_factory.mktemp("broker"))
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture(params=["in-process", "mosquitto"])
async def make_client(request: pytest.FixtureRequest) -> AsyncIterator[MakeClient]:
    clients: list[Transport] = []
    broker = InProcessBroker()

    def make(name: str, will: Will | None = None) -> Transport:
        if request.param == "in-process":
            client: Transport = broker.client(will=will)
        else:
            client = MqttTransport(request.getfixturevalue("mosquitto").address, f"{name}-{id(broker):x}", will=will)
        clients.append(client)
        return client

    if request.param == "mosquitto":
        request.getfixturevalue("mosquitto")
    yield make
    for client in clients:
        await client.stop()


async def up(client: Transport) -> None:
    ready = asyncio.Event()
    client.on_state(lambda state: ready.set() if state is LinkState.UP else None)
    await client.start()
    async with asyncio.timeout(30):
        if client.state is not LinkState.UP:
            await ready.wait()


async def collect(client: Transport, pattern: str) -> asyncio.Queue[Message]:
    heard: asyncio.Queue[Message] = asyncio.Queue()

    async def put(message: Message) -> None:
        heard.put_nowait(message)

    await client.subscribe(pattern, put)
    return heard


async def next_of(heard: asyncio.Queue[Message]) -> Message:
    async with asyncio.timeout(30):
        return await heard.get()


async def test_messages_arrive_in_order(make_client: MakeClient) -> None:
    hub, node = make_client("hub"), make_client("node")
    heard = await collect(hub, "felt/r/+/+/facts")
    await up(hub)
    await up(node)
    for number in range(50):
        await node.publish("felt/r/t1/node/facts", str(number).encode())
    assert [(await next_of(heard)).payload for _ in range(50)] == [str(n).encode() for n in range(50)]


async def test_a_late_subscriber_gets_the_kept_message_and_a_cleared_one_not(make_client: MakeClient) -> None:
    node, hub = make_client("node"), make_client("hub")
    await up(node)
    await node.publish("felt/kept/t/n/availability", b"online", retention=Retention.KEPT)
    await node.publish("felt/kept/t/gone/availability", b"online", retention=Retention.KEPT)
    await node.publish("felt/kept/t/gone/availability", b"", retention=Retention.KEPT)
    heard = await collect(hub, "felt/kept/#")
    await up(hub)
    first = await next_of(heard)
    assert (first.topic, first.payload, first.kept) == ("felt/kept/t/n/availability", b"online", True)
    await node.publish("felt/kept/t/n/availability", b"", retention=Retention.KEPT)
    assert (await next_of(heard)).payload == b""
    assert heard.empty()


async def test_publishing_without_a_link_is_an_error_not_a_silent_queue(make_client: MakeClient) -> None:
    client = make_client("never-started")
    with pytest.raises(LinkLost, match="not connected"):
        await client.publish("felt/r/t/d/facts", b"x")


async def test_a_failing_handler_does_not_stop_the_next_message(make_client: MakeClient) -> None:
    reported: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: reported.append(context))
    hub, node = make_client("hub"), make_client("node")
    handled: asyncio.Queue[bytes] = asyncio.Queue()

    async def fail_on_a(message: Message) -> None:
        handled.put_nowait(message.payload)
        if message.payload == b"a":
            raise ValueError("a is not liked")

    await hub.subscribe("felt/fail/#", fail_on_a)
    await up(hub)
    await up(node)
    await node.publish("felt/fail/x", b"a")
    await node.publish("felt/fail/x", b"b")
    async with asyncio.timeout(30):
        assert [await handled.get(), await handled.get()] == [b"a", b"b"]
    assert "a is not liked" in str(reported[0]["exception"])


async def test_will_of_an_in_process_client_that_is_cut() -> None:
    broker = InProcessBroker()
    node = broker.client(will=Will("felt/r/t/n/availability", b"offline"))
    hub = broker.client()
    heard = await collect(hub, "felt/r/t/n/availability")
    await up(hub)
    await up(node)
    node.cut()
    assert (await next_of(heard)).payload == b"offline"
    await hub.stop()
    await node.stop()


async def test_a_real_broker_that_is_killed_is_waited_for(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    client = MqttTransport(broker.address, "patient")
    states: asyncio.Queue[LinkState] = asyncio.Queue()
    client.on_state(states.put_nowait)
    heard = await collect(client, "felt/again/#")
    await client.start()
    broker.start()
    async with asyncio.timeout(40):
        assert [await states.get(), await states.get()] == [LinkState.WAITING, LinkState.UP]
        broker.kill()
        assert await states.get() is LinkState.WAITING
        with pytest.raises(LinkLost):
            await client.publish("felt/again/x", b"lost")
        broker.start()
        assert await states.get() is LinkState.UP
        await client.publish("felt/again/x", b"back")
        assert (await heard.get()).payload == b"back"
    await client.stop()
    broker.kill()


async def test_an_absent_broker_is_a_state_with_a_reason(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path, port=free_port())
    client = MqttTransport(broker.address, "alone")
    await client.start()
    async with asyncio.timeout(30):
        why = await client.refusal()
    assert why == client.last_refusal == f"no answer from {broker.address}"
    assert client.state is LinkState.WAITING
    await client.stop()


def test_a_line_fits_only_its_topic_its_key_and_its_bytes(tmp_path: Path) -> None:
    key = DeviceKey.load_or_create(tmp_path / "keys" / "node.key")
    assert DeviceKey.load_or_create(tmp_path / "keys" / "node.key").public == key.public
    line = key.signed_line("felt/r/t/d/facts", b'{"v":1}')
    assert verified_body(key.public, "felt/r/t/d/facts", line) == b'{"v":1}'
    other = DeviceKey(bytes(32))
    for public, topic, bad in (
        (key.public, "felt/r/t2/d/facts", line),
        (other.public, "felt/r/t/d/facts", line),
        (key.public, "felt/r/t/d/facts", line[:-1] + b" "),
        (key.public, "felt/r/t/d/facts", b"no dot"),
        (key.public, "felt/r/t/d/facts", b"!!!." + line),
        (b"short", "felt/r/t/d/facts", line),
    ):
        with pytest.raises(BadInput):
            verified_body(public, topic, bad)


@pytest.mark.parametrize(
    ("pattern", "topic", "fit"),
    [
        ("felt/+/t1/#", "felt/r/t1/n/facts", True),
        ("felt/+/t1/#", "felt/r/t2/n/facts", False),
        ("felt/r", "felt/r/t", False),
        ("felt/r/+", "felt/r", False),
        ("#", "anything/at/all", True),
    ],
)
def test_filters(pattern: str, topic: str, fit: bool) -> None:
    assert fits(pattern, topic) is fit


@pytest.mark.parametrize("turns", range(0, 60, 3))
async def test_a_subscription_made_while_the_link_comes_up_is_not_lost(mosquitto: Mosquitto, turns: int) -> None:
    listener = MqttTransport(mosquitto.address, f"late-{turns}")
    first = await collect(listener, f"felt/late/{turns}/first")
    await listener.start()
    for _ in range(turns * 40):
        await asyncio.sleep(0)
    heard = await collect(listener, f"felt/late/{turns}/second")
    speaker = MqttTransport(mosquitto.address, f"speaker-{turns}")
    await up(speaker)
    await up(listener) if listener.state is not LinkState.UP else None
    await speaker.publish(f"felt/late/{turns}/first", b"1", retention=Retention.KEPT)
    await speaker.publish(f"felt/late/{turns}/second", b"2", retention=Retention.KEPT)
    async with asyncio.timeout(30):
        assert [(await first.get()).payload, (await heard.get()).payload] == [b"1", b"2"]
    await listener.stop()
    await speaker.stop()
