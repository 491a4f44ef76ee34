"""The outbox: every envelope on disk until the hub has committed it, with the witness's memory beside it.

SQLite in WAL mode: facts that `append` returned survive a power cut, since their commit waits for the disk. What the
hub would say again, an acknowledgement or a memory that left no fact, does not hold up the facts behind it: a power cut
may take it back. Sequences are gapless within a start (`boot`); envelopes of older starts are kept and sent first.
Refuses to know topics, signatures and links.
"""

import errno
import fcntl
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import IO, Final

from msgspec import Struct

from felt.clock import Nanos
from felt.envelope import VERSION, Envelope, encode_envelope
from felt.fact import Fact
from felt.fault import StorageFault
from felt.ids import BootId, DeviceId, HandId, RoomId, TableId

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS start (number INTEGER PRIMARY KEY AUTOINCREMENT, boot TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS envelope (
  start INTEGER NOT NULL REFERENCES start(number), seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (start, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS memory (only INTEGER PRIMARY KEY CHECK (only = 1), body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS probe (only INTEGER PRIMARY KEY CHECK (only = 1), body BLOB NOT NULL);
"""
_PROBE_BYTES: Final = 64 * 1024
"""Room that must be free before watching goes on after a full disk."""


_WAITS: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE})
_RUINED: Final = frozenset({sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT})


class _Sync(StrEnum):
    """What a commit waits for."""

    DISK = "FULL"
    """It survives a power cut when it returns."""
    NOTHING = "NORMAL"
    """It survives the end of the process; a power cut may take it back, but never what was committed before it."""


class OutboxUnusable(StorageFault):
    """Waiting does not help: somebody must put it right."""


class Identity(Struct, frozen=True):
    """Who speaks."""

    room: RoomId
    table: TableId
    device: DeviceId


class Stamp(Struct, frozen=True):
    """When and in which hand facts were noted."""

    mono: Nanos
    wall: Nanos
    hand: HandId | None = None
    synced: bool = False


class Posted(Struct, frozen=True, order=True):
    """A stored envelope: `start` counts the device's starts, oldest first; `body` is the JSON to sign."""

    start: int
    seq: int
    boot: BootId
    body: bytes


def random_boot() -> BootId:
    """64 random bits."""
    return BootId(secrets.token_hex(8))


class Outbox:
    """One device's outbox. Its calls block for as long as the disk does, and may come from any thread.

    What only reads waits for no writer: it has a connection of its own.
    """

    def __init__(self, path: Path, identity: Identity, *, boot: Callable[[], BootId] = random_boot) -> None:
        """Open or make the file at `path` and begin a new start.

        Raises StorageFault while the disk takes no writes, OutboxUnusable for a file or folder that is none of ours.
        """
        self._path = path
        self._identity = identity
        self._lock = threading.Lock()
        self._reading = threading.Lock()
        self._noting = threading.Lock()
        self._acked: dict[BootId, int] = {}
        self._seq = 0
        self.boot: BootId = boot()
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._locked = _locked(path)
            try:
                self._db, self._reader = _connected(path), _connected(path)
            except sqlite3.Error:
                self._locked.close()
                raise
        try:
            with self._told():
                self._db.execute("PRAGMA journal_mode=WAL")
                self._db.executescript(_SCHEMA)
                with self._transaction():
                    self._start = self._begin()
        except StorageFault:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        with self._lock, self._reading:
            self._reader.close()
            self._db.close()
            self._locked.close()

    def append(self, facts: Sequence[Fact], stamp: Stamp, memory: bytes) -> int:
        """Store facts and the memory they left, all or nothing; the number of envelopes. Raises StorageFault.

        Facts are on the disk when it returns. A memory without facts may go back to the one before by a power cut.
        """
        rows = [
            (self._start, self._seq + offset, encode_envelope(self._envelope(self._seq + offset, fact, stamp)))
            for offset, fact in enumerate(facts)
        ]
        with self._lock, self._told():
            with self._transaction(_Sync.DISK if rows else _Sync.NOTHING):
                self._db.executemany("INSERT INTO envelope VALUES (?, ?, ?)", rows)
                self._db.execute("REPLACE INTO memory VALUES (1, ?)", (memory,))
            self._seq += len(rows)
        return len(rows)

    def acknowledge(self, boot: BootId, sequence: int) -> None:
        """The hub has everything of `boot` up to `sequence`: forget it.

        When the disk is too full even for that, it is not sent again and is forgotten later. After a power cut it may
        be sent again, as the hub knows.
        """
        with self._noting:
            self._acked[boot] = max(sequence, self._acked.get(boot, -1))
        with self._lock:
            acked = self._noted()
            try:
                with self._transaction(_Sync.NOTHING):
                    self._forget(acked)
            except sqlite3.Error:
                return
        with self._noting:
            self._acked = {each: newest for each, newest in self._acked.items() if newest != acked.get(each)}

    def pending(self, after: tuple[int, int] = (0, -1), limit: int = 100) -> list[Posted]:
        """Envelopes that the hub has not acknowledged, in order, beyond (`start`, `seq`). Raises StorageFault."""
        with self._reading, self._told():
            while True:
                rows = self._reader.execute(
                    "SELECT e.start, e.seq, s.boot, e.body FROM envelope e JOIN start s ON s.number = e.start"
                    " WHERE (e.start, e.seq) > (?, ?) ORDER BY e.start, e.seq LIMIT ?",
                    (*after, limit),
                ).fetchall()
                posted = [Posted(start, seq, BootId(boot), bytes(body)) for start, seq, boot, body in rows]
                acked = self._noted()
                unacknowledged = [letter for letter in posted if letter.seq > acked.get(letter.boot, -1)]
                if unacknowledged or not posted:
                    return unacknowledged
                after = (posted[-1].start, posted[-1].seq)

    def wanted(self, boot: BootId, first: int, last: int, limit: int = 200) -> list[Posted]:
        """Envelopes `first` to `last` of `boot` that are still here, in order. Raises StorageFault."""
        with self._reading, self._told():
            rows = self._reader.execute(
                "SELECT e.start, e.seq, s.boot, e.body FROM envelope e JOIN start s ON s.number = e.start"
                " WHERE s.boot = ? AND e.seq BETWEEN ? AND ? ORDER BY e.seq LIMIT ?",
                (boot, first, last, limit),
            ).fetchall()
        return [Posted(start, seq, BootId(name), bytes(body)) for start, seq, name, body in rows]

    def size(self) -> int:
        """How many envelopes wait for the hub. Raises StorageFault."""
        with self._reading, self._told():
            count: int = self._reader.execute("SELECT count(*) FROM envelope").fetchone()[0]
        return count

    def memory(self) -> bytes | None:
        """The witness's memory as last stored, None before the first. Raises StorageFault."""
        with self._reading, self._told():
            row = self._reader.execute("SELECT body FROM memory").fetchone()
        return None if row is None else bytes(row[0])

    def probe(self) -> None:
        """Make sure that the disk takes writes again; raises StorageFault while it does not."""
        with self._lock, self._told():
            with self._transaction():
                self._db.execute("REPLACE INTO probe VALUES (1, zeroblob(?))", (_PROBE_BYTES,))
                self._forget(self._noted())
            with self._transaction():
                self._db.execute("DELETE FROM probe")

    def _begin(self) -> int:
        """Note this start; starts that have nothing left to send are forgotten."""
        self._db.execute("DELETE FROM start WHERE number NOT IN (SELECT DISTINCT start FROM envelope)")
        row = self._db.execute("INSERT INTO start (boot) VALUES (?) RETURNING number", (self.boot,)).fetchone()
        number: int = row[0]
        return number

    def _noted(self) -> dict[BootId, int]:
        """What the hub acknowledged and is not yet forgotten."""
        with self._noting:
            return dict(self._acked)

    def _forget(self, acked: Mapping[BootId, int]) -> None:
        for boot, sequence in acked.items():
            self._db.execute(
                "DELETE FROM envelope WHERE start = (SELECT number FROM start WHERE boot = ?) AND seq <= ?",
                (boot, sequence),
            )

    def _envelope(self, seq: int, fact: Fact, stamp: Stamp) -> Envelope:
        who = self._identity
        return Envelope(
            v=VERSION,
            room=who.room,
            table=who.table,
            device=who.device,
            boot=self.boot,
            seq=seq,
            mono=stamp.mono,
            wall=stamp.wall,
            body=fact,
            hand=stamp.hand,
            synced=stamp.synced,
        )

    @contextmanager
    def _transaction(self, sync: _Sync = _Sync.DISK) -> Iterator[None]:
        self._db.execute(f"PRAGMA synchronous={sync}")
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except StorageFault:
            raise
        except (sqlite3.Error, OSError) as error:
            raise _fault(self._path, error) from error


def _fault(path: Path, error: sqlite3.Error | OSError) -> StorageFault:
    if isinstance(error, OSError) and error.errno not in _WAITS:
        remedy = "data is a folder that the node may write to"
        return OutboxUnusable(f"outbox: {error.strerror}", where=str(path), remedy=remedy)
    if isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", None) in _RUINED:
        remedy = "move the file away; what it had not yet sent is lost"
        return OutboxUnusable(f"outbox: {error}", where=str(path), remedy=remedy)
    return StorageFault(f"outbox: {error}", where=str(path), remedy="free space on its disk")


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False)


def _locked(path: Path) -> IO[bytes]:
    """Hold the outbox for as long as the returned file is open; raises OutboxUnusable when another node has it."""
    lock = path.with_name(path.name + ".lock").open("ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise OutboxUnusable(
            "outbox: another node uses this data folder", where=str(path), remedy="stop it, or give this one its own"
        ) from error
    return lock
