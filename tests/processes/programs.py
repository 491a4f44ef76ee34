"""The product's programs as children of a test, started as a technician starts them and killed as a power cut does."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil

from felt.ids import RoomId, TableId
from felt.wire import BrokerAddress
from hub.floor.rebuild import Rebuilt, rebuilt
from hub.ledger import LedgerReader
from tests.felt.wire.brokers import free_port

ROOM = RoomId("club")
POLL_S = 0.05
PATIENCE_S = 60.0


async def until(true: Callable[[], bool], *, what: str, patience_s: float = PATIENCE_S) -> None:
    """Wait for something in another process; fails naming `what`. `true` is called in a thread: it may read files."""
    try:
        async with asyncio.timeout(patience_s):
            while not await asyncio.to_thread(true):  # noqa: ASYNC110 - another process has no event to wait for
                await asyncio.sleep(POLL_S)
    except TimeoutError:
        raise AssertionError(f"not within {patience_s:g} s: {what}") from None


class Program:
    """One child process with its output in a file."""

    def __init__(self, log: Path, *command: str) -> None:
        self._command = command
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def said(self) -> str:
        return self._log.read_text() if self._log.exists() else ""

    def kill(self) -> None:
        """SIGKILL."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(how)
        code = self._process.wait(timeout=PATIENCE_S)
        self._process = None
        return code


class HubProgram(Program):
    """`python -m hub CONFIG`, with its ledger readable from outside."""

    def __init__(self, folder: Path, tables: str, *, site: BrokerAddress | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.address = site or BrokerAddress(port=free_port())
        self.pages_port = free_port()
        self.ledger = folder / "ledger.db"
        config = folder / "hub.toml"
        kind = "child" if site is None else "site"
        config.write_text(
            f'room = "{ROOM}"\nledger = "ledger.db"\n[pages]\nport = {self.pages_port}\n'
            f'[broker]\nkind = "{kind}"\nport = {self.address.port}\n{tables}'
        )
        super().__init__(folder / "hub.log", sys.executable, "-m", "hub", str(config))

    async def up(self) -> None:
        """Start, and return when tables can connect."""
        before = self.said.count("tables connect to")
        await asyncio.to_thread(self.start)
        await until(
            lambda: self.said.count("tables connect to") > before or not self.running,
            what=f"the hub is up: {self.said}",
        )
        assert self.running, self.said

    @property
    def broker_pid(self) -> int:
        """The broker that is the hub's child."""
        [child] = psutil.Process(self.pid).children()
        return child.pid

    def rebuilt(self, table: TableId) -> Rebuilt:
        """A table as its ledger tells it now; readable while the hub runs or lies dead."""
        reader = LedgerReader(self.ledger)
        try:
            assert reader.first_break(ROOM, table) is None
            return rebuilt(ROOM, table, reader.rows(ROOM, table))
        finally:
            reader.close()
