"""Scores what was told of each card that lay still, face up, with an index in clear sight."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from felt.card import Card
from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import Face, Share
from vision.outline import Outline
from vision.sighting import Sighting, TrackNo
from vision.stage.script import CardNo
from vision.stage.truth import CardTruth
from vision.tracking import Track
from vision.tracking.matching import overlap

CLEAR: Final = 0.97
"""The visible share of its better index from which a card is in clear sight."""
SETTLED_FRAMES: Final = 15
"""Frames in clear sight, one after the other, from which a card that lies still counts: half a second."""
_THERE: Final = 0.5
"""Intersection over union from which a track is the card of the truth."""
_NOT_AWAY: Final = 0.9
"""The same from which a card that a hand has begun to move is still where it lay: 3 mm of a card's width."""
_UNHINDERED: Final = 0.03
_GRACE: Final = 4
"""Frames before one in which a name is told whose truth still counts: a card is seen to move only once it has."""


class Outcome(Enum):
    """What became of one settled card."""

    RIGHT = "right"
    WRONG = "wrong"
    UNREAD = "unread"


@dataclass(eq=False)
class Stay:
    """One card's lying still, face up, from its coming to rest until it was moved. `said`: every name told of it."""

    card: Card
    said: list[Card] = field(default_factory=list)
    first_right: Nanos | None = None
    longest: int = 0
    """Frames in clear sight, one after the other, at most."""
    _run: int = 0
    _frames: list[tuple[Nanos, Share, Share]] = field(default_factory=list)

    def seen(self, truth: CardTruth, at: Nanos) -> None:
        """One frame of it."""
        self._run = self._run + 1 if truth.index >= CLEAR else 0
        self.longest = max(self.longest, self._run)
        if self.first_right is None:
            self._frames.append((at, truth.visible, truth.index))

    def told(self, card: Card, at: Nanos) -> None:
        """A name was told of it."""
        self.said.append(card)
        if card == self.card and self.first_right is None:
            self.first_right = at

    @property
    def counts(self) -> bool:
        """True once it lay in clear sight for long enough."""
        return self.longest >= SETTLED_FRAMES

    @property
    def outcome(self) -> Outcome:
        """Wrong where any other name was told of it."""
        if any(card != self.card for card in self.said):
            return Outcome.WRONG
        return Outcome.RIGHT if self.said else Outcome.UNREAD

    @property
    def delay_ms(self) -> float | None:
        """Stream time from its lying in unhindered sight until it was told right; None where it was not."""
        if self.first_right is None:
            return None
        best = max(visible for _, visible, _ in self._frames)
        since = self.first_right
        for at, visible, index in reversed(self._frames):
            if visible < best - _UNHINDERED or index < CLEAR:
                break
            since = at
        return (self.first_right - since) / NANOS_PER_MS


@dataclass(frozen=True, slots=True, eq=False)
class Wrong:
    """A wrong name, told of `track`; `truth` is the face-up card that lies there, None where none does."""

    said: Card
    truth: Card | None
    track: Track


class Book:
    """The stays of one hand."""

    def __init__(self) -> None:
        self._stays: dict[tuple[CardNo, float], Stay] = {}
        self._lately: list[list[CardTruth]] = []
        self._leaving: list[CardTruth] = []
        self.phantoms: set[tuple[TrackNo, Card]] = set()
        """Names told where no face-up card lies, or one of another name has begun to move; each once for a track."""

    @property
    def stays(self) -> list[Stay]:
        """Those that count."""
        return [stay for stay in self._stays.values() if stay.counts or stay.outcome is Outcome.WRONG]

    def note(
        self, truth: Sequence[CardTruth], told: Iterable[Sighting], tracks: Iterable[Track], at: Nanos
    ) -> list[Wrong]:
        """One frame: its truth, what was told in it, and the tracks then. The wrong names that were told."""
        lying = [card for card in truth if not card.moving]
        self._lately = [*self._lately[-_GRACE:], lying]
        self._leaving = [card for card in truth if card.moving and card.face is Face.UP]
        for card in lying:
            if card.face is Face.UP:
                self._stays.setdefault((card.number, card.since_s), Stay(card.card)).seen(card, at)
        followed = {track.number: track for track in tracks}
        credited = [
            self._credit(sighting.card, followed[sighting.track], at)
            for sighting in told
            if sighting.card is not None and sighting.track is not None
        ]
        return [wrong for wrong in credited if wrong is not None]

    def _credit(self, said: Card, track: Track, at: Nanos) -> Wrong | None:
        lay = [card for lying in reversed(self._lately) for card in lying]
        shares = [(_shared(track, card), card) for card in lay]
        there = [card for share, card in shares if share >= _THERE and card.face is Face.UP]
        if not there:
            if any(card.card == said and _shared(track, card) >= _NOT_AWAY for card in self._leaving):
                return None
            self.phantoms.add((track.number, said))
            return Wrong(said, None, track)
        _, card = max(((share, card) for share, card in shares if card in there), key=lambda each: each[0])
        self._stays[card.number, card.since_s].told(said, at)
        return None if said == card.card else Wrong(said, card.card, track)


def _shared(track: Track, card: CardTruth) -> Share:
    return overlap(track.outline, Outline(card.corners))
