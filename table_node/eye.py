"""A camera's sightings beside the antennas: the camera tells faces, the antennas tell places where they can.

Where the two name different cards, neither is believed: the place is in doubt for the rest of the hand.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from felt.card import Card
from felt.clock import Nanos, seconds
from felt.fact import Between, CardTurned, Face, SensorDoubted
from felt.ids import Uid
from felt.note import NoteKey
from felt.place import Place, Spot
from table_node.looks import Look, Stranger, look_of
from table_node.presence import Moved
from table_node.scene import Scene, doubted, told_place
from table_node.tokens import DEAD, LIVE
from vision.sighting import Sighting

SLACK: Final = seconds(0.3)
"""How far a camera's clock and an antenna's last look may be apart."""
TWICE_NS: Final = seconds(2.0)
"""A card that lies in clear view is told again well within that time."""
SURE: Final = 0.9
"""The least confidence at which a camera's word on a card is taken."""
DISPUTED_NS: Final = seconds(2.5)
"""A camera that names a card which no antenna reads there is a doubt after so long; antennas are never that late."""
DISPUTED_LOOKS: Final = 5


@dataclass(frozen=True, slots=True)
class Naming:
    """One name at one place, read again and again from `first` to `last`."""

    place: Place
    first: Nanos
    last: Nanos

    def again(self, place: Place, at: Nanos) -> "Naming":
        """Read once more; elsewhere, or after a while without it, that is a new beginning."""
        if place != self.place or at - self.last > TWICE_NS:
            return Naming(place, at, at)
        return Naming(place, self.first, at)


