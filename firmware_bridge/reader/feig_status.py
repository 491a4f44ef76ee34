"""FEIG status bytes by name, and what each says of a look. Source: FEIG manual H20800, list of status bytes."""

from collections.abc import Mapping
from typing import Final

from felt.fault import ProtocolFault

OK: Final = 0x00
NO_TRANSPONDER: Final = 0x01
MORE_DATA: Final = 0x94

STATUSES: Final[Mapping[int, str]] = {
    OK: "ok",
    NO_TRANSPONDER: "no transponder",
    0x02: "data false",
    0x03: "write error",
    0x04: "address error",
    0x05: "wrong transponder type",
    0x08: "authentication",
    0x0B: "collision",
    0x0E: "general",
    0x10: "EEPROM",
    0x11: "parameter range",
    0x13: "login needed",
    0x14: "login error",
    0x15: "read protect",
    0x16: "write protect",
    0x17: "firmware activation",
    0x31: "SAM",
    0x80: "unknown command",
    0x81: "length error",
    0x82: "not available now, reader in scan mode",
    0x83: "RF communication",
    0x84: "RF warning",
    0x85: "EPC error",
    0x93: "buffer overflow",
    MORE_DATA: "more data",
    0x95: "ISO 15693 error",
    0x96: "ISO 14443 error",
    0x97: "cryptography",
    0xF1: "hardware warning",
}
UNFINISHED: Final = frozenset({0x02, 0x05, 0x0B, 0x83, 0x84, 0x85, 0x93, 0x95, 0x96})
"""An inventory with one of these met something and may have missed more: presence, never absence."""


class FeigRefused(ProtocolFault):
    """The reader answered a command with a status other than ok."""

    def __init__(self, control: int, status: int, *, where: str) -> None:
        self.control = control
        self.status = status
        name = STATUSES.get(status, "unknown status")
        super().__init__(f"command {control:02X} refused: {name} (status {status:02X})", where=where)
