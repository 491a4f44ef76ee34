"""A serial port for tests: a pseudo-terminal under a stable name, with the device's end in blocking test code."""

import os
import select
import tty
from pathlib import Path


class PtyPort:
    """`name` is what a host opens. Plugged in from the start."""

    def __init__(self, folder: Path) -> None:
        self.name = folder / "reader"
        self._master = self._slave = -1
        self.plug()

    def plug(self) -> None:
        # The slave stays open here as well: else the master gets EIO whenever the host closes.
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.name.unlink(missing_ok=True)
        self.name.symlink_to(os.ttyname(self._slave))

    def unplug(self) -> None:
        if self._master >= 0:
            os.close(self._slave)
            os.close(self._master)
            self.name.unlink()
            self._master = self._slave = -1

    @property
    def fd(self) -> int:
        return self._master

    def write(self, data: bytes) -> None:
        os.write(self._master, data)

    def read(self) -> bytes:
        """What the host has written so far."""
        ready, _, _ = select.select([self._master], [], [], 0)
        return os.read(self._master, 65536) if ready else b""
