"""A serial port that is not there: a pseudo-terminal under a stable name, which can be unplugged and plugged in again.

Does not imitate: transmission time (the virtual reader sleeps it), parity errors, breaks, modem lines.
"""

import asyncio
import contextlib
import os
import tty
from pathlib import Path
from typing import Final

from felt.fault import LinkLost

CHUNK: Final = 4096


class VirtualPort:
    """The device's end of a pty whose host end is the symbolic link `name`. Made plugged in, inside a running loop.

    A byte that finds the line's buffer full is lost, as on a port without flow control.
    """

    def __init__(self, name: Path) -> None:
        self._link = name
        self._loop = asyncio.get_running_loop()
        self._inbox = bytearray()
        self._news = asyncio.Event()
        self._master = self._slave = -1
        self.overrun = 0
        """Bytes lost because nobody read them."""
        self.plug()

    @property
    def name(self) -> str:
        """The stable name, as a host opens it."""
        return str(self._link)

    @property
    def plugged(self) -> bool:
        """True while the host can open the name."""
        return self._master >= 0

    def plug(self) -> None:
        """Make a fresh pty and point the name at it. Raises OSError when the machine has no pty left."""
        if self.plugged:
            return
        # The slave stays open here too: else the master gets EIO each time the host closes its end.
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._inbox.clear()
        self._link.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._link.with_name(f".{self._link.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(self._slave))
        fresh.replace(self._link)
        self._loop.add_reader(self._master, self._readable)

    def unplug(self) -> None:
        """Pull the plug: the name is gone, the host's open port hangs up, and a waiting `read` raises LinkLost."""
        if not self.plugged:
            return
        self._loop.remove_reader(self._master)
        self._link.unlink(missing_ok=True)
        for descriptor in (self._slave, self._master):
            with contextlib.suppress(OSError):  # closing what the kernel took back already
                os.close(descriptor)
        self._master = self._slave = -1
        self._news.set()

    async def read(self) -> bytes:
        while not self._inbox:
            if not self.plugged:
                raise LinkLost("unplugged", where=self.name, remedy="plug it in")
            self._news.clear()
            await self._news.wait()
        data = bytes(self._inbox)
        self._inbox.clear()
        return data

    async def write(self, data: bytes) -> None:
        if not self.plugged:
            raise LinkLost("unplugged", where=self.name, remedy="plug it in")
        try:
            sent = os.write(self._master, data)
        except BlockingIOError:
            sent = 0
        except OSError as error:
            raise LinkLost(f"write failed: {error}", where=self.name) from error
        self.overrun += len(data) - sent

    async def close(self) -> None:
        self.unplug()

    def _readable(self) -> None:
        try:
            data = os.read(self._master, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            self.unplug()
            return
        self._inbox += data
        self._news.set()
