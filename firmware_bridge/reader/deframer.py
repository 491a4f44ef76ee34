"""What the deframers share whose frames are checked only once they are whole: keep, wait, reject, search again."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

FrameT = TypeVar("FrameT")


class SearchingDeframer(ABC, Generic[FrameT]):
    """Finds good frames in a stream of bytes cut anywhere; the bytes of a rejected frame are searched again.

    A dialect says in `_scan` what a frame is. Between calls no more is kept than one unfinished frame has bytes.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._need = 1
        self.skipped = 0
        """Bytes that belonged to no good frame, since the start."""

    @property
    def held(self) -> int:
        """Bytes kept for a frame not yet complete."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[FrameT]:
        """Take in bytes; the frames that are complete now, in order."""
        self._buffer += data
        if len(self._buffer) < self._need:
            return []
        frames, end, self._need = self._scan(bytes(self._buffer))
        del self._buffer[:end]
        return frames

    def flush(self) -> list[FrameT]:
        """The line fell silent, so what is unfinished stays so: the frames hidden behind such false starts."""
        data = bytes(self._buffer)
        frames: list[FrameT] = []
        start = 0
        while start < len(data):
            found, end, _ = self._scan(data[start:])
            frames += found
            start += end + 1
            self.skipped += start <= len(data)
        self._buffer.clear()
        self._need = 1
        return frames

    @abstractmethod
    def _scan(self, data: bytes) -> tuple[list[FrameT], int, int]:
        """Frames found, where the first unfinished one begins, and the bytes needed from there to go on.

        Counts in `skipped` what it passes over; with nothing unfinished the answer is the size of `data`, and 1.
        """
