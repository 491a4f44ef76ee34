"""Where the cards of a virtual table lie: the physical truth that readers and cameras look at, and dealers change."""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from felt.clock import Clock, Nanos
from felt.fact import Face
from felt.ids import Uid
from felt.place import STUB, Place

FieldListener = Callable[["Lying", "Lying"], None]
"""Called with a card as it lay and as it lies now."""


class Lying(Struct, frozen=True):
    """One card as it lies: `since` is when it came to its place, `turned` when it last showed another side."""

    uid: Uid
    place: Place
    face: Face
    since: Nanos
    turned: Nanos


class Field:
    """All cards of one virtual table. A card is always somewhere; off the table is the stub, the shuffler or aside."""

    def __init__(self, clock: Clock, uids: Iterable[Uid] = ()) -> None:
        self._clock: Final = clock
        self._cards: dict[Uid, Lying] = {}
        self._listeners: list[FieldListener] = []
        for uid in uids:
            self.add(uid)

    def add(self, uid: Uid, place: Place = STUB) -> None:
        """Bring a card to the table, face down; raises KeyError when it is there already."""
        if uid in self._cards:
            raise KeyError(f"card {uid} is on the table already")
        now = self._clock.now()
        self._cards[uid] = Lying(uid, place, Face.DOWN, now, now)

    def remove(self, uid: Uid) -> None:
        """Take a card away from the table for good; raises KeyError when it is not there."""
        del self._cards[uid]

    def move(self, uid: Uid, place: Place, face: Face) -> None:
        """Lay a card at `place`; raises KeyError for a card that is not on the table."""
        was = self._cards[uid]
        now = self._clock.now()
        since = was.since if was.place == place else now
        turned = was.turned if was.face is face and was.place == place else now
        lies = Lying(uid, place, face, since, turned)
        if was.place != place:
            del self._cards[uid]  # the newest card of a place lies last, as on a pile
        self._cards[uid] = lies
        for listener in self._listeners:
            listener(was, lies)

    def turn(self, uid: Uid, face: Face) -> None:
        """Show the other side of a card where it lies."""
        self.move(uid, self._cards[uid].place, face)

    def card(self, uid: Uid) -> Lying:
        """How a card lies; raises KeyError."""
        return self._cards[uid]

    def at(self, place: Place) -> tuple[Lying, ...]:
        """The cards at a place, the first to come first."""
        return tuple(card for card in self._cards.values() if card.place == place)

    def all(self) -> tuple[Lying, ...]:
        """Every card of the table, the longest lying first."""
        return tuple(self._cards.values())

    def watch(self, listener: FieldListener) -> None:
        """Call `listener` at every move and turn."""
        self._listeners.append(listener)
