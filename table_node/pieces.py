"""Cards known by their look alone: pieces of cardboard that a camera follows, and the names read on them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from felt.card import Card
from felt.clock import Nanos
from felt.ids import Uid
from felt.place import Place
from table_node.looks import Look, Stranger, look_of
from table_node.memory import TagMemory
from table_node.scene import Scene, told_place
from vision.sighting import Sighting, View

_PREFIX: Final = "seen-"


def is_seen(uid: Uid) -> bool:
    """True for a card without a tag, which is called by a number of our own."""
    return uid.startswith(_PREFIX)


@dataclass(slots=True, eq=False)
class Piece:
    """One card. `look` is None while the camera has not found it; `missed` counts the clear views without it.

    `gone` when it left every place that is watched; `stale` when it is of an earlier hand; `disputed` when an antenna
    contradicts its name, which is not told then; `other` is a name that contradicts its own.
    """

    uid: Uid
    place: Place
    look: Look | None
    seen: Nanos
    missed: int = 0
    gone: bool = False
    stale: bool = False
    disputed: bool = False
    other: Stranger | None = None

    def bind(self, seen: Sighting) -> None:
        """This is the card of the sighting."""
        self.place, self.look, self.missed, self.gone = seen.place, look_of(seen), 0, False
        self.seen = max(self.seen, seen.ended)

    def lose(self) -> None:
        """It lies nowhere that is watched."""
        self.gone, self.look = True, None


class Pieces:
    """The cards of the places that only a camera watches, in the order in which they came."""

    def __init__(self, scene: Scene, remembered: Iterable[TagMemory]) -> None:
        self._scene = scene
        self._all: dict[Uid, Piece] = {}
        self._count = 0
        watched = {told_place(place) for place in scene.eyed}
        for row in remembered:
            if is_seen(row.uid):
                self._count = max(self._count, int(row.uid.removeprefix(_PREFIX)))
            if row.card is not None:
                scene.named[row.uid] = row.card
            if row.place is not None and row.place in watched:
                self._all[row.uid] = Piece(row.uid, row.place, None, Nanos(0))

    def all(self) -> list[Piece]:
        """Every card, gone or not."""
        return list(self._all.values())

    def followed(self, look: Look) -> Piece | None:
        """The card that the camera calls so."""
        return next((piece for piece in self._all.values() if piece.look == look), None)

    def at(self, place: Place) -> list[Piece]:
        """The cards that lie at a place; one that was not found since a restart may lie at any slot of the board."""
        either = (place, told_place(place))
        return [piece for piece in self._all.values() if not piece.gone and piece.place in either]

    def gone_from(self, place: Place) -> list[Piece]:
        """The cards of this hand that went away from a place and were seen nowhere since."""
        return [piece for piece in self._all.values() if piece.gone and piece.place == place]

    def named(self, card: Card) -> list[Piece]:
        """The cards of that name."""
        return [piece for piece in self._all.values() if self._scene.card_of(piece.uid) == card]

    def lay(self, seen: Sighting, card: Card | None) -> Piece:
        """A card without a tag."""
        self._count += 1
        uid = Uid(f"{_PREFIX}{self._count}")
        if card is not None:
            self.name(uid, card)
        return self.tagged(uid, seen)

    def tagged(self, uid: Uid, seen: Sighting) -> Piece:
        """A card whose tag no antenna reads here."""
        piece = self._all[uid] = Piece(uid, seen.place, look_of(seen), seen.ended)
        return piece

    def name(self, uid: Uid, card: Card) -> None:
        """A card without a tag is read."""
        self._scene.named[uid] = card

    def note(self, view: View) -> None:
        """Count for each card of the place whether the view shows it."""
        for piece in self.at(view.place):
            if piece.look in view.cards:
                piece.seen, piece.missed = max(piece.seen, view.ended), 0
            elif view.clear:
                piece.missed += 1

    def drop(self, uid: Uid) -> None:
        """The card is an antenna's now, or in the stub."""
        if self._all.pop(uid, None) is not None and is_seen(uid):
            self._scene.named.pop(uid, None)
            self._scene.whereabouts.drop(uid)

    def unbind(self) -> None:
        """The camera began anew: its numbers mean other cards."""
        for piece in self._all.values():
            piece.look, piece.missed = None, 0

    def forget_the_gone(self) -> None:
        """Cards that went away are in the stub."""
        for piece in [piece for piece in self._all.values() if piece.gone]:
            self.drop(piece.uid)
