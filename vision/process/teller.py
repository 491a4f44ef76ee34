"""Frames to words: the tracker's sightings, a view of every place, and how the camera stands."""

import math
from collections.abc import Sequence
from typing import Final, Protocol

from felt.card import Card
from felt.clock import Nanos, seconds
from felt.fact import Face, Share
from felt.ids import DeviceId
from felt.note import Note
from felt.place import Place
from vision.outline import Outline
from vision.picture import Picture, Points
from vision.process.outlook import Outlook
from vision.sighting import Condition, Seen, Sighting, TrackNo, View

VIEWED: Final = seconds(0.3)
"""Every place is told again so often."""
_ONE_SPOT: Final = 0.15
CONDITION: Final = seconds(1.0)
"""How the camera stands is told again so often."""


class Trail(Protocol):
    """One card as the tracker follows it."""

    @property
    def number(self) -> TrackNo: ...
    @property
    def place(self) -> Place | None: ...
    @property
    def face(self) -> Face: ...
    @property
    def card(self) -> Card | None: ...
    @property
    def confidence(self) -> Share: ...
    @property
    def outline(self) -> Outline: ...
    @property
    def covered(self) -> bool: ...


class Following(Protocol):
    """What follows cards from frame to frame."""

    @property
    def tracks(self) -> Sequence[Trail]:
        """Every card that is followed."""
        ...

    def look(self, picture: Picture, at: Nanos) -> list[Sighting]:
        """Take in one frame; what is told by it."""
        ...

    def clear(self, corners: Points) -> bool:
        """True when nothing moves or hides anything inside a convex shape, px."""
        ...

    def forget(self) -> None:
        """Start from the empty felt."""
        ...


class Teller:
    """Speaks for one camera. Feed it every frame, or its trouble; what it says goes to the node in this order."""

    def __init__(self, camera: DeviceId, outlook: Outlook, tracker: Following) -> None:
        self._camera = camera
        self._outlook = outlook
        self._tracker = tracker
        self._trouble: str | None = None
        self._note: Note | None = None
        self._told = Nanos(-CONDITION)
        self._lists: dict[Place, tuple[TrackNo, ...]] = {}
        self._viewed = Nanos(0)
        self._before = Nanos(0)

    @property
    def trouble(self) -> str:
        """What is wrong with the camera; empty when it is well."""
        return self._trouble or ""

    @property
    def tracks(self) -> Sequence[Trail]:
        """Every card that is followed now, once."""
        tracks = self._tracker.tracks
        ghosts = ghosts_in(tracks)
        return [track for track in tracks if track.number not in ghosts]

    def look(self, picture: Picture, at: Nanos) -> list[Seen]:
        """A frame of a camera that is well, taken `at`."""
        words: list[Seen] = [*self._condition("", at)]
        told = self._tracker.look(picture, at)
        ghosts = ghosts_in(self._tracker.tracks)
        words += [sighting for sighting in told if sighting.track not in ghosts]
        lists = self._listed(ghosts)
        if lists != self._lists or at - self._viewed >= VIEWED:
            words += self._views(lists, at)
        self._before = at
        return words

    def suffer(self, trouble: str, at: Nanos, note: Note | None = None) -> list[Seen]:
        """The camera is not well, or gives no frame: no card is told, and afterwards all are found anew."""
        if not self._trouble:
            self._tracker.forget()
            self._lists = {}
        return [*self._condition(trouble[:400], at, note)]

    def again(self, at: Nanos) -> list[Seen]:
        """How the camera stands, where that is known and due to be told again."""
        return [] if self._trouble is None else [*self._condition(self._trouble, at, self._note)]

    def _condition(self, trouble: str, at: Nanos, note: Note | None = None) -> list[Condition]:
        if trouble == self._trouble and at - self._told < CONDITION:
            return []
        self._trouble, self._note, self._told = trouble, note, at
        return [Condition(self._camera, at, trouble, note)]

    def _listed(self, ghosts: frozenset[TrackNo]) -> dict[Place, tuple[TrackNo, ...]]:
        tracks = [track for track in self._tracker.tracks if track.number not in ghosts]
        return {
            region.place: tuple(track.number for track in tracks if track.place == region.place)
            for region in self._outlook.regions
        }

    def _views(self, lists: dict[Place, tuple[TrackNo, ...]], at: Nanos) -> list[View]:
        self._lists, self._viewed = lists, at
        return [
            View(self._camera, region.place, self._before, at, lists[region.place], self._tracker.clear(region.hull))
            for region in self._outlook.regions
        ]


def ghosts_in(trails: Sequence[Trail]) -> frozenset[TrackNo]:
    """Cards followed twice over: one name at one spot is one piece of cardboard, the one that is followed longest.

    Two cards of one name lie at least a corner's index apart; nearer, nobody could have read both.
    """
    named = [trail for trail in trails if trail.card is not None]
    return frozenset(
        later.number
        for at, one in enumerate(named)
        for later in named[at + 1 :]
        if later.card == one.card and _apart(one.outline, later.outline) < _ONE_SPOT
    )


def _apart(one: Outline, other: Outline) -> float:
    """How far apart the middles of two cards lie, as a share of the first one's long side."""
    (x, y), (u, v) = one.centre, other.centre
    long_side = math.hypot(*(one.corners[2] - one.corners[1]))
    return math.hypot(x - u, y - v) / max(long_side, 1.0)
