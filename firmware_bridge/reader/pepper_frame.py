"""Frames of the Eccel Pepper C1 family: F5, LEN, both LEN bytes inverted, payload, CRC-16/CCITT-FALSE low byte first.

LEN counts the payload and its CRC, low byte first; there is no byte stuffing. Source: Eccel, Pepper C1 protocol
manual, "protocol" chapter. Sans-IO: bytes in, payloads out.
"""

from struct import Struct
from typing import Final

from firmware_bridge.crc import crc_ccitt_false

STX: Final = 0xF5
MAX_PAYLOAD: Final = 1024
_HEADER: Final = Struct("<BHH")
_HEADER_SIZE: Final = 5
_CRC_SIZE: Final = 2
_LEN_MIN: Final = 3  # a command code and the CRC
_LEN_MAX: Final = MAX_PAYLOAD + 2


def encode_frame(payload: bytes) -> bytes:
    """A frame around 1 to 1024 payload bytes, command code first; raises ValueError beyond."""
    if not 1 <= len(payload) <= MAX_PAYLOAD:
        raise ValueError(f"payload of {len(payload)} bytes, 1 to {MAX_PAYLOAD} allowed")
    length = len(payload) + 2
    return _HEADER.pack(STX, length, length ^ 0xFFFF) + payload + crc_ccitt_false(payload).to_bytes(2, "little")


class PepperDeframer:
    """Finds the good frames in a stream of bytes cut anywhere.

    Bytes of a rejected frame are searched again, so a false start never costs a good frame. Between calls it keeps at
    most the bytes of one unfinished frame, 1030.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._need = 1
        self.skipped = 0
        """Bytes that belonged to no good frame, since the start."""

    @property
    def held(self) -> int:
        """Bytes kept for a frame not yet complete."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[bytes]:
        """Take in bytes; the payloads of all frames that are complete now, in order."""
        self._buffer += data
        if len(self._buffer) < self._need:
            return []
        frames, end, self._need = _scan(bytes(self._buffer))
        self._settle(frames, end)
        return frames

    def flush(self) -> list[bytes]:
        """The line fell silent, so what is unfinished stays so: the frames hidden behind such false starts."""
        data = bytes(self._buffer)
        frames: list[bytes] = []
        start = 0
        while start < len(data):
            found, end, _ = _scan(data[start:])
            frames += found
            start += end + 1  # step past the start that never completed
        self._settle(frames, len(data))
        self._need = 1
        return frames

    def _settle(self, frames: list[bytes], end: int) -> None:
        self.skipped += end - sum(map(len, frames)) - len(frames) * (_HEADER_SIZE + _CRC_SIZE)
        del self._buffer[:end]


def _scan(data: bytes) -> tuple[list[bytes], int, int]:
    """Payloads found in `data`, where the first unfinished frame begins, and the bytes needed from there to go on."""
    frames: list[bytes] = []
    size = len(data)
    at = data.find(STX)
    while at >= 0:
        body = at + _HEADER_SIZE
        if body > size:
            return frames, at, _HEADER_SIZE
        _, length, inverse = _HEADER.unpack_from(data, at)
        if length ^ inverse == 0xFFFF and _LEN_MIN <= length <= _LEN_MAX:
            end = body + length
            if end > size:
                return frames, at, _HEADER_SIZE + length
            payload = data[body : end - _CRC_SIZE]
            if crc_ccitt_false(payload) == data[end - 2] | data[end - 1] << 8:
                frames.append(payload)
                at = data.find(STX, end)
                continue
        at = data.find(STX, at + 1)
    return frames, size, 1
