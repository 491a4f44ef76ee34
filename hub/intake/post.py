"""What the hub sends: the newest of each kind, kept until the broker has taken it."""

import asyncio

from felt.fault import LinkLost
from felt.wire import LinkState, Retention, Transport

_Slot = tuple[str, str]


class Post:
    """Sends in the background. Of two payloads for one topic and kind that wait, only the newer is sent."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._waiting: dict[_Slot, tuple[bytes, Retention]] = {}
        self._wake = asyncio.Event()
        transport.on_state(lambda _state: self._wake.set())

    def put(self, topic: str, kind: str, payload: bytes, *, retention: Retention = Retention.PASSING) -> None:
        """Send `payload` as soon as the link allows."""
        self._waiting.pop((topic, kind), None)
        self._waiting[topic, kind] = (payload, retention)
        self._wake.set()

    async def run(self) -> None:
        """Send for ever; run it as a task."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            sent = True
            while sent and self._waiting and self._transport.state is LinkState.UP:
                batch, self._waiting = self._waiting, {}
                sent = all(await asyncio.gather(*(self._send(slot, *parcel) for slot, parcel in batch.items())))

    async def _send(self, slot: _Slot, payload: bytes, retention: Retention) -> bool:
        """True when the broker has it; else it waits again, unless a newer one does, for the link's next change."""
        try:
            await self._transport.publish(slot[0], payload, retention=retention)
        except LinkLost:
            self._waiting.setdefault(slot, (payload, retention))
            return False
        return True
