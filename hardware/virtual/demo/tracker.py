"""A table's tracker over MQTT: what people say at the table goes to the hub, and the hub's guidance comes back.

The same path as a dealer's or a floor person's tablet: signed envelopes, repeated until the hub has committed them.
"""

import asyncio
import contextlib
import secrets
from typing import Final

import msgspec
import structlog

from felt.clock import Clock
from felt.envelope import VERSION, Envelope, encode_envelope
from felt.fact import Fact
from felt.fault import LinkLost
from felt.ids import BootId, DeviceId, RoomId, TableId
from felt.order import Ack, Availability, Guidance, Health, Order, Presentness, Refused, ResendWanted
from felt.topic import Channel, device_topic
from felt.wire import DeviceKey, LinkState, Message, Retention, Transport, Will
from felt.wire.signing import key_text

REPEAT_S: Final = 2.0
"""How long the hub may take to commit before a fact is said again."""

_ACK: Final = msgspec.json.Decoder(Ack)
_HEALTH: Final = msgspec.json.Decoder(Health)
_ORDER: Final = msgspec.json.Decoder(Order)
_log = structlog.get_logger(__name__)


def tracker_will(room: RoomId, table: TableId, device: DeviceId) -> Will:
    """What the broker says when the tracker vanishes; give it to the transport."""
    topic = device_topic(room, table, device, Channel.AVAILABILITY)
    return Will(topic, msgspec.json.encode(Availability(Presentness.OFFLINE)))


class Tracker:
    """One tracker device of one table. `start` it, `tell` it facts, read `guidance`."""

    def __init__(
        self, room: RoomId, table: TableId, device: DeviceId, *, transport: Transport, key: DeviceKey, clock: Clock
    ) -> None:
        self._room = room
        self._table = table
        self._device = device
        self._transport = transport
        self._key = key
        self._clock = clock
        self._boot = BootId(secrets.token_hex(8))
        self._seq = 0
        self._lines: dict[int, bytes] = {}
        self._acked = -1
        self._greet = asyncio.Event()
        self._moved = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()
        self._greeter: asyncio.Task[None] | None = None
        self.guidance: Guidance | None = None
        """What the hub last told the table to do."""
        self.refused: str | None = None
        """Why the hub will not listen, None while it does."""

    async def start(self) -> None:
        """Connect and stay connected; returns at once."""
        self._transport.on_state(self._on_state)
        await self._transport.subscribe(self._topic(Channel.ACK), self._on_ack)
        await self._transport.subscribe(self._topic(Channel.ORDERS), self._on_order)
        self._greeter = asyncio.create_task(self._greet_for_ever())
        await self._transport.start()

    async def stop(self) -> None:
        """Say goodbye and let go of the transport."""
        if self._greeter is not None:
            self._greeter.cancel()
            await asyncio.gather(self._greeter, return_exceptions=True)
        with contextlib.suppress(LinkLost, TimeoutError):
            async with asyncio.timeout(1):
                await self._announce(Availability(Presentness.OFFLINE))
        await self._transport.stop()

    async def node_watching(self, node: DeviceId) -> None:
        """Wait until the table's node says that it watches."""
        watching = asyncio.Event()

        async def on_health(message: Message) -> None:
            try:
                health = _HEALTH.decode(message.payload)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                return  # whoever said that, it was not our node, which says it again soon
            if health.watching:
                watching.set()

        await self._transport.subscribe(device_topic(self._room, self._table, node, Channel.HEALTH), on_health)
        await watching.wait()

    async def tell(self, fact: Fact) -> None:
        """Say a fact; returns when the hub has committed it, however long broker or hub are away."""
        async with self._one_at_a_time:
            seq, self._seq = self._seq, self._seq + 1
            self._lines[seq] = self._line(seq, fact)
            while self._acked < seq:
                await self._publish(seq)
                await self._wait_for_ack(seq)

    async def _wait_for_ack(self, seq: int) -> None:
        """Until the hub has it, or it is time to say it again."""
        patience = asyncio.create_task(self._clock.sleep(REPEAT_S))
        try:
            while self._acked < seq and not patience.done():
                self._moved.clear()
                moved = asyncio.create_task(self._moved.wait())
                await asyncio.wait([moved, patience], return_when=asyncio.FIRST_COMPLETED)
                moved.cancel()
        finally:
            patience.cancel()

    async def _publish(self, seq: int) -> None:
        with contextlib.suppress(LinkLost):  # said again when the time is up
            await self._transport.publish(self._topic(Channel.FACTS), self._lines[seq])

    def _line(self, seq: int, fact: Fact) -> bytes:
        envelope = Envelope(
            v=VERSION,
            room=self._room,
            table=self._table,
            device=self._device,
            boot=self._boot,
            seq=seq,
            mono=self._clock.now(),
            wall=self._clock.wall(),
            body=fact,
        )
        return self._key.signed_line(self._topic(Channel.FACTS), encode_envelope(envelope))

    def _topic(self, channel: Channel) -> str:
        return device_topic(self._room, self._table, self._device, channel)

    async def _announce(self, word: Availability) -> None:
        topic = self._topic(Channel.AVAILABILITY)
        await self._transport.publish(topic, msgspec.json.encode(word), retention=Retention.KEPT)

    async def _greet_for_ever(self) -> None:
        """After each connect: who we are, before any fact."""
        while True:
            await self._greet.wait()
            self._greet.clear()
            with contextlib.suppress(LinkLost):  # the next connect greets again
                await self._announce(Availability(Presentness.ONLINE, key_text(self._key.public)))

    def _on_state(self, state: LinkState) -> None:
        if state is LinkState.UP:
            self._greet.set()
            self._moved.set()

    async def _on_ack(self, message: Message) -> None:
        try:
            ack = _ACK.decode(message.payload)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return  # no word of the hub's
        if ack.boot == self._boot and ack.sequence > self._acked:
            self._acked = ack.sequence
            self._lines = {seq: line for seq, line in self._lines.items() if seq > ack.sequence}
            self._moved.set()

    async def _on_order(self, message: Message) -> None:
        try:
            order = _ORDER.decode(message.payload)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return  # no word of the hub's
        match order:
            case Guidance() as guidance if self.guidance is None or guidance.serial > self.guidance.serial:
                self.guidance = guidance
            case ResendWanted(boot=boot, first=first, last=last) if boot == self._boot:
                for seq in [known for known in self._lines if first <= known <= last]:
                    await self._publish(seq)
            case Refused(why=why):
                if why != self.refused:
                    _log.warning("the hub refuses the tracker", table=self._table, why=why)
                self.refused = why
            case _:
                pass
