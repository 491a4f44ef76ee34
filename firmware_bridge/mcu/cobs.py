"""Consistent overhead byte stuffing: a form of any bytes without a zero, so that a zero can end every frame.

Source: Cheshire and Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on Networking 7(2), 1999.
"""

from typing import Final

from felt.fault import BadInput

_FULL: Final = 254
"""Data bytes of the longest block, which stands for no zero."""


def cobs_encode(data: bytes) -> bytes:
    """`data` without zero bytes; no delimiter added. A last block of exactly 254 bytes gets no empty block after it."""
    out = bytearray()
    blocks = data.split(b"\0")
    last = len(blocks) - 1
    for index, block in enumerate(blocks):
        full, rest = divmod(len(block), _FULL)
        for start in range(0, full * _FULL, _FULL):
            out.append(_FULL + 1)
            out += block[start : start + _FULL]
        if rest or not full or index != last:
            out.append(rest + 1)
            out += block[full * _FULL :]
    return bytes(out)


def cobs_decode(data: bytes) -> bytes:
    """The bytes that were encoded; raises BadInput for a zero inside or a block cut short."""
    if 0 in data:
        raise BadInput("zero byte inside a COBS frame")
    out = bytearray()
    at, size = 0, len(data)
    while at < size:
        code = data[at]
        end = at + code
        if end > size:
            raise BadInput("COBS block cut short")
        out += data[at + 1 : end]
        if code <= _FULL and end < size:
            out.append(0)
        at = end
    return bytes(out)
