"""The hash chain of a table: each row's hash covers the one before and exactly the bytes that are kept.

A changed, swapped, inserted or missing row breaks every hash after it. Rows cut off at the end leave no mark: whoever
must prove completeness keeps the newest hash elsewhere.
"""

import hashlib
from collections.abc import Iterable

from msgspec import Struct

from felt.ids import RoomId, TableId
from hub.ledger.row import Draft, Row


class ChainBreak(Struct, frozen=True):
    """Where a table's chain first fails, and how."""

    table: TableId
    position: int
    why: str


def genesis(room: RoomId, table: TableId) -> bytes:
    """The hash before a table's first row."""
    return hashlib.sha256(f"feltwire ledger 1\n{room}/{table}".encode()).digest()


def chain_hash(previous: bytes, draft: Draft) -> bytes:
    """SHA-256 over the previous hash, a header of the row's columns with both lengths, and its two byte strings."""
    columns = (
        draft.kind,
        draft.at,
        draft.hand or "",
        draft.device or "",
        draft.boot or "",
        "" if draft.seq is None else draft.seq,
        len(draft.line),
        len(draft.outcomes),
    )
    header = "|".join(str(column) for column in columns).encode() + b"\n"
    return hashlib.sha256(previous + header + draft.line + draft.outcomes).digest()


def first_break(room: RoomId, table: TableId, rows: Iterable[Row]) -> ChainBreak | None:
    """Walk a table's rows from the first; None when every position and hash is as it must be."""
    previous, expected = genesis(room, table), 1
    for row in rows:
        if row.position != expected:
            return ChainBreak(table, expected, f"row {expected} is missing, row {row.position} follows")
        previous = chain_hash(previous, row.draft)
        if previous != row.hash:
            return ChainBreak(table, expected, "the row or its hash was changed")
        expected += 1
    return None
