"""The FEIG driver: published answers, statuses, data sets, antenna lists, more data."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from felt.fault import ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.reader.feig import FeigReader, Select
from firmware_bridge.reader.feig_status import FeigRefused
from firmware_bridge.reading import AntennaNo, AntennaRead
from firmware_bridge.stream import memory_pair
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.far_feig import FarFeig, framed, record

ONE = AntennaNo(1)
CARD = "E01680FF08005024"
OTHER = "E01680FF08004FBC"


async def look(answers: Sequence[bytes], select: Select = Select.OUTPUT) -> tuple[AntennaRead, list[bytes]]:
    """One look with these answers to its inventory requests, and what the host sent."""
    heard: list[bytes] = []
    async with AutoClock() as clock:
        near, end = memory_pair()
        left = list(answers)

        async def serve() -> None:
            while True:
                request = await end.read()
                heard.append(request)
                await end.write(left.pop(0) if request[2] == 0xB0 else framed(request[2], 0))

        serving = asyncio.create_task(serve())
        try:
            return await FeigReader(DeviceId("reader-a"), near, clock, select=select).look(ONE), heard
        finally:
            serving.cancel()


def printed(text: str) -> bytes:
    return bytes.fromhex(text)


@pytest.mark.parametrize(
    ("answers", "uids", "clean"),
    [
        (["0600B0015C63"], (), True),
        (["1100B000010300E01680FF080050248075"], (CARD,), True),
        (["1100B000010300E0040150A05F02B7D7BE"], ("E0040150A05F02B7",), True),
        (["0700B08300B22C"], (), False),
        (["1B00B000020300E01680FF080050240300E01680FF08004FBC5D62"], (CARD, OTHER), True),
        (["1B00B000020400FF0416C6C2D738810300E0040150A05F02B71E02"], ("0416C6C2D73881", "E0040150A05F02B7"), True),
        (["1100B094010300E01680FF08005024EECB", "0600B0015C63"], (CARD,), True),
        (["1100B094010300E01680FF08005024EECB", "0700B08300B22C"], (CARD,), False),
    ],
)
async def test_answers_of_public_sources(answers: list[str], uids: tuple[str, ...], *, clean: bool) -> None:
    read, _ = await look([printed(answer) for answer in answers])
    assert (read.uids, read.clean) == (uids, clean)


async def test_requests_of_public_sources() -> None:
    """Line check, antenna 1 on, RF reset, inventory, and the rest of it after status 94."""
    _, heard = await look([printed("1100B094010300E01680FF08005024EECB"), printed("0600B0015C63")])
    assert [request.hex().upper() for request in heard] == [
        "06FF52000F6E",
        "06FF6A01E407",
        "05FF698901",
        "07FFB001001C56",
        "07FFB0018014D2",
    ]


async def test_the_antenna_mask_inside_the_inventory() -> None:
    answer = framed(0xB0, 0, b"\x01" + record(CARD) + bytes([1, 1, 0, 0x42]))
    read, heard = await look([answer], Select.MASK)
    assert heard[-1] == printed("08FFB00110012A63")
    assert (read.uids, read.clean) == ((CARD,), True)


@pytest.mark.parametrize("status", [0x0B, 0x83, 0x84, 0x93, 0x95, 0x96])
async def test_an_unfinished_inventory_proves_presence_only(status: int) -> None:
    read, _ = await look([framed(0xB0, status, b"\x01" + record(CARD))])
    assert (read.uids, read.clean) == ((CARD,), False)
    read, _ = await look([framed(0xB0, status, b"\x05")])
    assert (read.uids, read.clean) == ((), False)


@pytest.mark.parametrize(("status", "name"), [(0xF1, "hardware warning"), (0x80, "unknown command"), (0x77, "unknown")])
async def test_other_statuses_are_faults_by_name(status: int, name: str) -> None:
    with pytest.raises(FeigRefused, match=rf"reader-a.*command B0 refused: {name}.*\(status {status:02X}\)"):
        await look([framed(0xB0, status)])


@pytest.mark.parametrize(
    "data_set",
    [
        "05" + "00" * 9,
        "06" + "00" * 8,
        "00" + "00" * 9,
        "07" + "00" * 19,
        "0911" + "04AABBCCDD",
        "0300FF0401000000000F",
    ],
)
async def test_what_is_no_card_is_no_absence_either(data_set: str) -> None:
    """Tags of other kinds, and a UID that cannot be, lie among the cards."""
    read, _ = await look([framed(0xB0, 0, b"\x02" + bytes.fromhex(data_set) + record(CARD))])
    assert (read.uids, read.clean) == ((CARD,), False)


async def test_a_long_type_a_uid() -> None:
    read, _ = await look([framed(0xB0, 0, bytes.fromhex("01 04 04 FF 00112233445566778899"))])
    assert read.uids == ("00112233445566778899",)


@pytest.mark.parametrize(
    "data", ["02" + "0300E01680FF08005024", "01" + "0300E01680FF080050", "01" + "7700", "01" + "0300E01680FF0800502400"]
)
async def test_a_list_that_does_not_add_up_is_a_fault(data: str) -> None:
    with pytest.raises(ProtocolFault, match="inventory data"):
        await look([framed(0xB0, 0, bytes.fromhex(data))])


async def test_more_data_for_ever_ends() -> None:
    read, heard = await look([framed(0xB0, 0x94, b"\x01" + record(CARD))] * 100)
    assert (read.uids, read.clean) == ((CARD,), False)
    assert len(heard) < 50


@asynccontextmanager
async def reader(select: Select) -> AsyncIterator[tuple[FeigReader, FarFeig]]:
    async with AutoClock() as clock:
        near, end = memory_pair()
        far = FarFeig(clock)
        serving = asyncio.create_task(far.serve(end))
        yield FeigReader(DeviceId("reader-a"), near, clock, select=select), far
        serving.cancel()


async def test_version_of_a_public_answer() -> None:
    async with reader(Select.MASK) as (driver, _):
        assert await driver.identify() == "FEIG reader 53, hardware 44, firmware 3.3.0"


async def test_an_echo_on_a_two_wire_line_is_not_an_answer() -> None:
    """A half-duplex adapter sends back what it is given; the request's byte 01 must not read as `no transponder`."""
    async with AutoClock() as clock:
        near, end = memory_pair()
        far = FarFeig(clock, tags={1: [CARD]})
        inner_near, inner_end = memory_pair()

        async def echo() -> None:
            while True:
                request = await end.read()
                await end.write(request)
                await inner_near.write(request)

        async def forward() -> None:
            while True:
                await end.write(await inner_near.read())

        tasks = [asyncio.create_task(work) for work in (echo(), forward(), far.serve(inner_end))]
        read = await FeigReader(DeviceId("reader-a"), near, clock).look(ONE)
        assert (read.uids, read.clean) == ((CARD,), True)
        for task in tasks:
            task.cancel()
