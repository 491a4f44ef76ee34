"""The PN532 driver: waking, public target lists, lost acknowledgements, refusals."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from felt.fault import LinkTimeout, ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.reader.pn532 import Pn532Hsu
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import memory_pair
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.far_pn532 import FarPn532

ONE = AntennaNo(1)


@asynccontextmanager
async def reader() -> AsyncIterator[tuple[Pn532Hsu, FarPn532]]:
    async with AutoClock() as clock:
        near, end = memory_pair()
        far = FarPn532(clock)
        serving = asyncio.create_task(far.serve(end))
        yield Pn532Hsu(DeviceId("reader-a"), near, clock), far
        serving.cancel()


async def test_is_woken_set_up_and_named() -> None:
    async with reader() as (driver, far):
        assert await driver.identify() == "PN532 1.6"
        assert far.heard == [b"\x02", b"\x14\x01\x00\x00", b"\x02", b"\x32\x05\xff\x01\x02"]


@pytest.mark.parametrize(
    ("listed", "uids", "clean"),
    [
        ("00", (), True),
        ("010100040804FB0EE20B", ("FB0EE20B",), True),
        ("0101004400070416C6C2D73881", ("0416C6C2D73881",), True),
        ("0201004400070416C6C2D738810200040804FB0EE20B", ("0416C6C2D73881", "FB0EE20B"), False),
        ("0101000218048A4CB512", ("8A4CB512",), True),
        ("01010044000704A035B2BC2B80", ("04A035B2BC2B80",), True),
        ("010100042804FDE60899107880900220900000000000FDE60899", ("FDE60899",), True),
        (
            "02 01 0344 20 07 04112233445566 06 75 77 81 02 80 02 0004 08 04 FB0EE20B",
            ("04112233445566", "FB0EE20B"),
            False,
        ),
    ],
)
async def test_target_lists_of_public_sources(listed: str, uids: tuple[str, ...], *, clean: bool) -> None:
    """Cards with ISO 14443-4, as the last two lists have, add an ATS behind their UID."""
    async with reader() as (driver, far):
        await driver.identify()
        far.lists = [bytes.fromhex(listed)]
        read = await driver.look(ONE)
        assert (read.uids, read.clean) == (uids, clean)


@pytest.mark.parametrize(
    "listed",
    [
        "",
        "01",
        "0101",
        "010100040804FB0EE2",
        "010100040804FB0EE20B00",
        "030100040804FB0EE20B",
        "0101120101010112EC23AA1F0136428247459AFF",
    ],
)
async def test_a_list_that_does_not_add_up_is_a_fault(listed: str) -> None:
    """The last one is a published list of a FeliCa card, which has another shape."""
    async with reader() as (driver, far):
        await driver.identify()
        far.lists = [bytes.fromhex(listed)]
        with pytest.raises(ProtocolFault, match="target list"):
            await driver.look(ONE)


async def test_a_command_that_is_not_acknowledged_is_sent_once_more() -> None:
    async with reader() as (driver, far):
        await driver.identify()
        far.lose_acks = 1
        assert (await driver.look(ONE)).clean
        assert far.heard[-3:] == [b"\x4a\x02\x00", b"\x4a\x02\x00", b"\x32\x01\x00"]
        far.lose_acks = 2
        with pytest.raises(LinkTimeout, match="command 4A"):
            await driver.look(ONE)


async def test_each_look_begins_with_the_field_off() -> None:
    async with reader() as (driver, far):
        await driver.identify()
        await driver.look(ONE)
        assert not far.field_on


async def test_it_cannot_count() -> None:
    async with reader() as (driver, _):
        assert not driver.capabilities.can_count


async def test_a_command_not_understood_is_a_fault() -> None:
    async with reader() as (driver, far):
        await driver.identify()
        far.refuse = {0x4A}
        with pytest.raises(ProtocolFault, match="command 4A refused: syntax error"):
            await driver.look(ONE)
