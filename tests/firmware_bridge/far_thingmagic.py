"""A plain far side of a ThingMagic module for driver tests, with a CRC by division written out here."""

from dataclasses import dataclass, field

from felt.clock import Clock
from felt.fault import LinkLost
from firmware_bridge.stream import ByteStream


def crc(body: bytes) -> int:
    """The guide's rule, bit by bit: 1021h from FFFFh, the data taken in at the low end."""
    register = 0xFFFF
    for byte in body:
        for place in range(7, -1, -1):
            carry = register & 0x8000
            register = (register << 1 | byte >> place & 1) & 0xFFFF
            register ^= 0x1021 if carry else 0
    return register


def framed(opcode: int, status: int, data: bytes = b"") -> bytes:
    """A module's answer."""
    body = bytes([len(data), opcode]) + status.to_bytes(2, "big") + data
    return b"\xff" + body + crc(body).to_bytes(2, "big")


def record(epc: str) -> bytes:
    """One tag as the buffer holds it: length in bits, PC, EPC, and a CRC that nobody here looks at."""
    raw = bytes.fromhex(epc)
    return ((len(raw) + 4) * 8).to_bytes(2, "big") + bytes([len(raw) // 2 << 3, 0]) + raw + b"\x12\x34"


@dataclass
class FarThingMagic:
    """`tags`: EPCs by antenna. `statuses`: what a search on an antenna answers instead."""

    clock: Clock
    tags: dict[int, list[str]] = field(default_factory=dict)
    statuses: dict[int, int] = field(default_factory=dict)
    silent: bool = False
    late_s: list[float] = field(default_factory=list)
    """Extra delays of the next searches."""
    delay_s: float = 0.001
    booted: bool = False
    """The application runs and knows protocol and region."""
    antenna: int = 1
    heard: list[bytes] = field(default_factory=list)
    lists: list[bytes] = field(default_factory=list)
    """Answers to 29 instead of those made from `tags`, one by one."""
    counts: list[bytes] = field(default_factory=list)
    """Answers to 22 instead of the number of tags."""
    _known: set[int] = field(default_factory=set)
    _buffer: list[str] = field(default_factory=list)

    async def serve(self, stream: ByteStream) -> None:
        """Answer until the wire is pulled; a broken request is met by silence."""
        held = b""
        try:
            while True:
                held += await stream.read()
                while (found := _first(held)) is not None:
                    request, held = found
                    await self._answer(stream, request)
        except LinkLost:
            return

    async def _answer(self, stream: ByteStream, request: bytes) -> None:
        self.heard.append(request)
        opcode, data = request[0], request[1:]
        search_s = int.from_bytes(data[:2], "big") / 1000 if opcode == 0x22 else 0
        await self.clock.sleep(self.delay_s + search_s + (self.late_s.pop(0) if search_s and self.late_s else 0))
        if not self.silent:
            await stream.write(framed(opcode, *self._do(opcode, data)))

    def _do(self, opcode: int, data: bytes) -> tuple[int, bytes]:
        version = bytes.fromhex("0710230001000003 20141007 01070209 00000010")
        if opcode == 0x03:
            return 0, version
        if opcode == 0x04:
            status, self.booted = (0x0101 if self.booted else 0), True
            return status, b"" if status else version
        if not self.booted:
            return 0x0101, b""
        if opcode in (0x93, 0x97, 0x92):
            self._known.add(opcode)
        elif opcode == 0x91:
            self.antenna = data[0]
        elif opcode == 0x2A:
            self._buffer = []
        elif opcode == 0x22:
            return self._search()
        elif opcode == 0x29:
            return self._list()
        elif opcode != 0x2F:
            return 0x0102, b""
        return 0, b""

    def _search(self) -> tuple[int, bytes]:
        if not {0x93, 0x97} <= self._known:
            return 0x0401, b""
        self._buffer = list(self.tags.get(self.antenna, []))
        status = self.statuses.get(self.antenna, 0 if self._buffer else 0x0400)
        return status, b"" if status else self.counts.pop(0) if self.counts else bytes([len(self._buffer)])

    def _list(self) -> tuple[int, bytes]:
        if self.lists:
            return 0, self.lists.pop(0)
        if not self._buffer:
            return 0x0400, b""
        now, self._buffer = self._buffer[:13], self._buffer[13:]
        return 0, bytes([0, 0, 0, len(now)]) + b"".join(map(record, now))

    def restart(self) -> None:
        """The power went and came back."""
        self.booted = False
        self._known.clear()


def _first(data: bytes) -> tuple[bytes, bytes] | None:
    """Opcode and data of the first good request, and what follows it."""
    at = data.find(b"\xff")
    while at >= 0:
        end = at + 5 + data[at + 1] if at + 1 < len(data) else len(data) + 1
        body = data[at + 1 : end - 2]
        if end <= len(data) and crc(body) == int.from_bytes(data[end - 2 : end], "big"):
            return body[1:], data[end:]
        at = data.find(b"\xff", at + 1)
    return None
