"""A virtual Pepper C1 MUX: answers the host's frames on the far side of a stream, in the time the air would take."""

import asyncio
from collections.abc import Callable
from typing import Final, NoReturn

from msgspec import Struct

from felt.clock import Clock
from felt.ids import Uid
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import ByteStream
from hardware.virtual.air import Air
from hardware.virtual.pepper import Answer, Command, HostFrames, Layer, TagType, Trouble, ack, error, frame

ANTENNAS: Final = 8
COUNTED: Final = 5
"""The most tags that command 02 counts."""
REBOOT_S: Final = 1.0
POLL_S: Final = 0.1
ICODE_BYTES: Final = 8


class Timing(Struct, frozen=True):
    """How long things take, in seconds unless named otherwise.

    Air: a 16-slot ISO 15693 round at 100 % modulation with no tag, and what each tag adds (bit times of the standard).
    Wire: ten bits a byte at 115200 baud. Switching and command times are estimates: the vendor publishes none.
    """

    byte: float = 10 / 115_200
    command: float = 0.0003
    switch: float = 0.005
    empty_round: float = 0.0098
    each_tag: float = 0.0041

    def line(self, count: int) -> float:
        """Seconds that `count` bytes are on the wire."""
        return count * self.byte

    def round(self, tags: int) -> float:
        """Seconds that one inventory of `tags` tags is on the air."""
        return self.empty_round + tags * self.each_tag


REAL: Final = Timing()
INSTANT: Final = Timing(byte=0, command=0, switch=0, empty_round=0, each_tag=0)
"""No time at all: for tests of what is said, not when."""


