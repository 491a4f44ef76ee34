"""A room for tests: a hub's floor over a broker in the process, and devices that speak to it by hand."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from felt.clock import ManualClock, Nanos
from felt.envelope import VERSION, Envelope, encode_envelope
from felt.fact import Fact
from felt.fault import StorageFault
from felt.ids import BootId, DeviceId, RoomId, TableId
from felt.order import Ack, Availability, Guidance, Order, Presentness, Refused, ResendWanted
from felt.place import SeatNo
from felt.setup import TableSetup
from felt.situation import Tracker
from felt.topic import Channel, device_topic
from felt.wire import DeviceKey, InProcessBroker, InProcessTransport, Message, Retention, Transport, Will
from felt.wire.signing import key_text
from hub.floor import Floor, TableTerms
from hub.ledger import Draft, Ledger

ROOM = RoomId("club")
T1, T2 = TableId("t1"), TableId("t2")
SETUP = TableSetup(
    rulebook="bfsp", seats=tuple(SeatNo(n) for n in range(1, 7)), button=SeatNo(6), tracker=Tracker.ROUNDS
)
TERMS = (TableTerms(T1, "Table 1", SETUP), TableTerms(T2, "Table 2", SETUP))


class Device:
    """A table node reduced to its wire: it says what it is told to say, and keeps what it hears."""

    def __init__(
        self,
        transport: Transport,
        name: str = "node",
        table: TableId = T1,
        *,
        key: DeviceKey | None = None,
        boot: str = "00000000000000b1",
        room: RoomId = ROOM,
    ) -> None:
        self.transport = transport
        self.name, self.table, self.room = DeviceId(name), table, room
        self.key = key or DeviceKey(name.encode().ljust(32, b"."))
        self.boot = BootId(boot)
        self.acks: list[Ack] = []
        self.orders: list[Order] = []
        self.heard = asyncio.Event()

    async def start(self, *, announce: bool = True) -> "Device":
        await self.listen()
        await self.transport.start()
        if announce:
            await self.announce()
        return self

    async def listen(self) -> None:
        await self.transport.subscribe(self.topic(Channel.ACK), self._on_ack)
        await self.transport.subscribe(self.topic(Channel.ORDERS), self._on_order)

    async def announce(self, state: Presentness = Presentness.ONLINE, key: DeviceKey | None = None) -> None:
        word = msgspec.json.encode(Availability(state, key_text((key or self.key).public)))
        await self.transport.publish(self.topic(Channel.AVAILABILITY), word, retention=Retention.KEPT)

    def topic(self, channel: Channel) -> str:
        return device_topic(self.room, self.table, self.name, channel)

    def envelope(self, seq: int, fact: Fact) -> Envelope:
        return Envelope(
            v=VERSION,
            room=self.room,
            table=self.table,
            device=self.name,
            boot=self.boot,
            seq=seq,
            mono=Nanos(seq),
            wall=Nanos(0),
            body=fact,
        )

    def line(self, seq: int, fact: Fact) -> bytes:
        return self.key.signed_line(self.topic(Channel.FACTS), encode_envelope(self.envelope(seq, fact)))

    async def say(self, seq: int, *facts: Fact) -> int:
        """Publish facts from sequence `seq` on; the next sequence."""
        for offset, fact in enumerate(facts):
            await self.raw(self.line(seq + offset, fact))
        return seq + len(facts)

    async def raw(self, payload: bytes, channel: Channel = Channel.FACTS) -> None:
        await self.transport.publish(self.topic(channel), payload)

    async def acked(self, seq: int, *, patience_s: float = 10) -> None:
        """Wait until the hub has acknowledged `seq` of this start."""
        await self.until(
            lambda: any(a.boot == self.boot and a.sequence >= seq for a in self.acks), patience_s=patience_s
        )

    async def until(self, true: Callable[[], bool], *, patience_s: float = 10) -> None:
        async with asyncio.timeout(patience_s):
            while not true():
                self.heard.clear()
                await self.heard.wait()

    @property
    def guidance(self) -> list[Guidance]:
        return [order for order in self.orders if isinstance(order, Guidance)]

    @property
    def resends(self) -> list[ResendWanted]:
        return [order for order in self.orders if isinstance(order, ResendWanted)]

    @property
    def refusals(self) -> list[Refused]:
        return [order for order in self.orders if isinstance(order, Refused)]

    async def _on_ack(self, message: Message) -> None:
        self.acks.append(msgspec.json.decode(message.payload, type=Ack))
        self.heard.set()

    async def _on_order(self, message: Message) -> None:
        if not message.payload:
            return
        self.orders.append(msgspec.json.decode(message.payload, type=Order))
        self.heard.set()


class Disk(Ledger):
    """A ledger whose disk can be full."""

    full = False

    async def append(self, drafts: Sequence[Draft]) -> list[int]:
        if self.full:
            raise StorageFault("nothing is recorded: database or disk is full", where="ledger")
        return await super().append(drafts)


class Room:
    """A running hub without its processes."""

    def __init__(
        self, floor: Floor, ledger: Disk, broker: InProcessBroker, link: InProcessTransport, clock: ManualClock
    ) -> None:
        self.floor = floor
        self.ledger = ledger
        self.broker = broker
        self.link = link
        self.clock = clock

    def device(self, name: str = "node", table: TableId = T1, *, will: Will | None = None, **how: str) -> Device:
        return Device(self.broker.client(will=will), name, table, boot=how.get("boot", "00000000000000b1"))

    async def until(self, true: Callable[[], bool]) -> None:
        """Follow the floor until `true`."""
        changes = self.floor.watch()
        async with asyncio.timeout(30):
            while not true():
                await anext(changes)


@asynccontextmanager
async def open_room(
    folder: Path,
    *,
    terms: Sequence[TableTerms] = TERMS,
    broker: InProcessBroker | None = None,
    clock: ManualClock | None = None,
) -> AsyncIterator[Room]:
    """A floor over `folder`'s ledger, stopped and closed at the end."""
    broker = broker or InProcessBroker()
    ledger = Disk(folder / "ledger.db", ROOM)
    link = broker.client()
    clock = clock or ManualClock()
    key = DeviceKey.load_or_create(folder / "hub.key")
    floor = Floor(ROOM, terms, ledger=ledger, transport=link, key=key, clock=clock)
    try:
        await floor.start()
        await link.start()
        yield Room(floor, ledger, broker, link, clock)
    finally:
        await floor.stop()
        await link.stop()
        await ledger.close()
