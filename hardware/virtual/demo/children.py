"""The demo's processes: each started with its output in a log file, none outliving the demo."""

import asyncio
import ctypes
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

STOP_S: Final = 8.0
"""How long a process may take to end when asked."""
_PR_SET_PDEATHSIG: Final = 1
_COMMAND: Final = "from felt.cli import main; main()"
_LOG_TAIL: Final = 2_000


class Child:
    """One running `feltwire` process."""

    def __init__(self, name: str, process: asyncio.subprocess.Process, log: Path) -> None:
        self.name = name
        self.process = process
        self._log = log

    async def lines(self) -> AsyncIterator[str]:
        """What it prints, line by line, until it ends."""
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            yield line.decode("utf-8", "replace").rstrip("\n")

    async def ended(self) -> str:
        """Wait for its end; the last thing that it wrote to its log."""
        await self.process.wait()
        text = await asyncio.to_thread(self._log.read_text, "utf-8", "replace")
        lines = [line.strip() for line in text[-_LOG_TAIL:].splitlines() if line.strip()]
        return lines[-1] if lines else f"exit code {self.process.returncode}"

    async def stop(self) -> None:
        """Ask it to end, and end it when it does not."""
        if self.process.returncode is not None:
            return
        self.process.terminate()
        try:
            async with asyncio.timeout(STOP_S):
                await self.process.wait()
        except TimeoutError:
            self.process.kill()
            await self.process.wait()


@asynccontextmanager
async def feltwire(name: str, *arguments: str, log: Path) -> AsyncIterator[Child]:
    """Run `feltwire ARGUMENTS` for as long as the context lasts; errors go to the file `log`."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            _COMMAND,
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
            start_new_session=True,  # Ctrl-C reaches the demo alone, which ends its processes in order
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,
        )
    child = Child(name, process, log)
    try:
        yield child
    finally:
        await child.stop()


def _die_with_parent() -> None:
    """In the new process: end when the demo is gone, even if it was killed."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
