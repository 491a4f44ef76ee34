"""The R200 driver: published frames, dialects, rounds without an end, errors by name."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from felt.fault import ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.reader.r200 import R200
from firmware_bridge.reader.r200_error import R200Refused
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import MemoryStream, memory_pair
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.far_r200 import AA, BB, FarR200, framed, record
from tests.firmware_bridge.vectors import Vector, accepted

ONE = AntennaNo(1)
CARD = "30751FEB705C5904E3D50D70"
NOTICE = bytes.fromhex("BB02220011C9340030751FEB705C5904E3D50D703A76EF7E")
EMPTY = bytes.fromhex("BB01FF000115167E")
INFO = bytes.fromhex("BB0103000B014D3130302056312E3030237E")


@asynccontextmanager
async def module(ends: tuple[int, int] = BB) -> AsyncIterator[tuple[R200, FarR200]]:
    async with AutoClock() as clock:
        near, end = memory_pair()
        far = FarR200(clock, ends=ends)
        serving = asyncio.create_task(far.serve(end))
        yield R200(DeviceId("reader-a"), near, clock), far
        serving.cancel()


@asynccontextmanager
async def scripted(*rounds: bytes, ends: tuple[int, int] = BB) -> AsyncIterator[R200]:
    """A module that answers 22 with these bytes in turn, and 03 with its version."""
    info = bytes([ends[0]]) + INFO[1:-1] + bytes([ends[1]])
    async with AutoClock() as clock:
        near, end = memory_pair()
        left = list(rounds)

        async def serve(stream: MemoryStream) -> None:
            while True:
                request = await stream.read()
                await stream.write(left.pop(0) if request[2] == 0x22 else info)

        serving = asyncio.create_task(serve(end))
        yield R200(DeviceId("reader-a"), near, clock)
        serving.cancel()


@pytest.mark.parametrize("ends", [BB, AA])
async def test_either_dialect_is_found_and_kept(ends: tuple[int, int]) -> None:
    async with module(ends) as (driver, far):
        assert await driver.identify() == "R200 M100 V1.00"
        assert [request.hex() for request in far.heard] == ["0301", "0703", "b603e8"]
        far.tags = [CARD]
        assert (await driver.look(ONE)).uids == (CARD,)


@pytest.mark.parametrize(
    ("notice", "epc"),
    [
        (vector, vector.data[8:-4].hex().upper())
        for vector in accepted("yrm100-r200")
        if vector.data[1:3] == b"\x02\x22"
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_every_published_notice_is_its_card(notice: Vector, epc: str) -> None:
    """Behind RSSI and PC, before the tag's CRC, the sum and the end."""
    ends = (notice.data[0], notice.data[-1])
    async with scripted(notice.data, ends=ends) as driver:
        read = await driver.look(ONE)
        assert (read.uids, read.clean) == ((epc,), True)


async def test_answers_of_public_sources() -> None:
    async with scripted(NOTICE, EMPTY, NOTICE * 3) as driver:
        for uids in ((CARD,), (), (CARD,)):
            read = await driver.look(ONE)
            assert (read.uids, read.clean) == (uids, True)


async def test_a_notice_that_came_damaged_may_have_been_a_card() -> None:
    async with scripted(NOTICE + NOTICE[:9] + b"\x00" + NOTICE[10:], NOTICE + NOTICE[:-6]) as driver:
        for _ in range(2):
            read = await driver.look(ONE)
            assert (read.uids, read.clean) == ((CARD,), False)


async def test_two_errors_that_cancel_in_the_sum_do_not_make_a_card() -> None:
    """The frame's sum is right, the tag's own CRC is not."""
    spoilt = bytearray(NOTICE)
    spoilt[9], spoilt[10] = spoilt[9] + 1, spoilt[10] - 1
    async with scripted(bytes(spoilt)) as driver:
        read = await driver.look(ONE)
        assert (read.uids, read.clean) == ((), False)


async def test_what_comes_before_the_closing_answer_belongs_to_the_round() -> None:
    async with module() as (driver, far):
        await driver.identify()
        far.tags, far.notice_s = [CARD, "E2" * 12], 0.06  # slower than the silence that seems to end a round
        read = await driver.look(ONE)
        assert (read.uids, read.clean) == ((CARD, "E2" * 12), True)


@pytest.mark.parametrize(
    ("error", "name"), [(0x20, "no free channel in time"), (0xA3, "read, error 3 of the tag"), (0x77, "unknown error")]
)
async def test_errors_by_name(error: int, name: str) -> None:
    async with module() as (driver, far):
        await driver.identify()
        far.error = error
        with pytest.raises(R200Refused, match=rf"reader-a.*command 22 refused: {name} \(error {error:02X}\)"):
            await driver.look(ONE)


async def test_notices_without_end_are_a_fault() -> None:
    async with AutoClock() as clock:
        near, end = memory_pair()

        async def babble() -> None:
            while True:
                await end.read()
                for _ in range(600):
                    await end.write(framed(BB, 0x02, 0x22, b"\xc9" + record(CARD)))
                await end.write(INFO)

        babbling = asyncio.create_task(babble())
        with pytest.raises(ProtocolFault, match="notices without end"):
            await R200(DeviceId("reader-a"), near, clock).look(ONE)
        babbling.cancel()
