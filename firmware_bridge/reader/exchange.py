"""One question and its answer over a stream: what every reader's conversation has in common."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from felt.clock import Clock
from felt.fault import LinkTimeout
from firmware_bridge.deadline import Deadline
from firmware_bridge.stream import ByteStream

FrameT = TypeVar("FrameT")
FrameT_co = TypeVar("FrameT_co", covariant=True)


class Deframer(Protocol[FrameT_co]):
    """Bytes in, good frames out; see `PepperDeframer` for the contract."""

    def feed(self, data: bytes) -> Sequence[FrameT_co]:
        """Take in bytes; the frames complete now."""
        ...

    def flush(self) -> Sequence[FrameT_co]:
        """The line fell silent; frames hidden behind false starts."""
        ...


class Exchange(Generic[FrameT]):
    """Asks and waits over one stream. Knows no protocol: which frame answers is told with each question."""

    def __init__(self, stream: ByteStream, clock: Clock, deframer: Deframer[FrameT]) -> None:
        self.stream = stream
        self._clock = clock
        self._deframer = deframer
        self._came: deque[FrameT] = deque()
        self.strays = 0
        """Good frames that answered nothing asked: late answers and events."""

    async def ask(self, request: bytes, answers: Callable[[FrameT], bool], limit_s: float, what: str) -> FrameT:
        """Send `request` and wait for the frame that `answers` it; raises LinkTimeout naming `what`, or LinkLost."""
        self.strays += len(self._came) + len(self._deframer.flush())  # what came before the question is no answer
        self._came.clear()
        await self.stream.write(request)
        return await self.expect(answers, limit_s, what)

    async def expect(self, answers: Callable[[FrameT], bool], limit_s: float, what: str) -> FrameT:
        """Wait for the next frame that `answers`, passing over others; raises LinkTimeout or LinkLost."""
        try:
            async with Deadline(self._clock, limit_s, what):
                while (found := self._pick(answers)) is None:
                    self._came += self._deframer.feed(await self.stream.read())
                return found
        except LinkTimeout:
            self._came += self._deframer.flush()  # the answer may hide behind noise that looks like a start
            found = self._pick(answers)
            if found is None:
                raise
            return found

    def _pick(self, answers: Callable[[FrameT], bool]) -> FrameT | None:
        while self._came:
            frame = self._came.popleft()
            if answers(frame):
                return frame
            self.strays += 1
        return None
