"""The Eccel Pepper C1 MUX: one HF reader that switches up to 8 antennas.

Commands and answers after the vendor's Pepper C1 protocol manual: 01 keep-alive, 02 number of tags, 03 UID by index,
05 field off, 06 polling, 0B version, 0F antenna, 90 and 91 ICODE inventory, first and next. The device does one
command after the other and answers each with `00 command data` or `FF command error error`; `FE` is an event.

An answer does not say which request it belongs to. So after any answer that was missed, the driver sends 01 until it
is answered: the device works in order, and no answer to an older look can come after that.
"""

from typing import Final

from felt.clock import Clock
from felt.fault import LinkLost, ProtocolFault
from felt.ids import DeviceId, Uid
from firmware_bridge.reader.air import Air
from firmware_bridge.reader.exchange import Exchange
from firmware_bridge.reader.pepper_error import PepperRefused, Refusal
from firmware_bridge.reader.pepper_frame import PepperDeframer, encode_frame
from firmware_bridge.reader.port import Capabilities
from firmware_bridge.reading import AntennaNo, AntennaRead
from firmware_bridge.stream import ByteStream

ACK: Final = 0x00
ERROR: Final = 0xFF
EVENT: Final = 0xFE

KEEP_ALIVE: Final = 0x01
TAG_COUNT: Final = 0x02
TAG_UID: Final = 0x03
FIELD_OFF: Final = 0x05
POLLING: Final = 0x06
VERSION: Final = 0x0B
ANTENNA: Final = 0x0F
ICODE_FIRST: Final = 0x90
ICODE_NEXT: Final = 0x91

ANTENNAS: Final = 8
COUNT_LIMIT: Final = 5
"""Tags that command 02 can list at most, of all technologies together."""

INVENTORY_LIMIT: Final = 128
"""Answers to one inventory after which the reader is taken to go round in circles."""

TIMEOUT_S: Final = 0.5
"""The vendor's Arduino library waits as long."""

_ICODE_ANSWER: Final = 10  # UID, DSFID, more-cards flag
_UID_SIZE: Final = 8
_ISO15693_TOP: Final = 0xE0


