"""R200 error bytes by name. Source: R200 user protocol V2.3.3, error codes."""

from collections.abc import Mapping
from typing import Final

from felt.fault import ProtocolFault

NO_TAG: Final = 0x15

ERRORS: Final[Mapping[int, str]] = {
    0x09: "read",
    0x10: "write",
    0x12: "kill",
    0x13: "lock",
    0x14: "block permalock",
    NO_TAG: "inventory failed, or no tag",
    0x16: "access, wrong password",
    0x17: "unknown command",
    0x1A: "change of configuration",
    0x1B: "EAS",
    0x1D: "vendor feature",
    0x20: "no free channel in time",
    0x2A: "QT",
    0x2B: "vendor feature",
    0x2E: "vendor feature",
}
_OF_THE_TAG: Final = {0xA0: "read", 0xB0: "write", 0xC0: "lock", 0xD0: "kill", 0xE0: "block permalock"}


class R200Refused(ProtocolFault):
    """The module answered a command with an error."""

    def __init__(self, command: int, error: int, *, where: str) -> None:
        self.command = command
        self.error = error
        name = ERRORS.get(error)
        if name is None:
            doing = _OF_THE_TAG.get(error & 0xF0)
            name = f"{doing}, error {error & 0x0F:X} of the tag" if doing else "unknown error"
        super().__init__(f"command {command:02X} refused: {name} (error {error:02X})", where=where)
