"""Frames of ThingMagic UHF modules: FF, LEN, opcode, data, CRC high byte first; an answer has a status before its data.

LEN counts the data only, so a request has LEN + 5 bytes and an answer LEN + 7. The CRC covers all from LEN on. There is
no byte stuffing. Source: ThingMagic M5e family developer guide, chapter on the serial protocol.
"""

from enum import IntEnum
from typing import Final

from msgspec import Struct

from firmware_bridge.crc import crc_thingmagic
from firmware_bridge.reader.deframer import SearchingDeframer

START: Final = 0xFF
MAX_DATA: Final = 0xFF
_HEAD: Final = 3  # FF, LEN, opcode
_CRC: Final = 2


class Side(IntEnum):
    """Whose frames they are; the value is the size of the status in them."""

    HOST = 0
    MODULE = 2


class ThingMagicFrame(Struct, frozen=True):
    """One frame's content; `status` is 0 in a request."""

    opcode: int
    data: bytes
    status: int = 0


def encode_thingmagic(opcode: int, data: bytes = b"") -> bytes:
    """A host's request; raises ValueError beyond 255 bytes of data."""
    if len(data) > MAX_DATA:
        raise ValueError(f"request of {len(data)} bytes, at most {MAX_DATA}")
    body = bytes([len(data), opcode]) + data
    return bytes([START]) + body + crc_thingmagic(body).to_bytes(2, "big")


class ThingMagicDeframer(SearchingDeframer[ThingMagicFrame]):
    """Finds the good frames of one side in a stream of bytes cut anywhere; bytes of a rejected one are searched again.

    Between calls it keeps at most the bytes of one unfinished frame, 261.
    """

    def __init__(self, side: Side = Side.MODULE) -> None:
        super().__init__()
        self._status_size = int(side)

    def _scan(self, data: bytes) -> tuple[list[ThingMagicFrame], int, int]:
        frames: list[ThingMagicFrame] = []
        size, status_size = len(data), self._status_size
        overhead = _HEAD + status_size + _CRC
        done = 0
        at = data.find(START)
        while at >= 0:
            self.skipped += at - done
            done = at
            if at + 1 >= size:
                return frames, at, overhead
            end = at + overhead + data[at + 1]
            if end > size:
                return frames, at, end - at
            body = data[at + 1 : end - _CRC]
            if crc_thingmagic(body) == data[end - 2] << 8 | data[end - 1]:
                status = int.from_bytes(body[2 : 2 + status_size], "big")
                frames.append(ThingMagicFrame(body[1], body[2 + status_size :], status))
                at = done = end
            else:
                at += 1
            at = data.find(START, at)
        self.skipped += size - done
        return frames, size, 1
