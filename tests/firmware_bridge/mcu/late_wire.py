"""A wire whose bytes arrive late, whoever listens by then, as a driver's buffer and an adapter's keep them."""

from collections import deque


class LateWire:
    """One direction. Call `carry` once a step; each step's bytes come out `late` steps after they went in."""

    def __init__(self, late: int) -> None:
        self._under_way = deque([b""] * late)

    def carry(self, data: bytes) -> bytes:
        """What arrives in the step in which `data` was sent."""
        self._under_way.append(data)
        return self._under_way.popleft()
