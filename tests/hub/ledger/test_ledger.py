"""Rows are kept exactly, once, in order, and a changed one is found."""

import asyncio
import hashlib
import sqlite3
from pathlib import Path

import msgspec
import pytest

from felt.clock import Nanos
from felt.fault import StorageFault
from felt.ids import BootId, DeviceId, HandId, RoomId, TableId
from hub.ledger import Draft, KeyTaken, Ledger, LedgerReader, RowKind, chain_hash, genesis

ROOM, TABLE, NODE, BOOT = RoomId("room"), TableId("t1"), DeviceId("node"), BootId("00000000000000aa")


def draft(seq: int, *, line: bytes | None = None, table: TableId = TABLE, hand: str | None = None) -> Draft:
    return Draft(
        table=table,
        kind=RowKind.FACT,
        line=line if line is not None else b"c2ln.{%d}" % seq,
        at=Nanos(seq),
        outcomes=b"[]",
        hand=None if hand is None else HandId(hand),
        device=NODE,
        boot=BOOT,
        seq=seq,
    )


async def test_rows_come_back_exactly_as_they_were_appended(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "ledger.db"
    ledger = Ledger(path, ROOM)
    key = Draft(table=TABLE, kind=RowKind.KEY, line=b"\x00\xff\n", at=Nanos(5), device=NODE)
    assert await ledger.append([draft(0), key]) == [1, 2]
    assert await ledger.append([draft(1, hand="h1")]) == [3]
    await ledger.close()
    reader = LedgerReader(path)
    assert [row.draft for row in reader.rows(ROOM, TABLE)] == [draft(0), key, draft(1, hand="h1")]
    assert [row.position for row in reader.hand(ROOM, TABLE, HandId("h1"))] == [3]
    assert reader.line(ROOM, TABLE, NODE, BOOT, 1) == b"c2ln.{1}"
    assert reader.line(ROOM, TABLE, NODE, BOOT, 2) is None
    assert reader.tables() == [(ROOM, TABLE)]
    reader.close()


async def test_a_row_s_hash_is_what_anyone_can_compute() -> None:
    header = b"fact|7||node|00000000000000aa|7|8|2\n"
    start = hashlib.sha256(b"feltwire ledger 1\nroom/t1").digest()
    expected = hashlib.sha256(start + header + b"c2ln.{7}" + b"[]").digest()
    assert chain_hash(genesis(ROOM, TABLE), draft(7)) == expected


async def test_a_key_is_taken_once_and_nothing_of_its_submission_is_kept(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.db", ROOM)
    await ledger.append([draft(0)])
    with pytest.raises(KeyTaken, match="node/00000000000000aa/0 is in the ledger already"):
        await ledger.append([draft(1), draft(0, line=b"other")])
    assert await ledger.append([draft(1)]) == [2]
    assert await ledger.append([draft(0, table=TableId("t2"))]) == [1]
    await ledger.close()


async def test_one_bad_submission_of_a_group_does_not_harm_the_others(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.db", ROOM)
    work = [ledger.append([draft(n)]) for n in (0, 1, 1, 2)]
    first, second, again, third = await asyncio.gather(*work, return_exceptions=True)
    assert (first, second, third) == ([1], [2], [3])
    assert isinstance(again, KeyTaken)
    await ledger.close()
    reader = LedgerReader(ledger.path)
    assert reader.first_break(ROOM, TABLE) is None
    reader.close()


async def test_a_row_that_no_database_can_keep_harms_neither_the_others_nor_the_writer(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.db", ROOM)
    work = [ledger.append([draft(0)]), ledger.append([draft(2**70)]), ledger.append([draft(1)])]
    first, huge, second = await asyncio.gather(*work, return_exceptions=True)
    assert (first, second) == ([1], [2])
    assert isinstance(huge, StorageFault)
    assert "a row that no ledger can keep" in str(huge)
    assert await ledger.append([draft(2)]) == [3]
    await ledger.close()


async def test_the_chain_goes_on_after_a_restart(tmp_path: Path) -> None:
    for seq in range(3):
        ledger = Ledger(tmp_path / "ledger.db", ROOM)
        assert await ledger.append([draft(seq)]) == [seq + 1]
        await ledger.close()
    reader = LedgerReader(tmp_path / "ledger.db")
    assert reader.first_break(ROOM, TABLE) is None
    reader.close()


@pytest.mark.parametrize(
    ("tampering", "position", "why"),
    [
        ("UPDATE entries SET line = CAST('c2ln.{9}' AS BLOB) WHERE position = 2", 2, "was changed"),
        ("UPDATE entries SET outcomes = x'' WHERE position = 3", 3, "was changed"),
        ("UPDATE entries SET hand = 'other' WHERE position = 1", 1, "was changed"),
        ("DELETE FROM entries WHERE position = 2", 2, "row 2 is missing, row 3 follows"),
        ("DELETE FROM entries WHERE position = 1", 1, "row 1 is missing, row 2 follows"),
    ],
)
async def test_tampering_is_found_at_its_row(tmp_path: Path, tampering: str, position: int, why: str) -> None:
    ledger = Ledger(tmp_path / "ledger.db", ROOM)
    await ledger.append([draft(n) for n in range(4)])
    await ledger.close()
    connection = sqlite3.connect(ledger.path)
    with pytest.raises(sqlite3.IntegrityError, match="only grows"):
        connection.execute(tampering)
    connection.execute("DROP TRIGGER entries_keep")
    connection.execute("DROP TRIGGER entries_stay")
    connection.execute(tampering)
    connection.commit()
    connection.close()
    reader = LedgerReader(ledger.path)
    found = reader.first_break(ROOM, TABLE)
    reader.close()
    assert found is not None
    assert (found.table, found.position) == (TABLE, position)
    assert why in found.why


async def test_readers_cannot_write(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.db", ROOM)
    await ledger.append([draft(0)])
    reader = LedgerReader(ledger.path)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader._connection.execute("DELETE FROM entries")
    assert reader._connection.execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)
    reader.close()
    await ledger.close()


async def test_a_second_hub_on_one_ledger_is_refused_by_name(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.db", ROOM)
    with pytest.raises(StorageFault, match=r"in use by another hub \(process \d+\)"):
        Ledger(tmp_path / "ledger.db", ROOM)
    await ledger.close()
    await Ledger(tmp_path / "ledger.db", ROOM).close()


async def test_what_is_no_ledger_is_refused_plainly(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is not a database, it is a letter to nobody in particular" * 20)
    with pytest.raises(StorageFault, match="text: cannot be opened"):
        Ledger(tmp_path / "text", ROOM)
    with pytest.raises(StorageFault, match="there is no ledger"):
        LedgerReader(tmp_path / "nothing")
    newer = sqlite3.connect(tmp_path / "newer")
    newer.execute("PRAGMA user_version = 7")
    newer.close()
    with pytest.raises(StorageFault, match=r"version 7.*reads version 1"):
        Ledger(tmp_path / "newer", ROOM)


async def test_appending_to_a_closed_ledger_is_a_fault(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.db", ROOM)
    await ledger.close()
    await ledger.close()
    with pytest.raises(StorageFault, match="closed"):
        await ledger.append([draft(0)])


async def test_a_full_disk_keeps_nothing_new_loses_nothing_old_and_recovers(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.db", ROOM)
    await ledger.append([draft(0)])
    connection = ledger._connection
    assert connection is not None
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    big = msgspec.structs.replace(draft(1), outcomes=bytes(100_000))
    with pytest.raises(StorageFault, match=r"nothing is recorded: database or disk is full.*free space"):
        await ledger.append([draft(1), msgspec.structs.replace(big, seq=2)])
    assert await ledger.append([big]) == [2]
    await ledger.close()
    reader = LedgerReader(ledger.path)
    assert [row.draft.seq for row in reader.rows(ROOM, TABLE)] == [0, 1]
    assert reader.first_break(ROOM, TABLE) is None
    reader.close()
