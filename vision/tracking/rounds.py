"""Reads the cards that wait for it, a few in each frame, and draws the conclusions."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from felt.card import RANKS, SUITS, Card, rank_of, suit_of
from felt.clock import Nanos, seconds
from vision.picture import Picture
from vision.reading import Kind, Reader, Reading
from vision.tracking.matching import overlap
from vision.tracking.shown import alone, scaled, without_picture
from vision.tracking.track import Phase, Track
from vision.tracking.votes import ENOUGH

READS: Final = 5
"""Cards that are read in one frame at most."""
_RETRY: Final = seconds(1.0)
"""An unread card is read again so often."""
_DISPUTED: Final = 0.2
"""The share of the usual uncertainty that is left to a card whose name another one in clear view has."""
_BREADTHS: Final = (1.033, 0.967, 1.017, 0.983, 1.0)
"""Of a card in doubt as it is cut out, look by look: up to 2 mm more or less of its 63."""
_ONE: Final = 0.4
"""Two with one name that have so much in common are one card, found twice."""
_AGREES: Final = 0.5
_CONTRADICTS: Final = 0.9
_CHECKS: Final = 3
"""Looks at a card that was covered, after which one that says nothing clear is read from the beginning."""


class Rounds:
    """One round of reading a frame."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def read(self, picture: Picture, tracks: Sequence[Track], at: Nanos) -> list[Track]:
        """Look at the cards that wait longest; those that have settled by it."""
        for track in tracks:
            _let_be(track)
        waiting = sorted((track for track in tracks if _waits(track, at)), key=_urgency)[:READS]
        if not waiting:
            return []
        cards = [_as_shown(picture, track) for track in waiting]
        settled = []
        for track, reading in zip(waiting, self._reader.read(cards), strict=True):
            track.looked = at
            if _taken_in(track, reading, at):
                settled.append(track)
        return settled


def _let_be(track: Track) -> None:
    """A back that looks as it did before a hand passed is the same back."""
    if track.phase is Phase.CHECKING and track.kind is not Kind.FACE and not (track.busy or track.altered):
        track.phase = Phase.SETTLED


def _waits(track: Track, at: Nanos) -> bool:
    if track.busy or track.covered:
        return False
    if track.phase is Phase.SETTLED:
        return track.unread and at - (track.looked or 0) >= _RETRY
    return True


def _urgency(track: Track) -> tuple[int, int]:
    return (track.phase.value, track.looked or 0)


def _as_shown(picture: Picture, track: Track) -> Picture:
    """Every second look turns the card about; one in doubt is cut out wider or narrower too, so that its print falls
    otherwise on the pixels.
    """
    look = track.votes.looks + track.checks
    doubted = track.votes.looks >= ENOUGH or track.unread or track.by_indices
    card = alone(picture, scaled(track.outline, _BREADTHS[look % len(_BREADTHS)]) if doubted else track.outline)
    if track.by_indices:
        card = without_picture(card)
    return np.ascontiguousarray(card[::-1, ::-1]) if look % 2 == 1 else card


def _taken_in(track: Track, reading: Reading, at: Nanos) -> bool:
    """Counts one look; True when the track has settled by it."""
    if track.phase is Phase.CHECKING and not track.unread:
        return _checked(track, reading, at)
    if track.phase is Phase.SETTLED:
        track.reads_anew(ENOUGH)  # more looks at what lies as it lay cost more than they tell
    elif track.phase is Phase.CHECKING:
        track.reads_anew()
    track.votes.add(reading)
    verdict = track.votes.verdict(_DISPUTED if track.disputed else 1.0)
    if verdict is None:
        if not track.by_indices and track.votes.looks >= ENOUGH and track.votes.court_in_doubt:
            track.by_indices = True
            track.reads_anew()
        return False
    track.settle(verdict)
    return True


def _checked(track: Track, reading: Reading, at: Nanos) -> bool:
    """Compares a card that something was over with what it was before."""
    track.checks += 1
    if _share(track, reading) >= _AGREES:
        track.phase, track.checks, track.altered = Phase.SETTLED, 0, False
        return True
    if _against(track, reading) >= _CONTRADICTS or track.checks >= _CHECKS:
        track.reads_anew()
        track.since = at
        track.votes.add(reading)
    return False


def _share(track: Track, reading: Reading) -> float:
    """How far a look agrees with the track's answer."""
    kind = float(reading.kinds[track.kind.value])
    if track.kind is not Kind.FACE or track.card is None:
        return kind
    return kind * float(reading.ranks[_rank(track.card)] * reading.suits[_suit(track.card)])


def _against(track: Track, reading: Reading) -> float:
    """How sure a look is that the track's answer is wrong."""
    if reading.kind is Kind.NOTHING:
        return 0.0
    if reading.kind is not track.kind or track.card is None:
        return float(reading.kinds.max())
    rank, suit = reading.ranks[_rank(track.card)], reading.suits[_suit(track.card)]
    return float(reading.kinds[Kind.FACE.value] * (1 - rank * suit))


def _rank(card: Card) -> int:
    return RANKS.index(rank_of(card))


def _suit(card: Card) -> int:
    return SUITS.index(suit_of(card))


def cleared_up(settled: Iterable[Track], tracks: Sequence[Track]) -> list[Track]:
    """The tracks once each card is where it was seen last: of two with one name only both in clear view stay.

    Two that are in clear view at once are both read again, to be surer; a fouled deck has such two.
    """
    gone: list[Track] = []
    for track in settled:
        for other in tracks:
            if track.card is None or other is track or other.card != track.card or other in gone:
                continue
            if overlap(track.outline, other.outline) > _ONE:
                # One card found twice, the second time a little elsewhere: it keeps its number and is where it is now.
                other.lies_at(track.outline)
                gone.append(track)
                break
            if not other.settled:
                gone.append(other)
            elif not (track.disputed and other.disputed):
                for each in (track, other):
                    each.disputed = True
                    each.reads_anew()
                break
    return [track for track in tracks if track not in gone]
