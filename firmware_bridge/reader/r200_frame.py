"""Frames of YRM100, JRD-100, M100 and R200 modules: head, type, command, length high first, parameters, sum, end.

Most have head BB and end 7E, some R200 boards AA and DD. The sum is the low byte of type to last parameter, and weak:
type, length and end are checked as well. Head and end values may stand inside parameters. Source: R200 user protocol
V2.3.3; electron.id EL-UHF-RMT01 frame examples.
"""

from enum import Enum, IntEnum
from typing import Final

from msgspec import Struct

from firmware_bridge.reader.deframer import SearchingDeframer

MAX_PARAMETERS: Final = 128
"""Longest parameters taken; a notice with the longest EPC has 67."""
_HEAD: Final = 5
_TAIL: Final = 2


class Dialect(Enum):
    """The head and end bytes a board uses."""

    BB = (0xBB, 0x7E)
    AA = (0xAA, 0xDD)


class Kind(IntEnum):
    """Who says what in a frame."""

    COMMAND = 0x00
    ANSWER = 0x01
    NOTICE = 0x02


class R200Frame(Struct, frozen=True):
    """One frame's content."""

    dialect: Dialect
    kind: Kind
    command: int
    parameters: bytes


_DIALECTS: Final = {dialect.value[0]: dialect for dialect in Dialect}
_KINDS: Final = {int(kind): kind for kind in Kind}


def encode_r200(dialect: Dialect, command: int, parameters: bytes = b"") -> bytes:
    """A host's command; raises ValueError beyond 128 bytes of parameters."""
    if len(parameters) > MAX_PARAMETERS:
        raise ValueError(f"{len(parameters)} bytes of parameters, at most {MAX_PARAMETERS}")
    head, end = dialect.value
    body = bytes([Kind.COMMAND, command]) + len(parameters).to_bytes(2, "big") + parameters
    return bytes([head]) + body + bytes([sum(body) & 0xFF, end])


class R200Deframer(SearchingDeframer[R200Frame]):
    """Finds the good frames of both dialects in a stream of bytes cut anywhere; a rejected frame is searched again.

    Between calls it keeps at most the bytes of one unfinished frame, 134.
    """

    def _scan(self, data: bytes) -> tuple[list[R200Frame], int, int]:
        frames: list[R200Frame] = []
        at, size = 0, len(data)
        while at < size:
            dialect = _DIALECTS.get(data[at])
            if dialect is None:
                at += 1
                self.skipped += 1
                continue
            if at + _HEAD > size:
                return frames, at, _HEAD
            kind = _KINDS.get(data[at + 1])
            length = data[at + 3] << 8 | data[at + 4]
            if kind is not None and length <= MAX_PARAMETERS:
                end = at + _HEAD + length + _TAIL
                if end > size:
                    return frames, at, end - at
                body = data[at + 1 : end - _TAIL]
                if data[end - 1] == dialect.value[1] and sum(body) & 0xFF == data[end - 2]:
                    frames.append(R200Frame(dialect, kind, body[1], body[4:]))
                    at = end
                    continue
            at += 1
            self.skipped += 1
        return frames, size, 1
