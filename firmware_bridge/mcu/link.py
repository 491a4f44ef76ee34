"""The microcontroller link without I/O: bytes and the time go in, frames and bytes to send come out.

A frame on the wire is COBS(seq, ack, session, number, payload, CRC-16/MCRF4XX low byte first) and a zero. Frames with
a sequence (1 to 255, then 1 again) are repeated until acknowledged and delivered once and in order; sequence 0 is
hello or heartbeat. `ack` is the last sequence taken in order, 0 for none. Each end picks a session at its start, so a
restart is seen even when no byte was lost; should it pick the same one again, by its hello that does not know this end
any more. Both ends are alike.

Nothing with a sequence is sent or taken, and no acknowledgement believed, before the other end's hello has named this
end's session. What it says before may be meant for an earlier session of this end, which counted from 1 too; taken
as this one's, it would use up the numbers of what comes next, and both ends would wait for each other for ever.
"""

import struct
from collections import deque
from typing import Final

from msgspec import Struct

from felt.clock import Nanos, seconds
from felt.fault import BadInput, LinkTimeout, ProtocolFault
from firmware_bridge.crc import crc_mcrf4xx
from firmware_bridge.mcu.cobs import cobs_decode, cobs_encode
from firmware_bridge.mcu.dictionary import MAX_PAYLOAD, Dictionary
from firmware_bridge.mcu.frames import Greeting, Heartbeat, Hello

WINDOW: Final = 4
"""Frames that may wait for their acknowledgement at once."""

QUEUE_LIMIT: Final = 256
"""Frames that may wait to be sent; more means that the other end has long been gone."""

REPEAT: Final = seconds(0.1)
REPEAT_LIMIT: Final = 30
HELLO_EVERY: Final = seconds(0.25)
HEARTBEAT_EVERY: Final = seconds(1.0)
SILENCE: Final = seconds(3.0)
"""After this long without a good frame the other end counts as gone."""

_HEADER: Final = struct.Struct("<BBHB")
_HELLO: Final = 0x01
_MIN_BODY: Final = _HEADER.size + 2
_MAX_BODY: Final = _MIN_BODY + MAX_PAYLOAD
_MAX_WIRE: Final = _MAX_BODY + 1
"""COBS adds one byte to a body this short."""


class Delivered(Struct, frozen=True):
    """A frame with a sequence came, once and in order."""

    frame: Struct


class Greeted(Struct, frozen=True):
    """The other end is there and speaks this dictionary; `version` is what it says of itself."""

    version: str


class Restarted(Struct, frozen=True):
    """The other end began anew: whatever it was doing is void. A Greeted follows."""


LinkEvent = Delivered | Greeted | Restarted


class _Sent(Struct):
    """A frame under way."""

    seq: int
    number: int
    payload: bytes


