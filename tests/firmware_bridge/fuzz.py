"""Random and mutated bytes against every deframer and driver: `python -m tests.firmware_bridge.fuzz`, a line for each.

Nothing but a fault of the tree may come out of them, no look may last for ever, and memory may not grow. Each has its
own share of the time; one that does not reach its bytes in it says so and fails.
"""

import asyncio
import gc
import random
import sys
import time
import types
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from felt.clock import Nanos
from felt.fault import BadInput, FeltFault, LinkTimeout, ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.mcu.cobs import cobs_decode
from firmware_bridge.mcu.device import McuDevice
from firmware_bridge.mcu.frames import MCU, Beep, ButtonPressed, CycleStarted, DeckCounted, Lamp, Lid, LidMoved
from firmware_bridge.mcu.frames import Button as PanelButton
from firmware_bridge.mcu.link import Link
from firmware_bridge.reader.feig_frame import FeigDeframer, FeigFrame, Form, encode_feig
from firmware_bridge.reader.kinds import READER_KINDS
from firmware_bridge.reader.pepper_frame import PepperDeframer, encode_frame
from firmware_bridge.reader.pn532_frame import Pn532Deframer
from firmware_bridge.reader.r200_frame import R200Deframer
from firmware_bridge.reader.thingmagic_frame import ThingMagicDeframer
from firmware_bridge.reading import AntennaNo, PartLost, Reading
from firmware_bridge.shuffler.printer import LineShuffler
from firmware_bridge.shuffler.splitting import LineSplitter
from firmware_bridge.stream import ByteStream, MemoryWires, memory_pair
from hardware.shuffler import shuffler_map
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.far_machine import FarMachine
from tests.firmware_bridge.reader.rigs import RIGS, Rig
from tests.firmware_bridge.vectors import VECTORS

BYTES: Final = 1_000_000
SECONDS: Final = 110.0
GROWTH: Final = 64 * 1024
"""Bytes that may be reached from what is fuzzed at the end, more than when a tenth was done."""

HELD: Final = 1100
"""Bytes a deframer may keep: one frame of the longest kind."""

SPOILT: Final = 0.3
FLOODS: Final = 0.15
"""The share of answers that come spoilt, and of those before which a flood comes: few enough for whole looks."""

HEARD: Final = 1000
"""Requests a far side remembers before the fuzz clears its list."""


class Result(Struct, frozen=True):
    """How one of them fared: `fault` is empty when it held."""

    name: str
    fed: int
    answers: int
    refused: int
    seconds: float
    fault: str = ""

    def __str__(self) -> str:
        word = f"FAILED: {self.fault}" if self.fault else "held"
        return (
            f"{self.name:28} {self.fed:>9,} bytes  {self.answers:>7,} taken  {self.refused:>6,} refused"
            f"  {self.seconds:5.1f} s  {word}"
        )


class _Deframes(Protocol):
    @property
    def held(self) -> int: ...
    def feed(self, data: bytes) -> object: ...
    def flush(self) -> object: ...


class Mutator:
    """Makes chunks out of good frames and of chance."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def mutated(self, data: bytes) -> bytes:
        """`data` as it is, spoilt, cut, doubled, between noise, or something else altogether."""
        dice = self._dice
        out = bytearray(data)
        match dice.randrange(8):
            case 0 | 1:
                pass
            case 2:
                for _ in range(dice.randrange(1, 4)):
                    out[dice.randrange(len(out))] = dice.randrange(256)
            case 3:
                del out[dice.randrange(len(out)) :]
            case 4:
                del out[: dice.randrange(len(out))]
            case 5:
                at = dice.randrange(len(out))
                out[at:at] = dice.randbytes(dice.randrange(1, 9))
            case 6:
                out = bytearray(dice.randbytes(dice.randrange(1, 600)))
            case _:
                out = bytearray(dice.randbytes(dice.randrange(40)) + data + data[: dice.randrange(len(data))])
        return bytes(out)

    def choose(self, frames: tuple[bytes, ...]) -> bytes:
        """One of these, mutated."""
        return self.mutated(self._dice.choice(frames))


def frames_of(protocol: str) -> tuple[bytes, ...]:
    """The protocol's vectors, good and bad."""
    return tuple(vector.data for vector in VECTORS if vector.protocol == protocol)


