"""The outbox: nothing stored is lost, nothing acknowledged comes again, and a full disk harms neither."""

import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from felt.clock import Nanos
from felt.envelope import decode_envelope
from felt.fact import RoundClosed, SeatChanged, SeatStatus
from felt.fault import StorageFault
from felt.ids import BootId, DeviceId, HandId, RoomId, TableId
from felt.place import SeatNo
from table_node.outbox import Identity, Outbox, OutboxUnusable, Stamp

ME = Identity(RoomId("main"), TableId("t1"), DeviceId("node"))
STAMP = Stamp(Nanos(5), Nanos(6), HandId("h1"))
KIB = 1024


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "outbox.sqlite"


def opened(path: Path, start: int = 1) -> Outbox:
    return Outbox(path, ME, boot=lambda: boot(start))


def boot(start: int) -> BootId:
    return BootId(f"{start:016x}")


def positions(outbox: Outbox) -> list[tuple[int, int]]:
    return [(int(letter.boot, 16), letter.seq) for letter in outbox.pending(limit=10_000)]


@contextmanager
def file_limit(size: int) -> Iterator[None]:
    """No file of this process may grow beyond `size` bytes: to SQLite a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def fill(outbox: Outbox) -> int:
    """Append until the disk refuses; how many envelopes were stored."""
    for stored in count():
        try:
            outbox.append([RoundClosed()], STAMP, b"m" * KIB)
        except StorageFault:
            return stored
    raise AssertionError


def test_facts_become_envelopes_in_order_without_a_hole(path: Path) -> None:
    outbox = opened(path)
    outbox.append([RoundClosed(), SeatChanged(SeatNo(3), SeatStatus.AWAY)], STAMP, b"one")
    outbox.append([RoundClosed()], STAMP, b"two")
    envelopes = [decode_envelope(letter.body) for letter in outbox.pending()]
    assert [e.seq for e in envelopes] == [0, 1, 2]
    assert [type(e.body).__name__ for e in envelopes] == ["RoundClosed", "SeatChanged", "RoundClosed"]
    first = envelopes[0]
    assert (first.room, first.table, first.device, first.boot) == ("main", "t1", "node", boot(1))
    assert (first.mono, first.wall, first.hand, first.synced) == (5, 6, "h1", False)
    assert outbox.memory() == b"two"
    outbox.close()


def test_a_new_start_has_a_new_boot_and_the_old_one_is_sent_first(path: Path) -> None:
    outbox = opened(path, 9)
    outbox.append([RoundClosed()] * 2, STAMP, b"")
    outbox.close()
    outbox = opened(path, 3)
    outbox.append([RoundClosed()] * 2, STAMP, b"")
    assert positions(outbox) == [(9, 0), (9, 1), (3, 0), (3, 1)]
    outbox.close()


def test_boots_are_drawn_at_random(path: Path) -> None:
    boots = set()
    for _ in range(5):
        outbox = Outbox(path, ME)
        boots.add(outbox.boot)
        outbox.close()
    assert len(boots) == 5


def test_an_acknowledgement_covers_everything_before_it_of_its_start(path: Path) -> None:
    outbox = opened(path, 1)
    outbox.append([RoundClosed()] * 3, STAMP, b"")
    outbox.close()
    outbox = opened(path, 2)
    outbox.append([RoundClosed()] * 3, STAMP, b"")
    outbox.acknowledge(boot(2), 1)
    assert positions(outbox) == [(1, 0), (1, 1), (1, 2), (2, 2)]
    outbox.acknowledge(boot(1), 2)
    assert positions(outbox) == [(2, 2)]
    assert outbox.size() == 1
    outbox.close()


def test_sequences_go_on_after_everything_was_acknowledged(path: Path) -> None:
    outbox = opened(path)
    outbox.append([RoundClosed()], STAMP, b"")
    outbox.acknowledge(boot(1), 0)
    outbox.append([RoundClosed()], STAMP, b"")
    assert positions(outbox) == [(1, 1)]
    outbox.close()


def test_a_strange_acknowledgement_removes_nothing(path: Path) -> None:
    outbox = opened(path)
    outbox.append([RoundClosed()], STAMP, b"")
    outbox.acknowledge(boot(77), 100)
    assert positions(outbox) == [(1, 0)]
    outbox.close()


def test_a_repeated_letter_is_the_same_bytes(path: Path) -> None:
    """The hub takes other bytes under the same sequence for a forgery."""
    outbox = opened(path)
    outbox.append([RoundClosed()] * 3, STAMP, b"")
    before = [letter.body for letter in outbox.pending()]
    outbox.close()
    outbox = opened(path, 2)
    assert [letter.body for letter in outbox.wanted(boot(1), 0, 2)] == before
    outbox.close()


def test_what_the_hub_misses_is_found_as_far_as_it_is_here(path: Path) -> None:
    outbox = opened(path)
    outbox.append([RoundClosed()] * 5, STAMP, b"")
    outbox.acknowledge(boot(1), 1)
    assert [letter.seq for letter in outbox.wanted(boot(1), 0, 3)] == [2, 3]
    assert outbox.wanted(boot(2), 0, 3) == []
    outbox.close()


def test_pages_of_pending_letters(path: Path) -> None:
    outbox = opened(path)
    outbox.append([RoundClosed()] * 5, STAMP, b"")
    assert [letter.seq for letter in outbox.pending((1, 1), limit=2)] == [2, 3]
    outbox.close()


def test_only_its_owner_may_read_it(path: Path) -> None:
    """The memory names tags, hence hidden cards."""
    opened(path).close()
    assert path.stat().st_mode & 0o077 == 0


def test_a_full_disk_is_said_and_stores_nothing_by_halves(path: Path) -> None:
    outbox = opened(path)
    with file_limit(200 * KIB):
        stored = fill(outbox)
        assert stored > 0
        with pytest.raises(StorageFault, match="outbox"):
            outbox.append([RoundClosed()] * 3, STAMP, b"m" * KIB)
        assert positions(outbox) == [(1, seq) for seq in range(stored)]
    outbox.append([RoundClosed()], STAMP, b"late")
    assert positions(outbox) == [(1, seq) for seq in range(stored + 1)]
    outbox.close()


def test_a_full_disk_loses_nothing_at_a_restart(path: Path) -> None:
    outbox = opened(path)
    with file_limit(200 * KIB):
        stored = fill(outbox)
    outbox.close()
    outbox = opened(path, 2)
    assert positions(outbox) == [(1, seq) for seq in range(stored)]
    outbox.close()


def test_acknowledged_on_a_full_disk_is_not_sent_again(path: Path) -> None:
    outbox = opened(path)
    with file_limit(200 * KIB):
        stored = fill(outbox)
        outbox.acknowledge(boot(1), stored - 2)
        assert positions(outbox) == [(1, stored - 1)]
    outbox.probe()
    assert outbox.size() == 1
    outbox.close()


def test_a_probe_tells_whether_the_disk_takes_writes(path: Path) -> None:
    outbox = opened(path)
    with file_limit(200 * KIB):
        fill(outbox)
        with pytest.raises(StorageFault):
            outbox.probe()
    outbox.probe()
    outbox.close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OutboxUnusable, match="a folder that the node may write to"):
        Outbox(tmp_path / "file" / "outbox.sqlite", ME)


def test_a_file_that_is_no_outbox_is_said(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"not a database, not a database, not a database" * 100)
    with pytest.raises(OutboxUnusable, match="not a database"):
        Outbox(path, ME)


def test_two_nodes_cannot_share_an_outbox(path: Path) -> None:
    first = opened(path)
    with pytest.raises(OutboxUnusable, match="another node uses this data folder"):
        opened(path, 2)
    first.close()
    opened(path, 2).close()


def test_a_disk_too_full_for_an_outbox_lets_go_of_it(path: Path) -> None:
    with file_limit(1):
        for _ in range(2):
            with pytest.raises(StorageFault) as refused:
                opened(path)
            assert not isinstance(refused.value, OutboxUnusable)
    opened(path).close()


APPEND_FOR_EVER = """
import sys
from pathlib import Path
from felt.fact import RoundClosed
from tests.table_node.test_outbox import ME, STAMP
from table_node.outbox import Outbox
outbox = Outbox(Path(sys.argv[1]), ME)
for number in range(10**6):
    outbox.append([RoundClosed()], STAMP, str(number).encode())
    print(outbox.boot, number, flush=True)
