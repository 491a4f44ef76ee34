"""What the hub sends: the newest of each kind, kept until the broker has taken it."""

import asyncio

from felt.fault import LinkLost
from felt.wire import LinkState, Retention, Transport

_Slot = tuple[str, str]


class Post:
    """Sends in the background. Of two payloads for one topic and kind that wait, only the newer is sent.

    Nothing waits for the broker's answer to another topic or kind: guidance is not held up by acknowledgements.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._waiting: dict[_Slot, tuple[bytes, Retention]] = {}
        self._under_way: set[_Slot] = set()
        self._wake = asyncio.Event()
        self._links = 0
        transport.on_state(self._on_state)

    def put(self, topic: str, kind: str, payload: bytes, *, retention: Retention = Retention.PASSING) -> None:
        """Send `payload` as soon as the link allows."""
        self._waiting.pop((topic, kind), None)
        self._waiting[topic, kind] = (payload, retention)
        self._wake.set()

    async def run(self) -> None:
        """Send for ever; run it as a task."""
        async with asyncio.TaskGroup() as group:
            while True:
                await self._wake.wait()
                self._wake.clear()
                if self._transport.state is not LinkState.UP:
                    continue
                for slot in [slot for slot in self._waiting if slot not in self._under_way]:
                    self._under_way.add(slot)
                    group.create_task(self._send(slot, *self._waiting.pop(slot)))

    async def _send(self, slot: _Slot, payload: bytes, retention: Retention) -> None:
        """What the broker does not take waits again, unless a newer one does, for the link's next change."""
        links = self._links
        try:
            await self._transport.publish(slot[0], payload, retention=retention)
        except LinkLost:
            self._waiting.setdefault(slot, (payload, retention))
            if links == self._links:
                return
        finally:
            self._under_way.discard(slot)
        if slot in self._waiting:
            self._wake.set()

    def _on_state(self, _state: LinkState) -> None:
        self._links += 1
        self._wake.set()
