"""A plain far side of a FEIG reader for driver tests, standard frames, with the CRC of an independent package."""

from dataclasses import dataclass, field

import crccheck

from felt.clock import Clock
from felt.fault import LinkLost
from firmware_bridge.stream import ByteStream

ALL = 0xFF


def framed(control: int, status: int, data: bytes = b"") -> bytes:
    """A reader's standard answer from address 00."""
    body = bytes([6 + len(data), 0x00, control, status]) + data
    crc: int = crccheck.crc.Crc16Mcrf4XX.calc(body)
    return body + crc.to_bytes(2, "little")


@dataclass
class FarFeig:
    """`tags`: UIDs by antenna. `statuses`: what an inventory on an antenna answers instead. `limit`: tags an answer."""

    clock: Clock
    tags: dict[int, list[str]] = field(default_factory=dict)
    statuses: dict[int, tuple[int, bytes]] = field(default_factory=dict)
    silent: bool = False
    late_s: list[float] = field(default_factory=list)
    """Extra delays of the next inventory answers."""
    delay_s: float = 0.001
    limit: int = 15
    output: int = 1
    field_on: bool = True
    heard: list[bytes] = field(default_factory=list)
    _left: list[str] = field(default_factory=list)

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
        inventory = request[1:3] == b"\xb0\x01"
        await self.clock.sleep(self.delay_s + (self.late_s.pop(0) if inventory and self.late_s else 0))
        if not self.silent:
            await stream.write(self._do(request[1], request[2:]))

    def _do(self, control: int, data: bytes) -> bytes:
        if control == 0x65:
            return framed(control, 0, bytes.fromhex("0303004453 0D30"))
        if control == 0x6A:
            self.field_on = data[0] > 0
            self.output = data[0] or self.output
            return framed(control, 0)
        if control == 0xB0 and data[0] == 0x01:
            return self._inventory(data[1], data[2:])
        return framed(control, 0 if control in (0x52, 0x69) else 0x80)

    def _inventory(self, mode: int, mask: bytes) -> bytes:
        self.field_on = True
        masked = mode & 0x10 > 0
        antenna = mask[0].bit_length() if masked else self.output
        if antenna in self.statuses:
            return framed(0xB0, *self.statuses[antenna])
        if not mode & 0x80:
            self._left = list(self.tags.get(antenna, []))
        now, self._left = self._left[: self.limit], self._left[self.limit :]
        if not now:
            return framed(0xB0, 0x01)
        extra = bytes([1, antenna, 0, 0x50]) if masked else b""
        sets = b"".join(record(uid) + extra for uid in now)
        return framed(0xB0, 0x94 if self._left else 0x00, bytes([len(now)]) + sets)


def record(uid: str) -> bytes:
    """One data set of an inventory: ISO 15693 from E0, else ISO 14443A with a UID of 7 bytes."""
    raw = bytes.fromhex(uid)
    return b"\x03\x00" + raw if raw[0] == 0xE0 else b"\x04\x00\xff" + raw


def _first(data: bytes) -> tuple[bytes, bytes] | None:
    """The content (address, control, data) of the first good standard frame, and what follows it."""
    for at, length in enumerate(data):
        frame = data[at : at + length]
        if length >= 5 and len(frame) == length:
            crc: int = crccheck.crc.Crc16Mcrf4XX.calc(frame[:-2])
            if crc == int.from_bytes(frame[-2:], "little"):
                return frame[1:-2], data[at + length :]
    return None
