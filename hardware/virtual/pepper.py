"""Pepper C1 frames from the device's side: written and read here on their own account, the CRC apart.

Source: the vendor's protocol page (https://eccel.co.uk/wp-content/downloads/Pepper_C1/C1-python/protocol.html).
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from firmware_bridge.crc import crc_ccitt_false

STX: Final = 0xF5
LONGEST_PAYLOAD: Final = 1024
_HEAD: Final = 5
_CRC: Final = 2


class Command(IntEnum):
    """First byte of a host's payload."""

    DUMMY = 0x01
    TAG_COUNT = 0x02
    TAG_UID = 0x03
    HALT = 0x05
    POLLING = 0x06
    REBOOT = 0x0A
    VERSION = 0x0B
    ANTENNA = 0x0F
    ICODE_START = 0x90
    ICODE_NEXT = 0x91
    AGAIN = 0xFF


class Answer(IntEnum):
    """First byte of a device's payload."""

    ACK = 0x00
    EVENT = 0xFE
    ERROR = 0xFF


class Trouble(IntEnum):
    """Second error byte: what went wrong."""

    NO_ANSWER = 0x01
    RF = 0x0A
    LENGTH = 0x0C
    PARAMETER = 0x20
    UNSUPPORTED = 0x21
    WRONG_STATE = 0x22


class Layer(IntEnum):
    """First error byte: which layer says so."""

    HOST = 0x01
    ICODE = 0x15


class TagType(IntEnum):
    """The type byte of a UID answer."""

    NTAG = 0x01
    ICODE_SLIX = 0x24


def frame(payload: bytes) -> bytes:
    """A whole frame: start, length and its complement (payload and CRC), payload, CRC low byte first."""
    if not 1 <= len(payload) <= LONGEST_PAYLOAD:
        raise AssertionError(f"payload of {len(payload)} bytes")
    size = (len(payload) + _CRC).to_bytes(2, "little")
    crc = crc_ccitt_false(payload).to_bytes(2, "little")
    return bytes([STX]) + size + bytes(byte ^ 0xFF for byte in size) + payload + crc


def ack(command: int, data: bytes = b"") -> bytes:
    """The payload that confirms `command`."""
    return bytes([Answer.ACK, command]) + data


def error(command: int, layer: Layer, trouble: Trouble) -> bytes:
    """The payload that refuses `command`; the manual puts the layer first."""
    return bytes([Answer.ERROR, command, layer, trouble])


class HostFrames:
    """Finds the host's frames in what arrives. A broken frame is dropped in silence, as the device does."""

    def __init__(self) -> None:
        self._held = bytearray()
        self.broken = 0
        """Frames dropped for a wrong length or CRC."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Payloads of the whole frames now complete."""
        self._held += data
        while True:
            start = self._held.find(STX)
            if start < 0:
                self._held.clear()
                return
            del self._held[:start]
            if len(self._held) < _HEAD:
                return
            size = self._size()
            if size is None:
                self._drop_start()
                continue
            if len(self._held) < _HEAD + size:
                return
            payload, crc = self._held[_HEAD : _HEAD + size - _CRC], self._held[_HEAD + size - _CRC : _HEAD + size]
            if crc_ccitt_false(payload).to_bytes(2, "little") != crc:
                self._drop_start()
                continue
            taken = bytes(payload)
            del self._held[: _HEAD + size]
            yield taken

    def forget(self) -> None:
        """Lose a half-received frame, as a restart or a long silence does."""
        self._held.clear()

    def _size(self) -> int | None:
        """Bytes after the head; None when the length contradicts its complement."""
        low, high, not_low, not_high = self._held[1:_HEAD]
        size = low | high << 8
        if low ^ not_low != 0xFF or high ^ not_high != 0xFF:
            return None
        return size if _CRC < size <= LONGEST_PAYLOAD + _CRC else None

    def _drop_start(self) -> None:
        """Give up this start byte only: a good frame may begin among the bytes that follow it."""
        self.broken += 1
        del self._held[0]
