"""The gate between the broker and the tables of one room."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Final

import msgspec

from felt.clock import Clock
from felt.fault import BadInput
from felt.ids import BootId, DeviceId, RoomId, TableId
from felt.order import Ack, Availability, Health, Presentness, Refused
from felt.topic import Channel, DeviceTopic, device_topic, parse_device_topic, room_filter
from felt.wire import LinkState, Message, Transport
from felt.wire.signing import read_key
from hub.intake.alarm import Alarm, Trouble
from hub.intake.arrival import Arrival, verified_arrival
from hub.intake.chaser import Chaser
from hub.intake.lease import Lease
from hub.intake.post import Post
from hub.intake.sequence import Verdict
from hub.intake.sink import Sink
from hub.intake.speaker import Speaker

KEY_WAIT_S: Final = 5.0
"""How long a device may speak before its key is missed aloud."""
UNKEYED_MOST: Final = 64
"""Messages kept for a device whose key has not come; later ones are asked for again."""
SPEAKERS_MOST: Final = 64
"""Devices that are listened to at one table."""

_AVAILABILITY: Final = msgspec.json.Decoder(Availability)
_HEALTH: Final = msgspec.json.Decoder(Health)
_encode: Final = msgspec.json.encode


class Intake:
    """Takes in a room's messages, in order and verified, and acknowledges what is committed.

    `leases` names the tables that exist; `own` tells the devices that the hub itself speaks as.
    """

    def __init__(
        self,
        room: RoomId,
        transport: Transport,
        post: Post,
        sink: Sink,
        clock: Clock,
        *,
        leases: dict[TableId, Lease],
        own: Callable[[DeviceId], bool],
    ) -> None:
        self._room = room
        self._transport = transport
        self._post = post
        self._sink = sink
        self._clock = clock
        self._leases = leases
        self._own = own
        self._speakers: dict[tuple[TableId, DeviceId], Speaker] = {}
        self._chaser = Chaser(room, transport, post, sink, clock)
        self._tasks: set[asyncio.Task[None]] = set()

    def speaker(self, table: TableId, device: DeviceId) -> Speaker:
        """What is known of a device; the floor fills it from the ledger before `start`."""
        return self._speakers.setdefault((table, device), Speaker(table, device))

    async def start(self) -> None:
        """Subscribe; keys before facts."""
        self._transport.on_state(self._on_link)
        await self._transport.subscribe(room_filter(self._room, Channel.AVAILABILITY), self._on_availability)
        await self._transport.subscribe(room_filter(self._room, Channel.HEALTH), self._on_health)
        await self._transport.subscribe(room_filter(self._room, Channel.FACTS), self._on_fact)

    async def stop(self) -> None:
        """Give up what is being waited for."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def committed(self, table: TableId, device: DeviceId, boot: BootId, seq: int) -> None:
        """The ledger has a device's facts up to `seq`: acknowledge them."""
        speaker = self.speaker(table, device)
        speaker.committed[boot] = max(seq, speaker.committed.get(boot, -1))
        self._acknowledge(speaker, boot)

    # Handlers of the transport.

    async def _on_availability(self, message: Message) -> None:
        topic = self._placed(message)
        if topic is None or not message.payload:
            return
        try:
            said = _AVAILABILITY.decode(message.payload)
            public = read_key(said.key) if said.key else None
        except (msgspec.MsgspecError, UnicodeDecodeError, BadInput) as error:
            self._alarm(topic, Trouble.BAD_MESSAGE, f"availability refused: {error}")
            return
        speaker = self.speaker(topic.table, topic.device)
        if public is not None and not self._trusts(speaker, public):
            return
        speaker.online = said.state is Presentness.ONLINE
        self._sink.present(topic.table, topic.device, said.state)
        if speaker.online:
            for boot in speaker.committed:
                self._acknowledge(speaker, boot)
        await self._judge_unkeyed(speaker)

    async def _on_health(self, message: Message) -> None:
        topic = self._placed(message)
        if topic is None:
            return
        try:
            self._sink.healthy(topic.table, topic.device, _HEALTH.decode(message.payload))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._alarm(topic, Trouble.BAD_MESSAGE, f"health refused: {error}")

    async def _on_fact(self, message: Message) -> None:
        topic = self._placed(message)
        if topic is None:
            return
        speaker = self.speaker(topic.table, topic.device)
        if speaker.public is None:
            if not speaker.unkeyed:
                self._spawn(self._miss_key(speaker))
            if len(speaker.unkeyed) < UNKEYED_MOST:
                speaker.unkeyed.append((topic, message.payload))
            return
        await self._judge(speaker, topic, message.payload)

    def _on_link(self, state: LinkState) -> None:
        if state is LinkState.UP:
            for speaker in self._speakers.values():
                for boot in speaker.committed:
                    self._acknowledge(speaker, boot)

    # Judging.

    def _placed(self, message: Message) -> DeviceTopic | None:
        """The topic of a message for one of our tables; anything else is an alarm."""
        try:
            topic = parse_device_topic(message.topic)
        except BadInput as fault:
            self._sink.alarm(Alarm(Trouble.FOREIGN_TOPIC, str(fault)))
            return None
        if topic.table not in self._leases:
            what = f"device {topic.device} speaks for table {topic.table}, which this hub does not have"
            remedy = f"tables here: {', '.join(self._leases)}"
            self._sink.alarm(Alarm(Trouble.UNKNOWN_TABLE, f"{what} ({remedy})", device=topic.device))
            return None
        if self._own(topic.device):
            self._alarm(topic, Trouble.HUB_NAME, "bears a name of the hub's own: not listened to over the network")
            return None
        if self._crowded(topic.table) and not self._known(topic):
            self._alarm(topic, Trouble.CROWD, f"is one too many: {SPEAKERS_MOST} devices are listened to at a table")
            return None
        return topic

    def _known(self, topic: DeviceTopic) -> bool:
        return (topic.table, topic.device) in self._speakers or self._leases[topic.table].expects(topic.device)

    def _crowded(self, table: TableId) -> bool:
        return sum(speaker.table == table for speaker in self._speakers.values()) >= SPEAKERS_MOST

    def _trusts(self, speaker: Speaker, public: bytes) -> bool:
        if speaker.public is None:
            speaker.public = public
        elif speaker.public != public:
            self._sink.alarm(
                Alarm(
                    Trouble.OTHER_KEY,
                    f"device {speaker.device} of table {speaker.table} announces another key than it was first trusted "
                    "with: not listened to (give it the old key, or vouch for the new one in the hub's configuration)",
                    speaker.table,
                    speaker.device,
                )
            )
            return False
        return True

    async def _judge_unkeyed(self, speaker: Speaker) -> None:
        if speaker.public is None:
            return
        waiting, speaker.unkeyed = speaker.unkeyed, []
        for topic, line in waiting:
            await self._judge(speaker, topic, line)

    async def _judge(self, speaker: Speaker, topic: DeviceTopic, line: bytes) -> None:
        assert speaker.public is not None
        try:
            arrival = verified_arrival(topic, line, speaker.public)
        except BadInput as fault:
            self._sink.alarm(Alarm(Trouble.BAD_MESSAGE, str(fault), topic.table, topic.device))
            return
        if not self._leases[topic.table].admits(topic.device):
            self._refuse(topic)
            return
        if not speaker.recorded:
            speaker.recorded = True
            self._sink.trusted(topic.table, topic.device, speaker.public)
        if not self._sink.has_room(topic.table):
            return
        match speaker.sequence.offer(arrival):
            case Verdict.TAKEN:
                self._forward(speaker)
            case Verdict.DUPLICATE:
                await self._compare(speaker, arrival)
            case Verdict.ENDED_START:
                self._turn_away(topic, arrival)
            case Verdict.TOO_MANY:
                pass  # it is asked for once the hole before it is closed

    def _forward(self, speaker: Speaker) -> None:
        for arrival in speaker.sequence.take_ready():
            self._sink.arrived(speaker.table, arrival)
        if speaker.sequence.gap() is not None and not speaker.chased:
            speaker.chased = True
            self._spawn(self._chaser.chase(speaker))

    async def _compare(self, speaker: Speaker, arrival: Arrival) -> None:
        """The same bytes again are dropped and acknowledged again; other bytes are an alarm."""
        envelope = arrival.envelope
        kept = await self._sink.kept_line(speaker.table, speaker.device, envelope.boot, envelope.seq)
        if kept is not None and kept != arrival.line:
            what = f"device {speaker.device} of table {speaker.table} says fact {envelope.id} again, with other content"
            self._sink.alarm(
                Alarm(Trouble.CHANGED_FACT, f"{what}: the first one stands", speaker.table, speaker.device)
            )
        elif kept is not None:
            self._acknowledge(speaker, envelope.boot)

    def _turn_away(self, topic: DeviceTopic, arrival: Arrival) -> None:
        """Acknowledged though not taken: the device would hold back all that follows it, and it will never be taken."""
        boot, seq = arrival.envelope.boot, arrival.envelope.seq
        what = f"speaks from two starts at once ({boot} had ended): fact {seq} is not taken; is its card copied?"
        self._alarm(topic, Trouble.TWO_STARTS, what)
        self._confirm(topic.table, topic.device, Ack(boot, seq))

    def _refuse(self, topic: DeviceTopic) -> None:
        holder = self._leases[topic.table].holder
        why = (
            f"table {topic.table} is leased to device {holder}; "
            f"stop {topic.device}, or name it in the hub's configuration"
        )
        self._alarm(topic, Trouble.SECOND_NODE, f"claims the table too and is refused: {why}")
        orders = device_topic(self._room, topic.table, topic.device, Channel.ORDERS)
        self._post.put(orders, "refused", _encode(Refused(why)))

    def _alarm(self, topic: DeviceTopic, trouble: Trouble, what: str) -> None:
        text = f"device {topic.device} of table {topic.table} {what}"
        self._sink.alarm(Alarm(trouble, text, topic.table, topic.device))

    # Waiting.

    async def _miss_key(self, speaker: Speaker) -> None:
        await self._clock.sleep(KEY_WAIT_S)
        if speaker.public is None:
            what = f"device {speaker.device} of table {speaker.table} speaks but has not announced its key"
            self._sink.alarm(Alarm(Trouble.NO_KEY, f"{what}: not listened to", speaker.table, speaker.device))

    def _acknowledge(self, speaker: Speaker, boot: BootId) -> None:
        if boot in speaker.committed:
            self._confirm(speaker.table, speaker.device, Ack(boot, speaker.committed[boot]))

    def _confirm(self, table: TableId, device: DeviceId, ack: Ack) -> None:
        self._post.put(device_topic(self._room, table, device, Channel.ACK), ack.boot, _encode(ack))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
