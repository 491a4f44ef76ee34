"""A plain far side of a PN532 for driver tests: ACK, then the answer; sleeps until woken."""

from dataclasses import dataclass, field

from felt.clock import Clock
from felt.fault import LinkLost
from firmware_bridge.stream import ByteStream

ACK = bytes.fromhex("0000FF00FF00")
SYNTAX = bytes.fromhex("0000FF01FF7F8100")


def framed(data: bytes) -> bytes:
    """A chip's normal frame."""
    body = b"\xd5" + data
    size = len(body)
    return bytes([0, 0, 0xFF, size, (256 - size) % 256]) + body + bytes([(256 - sum(body) % 256) % 256, 0])


@dataclass
class FarPn532:
    """`tags`: UIDs in the field; the chip lists two of them."""

    clock: Clock
    tags: list[str] = field(default_factory=list)
    silent: bool = False
    late_s: list[float] = field(default_factory=list)
    """Extra delays of the next target lists."""
    delay_s: float = 0.001
    awake: bool = False
    field_on: bool = False
    lose_acks: int = 0
    """ACK frames that get lost."""
    lists: list[bytes] = field(default_factory=list)
    """Target lists to answer instead of those made from `tags`, one by one."""
    refuse: set[int] = field(default_factory=set)
    """Commands that the chip does not understand."""
    heard: list[bytes] = field(default_factory=list)

    async def serve(self, stream: ByteStream) -> None:
        """Answer until the wire is pulled."""
        held = b""
        try:
            while True:
                held += await stream.read()
                self.awake = self.awake or b"\x55\x55\x00\x00\x00" in held
                while (found := _first(held)) is not None:
                    command, held = found
                    await self._answer(stream, command)
        except LinkLost:
            return

    async def _answer(self, stream: ByteStream, command: bytes) -> None:
        self.heard.append(command)
        if self.silent or not self.awake:
            return
        if self.lose_acks:
            self.lose_acks -= 1
            return
        await stream.write(ACK)
        await self.clock.sleep(self.delay_s + (self.late_s.pop(0) if command[0] == 0x4A and self.late_s else 0))
        await stream.write(self._do(command))

    def _do(self, command: bytes) -> bytes:
        code = command[0]
        answer = bytes([code + 1])
        if code in self.refuse:
            return SYNTAX
        if code == 0x02:
            return framed(answer + bytes.fromhex("32010607"))
        if code == 0x4A:
            self.field_on = True
            return framed(answer + (self.lists.pop(0) if self.lists else self._targets()))
        if code == 0x32 and command[1] == 0x01:
            self.field_on = command[2] & 1 > 0
        return framed(answer)

    def _targets(self) -> bytes:
        listed = [bytes.fromhex(uid) for uid in self.tags[:2]]
        each = [bytes([n, 0x00, 0x44, 0x00, len(uid)]) + uid for n, uid in enumerate(listed, 1)]
        return bytes([len(listed)]) + b"".join(each)


def _first(data: bytes) -> tuple[bytes, bytes] | None:
    """Command code and data of the first good host frame, and what follows it."""
    at = data.find(b"\x00\xff")
    while at >= 0:
        size = data[at + 2] if at + 2 < len(data) else 0
        frame = data[at + 4 : at + 5 + size]
        head = data[at + 2 : at + 4]
        if len(head) == 2 and sum(head) % 256 == 0 and size > 1 and len(frame) == size + 1 and sum(frame) % 256 == 0:
            return frame[1:-1], data[at + 5 + size :]
        at = data.find(b"\x00\xff", at + 1)
    return None
