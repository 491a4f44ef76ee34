"""The hub's end for the uplink's tests: takes letters in, and acknowledges when told to."""

import asyncio

import msgspec

from felt.envelope import Envelope, decode_envelope
from felt.ids import BootId, FactId
from felt.order import Ack, Availability, Guidance, Health, Order
from felt.topic import Channel
from felt.wire import LinkState, Message, Transport, verified_body
from felt.wire.signing import read_key
from table_node.outbox import Identity
from table_node.uplink import topic_of


class HubSide:
    """Hears one device. Lines that are not signed by the announced key fail the test."""

    def __init__(self, transport: Transport, identity: Identity) -> None:
        self._transport = transport
        self._identity = identity
        self.key: bytes | None = None
        self.lines: list[bytes] = []
        self.envelopes: list[Envelope] = []
        self.taken: dict[FactId, Envelope] = {}
        """What came, each once."""
        self.said: list[Availability] = []
        self.health: list[Health] = []
        self.acknowledging = True
        self.news = asyncio.Condition()

    async def start(self) -> None:
        await self._transport.subscribe(topic_of(self._identity, Channel.AVAILABILITY), self._on_availability)
        await self._transport.subscribe(topic_of(self._identity, Channel.FACTS), self._on_fact)
        await self._transport.subscribe(topic_of(self._identity, Channel.HEALTH), self._on_health)
        up = asyncio.Event()
        self._transport.on_state(lambda state: up.set() if state is LinkState.UP else None)
        await self._transport.start()
        async with asyncio.timeout(30):
            await up.wait()

    async def stop(self) -> None:
        await self._transport.stop()

    async def until_heard(self, *sequences: int) -> None:
        """Wait until exactly these sequences have come, each at least once."""
        async with asyncio.timeout(40), self.news:
            await self.news.wait_for(lambda: set(sequences) <= {e.seq for e in self.envelopes})

    async def until_said(self, count: int) -> None:
        """Wait for so many words of availability."""
        async with asyncio.timeout(40), self.news:
            await self.news.wait_for(lambda: len(self.said) >= count)

    async def until_healthy(self, count: int = 1) -> None:
        """Wait for so many words of health."""
        async with asyncio.timeout(40), self.news:
            await self.news.wait_for(lambda: len(self.health) >= count)

    async def acknowledge(self, boot: BootId, sequence: int) -> None:
        await self._transport.publish(topic_of(self._identity, Channel.ACK), msgspec.json.encode(Ack(boot, sequence)))

    async def order(self, order: Order) -> None:
        await self._transport.publish(topic_of(self._identity, Channel.ORDERS), msgspec.json.encode(order))

    async def guide(self, guidance: Guidance) -> None:
        await self.order(guidance)

    async def _on_availability(self, message: Message) -> None:
        word = msgspec.json.decode(message.payload, type=Availability)
        async with self.news:
            self.key = read_key(word.key) if word.key else self.key
            self.said.append(word)
            self.news.notify_all()

    async def _on_health(self, message: Message) -> None:
        async with self.news:
            self.health.append(msgspec.json.decode(message.payload, type=Health))
            self.news.notify_all()

    async def _on_fact(self, message: Message) -> None:
        assert self.key is not None, "a fact came before its device's key"
        envelope = decode_envelope(verified_body(self.key, message.topic, message.payload))
        async with self.news:
            self.lines.append(message.payload)
            self.envelopes.append(envelope)
            self.taken.setdefault(envelope.id, envelope)
            self.news.notify_all()
        if self.acknowledging:
            await self.acknowledge(envelope.boot, envelope.seq)
