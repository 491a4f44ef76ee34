"""YRM100, JRD-100, M100 and R200 UHF modules over a serial line, 115200 8N1: one antenna, low cost.

Commands after the R200 user protocol V2.3.3: 03 information, 07 region, 22 one inventory round, 28 stop, B0 carrier,
B6 power. A round sends a notice for each tag and no word at its end, or error 15 when it found none. So a round is
closed by a short silence and then by asking 03, and what comes before that answer still belongs to the round: the
module works in order. The same question settles the line after any missed answer.

A one-byte sum lets two errors cancel, so an EPC counts only with the tag's own CRC right as well. Error 15 also stands
for a round that failed: an empty look is what the module says, and no proof that a pile of cards is gone.
"""

from enum import IntEnum
from typing import Final

from felt.clock import Clock
from felt.fault import LinkLost, LinkTimeout, ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.reader.epc import checked_epc
from firmware_bridge.reader.exchange import Exchange
from firmware_bridge.reader.port import Capabilities
from firmware_bridge.reader.r200_error import NO_TAG, R200Refused
from firmware_bridge.reader.r200_frame import Dialect, Kind, R200Deframer, R200Frame, encode_r200
from firmware_bridge.reading import AntennaNo, AntennaRead
from firmware_bridge.stream import ByteStream

INFORMATION: Final = 0x03
SET_REGION: Final = 0x07
INVENTORY: Final = 0x22
STOP: Final = 0x28
CARRIER: Final = 0xB0
SET_POWER: Final = 0xB6
ERROR: Final = 0xFF

SOFTWARE: Final = b"\x01"
CARRIER_OFF: Final = b"\x00"

POWER_CDBM: Final = 1000
"""10 dBm: a hand's breadth over the antenna. To be tuned at the table."""

TIMEOUT_S: Final = 0.5
QUIET_S: Final = 0.05
"""Without a notice for so long a round is over: three times the 17 ms a tag that makers claim."""

NOTICES: Final = 512
"""Notices of one round after which the module is taken to go round in circles."""

_NOTICE_HEAD: Final = 1  # RSSI


class Region(IntEnum):
    """Where the radio stands: which frequencies it may use by law."""

    NORTH_AMERICA = 0x02
    EUROPE = 0x03


