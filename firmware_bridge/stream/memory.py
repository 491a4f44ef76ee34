"""Streams in memory: a pair of ends, and sockets with names that a device is plugged into and pulled out of."""

import asyncio
from typing import Final

from felt.fault import LinkLost

UNREAD_LIMIT: Final = 1024 * 1024
"""Bytes one end may hold unread before the other end's write gives up."""


class MemoryStream:
    """One end of a wire in memory; what is written here is read at the other end, in order and at once."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._peer: MemoryStream | None = None
        self._inbox = bytearray()
        self._news = asyncio.Event()
        self._lost = ""

    @property
    def name(self) -> str:
        return self._name

    @property
    def lost(self) -> bool:
        """True once this end was closed or its wire was pulled."""
        return bool(self._lost)

    async def read(self) -> bytes:
        """Bytes that arrived before the wire was pulled are still delivered, then LinkLost."""
        while not self._inbox:
            if self._lost:
                raise LinkLost(self._lost, where=self._name, remedy="open it again by its name")
            self._news.clear()
            await self._news.wait()
        data = bytes(self._inbox)
        self._inbox.clear()
        return data

    async def write(self, data: bytes) -> None:
        """Bytes written while nobody holds the other end go nowhere, as on a serial line."""
        if self._lost:
            raise LinkLost(self._lost, where=self._name, remedy="open it again by its name")
        if self._peer is None:
            return
        if len(self._peer._inbox) + len(data) > UNREAD_LIMIT:
            raise LinkLost("the far end does not read", where=self._name, remedy=f"{UNREAD_LIMIT} bytes wait unread")
        self._peer._inbox += data
        self._peer._news.set()

    async def close(self) -> None:
        """Let go of this end; the other end stays and writes into nothing, like a device on a closed port."""
        self.lose("closed")

    def lose(self, why: str) -> None:
        """End this end at once; a waiting read raises LinkLost with `why`."""
        if not self._lost:
            self._lost = why
            self._news.set()
        peer, self._peer = self._peer, None
        if peer is not None:
            peer._peer = None

    def join(self, peer: "MemoryStream") -> None:
        """Make the two ends one wire."""
        self._peer, peer._peer = peer, self


def memory_pair(name: str = "memory://pair") -> tuple[MemoryStream, MemoryStream]:
    """Two joined ends: the host's and the device's."""
    near, far = MemoryStream(name), MemoryStream(f"{name} (far end)")
    near.join(far)
    return near, far


class MemoryWires:
    """The ports behind `memory://name`: a virtual device plugs in, a driver opens by name, closes, and opens again."""

    def __init__(self) -> None:
        self._far: dict[str, MemoryStream] = {}
        self._near: dict[str, MemoryStream] = {}

    def plug(self, name: str) -> MemoryStream:
        """Plug a device in and get its end. A device plugged in before is pulled out."""
        self.unplug(name)
        far = self._far[name] = MemoryStream(f"memory://{name} (far end)")
        return far

    def unplug(self, name: str) -> None:
        """Pull the device out: both ends are lost once they have read what had already arrived."""
        for ends in (self._near, self._far):
            end = ends.pop(name, None)
            if end is not None:
                end.lose("unplugged")

    def open(self, name: str) -> MemoryStream:
        """The host's end; raises LinkLost while nothing is plugged in or another holds the port."""
        far = self._far.get(name)
        if far is None or far.lost:
            raise LinkLost("nothing is plugged in", where=f"memory://{name}", remedy="plug a device into that name")
        held = self._near.get(name)
        if held is not None and not held.lost:
            raise LinkLost("the port is in use", where=f"memory://{name}", remedy="close the other user first")
        near = self._near[name] = MemoryStream(f"memory://{name}")
        near.join(far)
        return near
