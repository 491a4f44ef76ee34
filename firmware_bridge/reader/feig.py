"""FEIG OBID HF readers (i-scan, classic-pro) over a serial line, 38400 8E1 unless configured otherwise.

Commands after FEIG manual H20800: 52 line check, 65 software version, 69 RF reset, 6A RF output, B0 01 inventory. A
broken request is met by silence, and an answer names its command only; so after any missed answer the driver asks 52
until it is answered, as readers work in order.

Unverified, for want of a published trace: the antenna list behind each tag when an antenna mask is given. The external
multiplexer's wrapping on the host link is unpublished and left out.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from felt.clock import Clock
from felt.fault import LinkLost, ProtocolFault
from felt.ids import DeviceId, Uid
from firmware_bridge.reader.exchange import Exchange
from firmware_bridge.reader.feig_frame import FeigDeframer, FeigFrame, Form, encode_feig
from firmware_bridge.reader.feig_status import MORE_DATA, NO_TRANSPONDER, OK, UNFINISHED, FeigRefused
from firmware_bridge.reader.port import Capabilities
from firmware_bridge.reading import AntennaNo, AntennaRead
from firmware_bridge.stream import ByteStream

ANY_READER: Final = 0xFF

LINE_CHECK: Final = 0x52
VERSION: Final = 0x65
RF_RESET: Final = 0x69
RF_OUTPUT: Final = 0x6A
HOST_COMMAND: Final = 0xB0

INVENTORY: Final = 0x01
MODE_MORE: Final = 0x80
MODE_ANTENNAS: Final = 0x10

TIMEOUT_S: Final = 1.0
"""Longer than the reader's own TR-RESPONSE-TIME, which must be set below it."""

PAUSE_S: Final = 0.005
"""The time a reader needs between its answer and the next request."""

TAGS_AT_ONCE: Final = 100
"""Up to so many the anticollision is specified."""

ROUNDS: Final = 32
"""Answers to one inventory after which the reader is taken to go round in circles."""

_ISO15693: Final = 0x03
_ISO15693_TOP: Final = b"\xe0"
_ISO14443A: Final = 0x04
_LONG_UID: Final = 0x04
_OTHER_SIZES: Final[Mapping[int, int]] = {0x00: 9, 0x05: 9, 0x06: 8, 0x07: 19}
_EPC: Final = frozenset({0x09, 0x84})
_VERSION_SIZE: Final = 5
_ANTENNA_ENTRY: Final = 3  # number, status, RSSI


class Select(StrEnum):
    """How a reader chooses among its antennas."""

    MASK = "mask"
    """A bit mask inside the inventory, for readers with several outputs: up to 8."""
    OUTPUT = "output"
    """Command 6A: output 1 or 2."""