class PepperMux:
    """A Pepper C1 MUX on an open stream.

    `air` picks the look: ISO 15693 cards by ICODE inventory, all in the field; ISO 14443A cards by count, 5 at most,
    so that a look that lists 5 is never clean.
    """

    def __init__(
        self,
        reader: DeviceId,
        stream: ByteStream,
        clock: Clock,
        *,
        air: Air = Air.ISO15693,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """`timeout_s` limits each answer, seconds."""
        self._id = reader
        self._line = Exchange(stream, clock, PepperDeframer())
        self._clock = clock
        self._air = air
        self._timeout_s = timeout_s
        self._antenna: AntennaNo | None = None
        self._settled = False

    @property
    def id(self) -> DeviceId:
        return self._id

    @property
    def capabilities(self) -> Capabilities:
        limit = None if self._air is Air.ISO15693 else COUNT_LIMIT
        return Capabilities(antennas=ANTENNAS, tags_at_once=limit, can_count=True)

    @property
    def strays(self) -> int:
        """Good frames that answered nothing asked: late answers and events."""
        return self._line.strays

    async def identify(self) -> str:
        """Settle the line, read the version text and stop the reader's own polling."""
        await self._settle()
        version = (await self._ask(VERSION)).rstrip(b"\0")
        if not version.isascii() or not version.decode("ascii").isprintable():
            raise ProtocolFault(f"version text {version.hex()}", where=self._where(), remedy="is it a Pepper C1?")
        try:
            await self._ask(POLLING, b"\0")
        except PepperRefused:
            return version.decode("ascii")  # a model without polling has none to stop
        return version.decode("ascii")

    async def look(self, antenna: AntennaNo) -> AntennaRead:
        if not 1 <= antenna <= ANTENNAS:
            raise ProtocolFault(f"antenna {antenna}", where=self._where(), remedy=f"1 to {ANTENNAS}")
        if antenna == self._antenna:
            await self._ask(FIELD_OFF)  # only a card that lost its field has certainly forgotten the look before
        await self._ask(ANTENNA, bytes([antenna]))
        self._antenna = antenna
        began = self._clock.now()
        uids, clean = await (self._inventory() if self._air is Air.ISO15693 else self._list())
        return AntennaRead(self._id, antenna, tuple(dict.fromkeys(uids)), began, self._clock.now(), clean=clean)

    async def rest(self) -> None:
        await self._ask(FIELD_OFF)

    async def close(self) -> None:
        try:
            await self._line.stream.write(encode_frame(bytes([FIELD_OFF])))
        except LinkLost:
            self._settled = False  # the port went first; the field went with its power or stays for the next driver
        await self._line.stream.close()

    async def _inventory(self) -> tuple[list[Uid], bool]:
        """ISO 15693 tags by 90 and 91, and whether these are certainly all."""
        uids: list[Uid] = []
        clean = True
        command, data = ICODE_FIRST, b"\0"
        for _ in range(INVENTORY_LIMIT):
            try:
                answer = await self._ask(command, data)
            except PepperRefused as refused:
                return uids, await self._judge(refused)
            if not answer and command == ICODE_FIRST:
                return uids, clean
            if len(answer) != _ICODE_ANSWER:
                raise ProtocolFault(f"inventory answer {answer.hex()}", where=self._where(), remedy="UID, DSFID, flag")
            if answer[_UID_SIZE - 1] == _ISO15693_TOP:
                uids.append(_uid(answer[_UID_SIZE - 1 :: -1]))
            else:
                clean = False  # no such UID exists: two tags answered at once
            if not answer[-1]:
                return uids, clean
            command, data = ICODE_NEXT, b""
        return uids, False

    async def _judge(self, refused: PepperRefused) -> bool:
        """Whether an inventory ended by an error is clean; raises the error when it says that none can be made."""
        if refused.command == ICODE_NEXT:
            return False  # a tag was announced and did not come
        match refused.refusal:
            case Refusal.EMPTY:
                return True
            case Refusal.MAYBE_EMPTY:
                return await self._ask(TAG_COUNT) == b"\0"
            case Refusal.GARBLED:
                return False
            case Refusal.BROKEN:
                raise refused

    async def _list(self) -> tuple[list[Uid], bool]:
        """Up to five tags of any technology by 02 and 03, and whether these are certainly all."""
        uids: list[Uid] = []
        try:
            count = await self._ask(TAG_COUNT)
            if len(count) != 1:
                raise ProtocolFault(f"tag count {count.hex()}", where=self._where(), remedy="one byte")
            for index in range(count[0]):
                answer = await self._ask(TAG_UID, bytes([index]))
                if len(answer) <= 2:
                    raise ProtocolFault(f"UID answer {answer.hex()}", where=self._where(), remedy="type, SAK, UID")
                uids.append(_uid(_top_first(answer[2:])))
        except PepperRefused as refused:
            if refused.refusal is Refusal.BROKEN:
                raise
            return uids, False
        return uids, count[0] < COUNT_LIMIT and len(set(uids)) == count[0]

    async def _ask(self, command: int, data: bytes = b"") -> bytes:
        """The data of the answer to `command`; raises PepperRefused, LinkTimeout or LinkLost."""
        if not self._settled:
            await self._settle()
        return await self._exchange(command, data)

    async def _settle(self) -> None:
        """Make sure that no answer to anything sent before is still under way."""
        await self._exchange(KEEP_ALIVE)

    async def _exchange(self, command: int, data: bytes = b"") -> bytes:
        self._settled = False
        what = f"{self._where()}, command {command:02X}"
        request = encode_frame(bytes([command]) + data)
        answer = await self._line.ask(request, lambda payload: _answers(payload, command), self._timeout_s, what)
        self._settled = True
        if answer[0] == ERROR:
            raise PepperRefused(command, answer[2], answer[3], where=self._where())
        return answer[2:]

    def _where(self) -> str:
        return f"reader {self._id} on {self._line.stream.name}"


def _answers(payload: bytes, command: int) -> bool:
    """True when this is the device's whole answer to `command`, good or bad."""
    if len(payload) < 2 or payload[1] != command:
        return False
    return payload[0] == ACK or (payload[0] == ERROR and len(payload) >= 4)


def _top_first(uid: bytes) -> bytes:
    """An ISO 15693 UID is turned E0 first, whichever way round the reader gave it; others stay as on the air."""
    if len(uid) == _UID_SIZE and uid[-1] == _ISO15693_TOP and uid[0] != _ISO15693_TOP:
        return uid[::-1]
    return uid


def _uid(uid: bytes) -> Uid:
    return Uid(uid.hex().upper())
