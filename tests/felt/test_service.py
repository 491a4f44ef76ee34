"""What systemd hears of a service, on a socket of the test's own."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from felt.clock import ManualClock
from felt.service import Supervisor, supervised

PID = 41


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as made:
        made.bind(str(tmp_path / "notify"))
        made.setblocking(False)
        yield made


def heard(manager: socket.socket) -> list[str]:
    found = []
    while True:
        try:
            found.append(manager.recv(100).decode())
        except BlockingIOError:
            return found


def environ(manager: socket.socket, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "30000000", **more}


async def test_ready_then_alive_then_stopping(manager: socket.socket) -> None:
    clock = ManualClock()
    async with supervised(clock, Supervisor(environ(manager, WATCHDOG_PID=str(PID)), PID)):
        assert heard(manager) == ["READY=1"]
        await clock.advance(0)
        assert heard(manager) == ["WATCHDOG=1"]
        await clock.advance(30)
        assert heard(manager) == ["WATCHDOG=1"] * 3
    assert heard(manager) == ["STOPPING=1"]


async def test_an_event_loop_that_hangs_gives_no_sign_of_life(manager: socket.socket) -> None:
    clock = ManualClock()
    async with supervised(clock, Supervisor(environ(manager), PID)):
        await asyncio.sleep(0)
        heard(manager)
        # Nothing runs between here and the end: what a blocked loop looks like from outside.
        assert heard(manager) == []


@pytest.mark.parametrize(
    "more",
    [
        {"WATCHDOG_PID": "42"},
        {"WATCHDOG_USEC": ""},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "²"},
        {"WATCHDOG_USEC": "9" * 5000},
    ],
)
def test_no_watchdog_for_another_process_or_without_a_time(manager: socket.socket, more: dict[str, str]) -> None:
    assert Supervisor(environ(manager, **more), PID).beat_s is None


def test_without_systemd_nothing_is_told() -> None:
    supervisor = Supervisor({}, PID)
    supervisor.tell("READY=1")
    assert supervisor.beat_s is None


def test_a_manager_that_is_gone_is_no_fault(tmp_path: Path) -> None:
    Supervisor({"NOTIFY_SOCKET": str(tmp_path / "gone")}, PID).tell("READY=1")


def test_an_abstract_address(tmp_path: Path) -> None:
    name = f"feltwire-{tmp_path.name}-{id(tmp_path)}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0" + name)
        line.settimeout(1)
        Supervisor({"NOTIFY_SOCKET": f"@{name}"}, PID).tell("READY=1")
        assert line.recv(100) == b"READY=1"
