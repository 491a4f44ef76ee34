"""A plain far side for driver tests: answers as the Pepper C1 sheet says, and misbehaves where a test tells it to."""

import asyncio
from dataclasses import dataclass, field

import crccheck

from felt.clock import Clock
from felt.fault import LinkLost
from firmware_bridge.stream import ByteStream

NO_ANSWER = bytes([0x15, 0x01])
COLLISION = bytes([0x15, 0x03])
RF = bytes([0x15, 0x0A])


def framed(payload: bytes) -> bytes:
    """A device's frame, with the CRC of an independent package."""
    size = len(payload) + 2
    head = bytes([0xF5, size & 0xFF, size >> 8, (size & 0xFF) ^ 0xFF, (size >> 8) ^ 0xFF])
    crc: int = crccheck.crc.Crc16CcittFalse.calc(payload)
    return head + payload + bytes([crc & 0xFF, crc >> 8])


def tag(number: int) -> str:
    """The UID of an NXP card, as text from E0."""
    return f"E00401{number:010X}"


@dataclass
class FarPepper:
    """`tags`: UIDs from E0 by antenna. `errors`: error bytes by (command, antenna). `mute`: commands not answered."""

    clock: Clock
    tags: dict[int, list[str]] = field(default_factory=dict)
    errors: dict[tuple[int, int], bytes] = field(default_factory=dict)
    mute: set[int] = field(default_factory=set)
    mute_at: set[tuple[int, int]] = field(default_factory=set)
    delay_s: float = 0.001
    late_s: dict[int, list[float]] = field(default_factory=dict)
    """Extra delays by command, used up one by one."""
    antenna: int = 1
    heard: list[bytes] = field(default_factory=list)
    version: bytes = b"Pepper C1 MUX 1.7"
    rested: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the field was switched off."""
    _left: list[str] = field(default_factory=list)

    async def serve(self, stream: ByteStream) -> None:
        """Answer until the wire is pulled."""
        held = b""
        try:
            while True:
                held += await stream.read()
                while (payload := _first(held)) is not None:
                    held = held[held.index(framed(payload)) + len(payload) + 7 :]
                    await self._answer(stream, payload)
        except LinkLost:
            return

    async def _answer(self, stream: ByteStream, payload: bytes) -> None:
        self.heard.append(payload)
        command = payload[0]
        late = self.late_s.get(command)
        await self.clock.sleep(self.delay_s + (late.pop(0) if late else 0))
        if command in self.mute or (command, self.antenna) in self.mute_at:
            return
        error = self.errors.get((command, self.antenna if command != 0x0F else payload[1]))
        answer = self._do(command, payload[1:]) if error is None else bytes([0xFF, command]) + error
        await stream.write(framed(answer))

    def _do(self, command: int, data: bytes) -> bytes:
        good = bytes([0x00, command])
        if command == 0x0F:
            self.antenna = data[0]
        elif command == 0x05:
            self.rested.set()
        elif command == 0x0B:
            return good + self.version
        elif command == 0x02:
            self._left = self.tags.get(self.antenna, [])[:5]
            return good + bytes([len(self._left)])
        elif command == 0x03:
            return good + bytes([0x04, 0x08]) + bytes.fromhex(self._left[data[0]])
        elif command in (0x90, 0x91):
            if command == 0x90:
                self._left = list(self.tags.get(self.antenna, []))
            if not self._left:
                return bytes([0xFF, command]) + NO_ANSWER
            uid = bytes.fromhex(self._left.pop(0))[::-1]
            return good + uid + bytes([0x00, 1 if self._left else 0])
        return good


def _first(data: bytes) -> bytes | None:
    """The payload of the first good frame in `data`, by trying every place."""
    for at, byte in enumerate(data):
        if byte != 0xF5 or len(data) < at + 8:
            continue
        size = data[at + 1] | data[at + 2] << 8
        payload = data[at + 5 : at + 3 + size]
        if payload and data[at:].startswith(framed(payload)):
            return payload
    return None
