"""Frames on the loop: what is lost is told and comes back, and what hangs is left behind."""

import asyncio
import threading
from collections.abc import Sequence
from contextlib import aclosing

import numpy as np
import pytest

from felt.clock import ManualClock, seconds
from felt.fault import LinkLost, Unsupported
from vision.camera import Arrival, Camera, Frame, Lost
from vision.camera.camera import PATIENCE_S, RETRY_S
from vision.picture import Picture


def shade(level: int) -> Picture:
    return np.full((4, 6, 3), level, np.uint8)


class Hurried(ManualClock):
    """Every pause but that of patience is over at once."""

    def __init__(self) -> None:
        super().__init__()
        self.pauses: list[float] = []

    async def sleep(self, delay_s: float) -> None:
        if delay_s == PATIENCE_S:
            await asyncio.Event().wait()
        self.pauses.append(delay_s)
        await self.advance(delay_s)


class Scripted:
    """Does what it is told: a level is a picture of it, an error is raised."""

    name = "scripted camera"

    def __init__(
        self, opens: Sequence[LinkLost | None], reads: Sequence[int | LinkLost], *, live: bool = False
    ) -> None:
        self.live = live
        self._opens, self._reads = list(opens), list(reads)
        self.closed = 0

    def open(self) -> None:
        error = self._opens.pop(0) if self._opens else None
        if error:
            raise error

    def read(self) -> Picture | None:
        if not self._reads:
            return None
        next_ = self._reads.pop(0)
        if isinstance(next_, LinkLost):
            raise next_
        return shade(next_)

    def close(self) -> None:
        self.closed += 1


async def arrivals(source: Scripted, clock: ManualClock, fps: float = 10) -> list[Arrival]:
    return [arrival async for arrival in Camera(lambda: source, clock, fps).arrivals()]


def told(arrival: Arrival) -> int | str:
    return int(arrival.picture[0, 0, 0]) if isinstance(arrival, Frame) else arrival.why


async def test_a_recording_comes_at_its_rate_and_ends() -> None:
    clock, source = Hurried(), Scripted([], [1, 2, 3])
    frames = await arrivals(source, clock, fps=10)
    assert [told(frame) for frame in frames] == [1, 2, 3]
    assert [(frame.number, frame.taken) for frame in frames if isinstance(frame, Frame)] == [
        (0, seconds(0)),
        (1, seconds(0.1)),
        (2, seconds(0.2)),
    ]
    assert source.closed == 1


async def test_a_running_camera_sets_the_pace_itself() -> None:
    clock = Hurried()
    await arrivals(Scripted([], [1, 2], live=True), clock)
    assert clock.pauses == []


async def test_a_camera_that_is_pulled_out_is_lost_once_and_comes_back() -> None:
    source = Scripted([], [1, LinkLost("pulled"), 2])
    assert [told(arrival) for arrival in await arrivals(source, Hurried())] == [1, "pulled", 2]
    assert source.closed == 2


async def test_a_camera_that_is_not_there_is_tried_again_ever_more_slowly() -> None:
    gone = LinkLost("gone")
    clock = Hurried()
    found = await arrivals(Scripted([gone] * 6, [1], live=True), clock)
    assert [told(arrival) for arrival in found] == ["gone"] * 6 + [1]
    assert clock.pauses == [*RETRY_S, RETRY_S[-1], RETRY_S[-1]]


async def test_the_delays_begin_anew_after_a_frame() -> None:
    gone = LinkLost("gone")
    clock = Hurried()
    await arrivals(Scripted([gone, gone], [1, gone, 2], live=True), clock)
    assert clock.pauses == [RETRY_S[0], RETRY_S[1], RETRY_S[0]]


async def test_what_can_never_work_is_not_tried_again() -> None:
    class Absent(Scripted):
        def open(self) -> None:
            raise Unsupported("no such library")

    source = Absent([], [])
    with pytest.raises(Unsupported, match="no such library"):
        await arrivals(source, Hurried())
    assert source.closed == 1


async def test_a_driver_that_hangs_is_lost_after_its_patience_and_left_behind() -> None:
    class Hanging(Scripted):
        def __init__(self) -> None:
            super().__init__([], [], live=True)
            self.entered, self.released = threading.Event(), threading.Event()

        def read(self) -> Picture | None:
            self.entered.set()
            self.released.wait()
            return None

    clock, source = ManualClock(), Hanging()
    async with aclosing(Camera(lambda: source, clock, 30).arrivals()) as frames:
        first = asyncio.ensure_future(anext(frames))
        await asyncio.get_running_loop().run_in_executor(None, source.entered.wait)
        await clock.advance(PATIENCE_S - 0.1)
        assert not first.done()
        await clock.advance(0.2)
        lost = await first
        assert isinstance(lost, Lost)
        assert lost.at == seconds(PATIENCE_S)
        assert "scripted camera" in lost.why
        source.released.set()
    assert seconds(PATIENCE_S) < seconds(2)


async def test_who_stops_listening_closes_the_camera() -> None:
    source = Scripted([], [1, 2, 3])
    async with aclosing(Camera(lambda: source, Hurried(), 10).arrivals()) as frames:
        await anext(frames)
    assert source.closed == 1


class Stuck(Scripted):
    """Hangs in its first read until it is released, and then gives what it is told."""

    def __init__(self, *, live: bool) -> None:
        super().__init__([], [7], live=live)
        self.entered, self.released, self.let_go = threading.Event(), threading.Event(), threading.Event()

    def read(self) -> Picture | None:
        self.entered.set()
        self.released.wait()
        return super().read()

    def close(self) -> None:
        super().close()
        self.let_go.set()


async def test_a_driver_that_lets_go_late_takes_nothing_from_the_one_that_was_opened_after_it() -> None:
    clock, stuck, well = ManualClock(), Stuck(live=True), Scripted([], [1, 2], live=True)
    sources = [stuck, well]
    loop = asyncio.get_running_loop()
    async with aclosing(Camera(lambda: sources.pop(0), clock, 30).arrivals()) as frames:
        first = asyncio.ensure_future(anext(frames))
        await loop.run_in_executor(None, stuck.entered.wait)
        await clock.advance(PATIENCE_S + 0.1)
        assert isinstance(await first, Lost)
        second = asyncio.ensure_future(anext(frames))
        await clock.advance(RETRY_S[0])
        assert told(await second) == 1
        assert stuck.closed == 0
        stuck.released.set()
        await loop.run_in_executor(None, stuck.let_go.wait)
        assert (stuck.closed, well.closed) == (1, 0)
        assert told(await anext(frames)) == 2


async def test_a_recording_that_takes_its_time_is_not_unplugged() -> None:
    clock, slow = ManualClock(), Stuck(live=False)
    async with aclosing(Camera(lambda: slow, clock, 30).arrivals()) as frames:
        first = asyncio.ensure_future(anext(frames))
        await asyncio.get_running_loop().run_in_executor(None, slow.entered.wait)
        await clock.advance(60)
        assert not first.done()
        slow.released.set()
        assert told(await first) == 7
