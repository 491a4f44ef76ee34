"""What lies before the camera while a deck is shown."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from felt.card import Card
from felt.clock import Nanos, seconds
from felt.fact import Face
from vision.camera import Frame
from vision.enrolment.aside import AsideNo
from vision.enrolment.likeness import print_of
from vision.enrolment.prints import LOOKS
from vision.enrolment.showing import Showing
from vision.outline import rectified
from vision.picture import Picture
from vision.process.teller import Following, Trail
from vision.reading import Reader
from vision.sighting import TrackNo

LIFTED: Final = seconds(1.0)
"""A card that was in sight nowhere for so long has left the felt; one that is only followed anew is back sooner."""


@dataclass(frozen=True, slots=True)
class _Held:
    """A card that was put aside and still lies there, and what it was followed as."""

    number: AsideNo
    card: Card | None


class Table:
    """What lies before the camera, offered to a showing: each card as often as it has looks to give."""

    def __init__(self, tracker: Following, reader: Reader, showing: Showing) -> None:
        self._tracker = tracker
        self._reader = reader
        self._showing = showing
        self._offered: dict[TrackNo, int] = {}
        self._held: dict[TrackNo, _Held] = {}
        self._seen: dict[AsideNo, Nanos] = {}

    def look(self, arrival: Frame) -> Iterator[str]:
        """Take in one frame; what to tell the person."""
        self._tracker.look(arrival.picture, arrival.taken)
        self._hold(arrival)
        for track in self._tracker.tracks:
            if self._showing.asking:
                return
            offered = self._offered.get(track.number, 0)
            if not _in_sight(track) or offered >= LOOKS or track.number in self._held:
                continue
            self._offered[track.number] = offered + 1
            card: Picture = rectified(arrival.picture, track.outline)
            (reading,) = self._reader.read([card])
            said = (self._showing.show_again if offered else self._showing.show)(card, reading)
            if said:
                yield said

    def _hold(self, arrival: Frame) -> None:
        """Find what was put aside and still lies there; what has left the felt may be shown again."""
        aside = self._showing.aside
        if not aside.numbers:
            self._held, self._seen = {}, {}
            return
        found = ((track.number, self._still_aside(track, arrival.picture)) for track in self._tracker.tracks)
        self._held = {number: held for number, held in found if held is not None}
        for number in self._held:
            self._offered.pop(number, None)
        there = {held.number for held in self._held.values()}
        for card in aside.numbers:
            if card in there or card not in self._seen:
                self._seen[card] = arrival.taken
            elif arrival.taken - self._seen[card] >= LIFTED:
                aside.release(card)

    def _still_aside(self, track: Trail, picture: Picture) -> _Held | None:
        """By what it was before, as long as it is followed as the same card; else by its picture."""
        held, aside = self._held.get(track.number), self._showing.aside
        if held is not None and held.number in aside.numbers and (not _in_sight(track) or track.card == held.card):
            return held
        if not _in_sight(track):
            return None
        number = aside.find(print_of(rectified(picture, track.outline)))
        return None if number is None else _Held(number, track.card)


def _in_sight(track: Trail) -> bool:
    return track.face is Face.UP and not track.covered
