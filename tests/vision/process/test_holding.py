"""One process is a camera, however many want to be, and whatever a killed one left behind."""

import fcntl
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from felt.clock import SystemClock
from felt.fault import ConfigFault
from tests.project.rooms import ROOT
from tests.vision.process.contest import CONTENDERS, HAS_IT, ROUNDS
from vision.process.__main__ import Plan
from vision.process.__main__ import main as run
from vision.process.holding import held
from vision.process.wire import listening
from vision.watch.__main__ import main as watch
from vision.watch.shutter import Attendance


def left_behind(path: Path) -> None:
    """A socket that nobody listens on any more."""
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))


def lying(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_of_processes_that_start_at_once_exactly_one_has_the_socket(tmp_path: Path) -> None:
    path = tmp_path / "run" / "eye.sock"
    told = subprocess.run(
        [sys.executable, "-m", "tests.vision.process.contest", path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    rounds = [json.loads(line) for line in told.stdout.splitlines()]
    refused = f"{path}: another process is this camera already (stop it first)"
    assert [sorted(each) for each in rounds] == [[*[refused] * (CONTENDERS - 1), HAS_IT]] * ROUNDS, told.stderr
    assert lying(path.parent) == set()


async def test_what_a_killed_process_left_is_taken_over_and_whoever_ends_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "eye.sock"
    left_behind(path)
    (tmp_path / "eye.sock.lock").touch()
    async with listening(path, SystemClock(), lambda _: None) as wire:
        assert wire.listeners == 0
        assert lying(tmp_path) == {"eye.sock", "eye.sock.lock"}
    assert lying(tmp_path) == set()


async def test_a_socket_that_was_removed_is_still_somebodys_and_so_is_a_lock(tmp_path: Path) -> None:
    path = tmp_path / "eye.sock"
    for removed in (path, tmp_path / "eye.sock.lock"):
        async with listening(path, SystemClock(), lambda _: None):
            removed.unlink()
            with pytest.raises(ConfigFault, match="another process is this camera already"):
                async with listening(path, SystemClock(), lambda _: None):
                    pass


def test_a_lock_that_its_holder_takes_away_while_it_is_opened_is_not_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened before its holder ended, locked after: a third process may have the new one by then."""
    path, flock = tmp_path / "eye.sock", fcntl.flock
    opened: list[int] = []

    def overtaken(file: int, how: int) -> None:
        opened.append(os.fstat(file).st_ino)
        if len(opened) == 1:
            (tmp_path / "eye.sock.lock").rename(tmp_path / "away")
        flock(file, how)

    monkeypatch.setattr("vision.process.holding.fcntl.flock", overtaken)
    with held(path):
        assert len(set(opened)) == 2
        assert (tmp_path / "eye.sock.lock").stat().st_ino == opened[1]
        with pytest.raises(ConfigFault, match="another process"), held(path):
            pass


@pytest.mark.parametrize("made", ["folder", "link"])
def test_a_lock_that_cannot_be_is_told(tmp_path: Path, made: str) -> None:
    lock = tmp_path / "eye.sock.lock"
    if made == "folder":
        lock.mkdir()
    else:
        lock.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ConfigFault, match=r"eye\.sock: cannot be listened on: [A-Z]"), held(tmp_path / "eye.sock"):
        pass
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("command", ["run", "watch"])
def test_the_camera_and_its_page_are_one_camera(tmp_path: Path, command: str) -> None:
    plan = Plan("virtual-camera", tmp_path / "eye.sock", None, None)
    with held(tmp_path / "eye.sock"), pytest.raises(ConfigFault, match="another process is this camera already"):
        run(plan) if command == "run" else watch(plan, 0, Attendance.NOBODY)


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_a_socket_without_a_name_is_refused(name: str) -> None:
    with pytest.raises(ConfigFault, match="names no file to listen on"), held(Path(name)):
        pass
