"""The compiled binary in its simulator: levels go in, output pins and readings come out."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from felt.clock import SystemClock
from felt.fact import ShufflerState
from felt.ids import DeviceId
from firmware_bridge.mcu.device import McuDevice
from firmware_bridge.reading import Reading, ShufflerSaid
from firmware_bridge.stream import ByteStream, open_stream

LIMIT_S = 60


class Simulation:
    """The harness process; `play` writes its commands, `readings` is what the host code made of the bytes."""

    def __init__(self, process: asyncio.subprocess.Process, port: str) -> None:
        self._process = process
        self.port = port
        self.clock = SystemClock()
        self.device = McuDevice(DeviceId("mcu"), self._open, self.clock)
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

    async def _open(self) -> ByteStream:
        return await open_stream(f"serial://{self.port}?baud=115200", clock=self.clock)

    async def listen(self) -> None:
        async for reading in self.device.readings():
            self.readings.put_nowait(reading)

    async def watch_pins(self) -> None:
        """Follow the harness's words on its output pins, to its end."""
        assert self._process.stdout is not None
        while line := (await self._process.stdout.readline()).decode():
            async with self._moved:
                self.moves.append(line.strip())
                pin, level = line.strip().split("=")
                self.pins[pin] = level == "1"
                self._moved.notify_all()


@asynccontextmanager
async def simulated(built: Path) -> AsyncIterator[Simulation]:
    """Start the binary, greet it, and see it end well."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        built / "harness", built / "feltwire-mega2560.elf", stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
    )
    assert process.stdout is not None
    assert process.stdin is not None
    word, port = (await process.stdout.readline()).decode().split()
    assert word == "pty"
    here = Simulation(process, port)
    listening = asyncio.create_task(here.listen())
    watching = asyncio.create_task(here.watch_pins())
    try:
        yield here
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        process.stdin.write(b"end\n")
        process.stdin.close()
        await watching
    assert await process.wait() == 0
