"""Workers end with the process that they work for."""

import os
import select
import subprocess
import sys

import pytest

from vision.workers import workers

ASKING = """
import os, sys, time
from vision.workers import workers
if __name__ == "__main__":
    with workers(1) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        sys.stdin.read()
"""
LATEST_MS = 20_000


def test_workers_do_what_they_are_given() -> None:
    with workers(2) as pool:
        assert list(pool.map(abs, [-3, 4, -5])) == [3, 4, 5]


@pytest.mark.parametrize("way", ["terminate", "kill"])
def test_a_worker_ends_when_whom_it_works_for_is_killed(way: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ASKING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as asking:
        assert asking.stdout is not None
        worker = os.pidfd_open(int(asking.stdout.readline()))
        getattr(asking, way)()
        asking.wait()
        ended = select.poll()
        ended.register(worker, select.POLLIN)
        assert ended.poll(LATEST_MS)
        os.close(worker)
