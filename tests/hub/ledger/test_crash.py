"""What was acknowledged survives SIGKILL and a disk that takes no more, in processes of their own."""

import signal
import subprocess
import sys
from pathlib import Path

from felt.ids import RoomId, TableId
from hub.ledger import Ledger, LedgerReader

APPEND_FOR_EVER = """
import asyncio, resource, sys
from pathlib import Path
from felt.clock import Nanos
from felt.fault import StorageFault
from felt.ids import BootId, DeviceId, RoomId, TableId
from hub.ledger import Draft, Ledger, RowKind

async def main(path: str, limit: int) -> None:
    if limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    ledger = Ledger(Path(path), RoomId("room"))
    for seq in range(1_000_000):
        row = Draft(TableId("t"), RowKind.FACT, b"x" * 500, Nanos(seq), b"[]", None,
                    DeviceId("node"), BootId("0" * 16), seq)
        try:
            await ledger.append([row])
        except StorageFault as fault:
            print("fault", fault, flush=True)
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            await ledger.append([row])
            print("recovered", seq, flush=True)
            await ledger.close()
            return
        print(seq, flush=True)

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""

ROOM, TABLE = RoomId("room"), TableId("t")


def appender(path: Path, limit: int = 0) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", APPEND_FOR_EVER, str(path), str(limit)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


async def test_everything_acknowledged_is_there_after_sigkill(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    process = appender(path)
    assert process.stdout is not None
    acknowledged = -1
    for line in process.stdout:
        acknowledged = int(line)
        if acknowledged == 300:
            process.send_signal(signal.SIGKILL)
    process.stdout.close()
    process.wait()
    reader = LedgerReader(path)
    kept = [row.draft.seq for row in reader.rows(ROOM, TABLE)]
    assert kept == list(range(len(kept)))
    assert len(kept) > acknowledged >= 300
    assert reader.first_break(ROOM, TABLE) is None
    reader.close()
    await Ledger(path, ROOM).close()


def test_a_disk_that_takes_no_more_is_a_fault_and_the_same_row_goes_in_later(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    process = appender(path, limit=300_000)
    out, _ = process.communicate(timeout=60)
    *acknowledged, fault, recovered = out.splitlines()
    assert process.returncode == 0
    assert fault.startswith("fault ledger ")
    assert "nothing is recorded" in fault
    assert acknowledged == [str(n) for n in range(len(acknowledged))]
    assert recovered == f"recovered {len(acknowledged)}"
    reader = LedgerReader(path)
    assert [row.draft.seq for row in reader.rows(ROOM, TABLE)] == list(range(len(acknowledged) + 1))
    assert reader.first_break(ROOM, TABLE) is None
    reader.close()
