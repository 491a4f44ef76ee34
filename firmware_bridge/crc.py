"""The 16-bit checks of readers and controllers, all three carried by the C loop of `binascii.crc_hqx`.

`crc_hqx` divides by polynomial 1021h, most significant bit first, from any initial value. A reflected CRC is the same
division on bytes with their bits reversed; one without the 16 appended zero bits takes its last two bytes in by xor.
"""

from binascii import crc_hqx
from typing import Final

_MIRROR: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_THINGMAGIC_START: Final = crc_hqx(b"\xff\xff", 0)


def crc_ccitt_false(data: bytes | bytearray | memoryview) -> int:
    """CRC-16/CCITT-FALSE (IBM-3740), check value 29B1: Eccel Pepper frames."""
    return crc_hqx(data, 0xFFFF)


def crc_mcrf4xx(data: bytes | bytearray) -> int:
    """CRC-16/MCRF4XX, check value 6F91: FEIG frames and the table's microcontroller, low byte first on the wire."""
    crc = crc_hqx(data.translate(_MIRROR), 0xFFFF)
    return _MIRROR[crc & 0xFF] << 8 | _MIRROR[crc >> 8]


def good_mcrf4xx(frame: bytes) -> bool:
    """True when `frame` ends with its own CRC-16/MCRF4XX, low byte first."""
    return crc_hqx(frame.translate(_MIRROR), 0xFFFF) == 0


def crc_thingmagic(data: bytes | bytearray) -> int:
    """ThingMagic's non-augmented 1021h from FFFFh over LEN to the last data byte; at least two bytes."""
    return crc_hqx(data[:-2], _THINGMAGIC_START) ^ int.from_bytes(data[-2:], "big")
