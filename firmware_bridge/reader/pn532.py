"""The NXP PN532 on its serial line: ISO 14443A cards, two at most, one antenna.

Commands after NXP UM0701-02: 02 GetFirmwareVersion, 14 SAMConfiguration, 32 RFConfiguration, 4A InListPassiveTarget.
The chip first acknowledges a command, then answers with the command code plus one. It sleeps after power-up until a
long preamble wakes it. An ACK from the host ends whatever the chip is doing; the driver sends it, and asks for the
version, after any answer that was missed.
"""

from typing import Final

from felt.clock import Clock
from felt.fault import LinkLost, LinkTimeout, ProtocolFault
from felt.ids import DeviceId, Uid
from firmware_bridge.reader.exchange import Exchange
from firmware_bridge.reader.pn532_frame import (
    ACK,
    FROM_CHIP,
    Acked,
    Pn532Body,
    Pn532Deframer,
    Pn532Frame,
    SyntaxRefused,
    encode_pn532,
)
from firmware_bridge.reader.port import Capabilities
from firmware_bridge.reading import AntennaNo, AntennaRead
from firmware_bridge.stream import ByteStream

VERSION: Final = b"\x02"
NORMAL_MODE: Final = b"\x14\x01\x00\x00"
FEW_RETRIES: Final = b"\x32\x05\xff\x01\x02"
"""ATR for ever, PSL once, passive activation twice: from power-up it would wait for a card for ever."""
FIELD_OFF: Final = b"\x32\x01\x00"
LIST_TWO: Final = b"\x4a\x02\x00"
"""At most two targets at 106 kbit/s type A."""

WAKE_UP: Final = b"\x55\x55" + bytes(15)
"""The longest preamble among known drivers."""

TAGS_AT_ONCE: Final = 2
ACK_S: Final = 0.1
TIMEOUT_S: Final = 0.5
_CHIP: Final = 0x32
_HAS_ATS: Final = 0x20


class Pn532Hsu:
    """A PN532 on an open stream. A third card in its field is not reported: a look that lists two is never clean."""

    def __init__(self, reader: DeviceId, stream: ByteStream, clock: Clock, *, timeout_s: float = TIMEOUT_S) -> None:
        """`timeout_s` limits each answer, seconds."""
        self._id = reader
        self._line: Exchange[Pn532Frame] = Exchange(stream, clock, Pn532Deframer())
        self._clock = clock
        self._timeout_s = timeout_s
        self._settled = False

    @property
    def id(self) -> DeviceId:
        return self._id

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(antennas=1, tags_at_once=TAGS_AT_ONCE, can_count=False)

    async def identify(self) -> str:
        """Wake the chip and set it up anew: it may have lost its power and its settings."""
        await self._line.stream.write(WAKE_UP)
        self._settled = False
        await self._ask(NORMAL_MODE)
        version = await self._ask(VERSION)
        if len(version) != 4 or version[0] != _CHIP:
            raise ProtocolFault(f"version {version.hex()}", where=self._where(), remedy="is it a PN532?")
        await self._ask(FEW_RETRIES)
        return f"PN532 {version[1]}.{version[2]}"

    async def look(self, antenna: AntennaNo) -> AntennaRead:
        """List up to two cards, then field off, so that each look finds all cards unselected."""
        if antenna != 1:
            raise ProtocolFault(f"antenna {antenna}", where=self._where(), remedy="a PN532 has antenna 1 only")
        if not self._settled:
            await self._settle()
        began = self._clock.now()
        uids = self._targets(await self._ask(LIST_TWO))
        ended = self._clock.now()
        await self._ask(FIELD_OFF)
        return AntennaRead(self._id, antenna, tuple(uids), began, ended, clean=len(uids) < TAGS_AT_ONCE)

    async def rest(self) -> None:
        await self._ask(FIELD_OFF)

    async def close(self) -> None:
        try:
            await self._line.stream.write(ACK + encode_pn532(FIELD_OFF))
        except LinkLost:
            self._settled = False
        await self._line.stream.close()

    def _targets(self, data: bytes) -> list[Uid]:
        """UIDs of InListPassiveTarget's answer; raises ProtocolFault when it does not add up."""
        uids: list[Uid] = []
        at = 1
        for _ in range(data[0] if data else 0):
            uid_at = at + 5
            if uid_at > len(data):
                break
            size = data[uid_at - 1]
            uids.append(Uid(data[uid_at : uid_at + size].hex().upper()))
            at = uid_at + size
            if data[uid_at - 2] & _HAS_ATS:
                at += data[at] if at < len(data) else 1
        if not data or at != len(data) or len(uids) != data[0]:
            raise ProtocolFault(f"target list {data.hex()}", where=self._where(), remedy="targets of known length")
        return list(dict.fromkeys(uids))

    async def _ask(self, command: bytes) -> bytes:
        """The data of the answer to `command`, after its code; raises ProtocolFault, LinkTimeout or LinkLost."""
        if not self._settled:
            await self._settle()
        return await self._exchange(command)

    async def _settle(self) -> None:
        """End what the chip is doing and see it answer; an older answer cannot come after that."""
        await self._line.stream.write(ACK)
        await self._exchange(VERSION)

    async def _exchange(self, command: bytes) -> bytes:
        self._settled = False
        what = f"{self._where()}, command {command[0]:02X}"
        request = encode_pn532(command)

        def answers(frame: Pn532Frame) -> bool:
            return isinstance(frame, Acked) or closes(frame)

        def closes(frame: Pn532Frame) -> bool:
            if isinstance(frame, Pn532Body):
                return frame.tfi == FROM_CHIP and frame.data[0] == command[0] + 1
            return isinstance(frame, SyntaxRefused)

        try:
            frame = await self._line.ask(request, answers, ACK_S, what)
        except LinkTimeout:
            frame = await self._line.ask(request, answers, ACK_S, what)  # not acknowledged: the command went astray
        if isinstance(frame, Acked):
            frame = await self._line.expect(closes, self._timeout_s, what)
        self._settled = True
        if isinstance(frame, Pn532Body):
            return frame.data[1:]
        raise ProtocolFault(f"command {command[0]:02X} refused: syntax error", where=self._where())

    def _where(self) -> str:
        return f"reader {self._id} on {self._line.stream.name}"
