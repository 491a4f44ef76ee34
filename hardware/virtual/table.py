"""A virtual table: one board's readers, shuffler and camera, each plugged into a socket that a node can open."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from felt.card import Card
from felt.clock import Clock
from felt.fault import LinkLost
from felt.ids import DeviceId, Uid
from firmware_bridge.stream import ByteStream, MemoryWires
from hardware.board import Board, ReaderPlan
from hardware.virtual.air import QUIET, Air, Noise, NoisyAir, QuietAir
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.field import Field
from hardware.virtual.pty import VirtualPort
from hardware.virtual.reader import REAL, Timing, VirtualPepper
from hardware.virtual.shuffler import VirtualShuffler

Run = Callable[[ByteStream], Coroutine[Any, Any, object]]


class Sockets(Protocol):
    """Where devices are plugged in and hosts open them by name."""

    def plug(self, name: DeviceId) -> ByteStream:
        """The device's end of a fresh wire."""
        ...

    def unplug(self, name: DeviceId) -> None:
        """Pull the device out."""
        ...

    def url(self, name: DeviceId) -> str:
        """What a host opens."""
        ...


class MemorySockets:
    """Wires inside the process, for manual clocks."""

    def __init__(self, wires: MemoryWires) -> None:
        self._wires = wires

    def plug(self, name: DeviceId) -> ByteStream:
        return self._wires.plug(name)

    def unplug(self, name: DeviceId) -> None:
        self._wires.unplug(name)

    def url(self, name: DeviceId) -> str:
        return f"memory://{name}"


class PtySockets:
    """Pseudo-terminals under stable names in one folder, for nodes in processes of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ports: dict[DeviceId, VirtualPort] = {}

    def plug(self, name: DeviceId) -> VirtualPort:
        self.unplug(name)
        port = self._ports[name] = VirtualPort(self._folder / name)
        return port

    def unplug(self, name: DeviceId) -> None:
        port = self._ports.pop(name, None)
        if port is not None:
            port.unplug()

    def url(self, name: DeviceId) -> str:
        return f"serial://{self._folder / name}?baud=115200"


class VirtualTable:
    """The devices of one board over one field. `plug_all` to power them, `unplug_all` at the end."""

    def __init__(
        self,
        board: Board,
        field: Field,
        printed: Mapping[Uid, Card],
        clock: Clock,
        sockets: Sockets,
        *,
        noise: Noise = QUIET,
        seed: int = 0,
        timing: Timing = REAL,
        shuffler: VirtualShuffler | None = None,
    ) -> None:
        """`shuffler` replaces the one that a board with a shuffler has, for another cycle time or clock."""
        self.board: Final = board
        self.field: Final = field
        self._printed = printed
        self._clock = clock
        self._sockets = sockets
        self._noise = noise
        self._seed = seed
        self._timing = timing
        self._running: dict[DeviceId, asyncio.Task[None]] = {}
        self.shuffler: Final = None if board.shuffler is None else shuffler or VirtualShuffler(clock, 1)

    @property
    def ports(self) -> dict[DeviceId, str]:
        """Each part and the URL that a node opens it by."""
        return {part: self._sockets.url(part) for part in self._devices()}

    def plug_all(self) -> None:
        """Power every device."""
        for part in self._devices():
            self.plug(part)

    def plug(self, part: DeviceId) -> None:
        """Plug one device in: it starts anew."""
        self.unplug(part)
        device = self._devices()[part]
        self._running[part] = asyncio.create_task(_until_unplugged(device(), self._sockets.plug(part)))

    def unplug(self, part: DeviceId) -> None:
        """Pull one device's cable."""
        self._sockets.unplug(part)
        running = self._running.pop(part, None)
        if running is not None:
            running.cancel()

    async def unplug_all(self) -> None:
        """Pull every cable and wait until the devices are still. Raises what a device failed by."""
        running = list(self._running.values())
        for part in tuple(self._running):
            self.unplug(part)
        ended = await asyncio.gather(*running, return_exceptions=True)
        for end in ended:
            if isinstance(end, Exception):
                raise end

    def _devices(self) -> dict[DeviceId, Callable[[], Run]]:
        """How each device is made when it gets power."""
        devices: dict[DeviceId, Callable[[], Run]] = {}
        for plan in self.board.readers:
            devices[plan.id] = lambda plan=plan: self._reader(plan)  # type: ignore[misc]
        if self.board.shuffler is not None and self.shuffler is not None:
            machine = self.shuffler
            devices[self.board.shuffler.id] = lambda: machine.run
        if self.board.camera is not None:
            eye = self.board.camera.id
            regions = tuple(region.place for region in self.board.camera.regions)
            devices[eye] = lambda: VirtualCamera(eye, self.field, self._clock, self._printed, regions).run
        return devices

    def _reader(self, plan: ReaderPlan) -> Run:
        air: Air = QuietAir(self.field, plan)
        if self._noise != QUIET:
            air = NoisyAir(self.field, plan, self._clock, self._noise, self._seed)

        async def run(stream: ByteStream) -> None:
            await VirtualPepper(stream, air, self._clock, timing=self._timing).run()

        return run


async def _until_unplugged(run: Run, stream: ByteStream) -> None:
    with contextlib.suppress(LinkLost):
        await run(stream)
