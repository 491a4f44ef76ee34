"""Finds what lies in an area, and works out which of the cards that lay there still do."""

import itertools
from collections.abc import Sequence
from typing import Final, Protocol

from felt.clock import Nanos
from vision.box import Box
from vision.outline import Outline
from vision.picture import Picture
from vision.sighting import TrackNo
from vision.tracking.gate import Motion, cells_of
from vision.tracking.matching import PlaceOf, bare_share, overlap, same_spot
from vision.tracking.track import Phase, Track

_GONE: Final = 0.6
"""A card has gone when so much of what should be seen of it is empty felt."""
_INSTEAD: Final = 0.4
"""A card that was never read was found badly when another outline has so much in common with it."""
_ON_THE_MOVE: Final = 0.5
"""Of an outline's cells, the share that may move for it to be a card that lies, with something above it."""


class Finder(Protocol):
    """Finds the cards in a part of a picture of a felt that it knows."""

    def find(self, picture: Picture, within: Box) -> Sequence[Outline]:
        """Every card that lies in `within`, or partly; the topmost first."""
        ...


class Search:
    """Keeps the tracks of one camera up to date with what is found. `felt` is the picture of its empty felt."""

    def __init__(self, felt: Picture, finder: Finder, place_of: PlaceOf) -> None:
        self._felt = felt
        self._finder = finder
        self._place_of = place_of
        self._numbers = itertools.count()

    def within(
        self, box: Box, picture: Picture, motion: Motion, tracks: Sequence[Track], at: Nanos
    ) -> tuple[list[Track], list[Track]]:
        """The tracks after a search of `box`, and those of them that were found by it, again or for the first time."""
        found = _distinct([outline for outline in self._finder.find(picture, box) if self._lies(outline, motion)])
        near = [track for track in tracks if track.box.touches(box)]
        fresh, unseen = _matched(found, near)
        lost = [track for track in unseen if self._inside(track, box)]
        staying = [track for track in tracks if track not in lost]
        for track in lost:
            if not self._gone(track, picture, found, fresh):
                track.covered, track.stirred = True, False
                staying.append(track)
        begun = [self._begun(outline, at) for outline in fresh]
        return [*staying, *begun], [*(track for track in near if track not in unseen), *begun]

    def _inside(self, track: Track, box: Box) -> bool:
        """True for a card of which all that is in the picture is in the box: only then is it missed where not found."""
        return track.box.common(Box.whole(self._felt.shape)).lies_in(box)

    def _lies(self, outline: Outline, motion: Motion) -> bool:
        window, mask = cells_of(outline.corners, self._felt.shape)
        return bool(mask.any()) and float(motion.moving[window][mask].mean()) < _ON_THE_MOVE

    def _gone(self, track: Track, picture: Picture, found: Sequence[Outline], fresh: Sequence[Outline]) -> bool:
        if track.phase is Phase.VOTING and any(overlap(track.outline, outline) > _INSTEAD for outline in fresh):
            return True
        bare = bare_share(picture, self._felt, track.outline.corners, found)
        if bare is None:
            # Wholly below others, or pushed by less than can be told apart: a back is a back, a face is told by name.
            # What never came to be known was found badly where others are found in its stead, known ones too.
            instead = found if track.doubtful else fresh
            return track.card is None and any(overlap(track.outline, outline) > _INSTEAD for outline in instead)
        return bare >= _GONE

    def _begun(self, outline: Outline, at: Nanos) -> Track:
        place = self._place_of(*outline.centre)
        return Track(TrackNo(next(self._numbers)), outline, place, self._felt.shape, at)


def _distinct(found: Sequence[Outline]) -> list[Outline]:
    """Each card once: of two outlines at one spot the first, which lies higher."""
    kept: list[Outline] = []
    for outline in found:
        if not any(same_spot(outline, other) for other in kept):
            kept.append(outline)
    return kept


def _matched(found: Sequence[Outline], tracks: Sequence[Track]) -> tuple[list[Outline], list[Track]]:
    """Pairs outlines with the tracks of the same spot, nearest first; the outlines and the tracks that are left."""
    pairs = sorted(
        (
            (overlap(track.outline, outline), index, track)
            for track in tracks
            for index, outline in enumerate(found)
            if same_spot(track.outline, outline)
        ),
        key=lambda pair: -pair[0],
    )
    taken: set[int] = set()
    kept: list[Track] = []
    for _, index, track in pairs:
        if index not in taken and track not in kept:
            taken.add(index)
            kept.append(track)
            track.found_at(found[index])
    fresh = [outline for index, outline in enumerate(found) if index not in taken]
    return fresh, [track for track in tracks if track not in kept]
