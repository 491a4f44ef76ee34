"""The ThingMagic driver: published frames, faults by name, the buffer, a module that lost its power."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from felt.fault import ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.reader.epc import checked_epc, epc_of
from firmware_bridge.reader.thingmagic import Region, ThingMagic
from firmware_bridge.reader.thingmagic_fault import ThingMagicRefused
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import memory_pair
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.far_thingmagic import FarThingMagic, crc, record
from tests.firmware_bridge.vectors import Vector, vectors

ONE = AntennaNo(1)
CARD = "E28000000000000000000001"
OTHER = "E28000000000000000000002"


@asynccontextmanager
async def module(
    region: Region = Region.EUROPE, power_cdbm: int = 1000
) -> AsyncIterator[tuple[ThingMagic, FarThingMagic]]:
    async with AutoClock() as clock:
        near, end = memory_pair()
        far = FarThingMagic(clock)
        serving = asyncio.create_task(far.serve(end))
        yield ThingMagic(DeviceId("reader-a"), near, clock, region=region, power_cdbm=power_cdbm), far
        serving.cancel()


@vectors("thingmagic")
def test_the_far_side_computes_the_published_check(vector: Vector) -> None:
    assert crc(vector.data[1:-2]) == int.from_bytes(vector.data[-2:], "big")


async def test_version_of_a_published_answer_and_the_set_up_as_published() -> None:
    async with module(power_cdbm=2700) as (driver, far):
        assert await driver.identify() == "ThingMagic hardware 01.00.00.03, firmware 01.07.02.09"
        # Published: version 03, start application 04, region 97 08, power 92 0A8C.
        assert [request.hex().upper() for request in far.heard] == ["03", "04", "930005", "9708", "920A8C", "03"]


async def test_a_look_asks_as_published() -> None:
    async with module() as (driver, far):
        await driver.identify()
        far.tags = {1: [CARD, OTHER]}
        far.heard.clear()
        read = await driver.look(ONE)
        assert (read.uids, read.clean) == ((CARD, OTHER), True)
        assert [request.hex().upper() for request in far.heard] == ["910101", "2A", "220032", "29000000"]


async def test_a_module_that_lost_its_power_is_set_up_again() -> None:
    async with module() as (driver, far):
        await driver.identify()
        far.tags = {1: [CARD]}
        far.restart()
        assert (await driver.look(ONE)).uids == (CARD,)


@pytest.mark.parametrize(
    ("status", "name"),
    [
        (0x0503, "antenna missing"),
        (0x0505, "return loss: antenna bad"),
        (0x0504, "too hot"),
        (0x7F01, "assertion failed inside the module"),
        (0x0909, "unknown status"),
    ],
)
async def test_faults_by_name(status: int, name: str) -> None:
    async with module() as (driver, far):
        await driver.identify()
        far.statuses[1] = status
        with pytest.raises(ThingMagicRefused, match=rf"reader-a.*command 22 refused: {name} \(status {status:04X}\)"):
            await driver.look(ONE)


@pytest.mark.parametrize("status", [0x0409, 0x0420, 0x0601])
async def test_an_unfinished_search_proves_presence_only(status: int) -> None:
    async with module() as (driver, far):
        await driver.identify()
        far.tags[1], far.statuses[1] = [CARD], status
        read = await driver.look(ONE)
        assert (read.uids, read.clean) == ((CARD,), False)


async def test_fewer_listed_than_counted_is_not_clean() -> None:
    async with module() as (driver, far):
        await driver.identify()
        far.tags[1], far.counts = [CARD], [b"\x02", b"\x00\x00\x00\x02"]
        for _ in range(2):
            read = await driver.look(ONE)
            assert (read.uids, read.clean) == ((CARD,), False)


async def test_a_record_whose_length_is_not_its_own_is_no_card() -> None:
    async with module() as (driver, far):
        await driver.identify()
        far.tags[1] = [CARD]
        wrong = bytearray(record(OTHER))
        wrong[2] ^= 0x08
        far.lists = [bytes([0, 0, 0, 2]) + record(CARD) + bytes(wrong)]
        read = await driver.look(ONE)
        assert (read.uids, read.clean) == ((CARD,), False)


@pytest.mark.parametrize("data", ["", "000000", "00000001", "000000020010", "00000000AA", "0001000000"])
async def test_a_buffer_that_does_not_add_up_is_a_fault(data: str) -> None:
    async with module() as (driver, far):
        await driver.identify()
        far.tags[1], far.lists = [CARD], [bytes.fromhex(data)]
        with pytest.raises(ProtocolFault, match="tag buffer"):
            await driver.look(ONE)


async def test_a_buffer_that_never_ends_ends() -> None:
    async with module() as (driver, far):
        await driver.identify()
        far.tags[1], far.counts = [CARD], [b"\xff"]
        far.lists = [bytes([0, 0, 0, 1]) + record(CARD)] * 1000
        read = await driver.look(ONE)
        assert (read.uids, read.clean) == ((CARD,), False)
        assert len(far.heard) < 100


def test_what_a_tag_says_of_itself() -> None:
    """The EPCs of three public captures, with the CRC that their tags computed."""
    for said, epc in (
        ("3000000000000000000000001545E94A", "000000000000000000001545"),
        ("340030751FEB705C5904E3D50D703A76", "30751FEB705C5904E3D50D70"),
        ("3000E28068900000500E88C6A4A7119B", "E28068900000500E88C6A4A7"),
    ):
        assert epc_of(bytes.fromhex(said)) == checked_epc(bytes.fromhex(said)) == epc
        spoilt = bytes.fromhex(said[:-1] + "0")
        assert epc_of(spoilt) == epc
        assert checked_epc(spoilt) is None
    for broken in (b"", b"\x30", bytes.fromhex("3000E9"), bytes.fromhex("0000FFFF"), bytes(16)):
        assert epc_of(broken) is checked_epc(broken) is None
