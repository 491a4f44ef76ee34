"""Asking for what is missing, and going on without what cannot be had."""

from typing import Final

import msgspec

from felt.clock import Clock
from felt.ids import RoomId
from felt.order import ResendWanted
from felt.topic import Channel, device_topic
from felt.wire import LinkState, Transport
from hub.intake.alarm import Alarm, Trouble
from hub.intake.post import Post
from hub.intake.sequence import Gap
from hub.intake.sink import Sink
from hub.intake.speaker import Speaker

RESEND_WAIT_S: Final = 2.0
RESENDS: Final = 3
"""How often a gap is asked for, while its device is online, before the table goes on without it."""


class Chaser:
    """Chases the holes in devices' facts, one task per device that has one."""

    def __init__(self, room: RoomId, transport: Transport, post: Post, sink: Sink, clock: Clock) -> None:
        self._room = room
        self._transport = transport
        self._post = post
        self._sink = sink
        self._clock = clock

    async def chase(self, speaker: Speaker) -> None:
        """Return when `speaker` has no hole left: filled, or asked for in vain and reported."""
        last, times = None, 0
        while (gap := speaker.sequence.gap()) is not None:
            if gap != last:
                last, times = gap, 0
            if times == RESENDS:
                self._go_on_without(speaker, gap)
                continue
            if speaker.online and self._transport.state is LinkState.UP:
                times += 1
                self._ask(speaker, gap)
            await self._clock.sleep(RESEND_WAIT_S)
        speaker.chased = False

    def _ask(self, speaker: Speaker, gap: Gap) -> None:
        orders = device_topic(self._room, speaker.table, speaker.device, Channel.ORDERS)
        self._post.put(orders, "resend", msgspec.json.encode(ResendWanted(gap.boot, gap.first, gap.last)))

    def _go_on_without(self, speaker: Speaker, gap: Gap) -> None:
        what = (
            f"facts {gap.first} to {gap.last} of device {speaker.device} of table {speaker.table} are missing "
            "and cannot be had: this hand is partial, no sensor rules on it"
        )
        self._sink.alarm(Alarm(Trouble.MISSING, what, speaker.table, speaker.device))
        self._sink.missing(speaker.table, speaker.device, gap)
        speaker.sequence.give_up(gap)
        for arrival in speaker.sequence.take_ready():
            self._sink.arrived(speaker.table, arrival)
