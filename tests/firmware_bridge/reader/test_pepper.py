"""The Pepper C1 MUX driver against a far side: looks, errors, late answers, noise."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from felt.fault import LinkLost, LinkTimeout, ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.reader.air import Air
from firmware_bridge.reader.pepper import INVENTORY_LIMIT, PepperMux
from firmware_bridge.reader.pepper_error import PepperRefused
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import memory_pair
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.far_pepper import COLLISION, NO_ANSWER, RF, FarPepper, framed, tag
from tests.firmware_bridge.hostile import Harm, HostileWire

ONE = AntennaNo(1)
TWO = AntennaNo(2)
NINE = [tag(n) for n in range(9)]


@dataclass
class Bench:
    """A driver, its far side, and the wire between."""

    driver: PepperMux
    far: FarPepper
    wire: HostileWire
    clock: AutoClock


@asynccontextmanager
async def bench(*, air: Air = Air.ISO15693, seed: int = 1) -> AsyncIterator[Bench]:
    async with AutoClock() as clock:
        near, end = memory_pair()
        far = FarPepper(clock)
        serving = asyncio.create_task(far.serve(end))
        wire = HostileWire(near, seed)
        yield Bench(PepperMux(DeviceId("reader-a"), wire, clock, air=air), far, wire, clock)
        serving.cancel()


async def test_identifies_itself_and_stops_polling() -> None:
    async with bench() as on:
        assert await on.driver.identify() == "Pepper C1 MUX 1.7"
        assert bytes([0x06, 0x00]) in on.far.heard


async def test_a_reader_without_polling_is_fine() -> None:
    async with bench() as on:
        on.far.errors[0x06, 1] = bytes([0x01, 0x23])
        assert await on.driver.identify() == "Pepper C1 MUX 1.7"


async def test_another_device_is_refused() -> None:
    async with bench() as on:
        on.far.version = b"\xff\xfe\x01"
        with pytest.raises(ProtocolFault, match="version text fffe01"):
            await on.driver.identify()


async def test_silence_is_a_timeout() -> None:
    async with bench() as on:
        on.far.mute = {0x01}
        with pytest.raises(LinkTimeout, match=r"reader-a .*command 01.*0\.5 s"):
            await on.driver.identify()
        assert on.clock.now_s == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("count", [0, 1, 2, 9, 22])
async def test_lists_all_tags(count: int) -> None:
    async with bench() as on:
        on.far.tags[2] = [tag(n) for n in range(count)]
        read = await on.driver.look(TWO)
        assert read.uids == tuple(on.far.tags[2])
        assert read.clean
        assert read.antenna == TWO
        assert read.began < read.ended


async def test_uid_of_the_manual_is_turned_e0_first() -> None:
    """The vendor manual's inventory answer, sent by hand."""
    async with AutoClock() as clock:
        near, end = memory_pair()
        driver = PepperMux(DeviceId("reader-a"), near, clock)
        look = asyncio.create_task(driver.look(ONE))
        for answer in ("F50400FBFF0001" + "DE12", "F50400FBFF000FE0EC"):
            await end.read()
            await end.write(framed(bytes.fromhex(answer)[5:-2]))
        assert (await end.read())[5:-2] == bytes.fromhex("9000")
        await end.write(framed(bytes.fromhex("0090048F7F0A012416E00001")))
        assert (await end.read())[5:-2] == bytes.fromhex("91")
        await end.write(bytes.fromhex("F50E00F1FF0091048F7F0A012416E0000069C8"))
        assert (await look).uids == ("E01624010A7F8F04",)


async def test_an_empty_answer_is_an_empty_field() -> None:
    async with AutoClock() as clock:
        near, end = memory_pair()
        look = asyncio.create_task(PepperMux(DeviceId("reader-a"), near, clock).look(ONE))
        for answer in ("0001", "000F", "0090"):
            await end.read()
            await end.write(framed(bytes.fromhex(answer)))
        read = await look
        assert (read.uids, read.clean) == ((), True)


async def test_the_interval_begins_after_the_antenna_is_switched() -> None:
    async with bench() as on:
        on.far.tags[1] = [tag(1)]
        await on.driver.identify()
        before = on.clock.now()
        read = await on.driver.look(ONE)
        assert read.began == before + 1_000_000
        assert read.ended == before + 2_000_000


@pytest.mark.parametrize("pair", [COLLISION, bytes([0x03, 0x15]), bytes([0x02, 0x02]), bytes([0x15, 0x05])])
async def test_a_collision_proves_no_absence(pair: bytes) -> None:
    async with bench() as on:
        on.far.errors[0x90, 2] = pair
        read = await on.driver.look(TWO)
        assert (read.uids, read.clean) == ((), False)