class Link:
    """One end of the link. Call `receive` with what came, then write what `transmit` gives, at the latest at `due`."""

    def __init__(self, dictionary: Dictionary, session: int, now: Nanos, *, version: str = "") -> None:
        """`session`: 1 to 65535, another one at each start. `version`: what to say of this end."""
        if not 1 <= session <= 0xFFFF:
            raise AssertionError(f"session {session}")
        self._dictionary = dictionary
        self._session = session
        self._version = version
        self._buffer = bytearray()
        self._peer = 0
        self._named = False
        """The other end has named this session since it was last met anew."""
        self._up = False
        self._taken = 0
        self._next_seq = 1
        self._queue: deque[tuple[int, bytes]] = deque()
        self._sent: deque[_Sent] = deque()
        self._repeats = 0
        self._repeat_at = now
        self._hello_at = now
        self._hello_asked = False
        self._ack_due = False
        self._heard = self._spoke = now
        self.damaged = 0
        """Blocks that were no good frame."""
        self.repeated = 0
        """Good frames that had come before, or came before their turn."""
        self.strange = 0
        """Good frames with a sequence that the dictionary does not hold; confirmed and dropped."""

    @property
    def up(self) -> bool:
        """True once the other end has greeted this session."""
        return self._up

    @property
    def pending(self) -> int:
        """Frames not yet acknowledged."""
        return len(self._queue) + len(self._sent)

    def send(self, frame: Struct) -> None:
        """Queue a frame to be delivered once; kept over a restart of the other end. Raises LinkTimeout when full."""
        if self.pending >= QUEUE_LIMIT:
            raise LinkTimeout(f"{self.pending} frames wait for an acknowledgement", where=self._dictionary.name)
        self._queue.append(self._dictionary.pack(frame))

    def receive(self, data: bytes, now: Nanos) -> list[LinkEvent]:
        """Take in bytes; raises ProtocolFault when the other end's dictionary is another one."""
        self._buffer += data
        *blocks, rest = bytes(self._buffer).split(b"\0")
        self._buffer = bytearray(rest[: _MAX_WIRE + 1])  # one byte too many keeps an endless block refused
        events: list[LinkEvent] = []
        for block in filter(None, blocks):
            events += self._take(block, now)
        return events

    def transmit(self, now: Nanos) -> bytes:
        """All that is to be written now, possibly nothing."""
        out = bytearray()
        if self._hello_asked or (not self._up and now >= self._hello_at):
            self._hello_asked, self._hello_at = False, Nanos(now + HELLO_EVERY)
            out += self._hello()
        if self._up:
            out += self._repeat(now)
            out += self._advance(now)
        if not out and (self._ack_due or (self._up and now >= self._spoke + HEARTBEAT_EVERY)):
            out += self._wrap(0, *self._dictionary.pack(Heartbeat()))
        if out:
            self._spoke, self._ack_due = now, False
        return bytes(out)

    def due(self) -> Nanos:
        """When `transmit` or `check` has something to do by time alone."""
        times = [self._heard + SILENCE + 1]
        if self._up:
            times.append(self._spoke + HEARTBEAT_EVERY)
        else:
            times.append(self._hello_at)
        if self._sent and self._up:
            times.append(self._repeat_at)
        return Nanos(min(times))

    def check(self, now: Nanos) -> None:
        """Raises LinkTimeout when the other end has been silent, or acknowledged nothing, for too long."""
        if now - self._heard > SILENCE:
            raise LinkTimeout(f"silent for {SILENCE / 1e9:g} s", where=self._dictionary.name)
        if self._repeats > REPEAT_LIMIT:
            raise LinkTimeout(f"no acknowledgement after {REPEAT_LIMIT} repeats", where=self._dictionary.name)

    def _take(self, block: bytes, now: Nanos) -> list[LinkEvent]:
        try:
            body = cobs_decode(block) if len(block) <= _MAX_WIRE else b""
        except BadInput:
            body = b""
        if not _MIN_BODY <= len(body) <= _MAX_BODY or crc_mcrf4xx(body) != 0:
            self.damaged += 1
            return []
        seq, ack, session, number = _HEADER.unpack_from(body)
        payload = body[_HEADER.size : -2]
        if number == _HELLO:
            return self._greet(session, payload, now)
        if session != self._peer:
            self._hello_at, self._up = now, False  # only a hello may introduce a session
            return []
        self._heard = now
        if not self._up:
            return []
        self._acknowledged(ack, now)
        return self._deliver(seq, number, payload) if seq else []

    def _greet(self, session: int, payload: bytes, now: Nanos) -> list[LinkEvent]:
        try:
            hello = self._dictionary.unpack(_HELLO, payload)
        except BadInput:
            self.damaged += 1
            return []
        assert isinstance(hello, Hello)
        if hello.fingerprint != self._dictionary.fingerprint:
            raise ProtocolFault(
                f"the device's dictionary is {hello.fingerprint:08x}, ours {self._dictionary.fingerprint:08x}"
                f" (it says {hello.version!r})",
                where=self._dictionary.name,
                remedy="bring firmware and node to one release",
            )
        self._heard = now
        events: list[LinkEvent] = []
        if session != self._peer or (self._named and hello.seen != self._session):
            if self._peer:
                events.append(Restarted())
            self._meet(session)
        if hello.seen == self._session:
            self._named = True
            if not self._up:
                self._up = True
                events.append(Greeted(hello.version))
        if hello.greeting is Greeting.WAITING:
            self._hello_asked = True
        return events

    def _meet(self, session: int) -> None:
        """The other end began anew: it knows nothing of what was sent, and counts from 1."""
        self._peer, self._named, self._up, self._taken = session, False, False, 0
        self._queue.extendleft((sent.number, sent.payload) for sent in reversed(self._sent))
        self._sent.clear()
        self._next_seq, self._repeats = 1, 0

    def _acknowledged(self, ack: int, now: Nanos) -> None:
        if not any(sent.seq == ack for sent in self._sent):
            return
        while self._sent.popleft().seq != ack:
            pass
        self._repeats, self._repeat_at = 0, Nanos(now + REPEAT)

    def _deliver(self, seq: int, number: int, payload: bytes) -> list[LinkEvent]:
        self._ack_due = True
        if seq != _after(self._taken):
            self.repeated += 1
            return []
        self._taken = seq
        try:
            return [Delivered(self._dictionary.unpack(number, payload))]
        except BadInput:
            self.strange += 1
            return []

    def _repeat(self, now: Nanos) -> bytes:
        if not self._sent or now < self._repeat_at:
            return b""
        self._repeats, self._repeat_at = self._repeats + 1, Nanos(now + REPEAT)
        return b"".join(self._wrap(sent.seq, sent.number, sent.payload) for sent in self._sent)

    def _advance(self, now: Nanos) -> bytes:
        """Send what the window has room for."""
        out = bytearray()
        while self._queue and len(self._sent) < WINDOW:
            if not self._sent:
                self._repeat_at = Nanos(now + REPEAT)
            number, payload = self._queue.popleft()
            self._sent.append(_Sent(self._next_seq, number, payload))
            out += self._wrap(self._next_seq, number, payload)
            self._next_seq = _after(self._next_seq)
        return bytes(out)

    def _hello(self) -> bytes:
        greeting = Greeting.UP if self._up else Greeting.WAITING
        hello = Hello(self._dictionary.fingerprint, self._peer, greeting, self._version)
        return b"\0" + self._wrap(0, *self._dictionary.pack(hello))  # the zero ends whatever noise came before

    def _wrap(self, seq: int, number: int, payload: bytes) -> bytes:
        body = _HEADER.pack(seq, self._taken, self._session, number) + payload
        return cobs_encode(body + crc_mcrf4xx(body).to_bytes(2, "little")) + b"\0"


def _after(seq: int) -> int:
    """The sequence that follows: 1 to 255, and after 255 again 1."""
    return seq % 0xFF + 1