class _LinkEnd:
    """The microcontroller's link as a deframer."""

    SESSION: Final = 1

    def __init__(self) -> None:
        self._link = Link(MCU, self.SESSION, Nanos(0))
        self.held = 0

    def feed(self, data: bytes) -> object:
        try:
            events = self._link.receive(data, Nanos(0))
        except ProtocolFault:
            events = []
        self._link.transmit(Nanos(0))
        return events

    def flush(self) -> object:
        return ()


def _mcu_frames() -> tuple[bytes, ...]:
    """A greeting and some words of a microcontroller to the end that is fuzzed, as they cross the wire."""
    link, host = Link(MCU, 7, Nanos(0), version="fuzz"), Link(MCU, _LinkEnd.SESSION, Nanos(0))
    wire = [link.transmit(Nanos(0))]
    host.receive(wire[0], Nanos(0))
    link.receive(host.transmit(Nanos(0)), Nanos(0))
    for frame in (CycleStarted(1), DeckCounted(1, 52), ButtonPressed(PanelButton.CONFIRM)):
        link.send(frame)
        wire.append(link.transmit(Nanos(0)))
    return tuple(chunk for chunk in wire if chunk)


class _Lines:
    """A shuffler's lines through splitter and map."""

    def __init__(self) -> None:
        self._splitter = LineSplitter()
        self._machine = LineShuffler(DeviceId("fuzzed"), shuffler_map(Path("plain-words")))
        self._now = 0

    @property
    def held(self) -> int:
        return self._splitter.held

    def feed(self, data: bytes) -> object:
        readings: list[Reading] = []
        for line in self._splitter.feed(data):
            self._now += 1_000_000_000
            try:
                readings += self._machine.take(line, Nanos(self._now))
            except ProtocolFault:
                continue
        return readings

    def flush(self) -> object:
        self._splitter.forget()
        return ()


class _Cobs:
    """COBS blocks as a deframer."""

    held = 0

    def feed(self, data: bytes) -> object:
        found = []
        for block in data.split(b"\0"):
            try:
                found.append(cobs_decode(block))
            except BadInput:
                continue
        return found

    def flush(self) -> object:
        return ()


_FEIG = frames_of("feig-obid")
_ADVANCED = tuple(encode_feig(Form.ADVANCED, FeigFrame(0, 0xB0, bytes([0, n]) + bytes(n))) for n in (0, 9, 90))
DEFRAMERS: Final[Mapping[str, tuple[Callable[[], _Deframes], tuple[bytes, ...]]]] = {
    "pepper deframer": (PepperDeframer, (*frames_of("eccel-pepper-c1"), encode_frame(bytes(900)))),
    "feig deframer, standard": (lambda: FeigDeframer(Form.STANDARD), _FEIG),
    "feig deframer, advanced": (lambda: FeigDeframer(Form.ADVANCED), (*_FEIG, *_ADVANCED)),
    "pn532 deframer": (Pn532Deframer, frames_of("pn532-hsu")),
    "thingmagic deframer": (ThingMagicDeframer, frames_of("thingmagic")),
    "r200 deframer": (R200Deframer, frames_of("yrm100-r200")),
    "microcontroller link": (_LinkEnd, _mcu_frames()),
    "shuffler that prints lines": (_Lines, (b"START 7\r\n", b"COUNT 52\r\n", b"DONE\n", b"JAM\n", b"Ah Kd 9c\r\n")),
    "cobs": (_Cobs, frames_of("cobs")),
}


