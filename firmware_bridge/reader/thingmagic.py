"""ThingMagic (JADAK) M5e, M6e and M7e UHF modules over a serial line, 115200 8N1, up to four antenna ports.

Commands after the M5e family developer guide: 03 version, 04 start application, 22 read into the tag buffer, 29 get
from it, 2A clear it, 2F stop, 91 antenna, 92 read power, 93 protocol, 97 region. The field is on only while a read
runs. A broken request is met by silence, and an answer names its command only; so after any missed answer the driver
asks for the version until it is answered, as modules work in order.

Unverified, for want of a published trace: the answer to 22 (taken as the number of tags, and only to notice that fewer
were listed) and a buffer's records without metadata (EPC length in bits, PC, EPC, CRC, as behind the metadata of the
published continuous read).
"""

from enum import IntEnum
from typing import Final

from felt.clock import Clock
from felt.fault import LinkLost, ProtocolFault
from felt.ids import DeviceId, Uid
from firmware_bridge.reader.epc import epc_of
from firmware_bridge.reader.exchange import Exchange
from firmware_bridge.reader.port import Capabilities
from firmware_bridge.reader.thingmagic_fault import (
    FORGOTTEN,
    INVALID_OPCODE,
    NO_TAGS,
    OK,
    ThingMagicRefused,
    unfinished,
)
from firmware_bridge.reader.thingmagic_frame import ThingMagicDeframer, ThingMagicFrame, encode_thingmagic
from firmware_bridge.reading import AntennaNo, AntennaRead
from firmware_bridge.stream import ByteStream

VERSION: Final = 0x03
START_APPLICATION: Final = 0x04
READ_MANY: Final = 0x22
GET_BUFFER: Final = 0x29
CLEAR_BUFFER: Final = 0x2A
CONTINUOUS: Final = 0x2F
SET_ANTENNA: Final = 0x91
SET_READ_POWER: Final = 0x92
SET_PROTOCOL: Final = 0x93
SET_REGION: Final = 0x97

GEN2: Final = b"\x00\x05"
STOP: Final = b"\x00\x00\x02"
"""Time-out 0, option 02: end whatever read runs."""
NO_METADATA: Final = b"\x00\x00\x00"

ANTENNAS: Final = 4
READ_MS: Final = 50
"""How long one look searches; Gen2 finds some tens of tags in it where nothing lies in their way."""

POWER_CDBM: Final = 1000
"""10 dBm: a hand's breadth over the antenna. To be tuned at the table: more reads the neighbour's cards as well."""

TIMEOUT_S: Final = 0.5
"""On top of the search itself."""

ROUNDS: Final = 64
"""Answers to one emptying of the buffer after which the module is taken to go round in circles."""

_VERSION_SIZE: Final = 20
_LIST_HEAD: Final = 4  # metadata flags, option, count


class Region(IntEnum):
    """Where the radio stands: which frequencies it may use by law."""

    NORTH_AMERICA = 0x01
    EUROPE = 0x08


