"""How fast bytes become frames, and what a look costs the host beside the reader's own time."""

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from contextlib import aclosing
from typing import Final

import crccheck

from felt.clock import Nanos, SystemClock
from felt.fault import LinkLost
from felt.ids import DeviceId
from firmware_bridge.crc import crc_ccitt_false
from firmware_bridge.mcu.frames import MCU, DeckCounted
from firmware_bridge.mcu.link import Link
from firmware_bridge.reader.exchange import Deframer
from firmware_bridge.reader.feig_frame import FeigDeframer, FeigFrame, Form
from firmware_bridge.reader.kinds import reader_opener
from firmware_bridge.reader.pepper_frame import PepperDeframer
from firmware_bridge.reader.pn532_frame import Pn532Deframer, Pn532Frame
from firmware_bridge.reader.r200_frame import R200Deframer
from firmware_bridge.reader.sweep import SweepPlan, sweep
from firmware_bridge.reader.thingmagic_frame import ThingMagicDeframer
from firmware_bridge.reading import AntennaNo, AntennaRead
from firmware_bridge.stream import ByteStream, MemoryWires
from tests.bench.row import Better, Row, per_second

UID_FRAME: Final = bytes.fromhex("F50E00F1FF0091048F7F0A012416E0000069C8")
"""An inventory answer of the vendor's manual: 19 bytes."""

FEIG_FRAME: Final = bytes.fromhex("1100B000010300E01680FF080050248075")
"""An inventory answer with one card, from a public program."""

PN532_FRAME: Final = bytes.fromhex("0000FF0FF1D54B0101004400070416C6C2D738816100")
"""A target list with one card, from a public test."""

THINGMAGIC_FRAME: Final = bytes.fromhex(
    "FF2822000010001B01FF0101C4110E16400000012700000500000F00803000000000000000000000001545E94A561D"
)
"""A tag of a continuous read, from a public library."""

R200_FRAME: Final = bytes.fromhex("BB02220011C9340030751FEB705C5904E3D50D703A76EF7E")
"""A notice of one tag, from a public manual."""

GARBAGE: Final = {
    "all F5": b"\xf5",
    "longest false starts": bytes.fromhex("F50204FDFB"),
    "doubled false starts": bytes.fromhex("F5F50204FDFB"),
    "frames of 1031 bytes, last byte wrong": bytes.fromhex("F50204FDFB") + b"\xf5" * 1024 + b"\0\0",
}
LOOKS: Final = 4000


def rows() -> Iterator[Row]:
    """The rows of this room."""
    yield Row("deframer, 19-byte frames, 4 KiB chunks", _deframed(UID_FRAME, 2_000_000, 4096) / 1e6, "MB/s", 5.0)
    yield Row("deframer, 19-byte frames, byte by byte", _deframed(UID_FRAME, 200_000, 1) / 1e6, "MB/s", 0.5)
    for size, chunks in ((4096, "4 KiB chunks"), (1, "byte by byte")):
        worst, name = min((_deframed(unit, 200_000, size), name) for name, unit in GARBAGE.items())
        yield Row(f"deframer, worst garbage, {chunks}", worst / 1e6, "MB/s", 0.5, note=f"worst of 4: {name}")
    yield Row(
        "FEIG deframer, 17-byte frames, 4 KiB chunks", _deframed(FEIG_FRAME, 1_000_000, 4096, _feig) / 1e6, "MB/s", 5.0
    )
    yield Row(
        "PN532 deframer, 22-byte frames, 4 KiB chunks",
        _deframed(PN532_FRAME, 1_000_000, 4096, _pn532) / 1e6,
        "MB/s",
        5.0,
    )
    yield Row(
        "ThingMagic deframer, 47-byte frames, 4 KiB chunks",
        _deframed(THINGMAGIC_FRAME, 1_000_000, 4096, ThingMagicDeframer) / 1e6,
        "MB/s",
        5.0,
    )
    yield Row(
        "R200 deframer, 24-byte frames, 4 KiB chunks",
        _deframed(R200_FRAME, 1_000_000, 4096, R200Deframer) / 1e6,
        "MB/s",
        5.0,
    )
    block = random.Random(1).randbytes(1024)
    yield Row("CRC of 1 KiB", per_second(lambda: _crcs(block)) / 1e6, "MB/s")
    yield Row("microcontroller link, 10-byte frames", per_second(_linked), "frames/s")
    yield Row(
        "host time per antenna look, two tags",
        asyncio.run(_look_ms()),
        "ms",
        1.0,
        Better.LOWER,
        note=f"{LOOKS} looks over a wire in memory; includes a far side that takes no time of its own",
    )


def _pepper() -> Deframer[bytes]:
    return PepperDeframer()


def _feig() -> Deframer[FeigFrame]:
    return FeigDeframer(Form.STANDARD)


def _pn532() -> Deframer[Pn532Frame]:
    return Pn532Deframer()


def _deframed(unit: bytes, total: int, chunk: int, make: Callable[[], Deframer[object]] = _pepper) -> float:
    data = unit * (total // len(unit))

    best = 0.0
    for _ in range(3):
        deframer = make()
        began = time.process_time()  # other work on this machine is not the deframer's
        for start in range(0, len(data), chunk):
            deframer.feed(data[start : start + chunk])
        best = max(best, len(data) / (time.process_time() - began))
    return best


def _crcs(block: bytes) -> int:
    for _ in range(1000):
        crc_ccitt_false(block)
    return 1000 * len(block)


def _linked() -> int:
    """Frames from one end to the other, with their acknowledgements back."""
    now = Nanos(0)
    host, device = Link(MCU, 1, now), Link(MCU, 2, now)
    for _ in range(3):
        device.receive(host.transmit(now), now)
        host.receive(device.transmit(now), now)
    for _ in range(2000):
        device.send(DeckCounted(1, 52))
        host.receive(device.transmit(now), now)
        device.receive(host.transmit(now), now)
    return 2000


async def _look_ms() -> float:
    wires, clock = MemoryWires(), SystemClock()
    far = asyncio.create_task(_instant_reader(wires.plug("reader")))
    plan = SweepPlan(DeviceId("reader"), tuple(AntennaNo(n) for n in range(1, 9)))
    opener = reader_opener("pepper-c1-mux", plan.reader, "memory://reader", clock=clock, wires=wires)
    looks = 0
    async with aclosing(sweep(plan, opener, clock)) as readings:
        await anext(readings)
        began = time.process_time()
        async for reading in readings:
            looks += isinstance(reading, AntennaRead)
            if looks == LOOKS:
                break
    far.cancel()
    return (time.process_time() - began) / LOOKS * 1000


async def _instant_reader(stream: ByteStream) -> None:
    """Answers made beforehand: two tags on every antenna."""
    answers = {0x01: b"\0\x01", 0x0B: b"\0\x0bbench", 0x06: b"\0\x06", 0x05: b"\0\x05", 0x0F: b"\0\x0f"}
    tag = bytes.fromhex("048F7F0A012416E000")
    answers |= {0x90: b"\0\x90" + tag + b"\1", 0x91: b"\0\x91" + tag + b"\0"}
    frames = {command: _frame(payload) for command, payload in answers.items()}
    try:
        while True:
            await stream.write(frames[(await stream.read())[5]])
    except LinkLost:
        return


def _frame(payload: bytes) -> bytes:
    size = (len(payload) + 2).to_bytes(2, "little")
    crc: int = crccheck.crc.Crc16CcittFalse.calc(payload)
    return b"\xf5" + size + bytes(byte ^ 0xFF for byte in size) + payload + crc.to_bytes(2, "little")
