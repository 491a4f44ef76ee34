"""A serial port as a byte stream, without a thread: pyserial opens the port, the event loop waits for it.

pyserial opens POSIX ports non-blocking, so the loop can watch the descriptor; there is no reader thread that could
be left behind. Traps handled here (measured with pyserial 3.5): a lost port shows as OSError, as termios.error (no
OSError) or as TypeError; a pty answers ENOTTY to modem lines; two openers share a port unless it is locked.
"""

import asyncio
import contextlib
import os
import termios
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import serial

from felt.fault import LinkLost

PORT_ERRORS: Final = (OSError, termios.error, TypeError, ValueError)
"""What a lost or refused port may raise; pyserial's SerialException is an OSError."""

CHUNK: Final = 4096
UNREAD_LIMIT: Final = 256 * 1024
"""Bytes kept for a reader that does not read; more and the port counts as lost."""

WRITE_LIMIT_S: Final = 2.0
"""How long a full output queue may stay full."""

DRAIN_S: Final = 0.1
"""How long `close` lets the last bytes leave: a thousand at 115200 baud."""

REOPEN: Final = "check cable, power, group dialout and the stable name under /dev/serial/by-id"


class SerialStream:
    """An open port. Make one with `SerialStream.open`."""

    def __init__(self, name: str, port: serial.Serial) -> None:
        self._name = name
        self._port = port
        self._fd: int = port.fileno()
        self._inbox = bytearray()
        self._news = asyncio.Event()
        self._lost = ""
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._fd, self._readable)

    @classmethod
    async def open(cls, name: str, device: str, *, baud: int = 115_200, parity: str = "N") -> "SerialStream":
        """Open `device` locked for this process, DTR and RTS low (a toggled line restarts many boards).

        `parity` is N, E or O; 8 data bits, 1 stop bit. Raises LinkLost while the port is absent, taken or refused.
        """
        try:
            port = await _apart(partial(_open_port, device, baud, parity))
        except PORT_ERRORS as error:
            raise LinkLost(f"cannot open the port: {error}", where=name, remedy=REOPEN) from error
        return cls(name, port)

    @property
    def name(self) -> str:
        return self._name

    @property
    def lost(self) -> bool:
        """True once the port is gone or was closed."""
        return bool(self._lost)

    async def read(self) -> bytes:
        while not self._inbox:
            if self._lost:
                raise LinkLost(self._lost, where=self._name, remedy=REOPEN)
            self._news.clear()
            await self._news.wait()
        data = bytes(self._inbox)
        self._inbox.clear()
        return data

    async def write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            if self._lost:
                raise LinkLost(self._lost, where=self._name, remedy=REOPEN)
            try:
                sent = os.write(self._fd, view)
            except BlockingIOError:
                await self._room()
                continue
            except PORT_ERRORS as error:
                self._lose(f"write failed: {error}")
                continue
            view = view[sent:]

    async def close(self) -> None:
        gone = self.lost
        self._lose("closed")
        if not self._port.is_open:
            return
        with contextlib.suppress(*PORT_ERRORS):  # a port already gone has nothing left to send
            if not gone and not await self._sent():
                self._port.reset_output_buffer()  # else the kernel holds close() until a dead device has taken all
        with contextlib.suppress(*PORT_ERRORS):
            self._port.close()

    async def _sent(self) -> bool:
        """Give the last bytes written, such as `field off`, DRAIN_S to leave; True when they have."""
        end = self._loop.time() + DRAIN_S
        while self._port.out_waiting:
            if self._loop.time() > end:
                return False
            await asyncio.sleep(DRAIN_S / 20)
        return True

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except PORT_ERRORS as error:
            self._lose(f"read failed: {error}")
            return
        if not data:
            self._lose("the port is gone")
        elif len(self._inbox) + len(data) > UNREAD_LIMIT:
            self._lose(f"{UNREAD_LIMIT} bytes came and nobody read them")
        else:
            self._inbox += data
            self._news.set()

    async def _room(self) -> None:
        """Wait until the output queue takes bytes again; a queue full for WRITE_LIMIT_S loses the port."""
        ready = asyncio.Event()
        self._loop.add_writer(self._fd, ready.set)
        try:
            async with asyncio.timeout(WRITE_LIMIT_S):
                await ready.wait()
        except TimeoutError:
            self._lose(f"the output queue stayed full for {WRITE_LIMIT_S:g} s")
        finally:
            self._loop.remove_writer(self._fd)

    def _lose(self, why: str) -> None:
        if self._lost:
            return
        self._lost = why
        self._loop.remove_reader(self._fd)
        self._news.set()


def _open_port(device: str, baud: int, parity: str) -> serial.Serial:
    port = serial.Serial(baudrate=baud, parity=parity, exclusive=True, timeout=0)
    port.dtr = False
    port.rts = False
    port.port = device
    port.open()
    with contextlib.suppress(*PORT_ERRORS, NotImplementedError):
        port.set_low_latency_mode(True)  # FTDI adapters else gather bytes for up to 16 ms; others refuse, harmlessly
    return port


async def _apart(work: partial[serial.Serial]) -> serial.Serial:
    """Open off the loop: a driver of a sick USB adapter may block for seconds. The thread ends with the work."""
    executor = ThreadPoolExecutor(1, thread_name_prefix="serial-open")
    opening = executor.submit(work)
    try:
        return await asyncio.wrap_future(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(lambda late: None if late.cancelled() or late.exception() else late.result().close())
        raise
    finally:
        executor.shutdown(wait=opening.done())
