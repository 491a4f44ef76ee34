"""The shuffler that prints lines: cycles, counts, faults, losses, a stranger on the port, an order told."""

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from felt.clock import Nanos, seconds
from felt.fault import ProtocolFault
from felt.ids import DeviceId
from firmware_bridge.reading import OrderTold, PartFound, PartLost, Reading, ShufflerSaid
from firmware_bridge.shuffler.printer import STRANGE_LIMIT, LineShuffler, hear_lines
from firmware_bridge.stream import ByteStream, MemoryStream, MemoryWires
from hardware.shuffler import shuffler_map
from tests.firmware_bridge.auto_clock import AutoClock

PART = DeviceId("shuffler")
PLAIN = shuffler_map(Path("plain-words"))
STATES = shuffler_map(Path("state-and-count"))


def heard(lines: list[str], *, known: object = PLAIN, every_s: float = 10.0) -> list[tuple[str, int, int | None, bool]]:
    """The machine's words after each of these lines, ten seconds apart."""
    assert known in (PLAIN, STATES)
    machine = LineShuffler(PART, PLAIN if known is PLAIN else STATES)
    said: list[Reading] = []
    for at, line in enumerate(lines):
        said += machine.take(line, Nanos(at * seconds(every_s)))
    return [(r.state.value, r.cycle, r.count, r.started) for r in said if isinstance(r, ShufflerSaid)]


def test_a_whole_cycle() -> None:
    assert heard(["START 7", "COUNT 52", "DONE 7", "IDLE"]) == [
        ("shuffling", 7, None, True),
        ("shuffling", 7, 52, False),
        ("ready", 7, 52, False),
        ("idle", 7, 52, False),
    ]


def test_cycles_without_numbers_are_counted() -> None:
    said = heard(["START", "COUNT 52", "DONE", "START", "COUNT 51", "DONE"])
    assert [(state, cycle, count) for state, cycle, count, _ in said if state in ("ready", "count-wrong")][-1] == (
        "count-wrong",
        2,
        51,
    )
    assert [cycle for _, cycle, _, started in said if started] == [1, 2]


def test_a_start_that_is_printed_twice_is_one() -> None:
    assert [cycle for _, cycle, _, started in heard(["START", "START"], every_s=1.0) if started] == [1]
    assert [cycle for _, cycle, _, started in heard(["START", "START"], every_s=60.0) if started] == [1, 2]


def test_a_cycle_whose_start_was_not_heard_has_a_number_of_its_own() -> None:
    said = heard(["START", "COUNT 52", "DONE", "IDLE", "COUNT 51", "DONE"])
    assert said[-1] == ("count-wrong", 2, 51, False)


def test_a_finish_said_again_is_no_second_cycle() -> None:
    said = heard(["START", "COUNT 51", "DONE", "DONE", "DONE"])
    assert {(state, cycle, count) for state, cycle, count, _ in said[2:]} == {("count-wrong", 1, 51)}


@pytest.mark.parametrize(("line", "state"), [("JAM", "jam"), ("DOOR OPEN", "door-open"), ("ERROR 9", "fault")])
def test_a_fault_voids_cycle_and_count(line: str, state: str) -> None:
    assert heard(["START", "COUNT 52", line])[-1] == (state, 1, None, False)
    assert heard(["START", "COUNT 52", line, "DONE"])[-1] == ("ready", 2, None, False)


def test_a_machine_that_prints_its_state_over_and_over() -> None:
    lines = ["state=loaded", "button=start", "state=shuffling cards=9", "state=ready cards=52", "state=ready cards=52"]
    said = heard(lines, known=STATES)
    assert [state for state, *_ in said if state == "ready"]
    assert said[-1] == ("ready", 1, 52, False)
    assert heard(["state=sorting cards=3"], known=STATES) == [("sorting", 0, None, False)]


def test_an_order_is_dropped_and_told_once_a_minute() -> None:
    machine = LineShuffler(PART, replace(PLAIN, lines=(*PLAIN.lines,)))
    assert machine.take("DECK Ah Kd 9c", Nanos(1)) == [OrderTold(PART, Nanos(1))]
    assert machine.take("DECK 2h 3d 4c", Nanos(seconds(30))) == []
    assert machine.take("DONE Ah Kd", Nanos(seconds(61)))[0] == OrderTold(PART, Nanos(seconds(61)))
    assert machine.take("ERROR Ah Kd", Nanos(seconds(62))) == []  # also where a rule would take the line


