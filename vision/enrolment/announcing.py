"""What a virtual table lays down while a deck is shown: said aloud, for nobody sees it."""

from collections.abc import Iterator
from queue import SimpleQueue
from typing import Protocol

from felt.card import Card
from vision.camera import Frame


class Felt(Protocol):
    """What lies before the camera, frame by frame; what to tell the person."""

    def look(self, arrival: Frame) -> Iterator[str]: ...


class Announced:
    """A felt on which each card is announced that came to lie there since the last frame."""

    def __init__(self, felt: Felt, laid: SimpleQueue[Card]) -> None:
        self._felt = felt
        self._laid = laid

    def look(self, arrival: Frame) -> Iterator[str]:
        """The cards first, then what is made of them."""
        while not self._laid.empty():
            yield f"{self._laid.get()} is laid down."
        yield from self._felt.look(arrival)