class VirtualPepper:
    """One reader with power on. `run` serves the stream until it is lost."""

    def __init__(
        self,
        stream: ByteStream,
        air: Air,
        clock: Clock,
        *,
        timing: Timing = REAL,
        version: str = "Pepper C1 MUX 2.0",
    ) -> None:
        self._stream = stream
        self._air = air
        self._clock = clock
        self._timing = timing
        self._version = version
        self._frames = HostFrames()
        self._last = b""
        self._polls = asyncio.Event()
        self._power_up()
        self._does: Final[dict[int, Callable[[bytes], bytes]]] = {
            Command.DUMMY: lambda _: ack(Command.DUMMY),
            Command.TAG_COUNT: self._tag_count,
            Command.TAG_UID: self._tag_uid,
            Command.HALT: self._halt,
            Command.POLLING: self._polling,
            Command.VERSION: lambda _: ack(Command.VERSION, self._version.encode("ascii")),
            Command.ANTENNA: self._set_antenna,
            Command.ICODE_START: self._icode_start,
            Command.ICODE_NEXT: self._icode_next,
        }

    @property
    def antenna(self) -> AntennaNo:
        """The antenna that is switched on."""
        return self._antenna

    @property
    def field_on(self) -> bool:
        """False after the host switched the field off, until it looks again."""
        return self._field_on

    async def run(self) -> None:
        """Serve the host until the wire is pulled: raises LinkLost."""
        polling = asyncio.create_task(self._poll())
        try:
            await self._serve_host()
        finally:
            polling.cancel()

    async def _serve_host(self) -> NoReturn:
        while True:
            data = await self._stream.read()
            for payload in self._frames.feed(data):
                await self._serve(payload, len(data))

    async def _serve(self, payload: bytes, received: int) -> None:
        self._took = self._timing.command + self._timing.line(min(received, len(payload) + 7))
        if payload[0] == Command.AGAIN:
            answer = self._last
        elif payload[0] == Command.REBOOT:
            await self._reboot()
            return
        else:
            handler = self._does.get(payload[0])
            refusal = error(payload[0], Layer.HOST, Trouble.UNSUPPORTED)
            answer = frame(handler(payload[1:]) if handler else refusal)
        self._last = answer
        await self._clock.sleep(self._took + self._timing.line(len(answer)))
        await self._stream.write(answer)

    async def _poll(self) -> NoReturn:
        """While polling is on, tell each tag that comes over the antenna without being asked."""
        told: set[Uid] = set()
        while True:
            await self._polls.wait()
            seen = set(self._air.tags(self._antenna))
            for uid in sorted(seen - told):
                await self._stream.write(frame(bytes([Answer.EVENT]) + _tag_record(uid)))
            told = seen
            await self._clock.sleep(POLL_S)

    async def _reboot(self) -> None:
        """Confirm, then hear nothing for a second and start anew."""
        await self._stream.write(frame(ack(Command.REBOOT)))
        await self._clock.sleep(REBOOT_S)
        self._frames.forget()
        self._power_up()

    def _power_up(self) -> None:
        self._antenna = AntennaNo(1)
        self._field_on = False
        self._found: tuple[Uid, ...] = ()
        self._unread: list[Uid] | None = None
        self._took = 0.0
        self._polls.clear()

    def _inventory(self) -> tuple[Uid, ...]:
        """Who answers on the antenna now; the air time is counted."""
        self._field_on = True
        tags = self._air.tags(self._antenna)
        self._took += self._timing.round(len(tags))
        return tags

    def _tag_count(self, _data: bytes) -> bytes:
        self._found = self._inventory()[:COUNTED]
        return ack(Command.TAG_COUNT, bytes([len(self._found)]))

    def _tag_uid(self, data: bytes) -> bytes:
        if len(data) != 1:
            return error(Command.TAG_UID, Layer.HOST, Trouble.LENGTH)
        if data[0] >= len(self._found):
            return error(Command.TAG_UID, Layer.HOST, Trouble.PARAMETER)
        return ack(Command.TAG_UID, _tag_record(self._found[data[0]]))

    def _halt(self, _data: bytes) -> bytes:
        self._field_on = False
        return ack(Command.HALT)

    def _polling(self, data: bytes) -> bytes:
        if data not in (b"\x00", b"\x01"):
            return error(Command.POLLING, Layer.HOST, Trouble.PARAMETER)
        if data == b"\x01":
            self._polls.set()
        else:
            self._polls.clear()
        return ack(Command.POLLING)

    def _set_antenna(self, data: bytes) -> bytes:
        if len(data) != 1:
            return error(Command.ANTENNA, Layer.HOST, Trouble.LENGTH)
        if not 1 <= data[0] <= ANTENNAS:
            return error(Command.ANTENNA, Layer.HOST, Trouble.PARAMETER)
        self._antenna = AntennaNo(data[0])
        self._found, self._unread = (), None
        self._took += self._timing.switch
        return ack(Command.ANTENNA)

    def _icode_start(self, data: bytes) -> bytes:
        if len(data) != 1:
            return error(Command.ICODE_START, Layer.HOST, Trouble.LENGTH)
        self._unread = [uid for uid in self._inventory() if _is_icode(bytes.fromhex(uid))]
        return self._icode_answer(Command.ICODE_START)

    def _icode_next(self, _data: bytes) -> bytes:
        if self._unread is None:
            return error(Command.ICODE_NEXT, Layer.ICODE, Trouble.WRONG_STATE)
        return self._icode_answer(Command.ICODE_NEXT)

    def _icode_answer(self, command: Command) -> bytes:
        if not self._unread:
            return error(command, Layer.ICODE, Trouble.NO_ANSWER)
        uid = bytes.fromhex(self._unread.pop(0))
        return ack(command, icode_record(uid, more=len(self._unread)))


def icode_record(uid: bytes, *, more: int) -> bytes:
    """One tag of an ICODE inventory: UID least significant byte first, DSFID 0, and whether more wait."""
    return uid[::-1] + bytes([0, 1 if more else 0])


def _tag_record(uid: Uid) -> bytes:
    """Type, parameter and UID; an ICODE's least significant byte first, as it comes off the air."""
    raw = bytes.fromhex(uid)
    return bytes([TagType.ICODE_SLIX, 0]) + raw[::-1] if _is_icode(raw) else bytes([TagType.NTAG, 0]) + raw


def _is_icode(uid: bytes) -> bool:
    return len(uid) == ICODE_BYTES and uid[0] == 0xE0
