"""Wires that do their worst, the same way for the same seed."""

import random
from dataclasses import dataclass

from firmware_bridge.stream import ByteStream
from tests.firmware_bridge.uart import misread


@dataclass
class Harm:
    """What happens to each byte: the chance to be lost or spoilt, and whether bytes come one at a time."""

    lose: float = 0.0
    spoil: float = 0.0
    single: bool = False
    noise: float = 0.0
    """Chance of a few invented bytes before a chunk."""
    halve: bool = False
    """Only the first half of what the device says arrives."""
    spoil_last: bool = False
    """The last byte but one of what the device says arrives wrong."""
    rates: tuple[int, int] | None = None
    """The device's baud rate and the host's, where they differ."""


CLEAN = Harm()


class HostileWire:
    """`inner` as a driver sees it over a bad cable; `harm` may change at any time."""

    def __init__(self, inner: ByteStream, seed: int, harm: Harm = CLEAN) -> None:
        self.inner = inner
        self.harm = harm
        self._dice = random.Random(seed)
        self._held = bytearray()

    @property
    def name(self) -> str:
        return self.inner.name

    async def read(self) -> bytes:
        while not self._held:
            self._held += self._harmed(self._cut(await self.inner.read()))
        size = 1 if self.harm.single else len(self._held)
        data = bytes(self._held[:size])
        del self._held[:size]
        return data

    async def write(self, data: bytes) -> None:
        if self.harm.rates is not None:
            data = misread(data, *reversed(self.harm.rates))
        await self.inner.write(self._harmed(data))

    async def close(self) -> None:
        await self.inner.close()

    def _cut(self, data: bytes) -> bytes:
        if self.harm.rates is not None:
            return misread(data, *self.harm.rates)
        if self.harm.halve:
            return data[: len(data) // 2]
        return data[:-2] + bytes([data[-2] ^ 0x40]) + data[-1:] if self.harm.spoil_last else data

    def _harmed(self, data: bytes) -> bytes:
        out = bytearray()
        if self._dice.random() < self.harm.noise:
            out += self._dice.choice([b"\xf5", b"\xf5\x02\x04\xfd\xfb", self._dice.randbytes(7), b"\xf5\xf5\xf5"])
        for byte in data:
            if self._dice.random() < self.harm.lose:
                continue
            out.append(byte ^ 1 << self._dice.randrange(8) if self._dice.random() < self.harm.spoil else byte)
        return bytes(out)