class FeigReader:
    """A FEIG reader on an open stream."""

    def __init__(
        self,
        reader: DeviceId,
        stream: ByteStream,
        clock: Clock,
        *,
        select: Select = Select.MASK,
        form: Form = Form.STANDARD,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """`timeout_s` limits each answer, seconds."""
        self._id = reader
        self._line: Exchange[FeigFrame] = Exchange(stream, clock, FeigDeframer(form))
        self._clock = clock
        self._select = select
        self._form = form
        self._timeout_s = timeout_s
        self._settled = False

    @property
    def id(self) -> DeviceId:
        return self._id

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(antennas=8 if self._select is Select.MASK else 2, tags_at_once=TAGS_AT_ONCE, can_count=True)

    async def identify(self) -> str:
        await self._settle()
        data = self._accept(VERSION, await self._exchange(VERSION))
        if len(data) < _VERSION_SIZE:
            raise ProtocolFault(f"version {data.hex()}", where=self._where(), remedy="is it a FEIG reader?")
        firmware = ".".join(str(byte) for byte in data[:3])
        return f"FEIG reader {data[4]:02X}, hardware {data[3]:02X}, firmware {firmware}"

    async def look(self, antenna: AntennaNo) -> AntennaRead:
        """An inventory after an RF reset, so that a tag answers whether it answered before or not."""
        if not 1 <= antenna <= self.capabilities.antennas:
            raise ProtocolFault(f"antenna {antenna}", where=self._where(), remedy=f"1 to {self.capabilities.antennas}")
        if self._select is Select.OUTPUT:
            self._accept(RF_OUTPUT, await self._ask(RF_OUTPUT, bytes([antenna])))
        self._accept(RF_RESET, await self._ask(RF_RESET))
        began = self._clock.now()
        uids, clean = await self._inventory(antenna)
        return AntennaRead(self._id, antenna, tuple(dict.fromkeys(uids)), began, self._clock.now(), clean=clean)

    async def rest(self) -> None:
        self._accept(RF_OUTPUT, await self._ask(RF_OUTPUT, b"\0"))

    async def close(self) -> None:
        try:
            await self._line.stream.write(self._request(RF_OUTPUT, b"\0"))
        except LinkLost:
            self._settled = False
        await self._line.stream.close()

    async def _inventory(self, antenna: AntennaNo) -> tuple[list[Uid], bool]:
        uids: list[Uid] = []
        clean = True
        mode, mask = 0, b""
        if self._select is Select.MASK:
            mode, mask = MODE_ANTENNAS, bytes([1 << (antenna - 1)])
        for _ in range(ROUNDS):
            answer = await self._ask(HOST_COMMAND, bytes([INVENTORY, mode]) + mask)
            status = answer.data[0]
            if status == NO_TRANSPONDER:
                return uids, clean
            if status in (OK, MORE_DATA):
                found, named = self._tags(answer.data[1:])
            elif status in UNFINISHED:
                found, named = self._tags_of_unfinished(answer.data[1:]), False
            else:
                raise FeigRefused(HOST_COMMAND, status, where=self._where())
            uids += found
            clean = clean and named
            if status != MORE_DATA:
                return uids, clean and len(uids) < TAGS_AT_ONCE
            mode |= MODE_MORE
        return uids, False

    def _tags_of_unfinished(self, records: bytes) -> list[Uid]:
        """Tags listed beside an error; some errors carry one byte of their own instead of a list."""
        try:
            return self._tags(records)[0]
        except ProtocolFault:
            return []

    def _tags(self, records: bytes) -> tuple[list[Uid], bool]:
        """The cards among the data sets, and whether every data set was a card."""
        uids: list[Uid] = []
        named = True
        at = 1
        for _ in range(records[0] if records else 0):
            kind = records[at : at + 1]
            uid, size = self._tag(kind[0] if kind else -1, records[at + 1 :])
            if size < 0 or at + 1 + size > len(records):
                raise ProtocolFault(f"inventory data {records.hex()}", where=self._where(), remedy="known data sets")
            named = named and uid is not None
            if uid is not None:
                uids.append(uid)
            at += 1 + size
        if at < len(records):
            raise ProtocolFault(
                f"inventory data {records.hex()}", where=self._where(), remedy="nothing behind the last"
            )
        return uids, named

    def _tag(self, kind: int, rest: bytes) -> tuple[Uid | None, int]:
        """One data set after its type byte: the card's UID, if it is a card, and the bytes it takes; -1 if unknown."""
        uid: bytes | None = None
        if kind == _ISO15693:
            size = 9
            uid = rest[1:9] if rest[1:2] == _ISO15693_TOP else None  # else two tags that answered at once
        elif kind == _ISO14443A and rest:
            size = 2 + (10 if rest[0] & _LONG_UID else 7)
            uid = rest[2:size]
        elif kind in _EPC and len(rest) > 1:
            size = 2 + rest[1]
        else:
            size = _OTHER_SIZES.get(kind, -1)
        if size >= 0 and self._select is Select.MASK:
            size += 1 + (rest[size] if size < len(rest) else 0) * _ANTENNA_ENTRY
        return (None if uid is None else Uid(uid.hex().upper())), size

    async def _ask(self, control: int, data: bytes = b"") -> FeigFrame:
        if not self._settled:
            await self._settle()
        return await self._exchange(control, data)

    async def _settle(self) -> None:
        """Make sure that no answer to anything sent before is still under way."""
        await self._exchange(LINE_CHECK, b"\0")

    async def _exchange(self, control: int, data: bytes = b"") -> FeigFrame:
        self._settled = False
        await self._clock.sleep(PAUSE_S)
        what = f"{self._where()}, command {control:02X}"
        request = self._request(control, data)
        answer = await self._line.ask(request, lambda frame: _answers(frame, control), self._timeout_s, what)
        self._settled = True
        return answer

    def _request(self, control: int, data: bytes) -> bytes:
        return encode_feig(self._form, FeigFrame(ANY_READER, control, data))

    def _accept(self, control: int, answer: FeigFrame) -> bytes:
        """The data of an answer with status ok; raises FeigRefused with any other."""
        if answer.data[0] != OK:
            raise FeigRefused(control, answer.data[0], where=self._where())
        return answer.data[1:]

    def _where(self) -> str:
        return f"reader {self._id} on {self._line.stream.name}"


def _answers(frame: FeigFrame, control: int) -> bool:
    """True for an answer to `control`; our own request, sent back by a half-duplex adapter, keeps our address."""
    return frame.control == control and frame.address != ANY_READER and bool(frame.data)