async def test_an_announced_tag_that_does_not_come_proves_no_absence() -> None:
    async with bench() as on:
        on.far.tags[2] = NINE
        on.far.errors[0x91, 2] = NO_ANSWER
        read = await on.driver.look(TWO)
        assert (read.uids, read.clean) == ((tag(0),), False)


@pytest.mark.parametrize("pair", [NO_ANSWER, NO_ANSWER[::-1], bytes([0x02, 0x01])])
async def test_no_answer_is_an_empty_field(pair: bytes) -> None:
    async with bench() as on:
        on.far.errors[0x90, 2] = pair
        read = await on.driver.look(TWO)
        assert (read.uids, read.clean) == ((), True)


@pytest.mark.parametrize(("count", "clean"), [(0, True), (1, False)])
async def test_a_doubtful_no_answer_is_settled_by_counting(count: int, *, clean: bool) -> None:
    """Bytes 01 02 mean `no answer` in one order and `CRC` in the other."""
    async with bench() as on:
        on.far.tags[2] = NINE[:count]
        on.far.errors[0x90, 2] = bytes([0x01, 0x02])
        read = await on.driver.look(TWO)
        assert (read.uids, read.clean) == ((), clean)


async def test_a_broken_antenna_is_named_with_both_error_bytes() -> None:
    async with bench() as on:
        on.far.errors[0x90, 2] = RF
        with pytest.raises(PepperRefused, match=r"reader-a.*command 90 refused: RF, layer ICODE \(bytes 15 0A\)"):
            await on.driver.look(TWO)
        assert (await on.driver.look(ONE)).clean


async def test_the_manuals_error_answer_reports_both_bytes() -> None:
    refused = PepperRefused(0x01, 0x02, 0x01, where="reader-a")
    assert "no answer or card removed, layer 02 (bytes 02 01)" in str(refused)


async def test_a_uid_that_cannot_be_proves_presence_only() -> None:
    async with bench() as on:
        on.far.tags[2] = [tag(1), "FF0401000000000F", tag(2)]
        read = await on.driver.look(TWO)
        assert (read.uids, read.clean) == ((tag(1), tag(2)), False)


async def test_a_reader_going_round_in_circles_ends() -> None:
    async with bench() as on:
        on.far.tags[2] = [tag(n % 3) for n in range(1000)]
        read = await on.driver.look(TWO)
        assert (read.uids, read.clean) == ((tag(0), tag(1), tag(2)), False)
        assert len(on.far.heard) < INVENTORY_LIMIT + 10


async def test_an_answer_of_the_wrong_size_is_a_fault() -> None:
    async with AutoClock() as clock:
        near, end = memory_pair()
        look = asyncio.create_task(PepperMux(DeviceId("reader-a"), near, clock).look(ONE))
        for answer in ("0001", "000F", "0090AABB"):
            await end.read()
            await end.write(framed(bytes.fromhex(answer)))
        with pytest.raises(ProtocolFault, match="inventory answer aabb"):
            await look


async def test_antennas_out_of_range() -> None:
    async with bench() as on:
        with pytest.raises(ProtocolFault, match="antenna 9"):
            await on.driver.look(AntennaNo(9))


async def test_a_late_answer_is_never_taken_for_the_next_antennas() -> None:
    """The cards of antenna 1 answer after the driver gave up; antenna 2 is empty and must be read as empty."""
    async with bench() as on:
        on.far.tags[1] = [tag(1)]
        on.far.late_s[0x90] = [0.6]
        with pytest.raises(LinkTimeout):
            await on.driver.look(ONE)
        read = await on.driver.look(TWO)
        assert (read.uids, read.clean) == ((), True)
        assert on.driver.strays >= 1


async def test_a_very_late_answer_outlives_several_timeouts() -> None:
    async with bench() as on:
        on.far.tags[1] = [tag(1)]
        on.far.late_s[0x90] = [3.0]
        with pytest.raises(LinkTimeout):
            await on.driver.look(ONE)
        lost = 0
        for _ in range(20):
            try:
                read = await on.driver.look(TWO)
            except LinkTimeout:
                lost += 1
            else:
                assert (read.uids, read.clean) == ((), True)
                break
        assert lost == 5  # 0.502 s to 3.002 s in steps of 0.5 s; the answer comes at 3.003 s


async def test_a_look_cancelled_halfway_leaves_no_answer_behind() -> None:
    async with bench() as on:
        on.far.tags[1] = [tag(1)]
        on.far.late_s[0x90] = [0.3]
        look = asyncio.create_task(on.driver.look(ONE))
        await on.clock.sleep(0.1)
        look.cancel()
        with pytest.raises(asyncio.CancelledError):
            await look
        read = await on.driver.look(TWO)
        assert (read.uids, read.clean) == ((), True)