class Eye:
    """Follows what cameras say of one table."""

    def __init__(self, scene: Scene, faults: Counter[str]) -> None:
        self._scene = scene
        self._faults = faults
        self._bearing: dict[Card, list[Uid]] = {}
        """The tags that bear each name."""
        for uid, card in scene.cards.items():
            self._bearing.setdefault(card, []).append(uid)
        self._face_up: dict[Uid, tuple[Place, Nanos]] = {}
        """Cards seen face up where no antenna has told them yet, and when they were seen last."""
        self._open: dict[Uid, tuple[Place, Nanos]] = {}
        """Every card that was named: where, and when last."""
        self._arrived: dict[Uid, Nanos] = {}
        """After when each card came to where it lies: what was seen there before was of an earlier stay."""
        self._unread: dict[Look, Stranger] = {}
        """What the camera named where antennas read no such card."""
        self._doubted: set[Place] = set()
        self._named: dict[Uid, Naming] = {}
        """Cards that were to lie face down and were named at a seat."""

    def forget(self) -> None:
        """A hand is over: what was seen of it no longer counts."""
        self._face_up.clear()
        self._named.clear()
        self._open.clear()

    def new_hand(self) -> None:
        """What is still in doubt is told again."""
        self._unread.clear()
        self._doubted.clear()

    def expect_face_up(self, uid: Uid, place: Place, at: Nanos) -> None:
        """The card was seen face up where it is about to be told."""
        self._face_up[uid] = place, at

    def saw_face_up(self, uid: Uid, place: Place, since: Nanos) -> bool:
        """True when the card, which came to `place` after `since`, was seen there face up; asked once.

        What was seen before is of an earlier stay: a hand shown at the last showdown says nothing of this deal.
        """
        self._arrived[uid] = since
        where, at = self._face_up.pop(uid, (None, Nanos(0)))
        return where == place and at + SLACK >= since

    def see(self, seen: Sighting) -> list[CardTurned | Moved | SensorDoubted]:
        """Take in one sighting: what it tells of cards that lie there, and arrivals where no antenna lies."""
        if seen.confidence < SURE:
            return []
        place, between = told_place(seen.place), Between(seen.began, seen.ended)
        if seen.face is Face.UP and seen.card is not None:
            return [*self._up(seen.card, place, between), *self._dispute(seen, seen.card, place)]
        if seen.face is Face.DOWN and self._scene.whereabouts.settled:
            return [*self._down(place, between)]
        return []

    def _up(self, card: Card, place: Place, between: Between) -> list[CardTurned | Moved]:
        where = self._scene.whereabouts
        carriers = self._which(card, place)
        if len(carriers) != 1:
            self._faults["sighting of a card that may be either of two"] += 1
            self._face_up |= {uid: (place, between.by) for uid in carriers if where.home(uid) is None}
            return []
        uid = carriers[0]
        self._open[uid] = place, between.by
        if not where.settled:
            self._face_up[uid] = place, between.by
            return []
        if where.home(uid) != place:
            beside = place.spot is Spot.SEAT and self._beside(uid, place, between.by)
            if beside and self._may_be_misread(uid, place, between.by):
                return []
            self._face_up[uid] = place, between.by
            return self._came(uid, place, between)
        token = self._scene.tokens.of(uid)
        if token.face is Face.UP or self._is_late(uid, between.by):
            return []
        if place.spot is Spot.SEAT and self._may_be_misread(uid, place, between.by):
            return []
        token.face = Face.UP
        return [CardTurned(place, token.ref, Face.UP, between, card=card)]

    def _is_late(self, uid: Uid, at: Nanos) -> bool:
        """What was seen is of before the card came: it waited to be read while this process stood still."""
        return at + SLACK < self._arrived.get(uid, Nanos(0))

    def _may_be_misread(self, uid: Uid, place: Place, at: Nanos) -> bool:
        """The name may be another open card's, misread: until it is read twice, and each of the others in between."""
        before = self._named.get(uid)
        naming = Naming(place, at, at) if before is None else before.again(place, at)
        self._named[uid] = naming
        if naming.first == naming.last:
            return True
        return any(self._open[other][1] < naming.first for other in self._beside(uid, place, at))

    def _beside(self, uid: Uid, place: Place, at: Nanos) -> list[Uid]:
        """The other cards that lie open there, as far as they are known."""
        return [other for other in self._open if other != uid and self._lies_open(other, place, at)]

    def _lies_open(self, uid: Uid, place: Place, at: Nanos) -> bool:
        """The card lies face up there, or was named there lately and no antenna has told it yet."""
        named_at, when = self._open[uid]
        home, token = self._scene.whereabouts.home(uid), self._scene.tokens.get(uid)
        if named_at != place or home is None:
            return named_at == place and at - when <= TWICE_NS
        return home == place and token is not None and token.face is Face.UP

    def _dispute(self, seen: Sighting, card: Card, place: Place) -> list[SensorDoubted]:
        """The camera and the antennas under one place do not agree for so long that neither is late."""
        where, look = self._scene.whereabouts, look_of(seen)
        carriers = self._bearing.get(card, [])
        agreed = any(where.home(uid) == place or where.reads(uid, place) for uid in carriers)
        if agreed or not where.settled or not where.answers(place):
            self._unread.pop(look, None)
            return []
        lately = Nanos(seen.began - DISPUTED_NS)
        self._unread = {each: stranger for each, stranger in self._unread.items() if stranger.last.ended >= lately}
        known = self._unread.get(look)
        stranger = self._unread[look] = Stranger(seen, seen) if known is None else known.again(seen)
        if place in self._doubted or not stranger.lasted(DISPUTED_NS, DISPUTED_LOOKS):
            return []
        self._doubted.add(place)
        return [doubted(place, NoteKey.DOUBT_NO_TAG)]

    def _which(self, card: Card, place: Place) -> list[Uid]:
        """The tag of the card that is seen: of several that carry its name the one there, or read there, or in play.

        More than one where that does not tell: whichever of them an antenna tells of next is the one.
        """
        carriers = self._bearing.get(card, [])
        where = self._scene.whereabouts
        for fits in (
            [uid for uid in carriers if where.home(uid) == place],
            [uid for uid in carriers if where.reads(uid, place)],
            [uid for uid in carriers if self._scene.in_hand(uid)],
            carriers,
        ):
            if fits:
                return fits
        return []

    def _came(self, uid: Uid, place: Place, between: Between) -> list[CardTurned | Moved]:
        """An arrival where no antenna tells it; a card that an antenna reads elsewhere has not gone."""
        where = self._scene.whereabouts
        origin = where.home(uid)
        watched = place in self._scene.places.values() or place.spot not in LIVE | DEAD
        if watched or (origin is not None and not where.missing(uid)):
            return []
        where.place_by_eye(uid, place, between.after, between.by)
        return [Moved(uid, origin, place, between, between)]

    def _down(self, place: Place, between: Between) -> list[CardTurned | Moved]:
        """A turned-down card has no name, so only the one card of a place is believed to have been turned."""
        here = self._scene.lying(place)
        token = self._scene.tokens.get(here[0]) if len(here) == 1 else None
        if token is None or token.face is not Face.UP or self._is_late(here[0], between.by):
            return []
        token.face, token.hidden = Face.DOWN, True
        return [CardTurned(place, token.ref, Face.DOWN, between)]
