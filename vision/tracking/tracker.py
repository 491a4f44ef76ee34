"""Follows every card that lies in the picture, and tells those that have settled."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from felt.card import Card
from felt.clock import Nanos, seconds
from felt.fact import Face, Share
from felt.ids import DeviceId
from vision.picture import Picture, Points
from vision.reading import Reader
from vision.sighting import Sighting
from vision.tracking.areas import Areas, Ground, clear, lit_anew, lying_cells, strange_cells
from vision.tracking.gate import Gate, Motion
from vision.tracking.light import Cells
from vision.tracking.matching import PlaceOf
from vision.tracking.rounds import Rounds, cleared_up
from vision.tracking.search import Finder, Search
from vision.tracking.track import Phase, Track

REPEAT: Final = seconds(0.3)
"""A card in clear view is told again so often."""
_TOUCHED: Final = 0.03
"""The share of a card's cells that must move or have changed, not in their light alone, for it to be no longer as it
was: three cells, less than half of an index."""
_UPSET: Final = 0.25
"""The share from which looks at it so far no longer count: another card may lie there now."""


class Tracker:
    """One camera's cards. `felt` is its picture of the empty felt; frames come in the order of time.

    Frames that show nothing to trust are left out: of another size, black, burnt out, or the same as the one before.
    """

    def __init__(self, camera: DeviceId, felt: Picture, finder: Finder, reader: Reader, place_of: PlaceOf) -> None:
        self._camera = camera
        self._gate = Gate(felt)
        self._areas = Areas(felt.shape)
        self._search = Search(felt, finder, place_of)
        self._rounds = Rounds(reader)
        self._shape = felt.shape
        self._tracks: list[Track] = []
        self._motion: Motion | None = None
        self._strange: Cells | None = None
        self._before = Nanos(0)

    @property
    def tracks(self) -> Sequence[Track]:
        """Every card that is followed, covered ones too."""
        return tuple(self._tracks)

    @property
    def doubles(self) -> tuple[Card, ...]:
        """Cards that are in clear view at two places at once: the deck is fouled."""
        named = Counter(track.card for track in self._tracks if track.settled and track.card is not None)
        return tuple(card for card, count in named.items() if count > 1 and card is not None)

    def clear(self, corners: Points) -> bool:
        """True when all that lies inside a convex shape, px, is seen: nothing moves there and nothing is hidden."""
        if self._motion is None:
            return False
        if self._strange is None:
            self._strange = strange_cells(self._motion, self._tracks)
        return clear(corners, self._strange, self._tracks, self._shape)

    def forget(self) -> None:
        """Start from the empty felt: the camera was moved, or the table was cleared unseen."""
        self._gate.forget()
        self._tracks, self._motion, self._strange = [], None, None

    def look(self, picture: Picture, at: Nanos) -> list[Sighting]:
        """Take in one frame, taken `at`; what is told by it."""
        self._motion = motion = self._gate.look(picture)
        self._strange = None
        if motion is None:
            self._lose_sight(at)
            return []
        ground = Ground(tuple(self._tracks), motion)
        self._stir(motion, ground, at)
        self._find(picture, motion, ground, at)
        settled = self._rounds.read(picture, self._tracks, at)
        self._tracks = cleared_up(settled, self._tracks)
        told = [self._told(track, at) for track in self._tracks if _due(track, at)]
        self._before = at
        return told

    def _lose_sight(self, at: Nanos) -> None:
        for track in self._tracks:
            track.busy = track.altered = True
            _disturb(track, 1.0, 1.0, at)

    def _stir(self, motion: Motion, ground: Ground, at: Nanos) -> None:
        """What something is over, or what something happens to, is looked at again before it is told again."""
        stirring = _stirring(motion, ground)
        for track in self._tracks:
            moved, changed = [track.share_of(cells) for cells in stirring] if stirring else (0.0, 0.0)
            track.busy = max(moved, changed) > _TOUCHED
            if track.busy:
                _disturb(track, moved, changed, at)
            else:
                track.upset = False

    def _find(self, picture: Picture, motion: Motion, ground: Ground, at: Nanos) -> None:
        area = self._areas.next(motion, ground, self._tracks, at)
        settled = area.settled
        if area.box is not None:
            self._tracks, found = self._search.within(area.box, picture, motion, self._tracks, at)
            ground = Ground(tuple(self._tracks), motion)
            settled = settled | lit_anew(motion, ground, area.box)
            # A card that was found has been looked at, even if its patch of changes was not the one to be searched.
            settled |= motion.changed & lying_cells(found, motion.changed.shape)
        if settled.any() or area.box is not None:
            self._gate.accept(settled)
            motion.changed[settled] = False
            self._stir(motion, ground, at)

    def _told(self, track: Track, at: Nanos) -> Sighting:
        began = track.since if track.told is None else self._before
        track.told = at
        assert track.place is not None
        return Sighting(self._camera, track.place, track.face, began, at, track.card, track.confidence, track.number)


def _stirring(motion: Motion, ground: Ground) -> tuple[Cells, Cells] | None:
    """The cells of cards over which something is, and those that have changed; None in most frames: there are none."""
    if not (motion.hidden | motion.changed).any():
        return None
    own = ground.all & ~ground.shaded
    over, changed = motion.hidden & own, motion.changed & own
    return (over, changed) if (over | changed).any() else None


def _disturb(track: Track, moved: Share, changed: Share, at: Nanos) -> None:
    """Something moves over these shares of the card, or has changed."""
    if track.phase is Phase.SETTLED:
        track.phase, track.checks = Phase.CHECKING, 0
    track.altered |= changed > _TOUCHED
    track.stirred |= moved > _TOUCHED
    track.upset |= max(moved, changed) > _UPSET
    if track.upset:
        track.since = at
        # What passes over a card and leaves it looking as it did has not made it another one.
        if track.phase is Phase.VOTING and changed > _TOUCHED:
            track.reads_anew()


def _due(track: Track, at: Nanos) -> bool:
    if not track.settled or track.place is None or track.face is Face.UNKNOWN:
        return False
    return track.told is None or at - track.told >= REPEAT
