"""A node with perfect eyes: turns the acts of a script into the facts that the table's senses allow.

Hidden cards get tokens; doubles and returned dead cards are found by the printed card, and told without naming it.
"""

from collections.abc import Iterator
from typing import Final

from felt.card import Card
from felt.clock import Nanos
from felt.fact import (
    Between,
    By,
    CardArrived,
    CardDoubled,
    CardLeft,
    CardTurned,
    DeadCardReturned,
    Face,
    Fact,
    ForeignSeen,
    HandOpened,
)
from felt.ids import Ref
from felt.place import Place, Spot
from felt.script import Act, CardFlipped, CardMoved, Piece, PieceId, Told
from felt.setup import TableSetup
from felt.situation import Sense

_ANTENNA: Final = {
    Spot.SEAT: Sense.HOLE,
    Spot.BOARD: Sense.BOARD,
    Spot.BURN: Sense.BURN,
    Spot.MUCK: Sense.MUCK,
}
"""The sense that counts the cards of a place. Nothing sees the stub or what was set aside."""

_LOOK_NS: Final = 10
_DEAD_SPOTS: Final = (Spot.MUCK, Spot.BURN)


class ScriptedNode:
    """Follows every piece by its identity, as a node follows tags, and tells what its senses let it know."""

    def __init__(self, setup: TableSetup) -> None:
        self._senses = {quality.sense for quality in setup.senses}
        self._refs: dict[PieceId, Ref] = {}
        self._pieces: dict[Ref, Piece] = {}
        self._seen_at: dict[PieceId, Place] = {}
        self._faces: dict[PieceId, Face] = {}
        self._dead: dict[PieceId, Place] = {}
        self._copies: dict[Card, set[PieceId]] = {}
        self._told_double: set[Card] = set()

    def observe(self, act: Act) -> Iterator[Fact]:
        """The facts of one act, in order."""
        match act:
            case Told(fact=fact):
                if isinstance(fact, HandOpened):
                    self._forget()
                yield fact
            case CardMoved():
                yield from self._moved(act)
            case CardFlipped():
                yield from self._flipped(act)

    def card_of(self, ref: Ref) -> Card | None:
        """What is printed on the card that this token stands, or stood, for."""
        piece = self._pieces.get(ref)
        return piece.card if piece else None

    def _forget(self) -> None:
        """A new hand: no card of it is dead or double yet."""
        self._dead.clear()
        self._copies.clear()
        self._told_double.clear()

    def _moved(self, act: CardMoved) -> Iterator[Fact]:
        piece, between = act.piece, _between(act.moment)
        if act.origin.spot is Spot.STUB:
            self._new_ref(piece)
        self._pieces[self._refs[piece.id]] = piece
        was = self._seen_at.pop(piece.id, None)
        if was is not None:
            yield CardLeft(was, self._refs[piece.id], between)
        self._faces[piece.id] = act.face
        if act.place.spot is Spot.STUB and act.by is By.DEALER:
            self._dead.pop(piece.id, None)
        if self._sees(act.place, act.face):
            yield from self._arrived(piece, act, between)
        if act.place.spot in _DEAD_SPOTS:
            self._dead[piece.id] = act.place

    def _arrived(self, piece: Piece, act: CardMoved, between: Between) -> Iterator[Fact]:
        ref = self._refs[piece.id]
        self._seen_at[piece.id] = act.place
        face, card = self._known_face(piece, act.place, act.face)
        yield CardArrived(act.place, ref, face, between, act.by, card=card)
        yield from self._identity_faults(piece, act.place)
        dead = self._dead.get(piece.id)
        if dead is not None and act.place.spot not in _DEAD_SPOTS:
            yield DeadCardReturned(act.place, ref, dead)

    def _flipped(self, act: CardFlipped) -> Iterator[Fact]:
        piece, between = act.piece, _between(act.moment)
        self._faces[piece.id] = act.face
        self._pieces[self._refs[piece.id]] = piece
        if Sense.FACES not in self._senses:
            return
        if piece.id in self._seen_at:
            card = piece.card if act.face is Face.UP else None
            yield CardTurned(act.place, self._refs[piece.id], act.face, between, act.by, card)
        elif act.face is Face.UP:
            self._seen_at[piece.id] = act.place
            yield CardArrived(act.place, self._refs[piece.id], Face.UP, between, act.by, card=_shown(piece))
            yield from self._identity_faults(piece, act.place)

    def _identity_faults(self, piece: Piece, place: Place) -> Iterator[Fact]:
        """A card of no deck, or one that was seen on another piece of this hand; named only when all copies lie up."""
        card = piece.card
        if card is None:
            up = self._faces.get(piece.id) is Face.UP or place.spot is Spot.BOARD
            yield ForeignSeen(place if up else None)
            return
        copies = self._copies.setdefault(card, set())
        copies.add(piece.id)
        if len(copies) > 1 and card not in self._told_double:
            self._told_double.add(card)
            all_up = all(self._faces.get(copy) is Face.UP for copy in copies)
            yield CardDoubled(card if all_up else None)

    def _new_ref(self, piece: Piece) -> None:
        ref = Ref(f"c{len(self._pieces) + 1}")
        self._refs[piece.id] = ref
        self._pieces[ref] = piece

    def _sees(self, place: Place, face: Face) -> bool:
        antenna = _ANTENNA.get(place.spot)
        by_camera = face is Face.UP and Sense.FACES in self._senses and antenna is not None
        return by_camera or antenna in self._senses

    def _known_face(self, piece: Piece, place: Place, face: Face) -> tuple[Face, Card | None]:
        """Without a camera a board card is taken to lie face up, every other one face down."""
        if Sense.FACES not in self._senses:
            face = Face.UP if place.spot is Spot.BOARD else Face.DOWN
        return face, _shown(piece) if face is Face.UP else None


def _shown(piece: Piece) -> Card | None:
    """The identity of a face-up card, where the script lets it be known."""
    return piece.card if piece.named else None


def _between(moment: int) -> Between:
    return Between(Nanos(moment * _LOOK_NS), Nanos(moment * _LOOK_NS + _LOOK_NS // 2))
