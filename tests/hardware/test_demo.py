"""The demo as a person runs it: it rules, it stops cleanly, and nothing of it outlives it."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
import structlog

from hardware.virtual.demo.folder import plan_demo
from hardware.virtual.demo.inside import run_inside
from hardware.virtual.demo.pit import EARLY, soon
from hardware.virtual.robot import Mistake, Rates
from hub.broker import BrokerKind

COMMAND = [sys.executable, "-c", "from felt.cli import main; main()", "demo"]
LONGEST_S = 120.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def run(*arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


def lines_until(process: subprocess.Popen[str], wanted: str) -> list[str]:
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if wanted in line:
            return lines
    raise AssertionError(f"ended without {wanted!r}: {lines}")


def family(process: subprocess.Popen[str]) -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=20)
    return not alive


def test_it_rules_and_ctrl_c_leaves_nothing_behind(start: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    port = free_port()
    process = start("--rate", "10", "--mistakes", "1", "--seed", "3", "--port", str(port), "--data", "kept")
    lines = lines_until(process, "hand table-1-")
    assert f"floor: http://127.0.0.1:{port}/" in lines
    assert f"table table-1: http://127.0.0.1:{port}/table/table-1" in lines
    running = family(process)
    assert len(running) >= 3  # hub, its broker, a node
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=LONGEST_S)
    assert process.returncode == 0
    assert rest.splitlines()[-1] == "stopped"
    assert "Traceback" not in rest
    assert gone(running)
    assert (tmp_path / "kept" / "ledger.db").exists()


def test_killed_outright_it_takes_its_processes_along(start: Callable[..., subprocess.Popen[str]]) -> None:
    process = start("--rate", "10", "--seed", "3", "--port", str(free_port()))
    lines_until(process, "dealing")
    running = family(process)
    process.kill()
    process.wait(LONGEST_S)
    assert gone(running)


def test_a_taken_port_is_one_plain_sentence(start: Callable[..., subprocess.Popen[str]]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start("--port", str(port))
        said, _ = process.communicate(timeout=LONGEST_S)
    assert process.returncode == 2
    assert said == f"port {port} for the pages is taken or not allowed (choose another with --port)\n"


@pytest.mark.parametrize(
    ("option", "value", "said"), [("--tables", "0", "1 to 16"), ("--rate", "99", "0.1 (slow) to 10 (fast)")]
)
def test_what_cannot_be_asked_for(
    start: Callable[..., subprocess.Popen[str]], option: str, value: str, said: str
) -> None:
    process = start(option, value)
    output, _ = process.communicate(timeout=LONGEST_S)
    assert process.returncode == 2
    assert said in output


async def test_without_a_broker_all_runs_in_one_process(tmp_path: Path) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    plan = plan_demo(
        tmp_path, tables=1, rate=10, seed=3, pages_port=free_port(), broker_port=free_port(), broker=BrokerKind.INSIDE
    )
    ruled = asyncio.Event()
    lines: list[str] = []

    def say(line: str) -> None:
        lines.append(line)
        if "hand table-1-3:" in line:  # the second redeal: the first hand's truth is written by then
            ruled.set()

    running = asyncio.create_task(run_inside(plan, Rates(1.0, (Mistake.TOO_MANY_CARDS,)), say))
    async with asyncio.timeout(LONGEST_S):
        await ruled.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert any("Misdeal. Too many cards at a seat" in line and "6.3.5" in line for line in lines)
    truth = [json.loads(line) for line in (plan.tables[0].folder / "truth.jsonl").read_text().splitlines()]
    assert truth[0]["mistake"] == "too-many-cards"
    assert truth[0]["ended"] == "redeal"


def test_the_first_hand_goes_wrong_early_where_hands_go_wrong_at_all() -> None:
    usual = Rates(0.1)
    assert soon(usual).mistakes == 1.0
    assert set(soon(usual).kinds) == EARLY
    assert soon(Rates(0.0)) == Rates(0.0)
    assert soon(Rates(0.5, kinds=(Mistake.MISSING_BURN,))) == Rates(0.5, kinds=(Mistake.MISSING_BURN,))
