"""The compiled binary in its simulator: levels go in, output pins and readings come out."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from felt.clock import SystemClock
from felt.fact import ShufflerState
from felt.ids import DeviceId
from firmware_bridge.mcu.device import McuDevice
from firmware_bridge.reading import Reading, ShufflerSaid
from firmware_bridge.stream import ByteStream, open_stream

LIMIT_S = 60
Wire = Callable[[ByteStream], ByteStream]


class Simulation:
    """The harness process; `play` writes its commands, `readings` is what the host code made of the bytes."""

    def __init__(self, process: asyncio.subprocess.Process, port: str, wire: Wire) -> None:
        self._process = process
        self._wire = wire
        self.port = port
        self.clock = SystemClock()
        self.device = McuDevice(DeviceId("mcu"), self.open, self.clock)
        self.readings: asyncio.Queue[Reading] = asyncio.Queue()
        self.pins: dict[str, bool] = {}
        """The output pins that moved so far, such as L0, and how they stand."""
        self._moved = asyncio.Condition()
        self.moves: list[str] = []

    def play(self, commands: list[str]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{command}\n" for command in commands).encode())

    async def until(self, wanted: Callable[[Reading], bool]) -> Reading:
        """The first further reading that is wanted."""
        async with asyncio.timeout(LIMIT_S):
            while not wanted(reading := await self.readings.get()):
                pass
        return reading

    async def until_state(self, state: ShufflerState) -> ShufflerSaid:
        reading = await self.until(lambda came: isinstance(came, ShufflerSaid) and came.state is state)
        assert isinstance(reading, ShufflerSaid)
        return reading

    async def until_pins(self, wanted: Callable[[], bool]) -> None:
        """Wait for the outputs to stand as wanted."""
        async with asyncio.timeout(LIMIT_S), self._moved:
            await self._moved.wait_for(wanted)

    async def open(self) -> ByteStream:
        """The port as the host sees it through the wire."""
        return self._wire(await open_stream(f"serial://{self.port}?baud=115200", clock=self.clock))

    async def listen(self) -> None:
        async with aclosing(self.device.readings()) as readings:
            async for reading in readings:
                self.readings.put_nowait(reading)

    def hear(self) -> None:
        """Let the host listen, from now until `deafen` or the end."""
        self._listening = asyncio.create_task(self.listen())

    async def deafen(self) -> None:
        """The host is gone: it closes the port and says nothing."""
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)

    async def watch_pins(self) -> None:
        """Follow the harness's words on its output pins, to its end."""
        assert self._process.stdout is not None
        while line := (await self._process.stdout.readline()).decode():
            async with self._moved:
                self.moves.append(line.strip())
                pin, level = line.strip().split("=")
                self.pins[pin] = level == "1"
                self._moved.notify_all()


def straight(stream: ByteStream) -> ByteStream:
    """A wire that does nothing to its bytes."""
    return stream


@asynccontextmanager
async def simulated(built: Path, wire: Wire = straight) -> AsyncIterator[Simulation]:
    """Start the binary, greet it over `wire`, and see it end well."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        built / "harness", built / "feltwire-mega2560.elf", stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
    )
    assert process.stdout is not None
    assert process.stdin is not None
    word, port = (await process.stdout.readline()).decode().split()
    assert word == "pty"
    here = Simulation(process, port, wire)
    here.hear()
    watching = asyncio.create_task(here.watch_pins())
    try:
        yield here
    finally:
        await here.deafen()
        process.stdin.write(b"end\n")
        process.stdin.close()
        await watching
    assert await process.wait() == 0