"""


def test_what_was_stored_survives_a_kill(path: Path) -> None:
    """Three lives, each killed in the middle of its writing."""
    told: list[tuple[str, int]] = []
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", APPEND_FOR_EVER, str(path)], stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            for _ in range(20):
                name, number = child.stdout.readline().split()
                told.append((name, int(number)))
            child.send_signal(signal.SIGKILL)
            rest = child.stdout.read()
            told += [(name, int(number)) for name, number in (line.split() for line in rest.splitlines())]
    outbox = opened(path)
    kept = [(letter.boot, letter.seq) for letter in outbox.pending(limit=10**6)]
    assert set(told) <= set(kept)
    for name in dict.fromkeys(name for name, _ in told):
        sequences = [seq for kept_boot, seq in kept if kept_boot == name]
        assert sequences == list(range(len(sequences)))
    last = kept[-1][1]
    assert outbox.memory() == str(last).encode()
    outbox.close()


def test_only_facts_wait_for_the_disk(path: Path) -> None:
    """An acknowledgement or a memory without facts is said again after a power cut; facts are not."""
    outbox = opened(path)
    said: list[str] = []
    outbox._db.set_trace_callback(said.append)

    def waited(what: Callable[[], object]) -> list[str]:
        said.clear()
        what()
        return [line.partition("=")[2] for line in said if line.startswith("PRAGMA synchronous")]

    assert waited(lambda: outbox.append([RoundClosed()], STAMP, b"m")) == ["FULL"]
    assert waited(lambda: outbox.append([], STAMP, b"n")) == ["NORMAL"]
    assert waited(lambda: outbox.acknowledge(boot(1), 0)) == ["NORMAL"]
    assert waited(lambda: outbox.append([RoundClosed()], STAMP, b"o")) == ["FULL"]
    outbox.close()


def test_reading_waits_for_no_commit(path: Path) -> None:
    """While a commit is on its way to the disk, what was committed before is sent."""
    outbox = opened(path)
    outbox.append([RoundClosed()], STAMP, b"m")
    with outbox._lock:  # as a commit holds it
        assert positions(outbox) == [(1, 0)]
        assert outbox.size() == 1
        assert outbox.memory() == b"m"
        assert [letter.seq for letter in outbox.wanted(boot(1), 0, 5)] == [0]
    outbox.close()