def fuzz_deframer(name: str, total: int, seconds: float, seed: int = 1) -> Result:
    """Feed one deframer chunks of any kind."""
    make, frames = DEFRAMERS[name]
    deframer, mutator = make(), Mutator(seed)
    watch = _Watch(name, deframer, total, seconds)
    while not watch.over:
        chunk = mutator.choose(frames)
        try:
            found = deframer.feed(chunk)
            if watch.chunks % 50 == 0:
                deframer.flush()
        except Exception as error:
            return watch.failed(f"seed {seed}: {type(error).__name__}: {error} at {chunk.hex()}")
        if deframer.held > HELD:
            return watch.failed(f"seed {seed}: {deframer.held} bytes held")
        watch.took(len(chunk), taken=len(found) if isinstance(found, list | tuple) else 0)
    return watch.result()


def deep_size(root: object) -> int:
    """Bytes of all that is reached from `root`, code, loops and clocks left out."""
    seen: set[int] = set()
    left, size = [root], 0
    apart = (type, types.ModuleType, types.FunctionType, types.FrameType, asyncio.Task, asyncio.AbstractEventLoop)
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, (*apart, AutoClock)):
            continue
        seen.add(id(one))
        size += sys.getsizeof(one)
        left += gc.get_referents(one)
    return size


class _Watch:
    """Bytes, time and memory of one run."""

    def __init__(self, name: str, what: object, total: int, seconds: float) -> None:
        self.name = name
        self.what = what
        self.chunks = 0
        self._total = total
        self._limit = seconds
        self._fed = self._taken = self._refused = 0
        self._began = time.monotonic()
        self._early: int | None = None

    @property
    def over(self) -> bool:
        return self._fed >= self._total or time.monotonic() - self._began > self._limit

    def took(self, size: int, *, taken: int = 0, refused: int = 0) -> None:
        self.chunks += 1
        self._fed += size
        self._taken += taken
        self._refused += refused
        if self._early is None and self._fed > self._total / 10:
            self._early = deep_size(self.what)

    def failed(self, why: str) -> Result:
        return Result(self.name, self._fed, self._taken, self._refused, time.monotonic() - self._began, why)

    def result(self) -> Result:
        grown = deep_size(self.what) - (self._early or 0)
        if self._fed < self._total:
            return self.failed(f"only {self._fed:,} of {self._total:,} bytes in {self._limit:.0f} s")
        return self.failed(f"memory grew by {grown:,} bytes" if grown > GROWTH else "")


class _FuzzedWire:
    """`inner` as a driver sees it through a mutator: now and then a flood of what was said before, mutated as well."""

    def __init__(self, inner: ByteStream, seed: int) -> None:
        self._inner = inner
        self._dice = random.Random(seed)
        self._mutator = Mutator(seed)
        self._said: deque[bytes] = deque(maxlen=32)
        self.watch: _Watch | None = None

    @property
    def name(self) -> str:
        return self._inner.name

    async def read(self) -> bytes:
        while True:
            data = await self._inner.read()
            self._said.append(data[:300])
            if self._dice.random() < SPOILT:
                data = self._mutator.mutated(data)
            if self._dice.random() < FLOODS:
                data = (
                    b"".join(self._mutator.choose(tuple(self._said)) for _ in range(self._dice.randrange(120))) + data
                )
            if self.watch is not None:
                self.watch.took(len(data))
            if data:
                return data

    async def write(self, data: bytes) -> None:
        await self._inner.write(data)

    async def close(self) -> None:
        await self._inner.close()


