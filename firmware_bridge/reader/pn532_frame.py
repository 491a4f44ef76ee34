"""PN532 frames on a serial line: normal, extended, ACK, NACK. Source: NXP UM0701-02, section 6.2.

`00 FF LEN LCS TFI PD.. DCS 00`; LEN counts TFI and PD, LEN + LCS and the sum of TFI, PD and DCS are 0 modulo 256.
Zeros before and after may be repeated, so a frame begins where `00 FF` is. The zero at the end must be there: without
it, a frame that lost a zero from its middle would take that zero for its sum, and the sum for data.
"""

from typing import Final

from msgspec import Struct

FROM_HOST: Final = 0xD4
FROM_CHIP: Final = 0xD5
_SYNTAX_ERROR: Final = 0x7F

START: Final = b"\x00\xff"
ACK: Final = b"\x00\x00\xff\x00\xff\x00"
NACK: Final = b"\x00\x00\xff\xff\x00\x00"
MAX_BODY: Final = 512
"""Longest TFI and PD taken; the chip's longest frame has 265."""


class Acked(Struct, frozen=True):
    """An ACK frame: the command was received."""


class Nacked(Struct, frozen=True):
    """A NACK frame: say that again."""


class SyntaxRefused(Struct, frozen=True):
    """The chip's error frame: the command was not understood."""


class Pn532Body(Struct, frozen=True):
    """An information frame: TFI D4 from the host, D5 from the chip; `data` from the command code on."""

    tfi: int
    data: bytes


Pn532Frame = Acked | Nacked | SyntaxRefused | Pn532Body


def encode_pn532(data: bytes) -> bytes:
    """A host's frame around a command code and its data, extended above 254 bytes; raises ValueError beyond 264."""
    size = len(data) + 1
    if not 2 <= size <= 265:
        raise ValueError(f"command of {len(data)} bytes, 1 to 264 allowed")
    body = bytes([FROM_HOST]) + data
    if size <= 0xFF:
        head = bytes([size, -size & 0xFF])
    else:
        high, low = divmod(size, 0x100)
        head = bytes([0xFF, 0xFF, high, low, -(high + low) & 0xFF])
    return b"\x00" + START + head + body + bytes([-sum(body) & 0xFF, 0x00])


class Pn532Deframer:
    """Finds the good frames in a stream of bytes cut anywhere; bytes of a rejected frame are searched again."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def held(self) -> int:
        """Bytes kept for a frame not yet complete."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[Pn532Frame]:
        """Take in bytes; the frames that are complete now, in order."""
        self._buffer += data
        frames, end = _scan(bytes(self._buffer))
        del self._buffer[:end]
        return frames

    def flush(self) -> list[Pn532Frame]:
        """The line fell silent, so what is unfinished stays so: the frames hidden behind such false starts."""
        data = bytes(self._buffer)
        self._buffer.clear()
        frames: list[Pn532Frame] = []
        start = 0
        while start < len(data):
            found, end = _scan(data[start:])
            frames += found
            start += end + 1
        return frames


def _scan(data: bytes) -> tuple[list[Pn532Frame], int]:
    """Frames found, and where the first unfinished one begins."""
    frames: list[Pn532Frame] = []
    at = data.find(START)
    while at >= 0:
        frame, size = _parse(data, at + len(START))
        if size is None:
            return frames, at
        if frame is not None:
            frames.append(frame)
        at = data.find(START, at + len(START) + size)
    end = len(data)
    return frames, end - 1 if data.endswith(START[:1]) else end


def _parse(data: bytes, at: int) -> tuple[Pn532Frame | None, int | None]:
    """The frame behind a start at `at`, None for none; its size, 0 to search on right there, None for unfinished."""
    head = data[at : at + 5]
    if len(head) < 2:
        return None, None
    if head[:2] == b"\x00\xff":
        return Acked(), 2
    if head[:2] == b"\xff\x00":
        return Nacked(), 2
    size, body_at = head[0], at + 2
    if head[:2] == b"\xff\xff":
        if len(head) < 5:
            return None, None
        size, body_at = head[2] << 8 | head[3], at + 5
        good = (head[2] + head[3] + head[4]) & 0xFF == 0
    else:
        good = (head[0] + head[1]) & 0xFF == 0
    if not good or not 1 <= size <= MAX_BODY:
        return None, 0
    end = body_at + size + 1
    if end >= len(data):
        return None, None
    frame = _body(data[body_at:end]) if data[end] == 0 else None
    return frame, end - at if frame is not None else 0


def _body(body: bytes) -> Pn532Frame | None:
    """The information in TFI, PD and DCS; None when the sum or the TFI is wrong."""
    if sum(body) & 0xFF:
        return None
    if body[0] in (FROM_HOST, FROM_CHIP) and len(body) > 2:
        return Pn532Body(body[0], body[1:-1])
    return SyntaxRefused() if body[:-1] == bytes([_SYNTAX_ERROR]) else None
