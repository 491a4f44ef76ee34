"""The clock that tests move by hand."""

import asyncio

from felt.clock import ManualClock, Nanos, seconds


async def test_sleepers_wake_in_the_order_of_their_deadlines() -> None:
    clock = ManualClock()
    woken: list[tuple[str, int]] = []

    async def sleeper(name: str, delay_s: float) -> None:
        await clock.sleep(delay_s)
        woken.append((name, clock.now()))

    tasks = [asyncio.create_task(sleeper(name, delay)) for name, delay in (("c", 3.0), ("a", 1.0), ("b", 2.0))]
    await clock.advance(2.5)
    assert woken == [("a", seconds(1)), ("b", seconds(2))]
    await clock.advance(0.5)
    await asyncio.gather(*tasks)
    assert woken[-1] == ("c", seconds(3))


async def test_a_sleep_begun_while_time_advances_ends_within_it() -> None:
    clock = ManualClock()
    ticks: list[int] = []

    async def ticker() -> None:
        while True:
            await clock.sleep(0.1)
            ticks.append(clock.now())

    task = asyncio.create_task(ticker())
    await clock.advance(1.0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert ticks == [seconds(0.1 * n) for n in range(1, 11)]


def test_wall_time_moves_with_the_clock() -> None:
    clock = ManualClock(start=Nanos(5), wall=Nanos(1_000))
    assert clock.wall() == 1_000
