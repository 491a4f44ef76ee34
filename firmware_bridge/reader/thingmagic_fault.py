"""ThingMagic status words by name, and what each says of a look. Source: M5e family developer guide, error codes."""

from collections.abc import Mapping
from typing import Final

from felt.fault import ProtocolFault

OK: Final = 0x0000
INVALID_OPCODE: Final = 0x0101
NO_TAGS: Final = 0x0400

FAULTS: Final[Mapping[int, str]] = {
    0x0100: "wrong data count",
    INVALID_OPCODE: "invalid opcode",
    0x0102: "not implemented",
    0x0103: "power too high",
    0x0104: "frequency",
    0x0105: "parameter",
    0x0106: "power too low",
    0x0109: "feature not supported",
    0x010A: "baud rate",
    0x0200: "boot loader: image CRC",
    0x0201: "boot loader: wrong image",
    NO_TAGS: "no tag found",
    0x0401: "protocol not set",
    0x0402: "protocol invalid",
    0x0403: "write passed without lock",
    0x0404: "no data read",
    0x0405: "front end off",
    0x0406: "write",
    0x0407: "not supported by the tag",
    0x0408: "data",
    0x0409: "general tag error",
    0x040A: "data too large",
    0x0503: "antenna missing",
    0x0504: "too hot",
    0x0505: "return loss: antenna bad",
    0x0600: "tag buffer: not enough tags",
    0x0601: "tag buffer full",
    0x0602: "tag buffer: repeated tag",
    0x0603: "tag buffer: too many tags",
}
_ASSERTION: Final = 0x7F
_GEN2: Final = range(0x0420, 0x0460)

FORGOTTEN: Final = frozenset({INVALID_OPCODE, 0x0401, 0x0402})
"""The module runs its boot loader or has no protocol set: it lost its power and must be set up again."""

_UNFINISHED: Final = frozenset({0x0404, 0x0408, 0x0409, 0x040A, 0x0601, 0x0602, 0x0603})


def unfinished(status: int) -> bool:
    """True when a read met tags and may have missed some: presence, never absence."""
    return status in _UNFINISHED or status in _GEN2


class ThingMagicRefused(ProtocolFault):
    """The module answered a command with a status other than 0000."""

    def __init__(self, opcode: int, status: int, *, where: str) -> None:
        self.opcode = opcode
        self.status = status
        name = FAULTS.get(status, "Gen2 error" if status in _GEN2 else "unknown status")
        if status >> 8 == _ASSERTION:
            name = "assertion failed inside the module"
        super().__init__(f"command {opcode:02X} refused: {name} (status {status:04X})", where=where)
