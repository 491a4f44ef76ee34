"""A node under a service manager that waits for its signs of life."""

import signal
import socket
from pathlib import Path

import pytest

from tests.table_node.test_process import Site


async def test_a_node_says_that_it_is_ready_lives_and_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "300000")
        site = Site(tmp_path)  # no broker and no reader: a node that waits for them is alive
        node = await site.start_node()
        heard = [manager.recv(100).decode() for _ in range(4)]
        assert heard == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]
        node.send_signal(signal.SIGTERM)
        await node.communicate()
        while heard[-1] != "STOPPING=1":
            heard.append(manager.recv(100).decode())
        assert node.returncode == 0
