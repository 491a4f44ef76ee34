"""Reading a ledger back: a whole table, one hand, one line; never while deciding anything."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from felt.clock import Nanos
from felt.fault import StorageFault
from felt.ids import BootId, DeviceId, HandId, RoomId, TableId
from hub.ledger.chain import ChainBreak, first_break
from hub.ledger.row import Draft, Row, RowKind
from hub.ledger.schema import COLUMNS, open_reader

_AT_ONCE: Final = 500


class LedgerReader:
    """A read-only connection to a ledger file. All methods raise StorageFault when the file cannot be read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = open_reader(path)

    def tables(self) -> list[tuple[RoomId, TableId]]:
        """Every table that has rows."""
        found = self._select("SELECT DISTINCT room, table_id FROM entries ORDER BY room, table_id")
        return [(RoomId(room), TableId(table)) for room, table in found]

    def rows(self, room: RoomId, table: TableId) -> Iterator[Row]:
        """A table's rows from the first to the newest."""
        where = "room = ? AND table_id = ? ORDER BY position"
        return map(_row, self._select(f"SELECT {COLUMNS} FROM entries WHERE {where}", room, table))

    def hand(self, room: RoomId, table: TableId, hand: HandId) -> Iterator[Row]:
        """The rows of one hand."""
        where = "room = ? AND table_id = ? AND hand = ? ORDER BY position"
        return map(_row, self._select(f"SELECT {COLUMNS} FROM entries WHERE {where}", room, table, hand))

    def line(self, room: RoomId, table: TableId, device: DeviceId, boot: BootId, seq: int) -> bytes | None:
        """The line kept under a fact's key, if there is one."""
        where = "room = ? AND table_id = ? AND device = ? AND boot = ? AND seq = ?"
        found = next(self._select(f"SELECT line FROM entries WHERE {where}", room, table, device, boot, seq), None)
        return None if found is None else bytes(found[0])

    def first_break(self, room: RoomId, table: TableId) -> ChainBreak | None:
        """Check a table's whole chain."""
        return first_break(room, table, self.rows(room, table))

    def close(self) -> None:
        """Give the file back."""
        self._connection.close()

    def _select(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        try:
            cursor = self._connection.execute(query, values)
            while rows := cursor.fetchmany(_AT_ONCE):
                yield from rows
        except sqlite3.Error as error:
            raise StorageFault(f"cannot be read: {error}", where=str(self._path)) from error


def _row(columns: tuple[Any, ...]) -> Row:
    room, table, position, kind, device, boot, seq, hand, at, line, outcomes, digest = columns
    draft = Draft(
        table=TableId(table),
        kind=RowKind(kind),
        line=_bytes(line),
        at=Nanos(at),
        outcomes=_bytes(outcomes),
        hand=None if hand is None else HandId(hand),
        device=None if device is None else DeviceId(device),
        boot=None if boot is None else BootId(boot),
        seq=seq,
    )
    return Row(RoomId(room), position, draft, _bytes(digest))


def _bytes(value: bytes | str) -> bytes:
    """What is kept, also where somebody wrote it as text."""
    return value.encode() if isinstance(value, str) else value
