"""The loop of a camera's process: wait for a frame, judge it, follow the cards, say so."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from typing import Final, Protocol

from felt.clock import NANOS_PER_MS, NANOS_PER_SECOND, Clock, Nanos, SystemClock
from felt.note import Note, NoteKey, note
from vision.camera import Arrival, Frame, Lost, Trouble, Verdict
from vision.process.teller import CONDITION, Teller
from vision.sighting import Seen

_AVERAGED: Final = 30


class Hearing(Protocol):
    """Who is told."""

    def say(self, words: Iterable[Seen]) -> None: ...


class Runner:
    """Runs one camera. `shown` sees all that arrives and what to make of it, for whoever may look at it."""

    def __init__(
        self,
        judge: Callable[[Arrival], Verdict],
        teller: Teller,
        wire: Hearing,
        log: Callable[[str], None],
        *,
        shown: Callable[[Arrival, Verdict], None] | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._judge = judge
        self._teller = teller
        self._wire = wire
        self._log = log
        self._shown = shown
        self._clock = clock or SystemClock()
        self.frame_ms = 0.0
        """How long a frame takes, milliseconds, on the average of the last thirty or so."""

    async def run(self, arrivals: AsyncGenerator[Arrival, None]) -> None:
        """Until cancelled, or until a recording ends."""
        async with aclosing(arrivals) as coming, self._reminding():
            async for arrival in coming:
                self._take(arrival)

    @asynccontextmanager
    async def _reminding(self) -> AsyncIterator[None]:
        """Say how the camera stands every second, also while nothing arrives."""

        async def remind() -> None:
            while True:
                await self._clock.sleep(CONDITION / NANOS_PER_SECOND)
                self._wire.say(self._teller.again(self._clock.now()))

        task = asyncio.create_task(remind())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _take(self, arrival: Arrival) -> None:
        verdict = self._judge(arrival)
        was = self._teller.trouble
        if isinstance(arrival, Frame) and verdict.usable:
            began = self._clock.now()
            words = self._teller.look(arrival.picture, arrival.taken)
            self.frame_ms += ((self._clock.now() - began) / NANOS_PER_MS - self.frame_ms) / _AVERAGED
            self._wire.say(words)
        elif verdict.trouble is not None or isinstance(arrival, Lost):
            self._wire.say(self._teller.suffer(trouble_of(arrival, verdict), _when(arrival), note_of(verdict)))
        if self._shown is not None:
            self._shown(arrival, verdict)
        if self._teller.trouble != was:
            self._log(f"not well: {self._teller.trouble}" if self._teller.trouble else "well again")


def trouble_of(arrival: Arrival, verdict: Verdict) -> str:
    """What is wrong with the camera, in the words that a technician reads; empty when nothing is named."""
    named = [verdict.trouble or "", verdict.detail or (arrival.why if isinstance(arrival, Lost) else "")]
    return ": ".join(word for word in named if word)


def note_of(verdict: Verdict) -> Note:
    """What is wrong with the camera, by the key that a page says it by; a camera that only went is unplugged."""
    return note(NoteKey[f"CAMERA_{(verdict.trouble or Trouble.UNPLUGGED).name}"])


def _when(arrival: Arrival) -> Nanos:
    return arrival.at if isinstance(arrival, Lost) else arrival.taken