class ThingMagic:
    """A ThingMagic module on an open stream.

    A UHF search is bounded in time and says nothing of tags that kept silent, so the number of cards is not to be
    relied on.
    """

    def __init__(
        self,
        reader: DeviceId,
        stream: ByteStream,
        clock: Clock,
        *,
        region: Region = Region.EUROPE,
        power_cdbm: int = POWER_CDBM,
        read_ms: int = READ_MS,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """`power_cdbm`: hundredths of a dBm. `timeout_s` limits each answer, seconds, the search itself aside."""
        self._id = reader
        self._line: Exchange[ThingMagicFrame] = Exchange(stream, clock, ThingMagicDeframer())
        self._clock = clock
        self._region = region
        self._power = power_cdbm
        self._read_ms = read_ms
        self._timeout_s = timeout_s
        self._settled = False

    @property
    def id(self) -> DeviceId:
        return self._id

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(antennas=ANTENNAS, tags_at_once=None, can_count=False)

    async def identify(self) -> str:
        """Settle the line, see the application run, set protocol, region and power: power-up forgets them."""
        await self._settle()
        await self._set_up()
        data = await self._good(VERSION)
        if len(data) < _VERSION_SIZE:
            raise ProtocolFault(f"version {data.hex()}", where=self._where(), remedy="is it a ThingMagic module?")
        hardware, firmware = data[4:8].hex("."), data[12:16].hex(".")
        return f"ThingMagic hardware {hardware}, firmware {firmware}"

    async def look(self, antenna: AntennaNo) -> AntennaRead:
        """Search one antenna for the set time; a module that lost its settings with its power gets them again."""
        if not 1 <= antenna <= ANTENNAS:
            raise ProtocolFault(f"antenna {antenna}", where=self._where(), remedy=f"1 to {ANTENNAS}")
        try:
            return await self._look(antenna)
        except ThingMagicRefused as refused:
            if refused.status not in FORGOTTEN:
                raise
        await self._set_up()
        return await self._look(antenna)

    async def rest(self) -> None:
        """The field went off with the last search; a continuous read, if somebody left one, is stopped."""
        await self._ask(CONTINUOUS, STOP)

    async def close(self) -> None:
        try:
            await self._line.stream.write(encode_thingmagic(CONTINUOUS, STOP))
        except LinkLost:
            self._settled = False
        await self._line.stream.close()

    async def _set_up(self) -> None:
        started = await self._ask(START_APPLICATION)
        if started.status not in (OK, INVALID_OPCODE):  # the latter: it runs already
            raise ThingMagicRefused(START_APPLICATION, started.status, where=self._where())
        await self._good(SET_PROTOCOL, GEN2)
        await self._good(SET_REGION, bytes([self._region]))
        await self._good(SET_READ_POWER, self._power.to_bytes(2, "big"))

    async def _look(self, antenna: AntennaNo) -> AntennaRead:
        await self._good(SET_ANTENNA, bytes([antenna, antenna]))
        await self._good(CLEAR_BUFFER)
        began = self._clock.now()
        answer = await self._ask(READ_MANY, self._read_ms.to_bytes(2, "big"), extra_s=self._read_ms / 1000)
        if answer.status == NO_TAGS:
            return AntennaRead(self._id, antenna, (), began, self._clock.now())
        if answer.status != OK and not unfinished(answer.status):
            raise ThingMagicRefused(READ_MANY, answer.status, where=self._where())
        ended = self._clock.now()
        counted = int.from_bytes(answer.data[-4:], "big") if answer.status == OK else 0
        uids, whole = await self._buffered(counted)
        clean = whole and answer.status == OK and len(uids) >= counted
        return AntennaRead(self._id, antenna, tuple(uids), began, ended, clean=clean)

    async def _buffered(self, counted: int) -> tuple[list[Uid], bool]:
        """All tags in the buffer, and whether every record was one; asks on until `counted` came or none is left."""
        uids: dict[Uid, None] = {}
        whole = True
        for _ in range(ROUNDS):
            answer = await self._ask(GET_BUFFER, NO_METADATA)
            if answer.status == NO_TAGS:
                return list(uids), whole
            if answer.status != OK:
                raise ThingMagicRefused(GET_BUFFER, answer.status, where=self._where())
            found, named = self._records(answer.data)
            uids.update(dict.fromkeys(found))
            whole = whole and named
            if not answer.data[_LIST_HEAD - 1] or (counted and len(uids) >= counted):
                return list(uids), whole
        return list(uids), False

    def _records(self, data: bytes) -> tuple[list[Uid], bool]:
        """The EPCs of one answer to 29, and whether every record held one."""
        uids: list[Uid] = []
        at = _LIST_HEAD
        count = data[_LIST_HEAD - 1] if len(data) >= _LIST_HEAD else -1
        for _ in range(max(count, 0)):
            size = int.from_bytes(data[at : at + 2], "big") // 8
            uid = epc_of(data[at + 2 : at + 2 + size])
            if uid is not None:
                uids.append(uid)
            at += 2 + size
        if at != len(data) or count < 0 or data[:2] != NO_METADATA[:2]:
            raise ProtocolFault(f"tag buffer {data.hex()}", where=self._where(), remedy="flags, option, count, records")
        return uids, len(uids) == count

    async def _good(self, opcode: int, data: bytes = b"") -> bytes:
        answer = await self._ask(opcode, data)
        if answer.status != OK:
            raise ThingMagicRefused(opcode, answer.status, where=self._where())
        return answer.data

    async def _ask(self, opcode: int, data: bytes = b"", *, extra_s: float = 0.0) -> ThingMagicFrame:
        if not self._settled:
            await self._settle()
        return await self._exchange(opcode, data, extra_s)

    async def _settle(self) -> None:
        """Make sure that no answer to anything sent before is still under way."""
        await self._exchange(VERSION)

    async def _exchange(self, opcode: int, data: bytes = b"", extra_s: float = 0.0) -> ThingMagicFrame:
        self._settled = False
        what = f"{self._where()}, command {opcode:02X}"
        request = encode_thingmagic(opcode, data)
        limit_s = self._timeout_s + extra_s
        answer = await self._line.ask(request, lambda frame: frame.opcode == opcode, limit_s, what)
        self._settled = True
        return answer

    def _where(self) -> str:
        return f"reader {self._id} on {self._line.stream.name}"
