"""A camera's pictures in the order they are taken, on the loop; a lost camera is a state, and comes back by itself."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from felt.clock import Clock, Nanos
from felt.fault import LinkLost
from vision.camera.source import Source
from vision.picture import Picture

PATIENCE_S: Final = 1.5
"""A camera that gives no picture for so long is lost; so that it is named within two seconds."""
RETRY_S: Final = (0.5, 1.0, 2.0, 5.0)
"""Delays before it is opened again; the last one is repeated."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture, when it was handed over (ns of the camera's clock), and its number since the camera was opened."""

    picture: Picture
    taken: Nanos
    number: int


@dataclass(frozen=True, slots=True)
class Lost:
    """There are no pictures since `at` (ns), and `why`; frames after this one are of a camera that came back."""

    why: str
    at: Nanos


Arrival: TypeAlias = Frame | Lost


class Camera:
    """Reads a source in a thread of its own; recordings are handed over at `fps`.

    `source` makes it, anew for each time that it is opened: a driver that hangs keeps the one that it has.
    """

    def __init__(self, source: Callable[[], Source], clock: Clock, fps: float) -> None:
        self._source = source
        self._clock = clock
        self._interval_s = 1 / fps
        self._failures = 0

    async def arrivals(self) -> AsyncGenerator[Arrival, None]:
        """Frames, and Lost once each time there are none; ends where a recording ends. Raises ConfigFault, Unsupported.

        Whoever stops listening closes the iterator (`contextlib.aclosing`), and with it the camera.
        """
        while True:
            source = self._source()
            reader = _Reader(source, self._clock)
            try:
                await reader.call(source.open)
                async for frame in self._frames(source, reader):
                    self._failures = 0
                    yield frame
                return
            except LinkLost as lost:
                yield Lost(str(lost), self._clock.now())
            finally:
                await reader.end()
            await self._clock.sleep(RETRY_S[min(self._failures, len(RETRY_S) - 1)])
            self._failures += 1

    async def _frames(self, source: Source, reader: "_Reader") -> AsyncGenerator[Frame, None]:
        number = 0
        while (picture := await reader.call(source.read)) is not None:
            yield Frame(picture, self._clock.now(), number)
            number += 1
            if not source.live:
                await self._clock.sleep(self._interval_s)


class _Reader:
    """One thread that alone touches the source, and is left behind when the driver hangs in it."""

    def __init__(self, source: Source, clock: Clock) -> None:
        self._source = source
        self._clock = clock
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="camera")
        self._hangs = False

    async def call(self, act: Callable[[], Result]) -> Result:
        """What `act` returns; raises LinkLost after PATIENCE_S, and what it raises. A recording takes its time."""
        acting = asyncio.get_running_loop().run_in_executor(self._thread, act)
        if not self._source.live:
            return await acting
        waiting = asyncio.ensure_future(self._clock.sleep(PATIENCE_S))
        both: set[asyncio.Future[Result] | asyncio.Future[None]] = {acting, waiting}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not acting.done():
                self._hangs = True
                raise LinkLost(f"no picture for {PATIENCE_S} s", where=self._source.name, remedy="look at its cable")
            return acting.result()
        finally:
            waiting.cancel()

    async def end(self) -> None:
        """Close the source, unless its driver hangs: then as soon as it lets go."""
        closing = asyncio.get_running_loop().run_in_executor(self._thread, self._source.close)
        if not self._hangs:
            await closing
        self._thread.shutdown(wait=False)