async def fuzz_driver(make: type[Rig], total: int, seconds: float, seed: int = 1) -> Result:
    """Look through one driver again and again while its reader's answers come mutated."""
    async with AutoClock() as clock:
        near, end = memory_pair()
        rig = make(clock)  # type: ignore[call-arg]
        for antenna in range(1, rig.antennas + 1):
            rig.lay(antenna, [rig.uid(10 * antenna + n) for n in range(2)])
        serving = asyncio.create_task(rig.serve(end))
        wire = _FuzzedWire(near, seed)
        driver = READER_KINDS[rig.kind](DeviceId("fuzzed"), wire, clock, rig.air)
        watch = wire.watch = _Watch(f"driver of {make.__name__}", driver, total, seconds)
        turn = 0
        try:
            while not watch.over:
                turn += 1
                try:
                    if turn % 20 == 1:
                        await driver.identify()
                    await driver.look(AntennaNo(turn % rig.antennas + 1))
                    watch.took(0, taken=1)
                except (LinkTimeout, ProtocolFault):
                    watch.took(0, refused=1)
                if len(rig.heard) > HEARD:
                    rig.heard.clear()
        except Exception as error:
            return watch.failed(f"seed {seed}, look {turn}: {type(error).__name__}: {error}")
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
    return watch.result()


async def fuzz_device(total: int, seconds: float, seed: int = 1) -> Result:
    """The microcontroller's device while what its machine says comes spoilt now and then, floods before it."""
    frames = (CycleStarted(1), DeckCounted(1, 52), ButtonPressed(PanelButton.CONFIRM), LidMoved(Lid.OPEN))
    async with AutoClock() as clock:
        wires, sessions = MemoryWires(), iter(range(1, 0xFFFF))
        machine = FarMachine(clock)
        serving = asyncio.create_task(machine.serve(wires.plug("port")))
        wire: _FuzzedWire | None = None

        async def open_port() -> ByteStream:
            nonlocal wire
            wire = _FuzzedWire(wires.open("port"), seed)
            wire.watch = watch
            return wire

        device = McuDevice(DeviceId("fuzzed"), open_port, clock, session=lambda: next(sessions))
        watch = _Watch("microcontroller device", device, total, seconds)

        async def listen() -> None:
            async for reading in device.readings():
                watch.took(0, taken=1, refused=isinstance(reading, PartLost))

        listening = asyncio.create_task(listen())
        turn = 0
        while not watch.over and not listening.done():
            turn += 1
            if machine.link.pending < 8:
                machine.say(frames[turn % len(frames)])
            device.show(Lamp.STOP if turn % 2 else Lamp.FREE)
            device.sound(Beep.SHORT)
            machine.told.clear()
            await clock.sleep(0.05)
        for task in (listening, serving):
            task.cancel()
        error, _ = await asyncio.gather(listening, serving, return_exceptions=True)
    if not isinstance(error, FeltFault | asyncio.CancelledError):
        return watch.failed(f"seed {seed}: {type(error).__name__}: {error}")
    return watch.result()


def results(total: int = BYTES, seconds: float = SECONDS, seed: int = 1) -> Iterator[Result]:
    """One after the other; each may take its share of what is left of `seconds`."""
    ends = time.monotonic() + seconds
    runs: list[Callable[[float], Result]] = [partial(_deframer_run, name, total, seed) for name in DEFRAMERS]
    runs += [partial(_driver_run, rig, total, seed) for rig in RIGS]
    runs.append(lambda share: asyncio.run(fuzz_device(total, share, seed)))
    for left, run in zip(range(len(runs), 0, -1), runs, strict=True):
        yield run(max(ends - time.monotonic(), 1.0) / left * (1 if left == 1 else 2))


def _deframer_run(name: str, total: int, seed: int, share: float) -> Result:
    return fuzz_deframer(name, total, share, seed)


def _driver_run(rig: type[Rig], total: int, seed: int, share: float) -> Result:
    return asyncio.run(fuzz_driver(rig, total, share, seed))


def main(seed: int) -> int:
    """Print a line for each; exit code 1 when one of them failed."""
    print(f"seed {seed}, {BYTES:,} bytes each, at most {SECONDS:.0f} s in all")
    failed = 0
    for result in results(seed=seed):
        print(result, flush=True)
        failed += bool(result.fault)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else random.SystemRandom().randrange(10**6)))
