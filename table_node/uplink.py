"""The uplink: the outbox's envelopes to the hub, a start at a time and again until acknowledged; the hub's orders back.

Knows topics, signatures and links. Refuses to know what a fact means.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct

from felt.clock import Clock
from felt.fault import LinkLost, StorageFault
from felt.ids import BootId
from felt.order import Ack, Availability, Guidance, Health, Order, Presentness, Refused, ResendWanted
from felt.topic import Channel, device_topic
from felt.wire import DeviceKey, LinkState, Message, Retention, Transport, Will
from felt.wire.signing import key_text
from table_node.outbox import Identity, Outbox, Posted

_ACK: Final = msgspec.json.Decoder(Ack)
_ORDER: Final = msgspec.json.Decoder(Order)
_START: Final = (0, -1)


class UplinkTuning(Struct, frozen=True, forbid_unknown_fields=True):
    """`in_flight`: envelopes published ahead of the hub's acknowledgement. `repeat_s`: how long without one until all
    are published again, doubling up to `repeat_most_s`. `health_s`: time between two words of health."""

    in_flight: int = 200
    repeat_s: float = 5.0
    repeat_most_s: float = 60.0
    health_s: float = 5.0


def last_will(identity: Identity) -> Will:
    """What the broker says of the device when it vanishes."""
    return Will(topic_of(identity, Channel.AVAILABILITY), msgspec.json.encode(Availability(Presentness.OFFLINE)))


def topic_of(identity: Identity, channel: Channel) -> str:
    """One channel of the device."""
    return device_topic(identity.room, identity.table, identity.device, channel)


class Uplink:
    """Carries one device's outbox. Give it to `run`; call `stir` after each append."""

    def __init__(
        self,
        identity: Identity,
        transport: Transport,
        key: DeviceKey,
        outbox: Outbox,
        clock: Clock,
        *,
        on_guidance: Callable[[Guidance], None],
        on_forgotten: Callable[[], None],
        health: Callable[[], Health],
        log: Callable[[str], None],
        tuning: UplinkTuning | None = None,
    ) -> None:
        self._identity = identity
        self._transport = transport
        self._key = key
        self._outbox = outbox
        self._clock = clock
        self._on_guidance = on_guidance
        self._on_forgotten = on_forgotten
        self._health = health
        self._log = log
        self._tuning = tuning or UplinkTuning()
        self._facts = topic_of(identity, Channel.FACTS)
        self._cursor = _START
        self._epoch = 0
        self._sent: deque[Posted] = deque()
        self._announced = False
        self._acked: dict[BootId, int] = {}
        self._serial = -1
        self._news = asyncio.Event()
        self._greet = asyncio.Event()
        self._progress = 0
        self._unheard = False
        self.refused: str | None = None
        """Why the hub will not listen, None while it does."""

    @property
    def state(self) -> LinkState:
        """How the link to the broker stands."""
        return self._transport.state

    @property
    def reachable(self) -> bool:
        """True while the hub takes what this device says, as far as its acknowledgements and the broker tell."""
        return self._transport.state is LinkState.UP and self.refused is None and not self._unheard

    def stir(self) -> None:
        """Something was appended."""
        self._news.set()

    async def run(self) -> None:
        """Connect and carry until cancelled; then say goodbye."""
        self._transport.on_state(self._on_state)
        await self._transport.subscribe(topic_of(self._identity, Channel.ACK), self._on_ack)
        await self._transport.subscribe(topic_of(self._identity, Channel.ORDERS), self._on_order)
        await self._transport.start()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._announce())
                group.create_task(self._carry(group))
                group.create_task(self._repeat())
                group.create_task(self._tell_health())
        finally:
            await self._leave()

    async def _leave(self) -> None:
        with contextlib.suppress(LinkLost, TimeoutError):
            async with asyncio.timeout(1):
                await self._say(Channel.AVAILABILITY, Availability(Presentness.OFFLINE), Retention.KEPT)
        await self._transport.stop()

    # Tasks.

    async def _announce(self) -> None:
        """After each connect: who we are, before the facts."""
        while True:
            await self._greet.wait()
            self._greet.clear()
            word = Availability(Presentness.ONLINE, key_text(self._key.public))
            try:
                await self._say(Channel.AVAILABILITY, word, Retention.KEPT)
                await self._say(Channel.HEALTH, self._health())
            except LinkLost:
                continue
            self._announced = True
            self._rewind()

    async def _carry(self, group: asyncio.TaskGroup) -> None:
        """Publish what was appended, in order, without waiting for the broker's answer to what came before.

        What a lost link swallows is published again when it is back, or when the hub stays silent about it.
        """
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                while batch := await self._next_batch():
                    for letter in batch:
                        group.create_task(self._publish_once(letter))
                        self._cursor = (letter.start, letter.seq)
                        if letter.seq > self._acked.get(letter.boot, -1):
                            self._sent.append(letter)
            except StorageFault as fault:
                self._log(str(fault))

    async def _next_batch(self) -> list[Posted]:
        room = self._tuning.in_flight - len(self._sent)
        if room <= 0 or not self._announced:
            return []
        while True:
            epoch = self._epoch
            batch = await asyncio.to_thread(self._outbox.pending, self._cursor, room)
            if epoch == self._epoch:
                return self._of_one_start(batch)
            # else all is to be published again from the oldest, which this may not begin with

    def _of_one_start(self, batch: list[Posted]) -> list[Posted]:
        """What may be sent now: nothing of a start before the hub has all of the one before.

        The hub takes a start for ended when a later one speaks. What it missed of the ended one, because it was not
        there or had no room, it could not know of and would not take any more.
        """
        under_way = self._sent or batch
        return [letter for letter in batch if letter.start == under_way[0].start]

    async def _publish_once(self, letter: Posted) -> None:
        with contextlib.suppress(LinkLost):
            await self._publish(letter)

    async def _publish(self, letter: Posted) -> None:
        await self._transport.publish(self._facts, self._key.signed_line(self._facts, letter.body))

    async def _say(
        self, channel: Channel, word: Availability | Health, retention: Retention = Retention.PASSING
    ) -> None:
        await self._transport.publish(topic_of(self._identity, channel), msgspec.json.encode(word), retention=retention)

    def _rewind(self) -> None:
        """Publish everything unacknowledged again, from the oldest."""
        self._epoch += 1
        self._cursor = _START
        self._sent.clear()
        self._news.set()

    async def _repeat(self) -> None:
        """Publish all again when the hub stays silent about what was sent."""
        wait_s = self._tuning.repeat_s
        while True:
            before = self._progress
            await self._clock.sleep(wait_s)
            silent = len(self._sent) > 0 and self._progress == before and self._transport.state is LinkState.UP
            wait_s = min(wait_s * 2, self._tuning.repeat_most_s) if silent else self._tuning.repeat_s
            self._unheard = silent
            if silent:
                self._rewind()

    async def _tell_health(self) -> None:
        told: str | None = None
        while True:
            with contextlib.suppress(LinkLost):
                await self._say(Channel.HEALTH, self._health())
            refusal = self._transport.last_refusal if self._transport.state is not LinkState.UP else None
            if refusal is not None and refusal != told:
                self._log(f"waiting for the broker: {refusal}")
            told = refusal
            await self._clock.sleep(self._tuning.health_s)

    # Heard.

    def _on_state(self, state: LinkState) -> None:
        self._log(f"broker link {state}")
        self._announced = False
        if state is LinkState.UP:
            self._serial = -1  # the retained guidance comes again, perhaps from another hub
            self._greet.set()

    async def _on_ack(self, message: Message) -> None:
        try:
            ack = _ACK.decode(message.payload)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._log(f"acknowledgement refused: {error}")
            return
        if ack.sequence <= self._acked.get(ack.boot, -1):
            return
        self._acked[ack.boot] = ack.sequence
        self._progress += 1
        self._unheard = False
        self.refused = None
        await asyncio.to_thread(self._outbox.acknowledge, ack.boot, ack.sequence)
        self._sent = deque(letter for letter in self._sent if letter.boot != ack.boot or letter.seq > ack.sequence)
        self._news.set()

    async def _on_order(self, message: Message) -> None:
        try:
            order = _ORDER.decode(message.payload)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._log(f"order refused: {error}")
            return
        match order:
            case Guidance():
                if order.serial > self._serial:
                    self._serial = order.serial
                    self._on_guidance(order)
            case ResendWanted():
                await self._resend(order)
            case Refused(why=why):
                if why != self.refused:
                    self._log(f"the hub refuses this device: {why}")
                self.refused = why

    async def _resend(self, order: ResendWanted) -> None:
        """Publish what the hub misses. When it misses what it had acknowledged, it has another ledger than before."""
        try:
            letters = await asyncio.to_thread(self._outbox.wanted, order.boot, order.first, order.last)
            for letter in letters:
                await self._publish(letter)
            if not letters and order.first == 0 and order.boot == self._outbox.boot:
                self._serial = -1  # another ledger counts its guidance anew
                self._on_forgotten()
        except (LinkLost, StorageFault) as fault:
            self._log(f"resend of {order.first} to {order.last} put off: {fault}")