class R200:
    """An R200 module on an open stream. Which head and end bytes it speaks is found out by asking in both."""

    def __init__(
        self,
        reader: DeviceId,
        stream: ByteStream,
        clock: Clock,
        *,
        region: Region = Region.EUROPE,
        power_cdbm: int = POWER_CDBM,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """`power_cdbm`: hundredths of a dBm. `timeout_s` limits each answer, seconds."""
        self._id = reader
        self._deframer = R200Deframer()
        self._line: Exchange[R200Frame] = Exchange(stream, clock, self._deframer)
        self._clock = clock
        self._region = region
        self._power = power_cdbm
        self._timeout_s = timeout_s
        self._dialect: Dialect | None = None
        self._settled = False

    @property
    def id(self) -> DeviceId:
        return self._id

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(antennas=1, tags_at_once=None, can_count=False)

    async def identify(self) -> str:
        """Find the dialect, read the software version, set region and power: power-up forgets them."""
        self._dialect = None
        version = await self._settle()
        if version[:1] != SOFTWARE or not version[1:].isascii() or not version[1:].decode("ascii").isprintable():
            raise ProtocolFault(f"version text {version.hex()}", where=self._where(), remedy="is it an R200 module?")
        await self._ask(SET_REGION, bytes([self._region]))
        await self._ask(SET_POWER, self._power.to_bytes(2, "big"))
        return f"R200 {version[1:].decode('ascii').strip()}"

    async def look(self, antenna: AntennaNo) -> AntennaRead:
        """One inventory round. A damaged byte anywhere in it may have been a card: such a look is not clean."""
        if antenna != 1:
            raise ProtocolFault(f"antenna {antenna}", where=self._where(), remedy="an R200 has antenna 1 only")
        if not self._settled:
            await self._settle()
        began, skipped = self._clock.now(), self._deframer.skipped
        notices = await self._round()
        ended = self._clock.now()
        uids = [checked_epc(notice.parameters[_NOTICE_HEAD:]) for notice in notices]
        clean = len(notices) < NOTICES and None not in uids and self._deframer.skipped == skipped
        named = dict.fromkeys(uid for uid in uids if uid is not None)
        return AntennaRead(self._id, antenna, tuple(named), began, ended, clean=clean)

    async def rest(self) -> None:
        await self._ask(CARRIER, CARRIER_OFF)

    async def close(self) -> None:
        try:
            for dialect in self._dialects():
                await self._line.stream.write(encode_r200(dialect, CARRIER, CARRIER_OFF))
        except LinkLost:
            self._settled = False
        await self._line.stream.close()

    async def _round(self) -> list[R200Frame]:
        """The notices of one round; raises LinkTimeout when neither a notice nor an error comes."""
        self._settled = False
        what = f"{self._where()}, command {INVENTORY:02X}"
        first = await self._line.ask(self._request(INVENTORY), _of_a_round, self._timeout_s, what)
        if first.kind is Kind.ANSWER:
            self._settled = True
            if first.parameters[0] != NO_TAG:
                raise R200Refused(INVENTORY, first.parameters[0], where=self._where())
            return []
        notices = [first]
        while len(notices) < NOTICES:
            try:
                notices.append(await self._line.expect(_is_notice, QUIET_S, what))
            except LinkTimeout:
                break
        await self._line.stream.write(self._request(INFORMATION, SOFTWARE))
        while (frame := await self._line.expect(_closes_a_round, self._timeout_s, what)).kind is Kind.NOTICE:
            if len(notices) == NOTICES:
                raise ProtocolFault("notices without end", where=self._where())
            notices.append(frame)
        self._settled = True
        return notices

    async def _ask(self, command: int, parameters: bytes) -> bytes:
        """The parameters of the answer to `command`; raises R200Refused, LinkTimeout or LinkLost."""
        if not self._settled:
            await self._settle()
        return (await self._exchange(self._request(command, parameters), command)).parameters

    async def _settle(self) -> bytes:
        """Make sure that no answer to anything sent before is still under way; the version text with its selector."""
        request = b"".join(encode_r200(dialect, INFORMATION, SOFTWARE) for dialect in self._dialects())
        answer = await self._exchange(request, INFORMATION)
        self._dialect = answer.dialect
        return answer.parameters

    async def _exchange(self, request: bytes, command: int) -> R200Frame:
        self._settled = False

        # An error does not name its command, so one that comes while the line is settled belongs to something older.
        commands = (command,) if command == INFORMATION else (command, ERROR)

        def answers(frame: R200Frame) -> bool:
            return frame.kind is Kind.ANSWER and bool(frame.parameters) and frame.command in commands

        answer = await self._line.ask(request, answers, self._timeout_s, f"{self._where()}, command {command:02X}")
        self._settled = True
        if answer.command == ERROR:
            raise R200Refused(command, answer.parameters[0], where=self._where())
        return answer

    def _dialects(self) -> tuple[Dialect, ...]:
        return tuple(Dialect) if self._dialect is None else (self._dialect,)

    def _request(self, command: int, parameters: bytes = b"") -> bytes:
        return encode_r200(self._dialect or Dialect.BB, command, parameters)

    def _where(self) -> str:
        return f"reader {self._id} on {self._line.stream.name}"


def _is_notice(frame: R200Frame) -> bool:
    return frame.kind is Kind.NOTICE and frame.command == INVENTORY


def _of_a_round(frame: R200Frame) -> bool:
    return _is_notice(frame) or (frame.kind is Kind.ANSWER and frame.command == ERROR and bool(frame.parameters))


def _closes_a_round(frame: R200Frame) -> bool:
    return _is_notice(frame) or (frame.kind is Kind.ANSWER and frame.command == INFORMATION)
