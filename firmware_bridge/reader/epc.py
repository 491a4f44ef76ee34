"""What a UHF tag says of itself: PC word, EPC, CRC. Source: EPC Gen2 (ISO/IEC 18000-63), tag memory bank 01."""

from binascii import crc_hqx

from felt.ids import Uid

_WORD = 2


def epc_of(record: bytes) -> Uid | None:
    """The EPC of `PC EPC CRC`, when the PC's length in words (bits 15 to 11) is the record's own; else None."""
    words = record[0] >> 3 if record else 0
    if not words or len(record) != _WORD * (words + 2):
        return None
    return Uid(record[_WORD:-_WORD].hex().upper())


def checked_epc(record: bytes) -> Uid | None:
    """As `epc_of`, and the tag's CRC-16 (1021h from FFFFh, inverted) over PC and EPC must be right too."""
    crc = crc_hqx(record[:-_WORD], 0xFFFF) ^ 0xFFFF
    return epc_of(record) if crc == int.from_bytes(record[-_WORD:], "big") else None
