"""Frames of FEIG OBID readers, standard and advanced, both ended by CRC-16/MCRF4XX low byte first.

Standard: LEN, address, control byte, data. Advanced: 02, length of two bytes high first, address, control byte, data.
The length counts the whole frame and the CRC covers all before it. Which form a line carries is a matter of
configuration: the first byte does not tell. Source: FEIG manual H20800, chapter on the asynchronous interface.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from firmware_bridge.crc import crc_mcrf4xx, good_mcrf4xx
from firmware_bridge.reader.deframer import SearchingDeframer

STX: Final = 0x02
_CRC: Final = 2
MAX_FRAME: Final = 1024
"""Longest advanced frame taken, bytes; an inventory of 100 tags has 1007."""


class Form(StrEnum):
    """The two forms of a frame."""

    STANDARD = "standard"
    ADVANCED = "advanced"


class FeigFrame(Struct, frozen=True):
    """One frame's content; in an answer the first byte of `data` is the status."""

    address: int
    control: int
    data: bytes


def encode_feig(form: Form, frame: FeigFrame) -> bytes:
    """The frame on the wire; raises ValueError when it is too long for its form."""
    inner = bytes([frame.address, frame.control]) + frame.data
    if form is Form.STANDARD:
        size, limit = 1 + len(inner) + _CRC, 0xFF
        body = bytes([size & 0xFF]) + inner
    else:
        size, limit = 3 + len(inner) + _CRC, MAX_FRAME
        body = bytes([STX]) + size.to_bytes(2, "big") + inner
    if size > limit:
        raise ValueError(f"{form} frame of {size} bytes, at most {limit}")
    return body + crc_mcrf4xx(body).to_bytes(2, "little")


class FeigDeframer(SearchingDeframer[FeigFrame]):
    """Finds the good frames of one form in a stream of bytes cut anywhere.

    A standard frame has no start byte, so noise before it may pass for a length; bytes of a rejected frame are searched
    again, and `flush` finds what such noise holds back.
    """

    def __init__(self, form: Form) -> None:
        super().__init__()
        self._form = form

    def _scan(self, data: bytes) -> tuple[list[FeigFrame], int, int]:
        frames: list[FeigFrame] = []
        standard = self._form is Form.STANDARD
        head = 1 if standard else 3
        shortest = head + 2 + _CRC
        at, size = 0, len(data)
        while at < size:
            if not standard and data[at] != STX:
                at += 1
                self.skipped += 1
                continue
            if at + head > size:
                return frames, at, head
            length = data[at] if standard else data[at + 1] << 8 | data[at + 2]
            if shortest <= length <= MAX_FRAME:
                if at + length > size:
                    return frames, at, length
                frame = data[at : at + length]
                if good_mcrf4xx(frame):
                    frames.append(FeigFrame(frame[head], frame[head + 1], frame[head + 2 : -_CRC]))
                    at += length
                    continue
            at += 1
            self.skipped += 1
        return frames, size, 1
