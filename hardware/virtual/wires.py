"""Bad wires: a stream wrapped so that what it carries is split, delayed, lost or spoilt, the same way for one seed."""

import random

from msgspec import Struct

from felt.clock import Clock
from felt.fact import Share
from firmware_bridge.stream import ByteStream


class Faults(Struct, frozen=True):
    """How bad a wire is. `split`: the chance that a chunk is cut at a place; `drop`, `corrupt`: of each byte.

    `delay_s`: the longest time that a chunk is held back.
    """

    split: Share = 0.0
    drop: Share = 0.0
    corrupt: Share = 0.0
    delay_s: float = 0.0


class BadWire:
    """`inner` over a bad wire, both ways. Order is kept; nothing is invented."""

    def __init__(self, inner: ByteStream, clock: Clock, faults: Faults, seed: int) -> None:
        self._inner = inner
        self._clock = clock
        self._faults = faults
        self._random = random.Random(f"wire:{seed}")
        self._held = b""
        self.dropped = 0
        self.corrupted = 0

    @property
    def name(self) -> str:
        return self._inner.name

    async def read(self) -> bytes:
        while True:
            if not self._held:
                self._held = self._spoilt(await self._inner.read())
                await self._delay()
            piece, self._held = self._cut(self._held)
            if piece:
                return piece

    async def write(self, data: bytes) -> None:
        rest = self._spoilt(data)
        while rest:
            await self._delay()
            piece, rest = self._cut(rest)
            await self._inner.write(piece)

    async def close(self) -> None:
        await self._inner.close()

    async def _delay(self) -> None:
        if self._faults.delay_s:
            await self._clock.sleep(self._random.uniform(0, self._faults.delay_s))

    def _cut(self, data: bytes) -> tuple[bytes, bytes]:
        """The part that comes now and the part that comes later."""
        for place in range(1, len(data)):
            if self._random.random() < self._faults.split:
                return data[:place], data[place:]
        return data, b""

    def _spoilt(self, data: bytes) -> bytes:
        kept = bytearray()
        for byte in data:
            if self._random.random() < self._faults.drop:
                self.dropped += 1
            elif self._random.random() < self._faults.corrupt:
                self.corrupted += 1
                kept.append(byte ^ 1 << self._random.randrange(8))
            else:
                kept.append(byte)
        return bytes(kept)
