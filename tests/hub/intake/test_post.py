"""What the hub sends: the newest of a kind, kept while there is no link."""

import asyncio

from felt.wire import InProcessBroker, Message
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
