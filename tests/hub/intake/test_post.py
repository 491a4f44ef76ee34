"""What the hub sends: the newest of a kind, kept while there is no link."""

import asyncio

from felt.wire import InProcessBroker, InProcessTransport, Message, Retention
from hub.intake import Post


async def test_only_the_newest_of_a_kind_is_sent_once_the_link_is_there() -> None:
    broker = InProcessBroker()
    hub, node = broker.client(), broker.client()
    heard: list[tuple[str, bytes]] = []

    async def note(message: Message) -> None:
        heard.append((message.topic, message.payload))

    await node.subscribe("felt/#", note)
    await node.start()
    post = Post(hub)
    sending = asyncio.create_task(post.run())
    post.put("felt/a", "ack", b"1")
    post.put("felt/a", "guidance", b"g")
    post.put("felt/b", "ack", b"2")
    post.put("felt/a", "ack", b"3")
    await asyncio.sleep(0)
    assert heard == []
    await hub.start()
    for _ in range(10):
        await asyncio.sleep(0)
    assert sorted(heard) == [("felt/a", b"3"), ("felt/a", b"g"), ("felt/b", b"2")]
    heard.clear()
    hub.cut()
    post.put("felt/a", "ack", b"4")
    for _ in range(10):
        await asyncio.sleep(0)
    assert heard == []
    hub.restore()
    for _ in range(10):
        await asyncio.sleep(0)
    assert heard == [("felt/a", b"4")]
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    await hub.stop()
    await node.stop()


class Slow(InProcessTransport):
    """A client whose acknowledgements the broker does not confirm until `answered`."""

    def __init__(self, broker: InProcessBroker) -> None:
        super().__init__(broker)
        self.answered = asyncio.Event()

    async def publish(self, topic: str, payload: bytes, *, retention: Retention = Retention.PASSING) -> None:
        await super().publish(topic, payload, retention=retention)
        if payload.startswith(b"ack"):
            await self.answered.wait()


async def test_guidance_waits_for_no_acknowledgement() -> None:
    broker = InProcessBroker()
    hub, node = Slow(broker), broker.client()
    heard: list[bytes] = []

    async def note(message: Message) -> None:
        heard.append(message.payload)

    await node.subscribe("felt/#", note)
    await node.start()
    await hub.start()
    post = Post(hub)
    sending = asyncio.create_task(post.run())
    for payload in (b"ack 1", b"guidance 1", b"ack 2", b"guidance 2", b"ack 3", b"guidance 3"):
        post.put("felt/a", payload.split()[0].decode(), payload)
        for _ in range(10):
            await asyncio.sleep(0)
    assert heard == [b"ack 1", b"guidance 1", b"guidance 2", b"guidance 3"]
    hub.answered.set()
    for _ in range(10):
        await asyncio.sleep(0)
    assert heard[4:] == [b"ack 3"]  # only the newest of those that waited
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    await hub.stop()
    await node.stop()
