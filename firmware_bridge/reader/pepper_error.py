"""The Pepper C1's error answers by name.

The two error bytes are read as layer, then error. The vendor's own sources disagree on their order, so both bytes
are always reported, and only what both readings support is relied on.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from felt.fault import ProtocolFault

ICODE_LAYER: Final = 0x15
_RF_LAYER: Final = 0x02

ERRORS: Final[Mapping[int, str]] = {
    0x01: "no answer or card removed",
    0x02: "CRC or parity",
    0x03: "collision",
    0x04: "buffer",
    0x05: "framing",
    0x06: "protocol",
    0x07: "authentication",
    0x08: "memory",
    0x09: "overheating",
    0x0A: "RF",
    0x0B: "communication with the front end",
    0x0C: "length",
    0x0D: "resource",
    0x0E: "rejected",
    0x0F: "rejected",
    0x10: "external field",
    0x11: "EMD",
    0x20: "parameter",
    0x21: "parameter",
    0x22: "parameter overflow",
    0x23: "unsupported",
    0x24: "unsupported",
    0x25: "wrong state",
    0x26: "key",
    0x7F: "internal",
    0xF0: "not authorised",
}
_LAYERS: Final[Mapping[int, str]] = {ICODE_LAYER: "ICODE", 0x19: "DESFire"}
_NO_ANSWER: Final = 0x01
_GARBLED: Final = frozenset({0x02, 0x03, 0x04, 0x05, 0x06, 0x11})


class Refusal(Enum):
    """What an error answer to an inventory says of the tags in the field."""

    EMPTY = auto()
    """No tag answered."""
    MAYBE_EMPTY = auto()
    """No tag answered, if the bytes are read one way; the other way something went wrong."""
    GARBLED = auto()
    """Tags answered and could not be told apart."""
    BROKEN = auto()
    """The reader or its antenna cannot look."""


class PepperRefused(ProtocolFault):
    """The reader answered a command with an error."""

    def __init__(self, command: int, first: int, second: int, *, where: str) -> None:
        self.command = command
        self.pair = (first, second)
        layer, error = (second, first) if second == ICODE_LAYER else (first, second)
        self._layer, self._error = layer, error
        names = f"{ERRORS.get(error, 'unknown error')}, layer {_LAYERS.get(layer, f'{layer:02X}')}"
        super().__init__(f"command {command:02X} refused: {names} (bytes {first:02X} {second:02X})", where=where)

    @property
    def refusal(self) -> Refusal:
        """What it means as an answer to an inventory."""
        if self._error == _NO_ANSWER and self._layer in {ICODE_LAYER, _RF_LAYER}:
            return Refusal.EMPTY
        if _NO_ANSWER in self.pair:
            return Refusal.MAYBE_EMPTY
        return Refusal.GARBLED if self._error in _GARBLED else Refusal.BROKEN
