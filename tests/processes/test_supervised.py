"""A hub under a service manager that waits for its signs of life."""

import socket
from pathlib import Path

import pytest

from tests.processes.programs import HubProgram
from tests.processes.test_wire import TABLES


async def test_a_hub_says_that_it_is_ready_lives_and_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "600000")
        hub = HubProgram(tmp_path / "hub", TABLES)
        hub.start()
        try:
            heard = [manager.recv(100).decode() for _ in range(3)]
            assert heard == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"], hub.said
        finally:
            code = hub.stop()
        while heard[-1] != "STOPPING=1":
            heard.append(manager.recv(100).decode())
        assert code == 0
