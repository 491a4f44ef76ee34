"""The one writer: a thread that commits whatever waits, together, and answers only after the disk has it."""

import asyncio
import fcntl
import os
import queue
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, Final

from msgspec import Struct

from felt.fault import BadInput, FeltFault, StorageFault
from felt.ids import RoomId, TableId
from hub.ledger.chain import chain_hash, genesis
from hub.ledger.row import Draft
from hub.ledger.schema import COLUMNS, open_writer

GROUP: Final = 100
"""At most so many submissions share a commit."""

_INSERT: Final = f"INSERT INTO entries ({COLUMNS}) VALUES ({', '.join('?' * 12)})"
_HEAD: Final = "SELECT position, hash FROM entries WHERE room = ? AND table_id = ? ORDER BY position DESC LIMIT 1"


class KeyTaken(BadInput):
    """A fact's key is in the ledger already; nothing of its submission was kept."""


class _Head(Struct, frozen=True):
    position: int
    hash: bytes


class _Submission(Struct):
    drafts: Sequence[Draft]
    answer: asyncio.Future[list[int]]


class Ledger:
    """Appends rows to the ledger at `path` for one room. Open it in the event loop that appends; close it there.

    Raises StorageFault when the file cannot be used or another hub has it.
    """

    def __init__(self, path: Path, room: RoomId) -> None:
        self.path = path
        self.room = room
        self._lock = _locked(path)
        self._heads: dict[TableId, _Head] = {}
        try:
            self._connection: sqlite3.Connection | None = open_writer(path)
        except sqlite3.Error as error:
            self._lock.close()
            raise StorageFault(f"cannot be opened: {error}", where=str(path)) from error
        except StorageFault:
            self._lock.close()
            raise
        self._loop = asyncio.get_running_loop()
        self._waiting: queue.SimpleQueue[_Submission | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._write_all, name="ledger-writer")
        self._thread.start()

    async def append(self, drafts: Sequence[Draft]) -> list[int]:
        """Keep `drafts`, all or none, and return their positions once they are on the disk.

        Raises KeyTaken for a fact that is there already, StorageFault when the disk does not take it; then nothing is
        kept and a later append may succeed.
        """
        if self._closed:
            raise StorageFault("is closed", where=str(self.path))
        answer: asyncio.Future[list[int]] = self._loop.create_future()
        self._waiting.put(_Submission(drafts, answer))
        return await answer

    async def close(self) -> None:
        """Commit what waits, stop the writer and give the file back."""
        if self._closed:
            return
        self._closed = True
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        self._lock.close()

    # In the writer's thread.

    def _write_all(self) -> None:
        running = True
        while running:
            group, running = self._next_group()
            results = self._commit(group) if group else []
            self._loop.call_soon_threadsafe(_answer, list(zip(group, results, strict=True)))
        if self._connection is not None:
            self._connection.close()

    def _next_group(self) -> tuple[list[_Submission], bool]:
        """Whatever waits, at most GROUP; False with it when the ledger is to close."""
        group: list[_Submission] = []
        waiting = self._waiting.get()
        while waiting is not None:
            group.append(waiting)
            if len(group) == GROUP:
                return group, True
            try:
                waiting = self._waiting.get_nowait()
            except queue.Empty:
                return group, True
        return group, False

    def _commit(self, group: Sequence[_Submission]) -> list[list[int] | FeltFault]:
        heads = dict(self._heads)
        try:
            if self._connection is None:
                self._connection = open_writer(self.path)
            self._connection.execute("BEGIN IMMEDIATE")
            results = [self._insert(self._connection, submission.drafts, heads) for submission in group]
            self._connection.execute("COMMIT")
        except (sqlite3.Error, StorageFault) as error:
            return self._refused(group, str(error), "free space on its disk")
        except Exception as error:  # a bug of ours: the one writer must not die of it
            return self._refused(group, repr(error), "tell a technician: the hub failed on it")
        self._heads = heads
        return results

    def _refused(self, group: Sequence[_Submission], why: str, remedy: str) -> list[list[int] | FeltFault]:
        """Nothing of `group` is kept. Alone, each might have been: whoever submitted it may try again."""
        self._start_over()
        fault = StorageFault(f"nothing is recorded: {why}", where=f"ledger {self.path}", remedy=remedy)
        return [fault for _ in group]

    def _insert(
        self, connection: sqlite3.Connection, drafts: Sequence[Draft], heads: dict[TableId, _Head]
    ) -> list[int] | FeltFault:
        """Insert one submission under its own savepoint; `heads` moves on only when all of it went in."""
        connection.execute("SAVEPOINT submission")
        mine: dict[TableId, _Head] = {}
        positions = []
        try:
            for draft in drafts:
                head = mine.get(draft.table) or heads.get(draft.table) or self._read_head(connection, draft.table)
                digest = chain_hash(head.hash, draft)
                mine[draft.table] = _Head(head.position + 1, digest)
                positions.append(head.position + 1)
                connection.execute(_INSERT, _columns(self.room, mine[draft.table], draft))
        except (sqlite3.IntegrityError, OverflowError, UnicodeError) as error:
            connection.execute("ROLLBACK TO submission")
            connection.execute("RELEASE submission")
            draft = drafts[len(positions) - 1]
            if not isinstance(error, sqlite3.IntegrityError):
                return StorageFault(f"a row that no ledger can keep: {error!r}", where=f"table {draft.table}")
            key = f"{draft.device}/{draft.boot}/{draft.seq}"
            return KeyTaken(f"{key} is in the ledger already: {error}", where=f"table {draft.table}")
        connection.execute("RELEASE submission")
        heads.update(mine)
        return positions

    def _read_head(self, connection: sqlite3.Connection, table: TableId) -> _Head:
        found = connection.execute(_HEAD, (self.room, table)).fetchone()
        return _Head(0, genesis(self.room, table)) if found is None else _Head(found[0], found[1])

    def _start_over(self) -> None:
        """After a failure trust nothing remembered: the next group opens the file and reads its heads again."""
        self._heads = {}
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _columns(room: RoomId, head: _Head, draft: Draft) -> tuple[object, ...]:
    return (
        room,
        draft.table,
        head.position,
        draft.kind,
        draft.device,
        draft.boot,
        draft.seq,
        draft.hand,
        draft.at,
        draft.line,
        draft.outcomes,
        head.hash,
    )


def _answer(results: Iterable[tuple[_Submission, list[int] | FeltFault]]) -> None:
    for submission, result in results:
        if submission.answer.done():
            continue  # whoever waited was cancelled
        if isinstance(result, FeltFault):
            submission.answer.set_exception(result)
        else:
            submission.answer.set_result(result)


def _locked(path: Path) -> IO[str]:
    """Hold `path`.lock for as long as the returned file is open; raises StorageFault when another process does."""
    lock_path = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = lock_path.open("a+")
    except OSError as error:
        raise StorageFault(f"cannot be made: {error.strerror}", where=str(path)) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise StorageFault(
            f"is in use by another hub (process {holder})", where=str(path), remedy="stop it, or give this hub its own"
        ) from error
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock
