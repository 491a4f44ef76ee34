"""What every reader's driver must do, whatever it speaks."""

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest

from felt.fault import LinkLost, LinkTimeout, ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.reader.kinds import READER_KINDS, reader_opener
from firmware_bridge.reader.port import ReaderDriver
from firmware_bridge.reader.sweep import SweepPlan, sweep
from firmware_bridge.reading import AntennaNo, AntennaRead, PartFound, PartLost, Reading
from firmware_bridge.stream import MemoryStream, MemoryWires
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.hostile import Harm, HostileWire
from tests.firmware_bridge.reader.rigs import RIGS, Rig
from tests.firmware_bridge.uart import misread

READER = DeviceId("reader-a")
ONE = AntennaNo(1)
GRACE_S = 0.1
"""What a look takes on these far sides, and no more."""

each_kind = pytest.mark.parametrize("make", RIGS, ids=lambda make: make.__name__)


class Bench:
    """A driver on a wire that a test may harm, its rig behind, and the wires to plug and pull."""

    def __init__(self, rig: Rig, clock: AutoClock, seed: int) -> None:
        self.rig = rig
        self.clock = clock
        self.wires = MemoryWires()
        self.harm = Harm()
        self.seed = seed
        self.wire: HostileWire | None = None
        self._serving: asyncio.Task[None] | None = None

    def plug(self) -> MemoryStream:
        self.unplug()
        far = self.wires.plug("reader")
        self._serving = asyncio.create_task(self.rig.serve(far))
        return far

    def unplug(self) -> None:
        self.wires.unplug("reader")
        if self._serving is not None:
            self._serving.cancel()

    async def open(self) -> ReaderDriver:
        self.wire = HostileWire(self.wires.open("reader"), self.seed, self.harm)
        return READER_KINDS[self.rig.kind](READER, self.wire, self.clock, self.rig.air)

    def sweep(self) -> AsyncGenerator[Reading, None]:
        antennas = tuple(AntennaNo(n) for n in range(1, self.rig.antennas + 1))
        return sweep(SweepPlan(READER, antennas), self.open, self.clock)


@asynccontextmanager
async def bench(make: type[Rig], seed: int = 1) -> AsyncIterator[Bench]:
    async with AutoClock() as clock:
        rig = make(clock)  # type: ignore[call-arg]
        on = Bench(rig, clock, seed)
        on.plug()
        yield on
        on.unplug()


async def next_of(readings: AsyncGenerator[Reading, None], kind: type[Reading]) -> Reading:
    async for reading in readings:
        if isinstance(reading, kind):
            return reading
    raise AssertionError("the sweep ended")


@each_kind
async def test_says_who_it_is(make: type[Rig]) -> None:
    async with bench(make) as on:
        driver = await on.open()
        assert driver.id == READER
        assert await driver.identify()
        assert driver.capabilities.antennas == on.rig.antennas
        assert driver.capabilities.tags_at_once == on.rig.at_once


@each_kind
@pytest.mark.parametrize("count", [0, 1, 2, 9, 30])
async def test_lists_as_many_as_it_says_it_can(make: type[Rig], count: int) -> None:
    async with bench(make) as on:
        driver = await on.open()
        await driver.identify()
        uids = [on.rig.uid(n) for n in range(count)]
        on.rig.lay(1, uids)
        most = on.rig.at_once
        for _ in range(2):
            read = await driver.look(ONE)
            assert read.uids == tuple(uids if most is None else uids[:most])
            assert read.clean is (most is None or count < most)
            assert on.clock.now() >= read.ended > read.began


@each_kind
async def test_antennas_are_told_apart(make: type[Rig]) -> None:
    async with bench(make) as on:
        driver = await on.open()
        await driver.identify()
        for n in range(1, on.rig.antennas + 1):
            on.rig.lay(n, [on.rig.uid(n)])
        for n in range(1, on.rig.antennas + 1):
            read = await driver.look(AntennaNo(n))
            assert (read.antenna, read.uids) == (n, (on.rig.uid(n),))
        for n in (0, on.rig.antennas + 1):
            with pytest.raises(ProtocolFault, match=f"antenna {n}"):
                await driver.look(AntennaNo(n))


@each_kind
async def test_what_cannot_be_told_apart_is_never_clean(make: type[Rig]) -> None:
    async with bench(make) as on:
        driver = await on.open()
        await driver.identify()
        on.rig.collide(1)
        assert not (await driver.look(ONE)).clean


@each_kind
async def test_a_broken_antenna_is_a_fault_with_the_readers_name(make: type[Rig]) -> None:
    async with bench(make) as on:
        driver = await on.open()
        await driver.identify()
        on.rig.break_antenna(1)
        with pytest.raises(ProtocolFault, match=r"reader-a on memory://reader"):
            await driver.look(ONE)
        on.rig.mend()
        assert (await driver.look(ONE)).clean