async def test_events_are_passed_over() -> None:
    async with bench() as on:
        end = on.wire.inner
        on.far.tags[2] = NINE[:1]
        await on.driver.identify()
        end._inbox += framed(bytes.fromhex("FE040874541265"))  # type: ignore[attr-defined]
        read = await on.driver.look(TWO)
        assert read.uids == (tag(0),)
        assert on.driver.strays == 1


async def test_an_answer_behind_a_false_start_counts_when_the_line_falls_silent() -> None:
    async with AutoClock() as clock:
        near, end = memory_pair()
        rest = asyncio.create_task(PepperMux(DeviceId("reader-a"), near, clock).rest())
        await end.read()
        await end.write(bytes.fromhex("F50204FDFB") + framed(b"\x00\x01"))
        await end.read()
        await end.write(framed(b"\x00\x05"))
        await rest
        assert clock.now_s == pytest.approx(0.5)


async def test_a_second_look_at_one_antenna_finds_the_cards_awake() -> None:
    """A card told to be quiet stays so until it loses the field; another antenna's look takes it away by itself."""
    async with bench() as on:
        for antenna in (ONE, TWO, TWO):
            await on.driver.look(antenna)
        assert on.far.heard[1:] == [b"\x0f\x01", b"\x90\0", b"\x0f\x02", b"\x90\0", b"\x05", b"\x0f\x02", b"\x90\0"]


async def test_rest_and_close_switch_the_field_off() -> None:
    async with bench() as on:
        await on.driver.look(ONE)
        await on.driver.rest()
        assert on.far.heard[-1] == b"\x05"
        await on.driver.look(ONE)
        await on.driver.close()
        await on.clock.sleep(0.1)
        assert on.far.heard[-2:] == [b"\x90\x00", b"\x05"]
        with pytest.raises(LinkLost):
            await on.driver.look(ONE)


async def test_closing_a_port_that_is_gone_is_quiet() -> None:
    async with bench() as on:
        on.wire.inner.lose("unplugged")  # type: ignore[attr-defined]
        await on.driver.close()


@pytest.mark.parametrize(("count", "clean"), [(0, True), (2, True), (4, True), (5, False), (9, False)])
async def test_iso14443a_counts_to_five(count: int, *, clean: bool) -> None:
    async with bench(air=Air.ISO14443A) as on:
        uids = [f"04C{n}D2AA3B8{n:02X}0"[:14] for n in range(count)]
        on.far.tags[2] = uids
        read = await on.driver.look(TWO)
        assert read.uids == tuple(uids[:5])
        assert read.clean is clean
        assert on.driver.capabilities.tags_at_once == 5


async def test_uid_of_the_manual_by_index() -> None:
    async with AutoClock() as clock:
        near, end = memory_pair()
        look = asyncio.create_task(PepperMux(DeviceId("reader-a"), near, clock, air=Air.ISO14443A).look(ONE))
        for answer in (
            framed(b"\x00\x01"),
            framed(b"\x00\x0f"),
            bytes.fromhex("F50500FAFF000201DFBA"),
            bytes.fromhex("F50A00F5FF000301207454126530F7"),
        ):
            await end.read()
            await end.write(answer)
        assert (await look).uids == ("74541265",)


@pytest.mark.parametrize("seed", range(8))
async def test_bad_wires_never_invent_a_card(seed: int) -> None:
    """Bytes one at a time, lost, spoilt and invented: a look that ends is true, and clean looks are complete."""
    async with bench(seed=seed) as on:
        on.far.tags = {1: NINE[:2], 2: [], 3: NINE}
        on.wire.harm = Harm(lose=0.002, spoil=0.002, single=seed % 2 == 0, noise=0.1)
        good = 0
        for turn in range(150):
            antenna = AntennaNo(turn % 3 + 1)
            try:
                read = await on.driver.look(antenna)
            except (LinkTimeout, ProtocolFault):
                continue
            good += 1
            assert set(read.uids) <= set(on.far.tags[antenna])
            if read.clean:
                assert list(read.uids) == on.far.tags[antenna]
        assert good > 40


async def test_back_within_one_timeout_once_the_line_is_clean() -> None:
    async with bench() as on:
        on.far.tags[2] = NINE[:2]
        on.wire.harm = Harm(lose=0.5)
        for _ in range(3):
            with pytest.raises(LinkTimeout):
                await on.driver.look(TWO)
        on.wire.harm = Harm()
        began = on.clock.now_s
        assert (await on.driver.look(TWO)).uids == (tag(0), tag(1))
        assert on.clock.now_s - began < 0.5
