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


class ChainWalk:
    """Checks a table's rows one after the other, from the first; `found` is where the chain first fails."""

    def __init__(self, room: RoomId, table: TableId) -> None:
        self._table = table
        self._previous = genesis(room, table)
        self._expected = 1
        self.found: ChainBreak | None = None

    def take(self, row: Row) -> None:
        """Check the next row; after a failure the walk goes on from what is kept."""
        if row.position != self._expected:
            self._fail(f"row {self._expected} is missing, row {row.position} follows")
        elif chain_hash(self._previous, row.draft) != row.hash:
            self._fail("the row or its hash was changed")
        self._previous = row.hash
        self._expected = row.position + 1

    def _fail(self, why: str) -> None:
        self.found = self.found or ChainBreak(self._table, self._expected, why)


def first_break(room: RoomId, table: TableId, rows: Iterable[Row]) -> ChainBreak | None:
    """Walk a table's rows from the first; None when every position and hash is as it must be."""
    walk = ChainWalk(room, table)
    for row in rows:
        walk.take(row)
        if walk.found is not None:
            break
    return walk.found