@each_kind
async def test_silence_ends_in_the_readers_own_time(make: type[Rig]) -> None:
    async with bench(make) as on:
        driver = await on.open()
        await driver.identify()
        on.rig.silence(silent=True)
        began = on.clock.now_s
        with pytest.raises(LinkTimeout, match="reader-a"):
            await driver.look(ONE)
        assert on.clock.now_s - began <= on.rig.timeout_s + GRACE_S


@each_kind
async def test_half_a_frame_is_a_timeout_and_the_next_look_is_right(make: type[Rig]) -> None:
    async with bench(make) as on:
        driver = await on.open()
        await driver.identify()
        on.rig.lay(1, [on.rig.uid(1)])
        assert on.wire is not None
        on.wire.harm = Harm(halve=True)
        with pytest.raises((LinkTimeout, ProtocolFault)):
            await driver.look(ONE)
        on.wire.harm = Harm()
        assert (await driver.look(ONE)).uids == (on.rig.uid(1),)


@each_kind
async def test_wrong_checksums_are_no_answers(make: type[Rig]) -> None:
    async with bench(make) as on:
        driver = await on.open()
        await driver.identify()
        on.rig.lay(1, [on.rig.uid(1)])
        assert on.wire is not None
        on.wire.harm = Harm(spoil_last=True)
        with pytest.raises((LinkTimeout, ProtocolFault)):
            await driver.look(ONE)
        on.wire.harm = Harm()
        began = on.clock.now_s
        assert (await driver.look(ONE)).uids == (on.rig.uid(1),)
        assert on.clock.now_s - began < on.rig.timeout_s


@each_kind
async def test_a_late_look_is_never_taken_for_the_next(make: type[Rig]) -> None:
    async with bench(make) as on:
        driver = await on.open()
        await driver.identify()
        on.rig.lay(1, [on.rig.uid(1)])
        on.rig.delay_looks(on.rig.timeout_s + 0.05)
        with pytest.raises(LinkTimeout):
            await driver.look(ONE)
        on.rig.lay(1, [])
        read = await driver.look(AntennaNo(on.rig.antennas))
        assert (read.uids, read.clean) == ((), True)


@each_kind
async def test_bytes_one_at_a_time(make: type[Rig]) -> None:
    async with bench(make) as on:
        on.harm = Harm(single=True)
        driver = await on.open()
        assert await driver.identify()
        on.rig.lay(1, [on.rig.uid(1)])
        assert (await driver.look(ONE)).uids == (on.rig.uid(1),)


@each_kind
@pytest.mark.parametrize("seed", range(5))
async def test_bad_wires_never_invent_a_card(make: type[Rig], seed: int) -> None:
    async with bench(make, seed) as on:
        driver = await on.open()
        await driver.identify()
        table = {n: [on.rig.uid(10 * n + k) for k in range(n % 3)] for n in range(1, on.rig.antennas + 1)}
        for n, uids in table.items():
            on.rig.lay(n, uids)
        assert on.wire is not None
        on.wire.harm = Harm(lose=0.001, spoil=on.rig.spoil, single=seed % 2 == 0, noise=0.05)
        good = 0
        for turn in range(120):
            antenna = AntennaNo(turn % on.rig.antennas + 1)
            try:
                read = await driver.look(antenna)
            except (LinkTimeout, ProtocolFault):
                continue
            good += 1
            assert set(read.uids) <= set(table[antenna])
            if read.clean:
                assert set(read.uids) == set(table[antenna])
        assert good > 40


@each_kind
async def test_back_within_one_timeout_and_one_sweep_once_the_line_is_clean(make: type[Rig]) -> None:
    async with bench(make) as on, aclosing(on.sweep()) as readings:
        await next_of(readings, AntennaRead)
        on.rig.silence(silent=True)
        lost = await next_of(readings, PartLost)
        assert isinstance(lost, PartLost)
        assert lost.part == READER
        waiting = asyncio.create_task(next_of(readings, AntennaRead))
        await on.clock.sleep(61.3)
        on.rig.silence(silent=False)
        clean = on.clock.now_s
        await waiting
        assert on.clock.now_s - clean <= on.rig.timeout_s + GRACE_S


@each_kind
async def test_pulled_in_mid_sweep_and_plugged_in_again(make: type[Rig]) -> None:
    async with bench(make) as on, aclosing(on.sweep()) as readings:
        on.rig.lay(1, [on.rig.uid(1)])
        await next_of(readings, AntennaRead)
        on.unplug()
        lost = await next_of(readings, PartLost)
        assert isinstance(lost, PartLost)
        assert "unplugged" in lost.why
        on.plug()
        await next_of(readings, PartFound)
        for _ in range(on.rig.antennas):
            read = await next_of(readings, AntennaRead)
            assert isinstance(read, AntennaRead)
            assert read.uids == ((on.rig.uid(1),) if read.antenna == 1 else ())


