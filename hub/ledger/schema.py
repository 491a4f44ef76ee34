"""The ledger's file: one SQLite table that refuses change, and how its two kinds of connection are opened.

Only the writer checkpoints the write-ahead log: SQLite before 3.51.3 can corrupt the file when two connections
checkpoint at the wrong moment.
"""

import sqlite3
from pathlib import Path
from typing import Final

from felt.fault import StorageFault

SCHEMA_VERSION: Final = 1
BUSY_MS: Final = 5_000

COLUMNS: Final = "room, table_id, position, kind, device, boot, seq, hand, at, line, outcomes, hash"

_SCHEMA: Final = (
    """CREATE TABLE entries (
        room TEXT NOT NULL,
        table_id TEXT NOT NULL,
        position INTEGER NOT NULL,
        kind TEXT NOT NULL,
        device TEXT,
        boot TEXT,
        seq INTEGER,
        hand TEXT,
        at INTEGER NOT NULL,
        line BLOB NOT NULL,
        outcomes BLOB NOT NULL,
        hash BLOB NOT NULL,
        PRIMARY KEY (room, table_id, position),
        UNIQUE (room, table_id, device, boot, seq)
    )""",
    "CREATE INDEX entries_by_hand ON entries (room, table_id, hand)",
    "CREATE TRIGGER entries_keep BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'the ledger only grows'); END",
    "CREATE TRIGGER entries_stay BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the ledger only grows'); END",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)


def open_writer(path: Path) -> sqlite3.Connection:
    """The one connection that writes, with the schema in place; raises sqlite3.Error or StorageFault."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        _ensure_schema(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def open_reader(path: Path) -> sqlite3.Connection:
    """A connection that can neither write nor checkpoint; raises StorageFault when there is no such ledger."""
    if not path.exists():
        raise StorageFault("there is no ledger", where=str(path), remedy="the path of a hub's ledger file")
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("PRAGMA query_only = 1")
        _check_version(connection, path)
    except sqlite3.Error as error:
        raise StorageFault(f"cannot be read: {error}", where=str(path)) from error
    return connection


def _ensure_schema(connection: sqlite3.Connection, path: Path) -> None:
    if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
        connection.execute("BEGIN IMMEDIATE")
        for statement in _SCHEMA:
            connection.execute(statement)
        connection.execute("COMMIT")
    _check_version(connection, path)


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA_VERSION:
        raise StorageFault(
            f"is a ledger of version {version}", where=str(path), remedy=f"this release reads version {SCHEMA_VERSION}"
        )
