"""A plain far side of an R200 module for driver tests: one command after the other, a notice per tag."""

from dataclasses import dataclass, field

import crccheck

from felt.clock import Clock
from felt.fault import LinkLost
from firmware_bridge.stream import ByteStream

BB = (0xBB, 0x7E)
AA = (0xAA, 0xDD)


def framed(ends: tuple[int, int], kind: int, command: int, parameters: bytes) -> bytes:
    """A module's frame."""
    body = bytes([kind, command, len(parameters) >> 8, len(parameters) & 0xFF]) + parameters
    return bytes([ends[0]]) + body + bytes([sum(body) % 256, ends[1]])


def record(epc: str) -> bytes:
    """What a tag backscatters: PC, EPC, and the CRC of an independent package."""
    raw = bytes.fromhex(epc)
    said = bytes([len(raw) // 2 << 3, 0]) + raw
    crc: int = crccheck.crc.Crc16Genibus.calc(said)
    return said + crc.to_bytes(2, "big")


@dataclass
class FarR200:
    """`tags`: EPCs in the field. `error`: what a round answers instead."""

    clock: Clock
    tags: list[str] = field(default_factory=list)
    error: int | None = None
    garbled: bool = False
    """Two tags answer at once: a notice with a wrong CRC of the tag."""
    silent: bool = False
    late_s: list[float] = field(default_factory=list)
    """Extra delays of the next rounds."""
    delay_s: float = 0.001
    notice_s: float = 0.002
    ends: tuple[int, int] = BB
    carrier_on: bool = False
    heard: list[bytes] = field(default_factory=list)

    async def serve(self, stream: ByteStream) -> None:
        """Answer until the wire is pulled; a broken command is met by silence."""
        held = b""
        try:
            while True:
                held += await stream.read()
                while (found := self._first(held)) is not None:
                    request, held = found
                    await self._answer(stream, request)
        except LinkLost:
            return

    async def _answer(self, stream: ByteStream, request: bytes) -> None:
        self.heard.append(request)
        late = request[0] == 0x22 and self.late_s
        await self.clock.sleep(self.delay_s + (self.late_s.pop(0) if late else 0))
        if self.silent:
            return
        if request[0] == 0x22:
            await self._round(stream)
        elif request[0] == 0x03:
            await self._say(stream, 0x01, 0x03, request[1:2] + b"M100 V1.00")
        elif request[0] in (0x07, 0x28, 0xB0, 0xB6):
            await self._say(stream, 0x01, request[0], b"\0")
        else:
            await self._say(stream, 0x01, 0xFF, b"\x17")

    async def _round(self, stream: ByteStream) -> None:
        if self.error is not None:
            return await self._say(stream, 0x01, 0xFF, bytes([self.error]))
        records = [record(epc) for epc in self.tags]
        if self.garbled:
            records.append(record("E2" * 12)[:-1] + b"\x00")
        if not records:
            return await self._say(stream, 0x01, 0xFF, b"\x15")
        for said in records:
            await self.clock.sleep(self.notice_s)
            await self._say(stream, 0x02, 0x22, b"\xc9" + said)
        return None

    async def _say(self, stream: ByteStream, kind: int, command: int, parameters: bytes) -> None:
        await stream.write(framed(self.ends, kind, command, parameters))

    def _first(self, data: bytes) -> tuple[bytes, bytes] | None:
        """Command and parameters of the first good command in this board's dialect, and what follows it."""
        for at, byte in enumerate(data):
            size = int.from_bytes(data[at + 3 : at + 5], "big")
            end = at + 7 + size
            if byte != self.ends[0] or len(data) < end or data[at + 1] != 0:
                continue
            if data[end - 1] == self.ends[1] and sum(data[at + 1 : end - 2]) % 256 == data[end - 2]:
                return data[at + 2 : at + 3] + data[at + 5 : end - 2], data[end:]
        return None