@each_kind
async def test_a_port_held_by_another_is_waited_for(make: type[Rig]) -> None:
    async with bench(make) as on, aclosing(on.sweep()) as readings:
        other = on.wires.open("reader")
        lost = await next_of(readings, PartLost)
        assert isinstance(lost, PartLost)
        assert "in use" in lost.why
        waiting = asyncio.create_task(next_of(readings, PartFound))
        await on.clock.sleep(2)
        assert not waiting.done()
        await other.close()
        on.plug()
        await waiting


@each_kind
async def test_a_reader_busy_for_two_looks_is_no_loss(make: type[Rig]) -> None:
    """It refuses two looks in a row, then works again: nothing is reported lost, and the next look is right."""
    async with bench(make) as on:
        refused = 0

        async def open_busy() -> ReaderDriver:
            driver = await on.open()
            look = driver.look

            async def watched(antenna: AntennaNo) -> AntennaRead:
                nonlocal refused
                try:
                    return await look(antenna)
                except ProtocolFault:
                    refused += 1
                    if refused == 2:
                        on.rig.mend()
                    raise

            driver.look = watched  # type: ignore[method-assign]
            return driver

        on.rig.lay(1, [on.rig.uid(1)])
        async with aclosing(sweep(SweepPlan(READER, (ONE,)), open_busy, on.clock)) as readings:
            await next_of(readings, AntennaRead)
            on.rig.break_antenna(1)
            read = await anext(readings)
            assert isinstance(read, AntennaRead)
            assert (read.uids, refused) == ((on.rig.uid(1),), 2)


@each_kind
@pytest.mark.parametrize("chatter", [b"", b"ok\r\n", bytes(64), b"\xf5" * 64, bytes(range(256))], ids=len)
async def test_another_device_is_never_found(make: type[Rig], chatter: bytes) -> None:
    """A stranger on the port that echoes all it hears and chatters besides."""
    async with AutoClock() as clock:
        wires = MemoryWires()
        far = wires.plug("reader")

        async def echo() -> None:
            while True:
                await far.write(chatter + await far.read() + chatter)

        echoing = asyncio.create_task(echo())
        opener = reader_opener(make.kind, READER, "memory://reader", clock=clock, air=make.air, wires=wires)
        async with aclosing(sweep(SweepPlan(READER, (ONE,)), opener, clock)) as readings:
            lost = await anext(readings)
            assert isinstance(lost, PartLost)
            assert READER in lost.why
            waiting = asyncio.create_task(anext(readings))
            await clock.sleep(30)
            assert not waiting.done()
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        echoing.cancel()


def test_the_uart_of_these_tests_reads_its_own_rate() -> None:
    every = bytes(range(256))
    assert misread(every, 115_200, 115_200) == every
    assert misread(b"\x00", 9600, 19_200) == b"\x00"  # nine low bits are eighteen: a break, then idle
    assert misread(b"\xff", 9600, 19_200) == b"\xfe"  # the start bit fills two bits


@each_kind
@pytest.mark.parametrize(("sent", "read"), [(115_200, 38_400), (38_400, 115_200), (9600, 115_200), (57_600, 115_200)])
async def test_the_wrong_baud_rate_is_waited_out(make: type[Rig], sent: int, read: int) -> None:
    """Both ends see what their UARTs make of the other's rate; once the rates agree, the reader is found."""
    async with bench(make) as on, aclosing(on.sweep()) as readings:
        on.harm.rates = (sent, read)
        lost = await anext(readings)
        assert isinstance(lost, PartLost)
        waiting = asyncio.create_task(anext(readings))
        await on.clock.sleep(12)
        assert not waiting.done()
        on.harm.rates = None
        assert isinstance(await waiting, PartFound)


@each_kind
async def test_rest_and_close_switch_the_field_off(make: type[Rig]) -> None:
    async with bench(make) as on:
        driver = await on.open()
        await driver.identify()
        await driver.look(ONE)
        await driver.rest()
        assert on.rig.field_off
        await driver.look(ONE)
        await driver.close()
        await on.clock.sleep(0.1)
        assert on.rig.field_off
        with pytest.raises(LinkLost):
            await driver.look(ONE)


@each_kind
async def test_closing_a_port_that_is_gone_is_quiet(make: type[Rig]) -> None:
    async with bench(make) as on:
        driver = await on.open()
        await driver.identify()
        on.unplug()
        await driver.close()


@each_kind
async def test_any_bytes_end_in_a_fault_of_the_tree(make: type[Rig]) -> None:
    """Garbage and mutated answers: nothing but LinkTimeout and ProtocolFault, and no card."""
    dice = random.Random(3)
    async with AutoClock() as clock:
        wires = MemoryWires()
        far = wires.plug("reader")

        async def babble() -> None:
            while True:
                await far.read()
                await far.write(dice.randbytes(dice.randrange(60)))

        babbling = asyncio.create_task(babble())
        opener = reader_opener(make.kind, READER, "memory://reader", clock=clock, air=make.air, wires=wires)
        driver = await opener()
        for _ in range(60):
            with pytest.raises((LinkTimeout, ProtocolFault)):
                await driver.look(ONE)
        babbling.cancel()