def test_a_cycle_that_runs_too_long_is_a_fault() -> None:
    machine = LineShuffler(PART, PLAIN, longest_cycle_s=60)
    machine.take("START", Nanos(0))
    assert machine.check(seconds(59)) == []
    (late,) = machine.check(seconds(60))
    assert isinstance(late, ShufflerSaid)
    assert late.state.value == "fault"


def test_another_machine_is_noticed_after_many_strange_lines() -> None:
    machine = LineShuffler(PART, PLAIN)
    for _ in range(STRANGE_LIMIT - 1):
        assert machine.take("$GPGGA,1", Nanos(0)) == []
    with pytest.raises(ProtocolFault, match=r"'\$GPGGA,1'.*baud rate"):
        machine.take("$GPGGA,1", Nanos(0))


def test_any_lines_end_in_readings_or_the_one_fault() -> None:
    dice = random.Random(4)
    words = ["START", "COUNT", "DONE", "52", "999999999999999", "-1", "²", "JAM", "Ah", "\\x00", "x" * 900, "MODE SORT"]
    machine = LineShuffler(PART, PLAIN)
    for turn in range(20_000):
        line = " ".join(dice.choice(words) for _ in range(dice.randrange(1, 4)))
        try:
            said = machine.take(line, Nanos(turn * seconds(1)))
        except ProtocolFault:
            continue
        assert all(r.count is None or 0 <= r.count <= 416 for r in said if isinstance(r, ShufflerSaid))


# On its port.


class Bench:
    def __init__(self, clock: AutoClock) -> None:
        self.clock = clock
        self.wires = MemoryWires()
        self.known = PLAIN
        self.far: MemoryStream | None = None

    def plug(self) -> MemoryStream:
        self.far = self.wires.plug("port")
        return self.far

    async def prints(self, *lines: str) -> None:
        assert self.far is not None
        for line in lines:
            await self.far.write(f"{line}\r\n".encode())

    async def _open(self) -> ByteStream:
        return self.wires.open("port")

    def hear(self) -> AsyncGenerator[Reading, None]:
        return hear_lines(PART, self._open, self.clock, self.known)


@asynccontextmanager
async def bench() -> AsyncIterator[Bench]:
    async with AutoClock() as clock:
        yield Bench(clock)


async def take(readings: AsyncGenerator[Reading, None], count: int) -> list[Reading]:
    return [await anext(readings) for _ in range(count)]


async def test_found_with_its_first_line_pulled_and_found_again() -> None:
    async with bench() as on, aclosing(on.hear()) as readings:
        (absent,) = await take(readings, 1)
        assert isinstance(absent, PartLost)
        on.plug()
        waiting = asyncio.create_task(take(readings, 2))
        await on.clock.sleep(1)
        await on.prints("START 4")
        found, started = await waiting
        assert found == PartFound(PART, "A machine that prints plain words", found.at)  # type: ignore[union-attr]
        assert isinstance(started, ShufflerSaid)
        on.wires.unplug("port")
        (lost,) = await take(readings, 1)
        assert isinstance(lost, PartLost)
        assert "unplugged" in lost.why
        on.plug()
        waiting = asyncio.create_task(take(readings, 2))
        await on.clock.sleep(1)
        await on.prints("DONE")
        again, done = await waiting
        assert isinstance(again, PartFound)
        assert isinstance(done, ShufflerSaid)
        assert (done.state.value, done.cycle) == ("ready", 5)


async def test_it_is_asked_and_its_heartbeat_is_minded() -> None:
    async with bench() as on:
        on.known = STATES
        async with aclosing(on.hear()) as readings:
            far = on.plug()
            waiting = asyncio.create_task(take(readings, 3))
            assert await far.read() == b"?\r\n"
            await on.prints("state=empty")
            found, idle, silent = await waiting
            assert isinstance(found, PartFound)
            assert isinstance(idle, ShufflerSaid)
            assert isinstance(silent, PartLost)
            assert "silent for 10 s" in silent.why
            assert silent.at - idle.at == seconds(10)


async def test_a_stranger_on_the_port_is_told_once() -> None:
    async with bench() as on, aclosing(on.hear()) as readings:
        on.plug()
        waiting = asyncio.create_task(take(readings, 1))
        await on.clock.sleep(0.1)
        await on.prints(*["hello"] * 60)
        (lost,) = await waiting
        assert isinstance(lost, PartLost)
        assert "does not know" in lost.why
        waiting = asyncio.create_task(take(readings, 1))
        await on.clock.sleep(20)
        await on.prints(*["hello"] * 60)
        await on.clock.sleep(20)
        assert not waiting.done()
        await on.prints("IDLE")
        (found,) = await waiting
        assert isinstance(found, PartFound)
