"""Deadlines by a clock: in time, too late, cancelled from outside, one in another."""

import asyncio

import pytest

from felt.clock import ManualClock
from felt.fault import LinkTimeout
from firmware_bridge.backoff import Backoff
from firmware_bridge.deadline import Deadline


async def test_work_in_time_is_untouched() -> None:
    clock = ManualClock()
    async with Deadline(clock, 1.0, "reader"):
        await asyncio.sleep(0)
    await clock.advance(2.0)


async def test_too_late_names_what_was_waited_for() -> None:
    clock = ManualClock()

    async def wait() -> None:
        async with Deadline(clock, 0.5, "reader-a, command 90"):
            await asyncio.Event().wait()

    waiting = asyncio.create_task(wait())
    await clock.advance(0.49)
    assert not waiting.done()
    await clock.advance(0.02)
    with pytest.raises(LinkTimeout, match=r"reader-a, command 90: no answer within 0\.5 s"):
        await waiting


async def test_work_done_in_the_moment_of_the_deadline_stays_cancellable() -> None:
    """The bytes and the deadline come in one turn of the loop: whichever wins, no cancellation is left behind."""
    clock = ManualClock()
    done = asyncio.Event()

    async def wait() -> str:
        try:
            async with Deadline(clock, 0.5, "reader"):
                await done.wait()
        except LinkTimeout:
            pass
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return "went on"

    waiting = asyncio.create_task(wait())
    await asyncio.sleep(0)
    advancing = asyncio.create_task(clock.advance(0.5))
    done.set()
    await advancing
    assert await waiting == "went on"
    assert waiting.cancelling() == 0


async def test_a_cancellation_from_outside_is_no_timeout() -> None:
    clock = ManualClock()

    async def wait() -> None:
        async with Deadline(clock, 0.5, "reader"):
            await asyncio.Event().wait()

    waiting = asyncio.create_task(wait())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_the_outer_deadline_ends_both() -> None:
    clock = ManualClock()

    async def wait() -> None:
        async with Deadline(clock, 0.5, "outer"), Deadline(clock, 5.0, "inner"):
            await asyncio.Event().wait()

    waiting = asyncio.create_task(wait())
    await clock.advance(0.5)
    with pytest.raises(LinkTimeout, match="outer"):
        await waiting


async def test_an_error_of_the_work_passes() -> None:
    with pytest.raises(KeyError):
        async with Deadline(ManualClock(), 0.5, "reader"):
            raise KeyError


def test_backoff_doubles_to_its_cap_and_starts_over() -> None:
    backoff = Backoff()
    assert [backoff.delay_s() for _ in range(8)] == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    backoff.succeeded()
    assert backoff.delay_s() == 0.1
