"""What was pressed while nobody heard, told from what is pressed now.

A microcontroller keeps its words while its host is away, a change of the shuffler's state among them. Asked for its
state it answers behind all that it kept: deck, lid and machine, one right after the other. What comes before that is of
before. (The same three in a row, kept by chance, end it early.)
"""

from collections import deque
from typing import Final

from msgspec import Struct

from felt.clock import Nanos, seconds
from firmware_bridge.mcu.frames import DeckPresent, LidMoved, MachineState

ASK_AGAIN: Final = seconds(2.0)
"""After this long without the answer it is asked for again: a firmware whose memory was full has lost it."""

_ANSWER: Final = [DeckPresent, LidMoved, MachineState]


class CatchUp:
    """Knows whether the answer to the question for the state has come. Sans-IO."""

    def __init__(self) -> None:
        self._on = False
        self._asked_at = Nanos(0)
        self._newest: deque[type[Struct]] = deque(maxlen=len(_ANSWER))

    @property
    def on(self) -> bool:
        """True from the first question to its answer."""
        return self._on

    def begin(self, now: Nanos) -> None:
        """The state is asked for."""
        self._on, self._asked_at = True, now
        self._newest.clear()

    def take(self, frame: Struct) -> None:
        """A frame came."""
        self._newest.append(type(frame))
        if list(self._newest) == _ANSWER:
            self._on = False

    def asks_again(self, now: Nanos) -> bool:
        """True when it is time to ask once more; counted as asked."""
        if not self._on or now < self._asked_at + ASK_AGAIN:
            return False
        self._asked_at = now
        return True
