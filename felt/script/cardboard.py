"""The pieces of cardboard: which lies where and which way up, and which one an unnamed card turns out to be."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NewType

from msgspec import Struct

from felt.card import DECK, Card
from felt.fact import Face
from felt.place import STUB, Place, Spot
from felt.script.act import Piece, PieceId

Draw = NewType("Draw", str)
"""One taking of an unnamed card from the stub: line and number within it."""


class Plan(Struct, frozen=True):
    """What a rehearsal learnt: which card each unnamed draw turns out to be, and which cards each hand names."""

    promised: Mapping[Draw, Card] = {}
    named: tuple[frozenset[Card], ...] = ()


class Lying(Struct, frozen=True):
    """A piece out of the stub: where and how it lies."""

    piece: Piece
    place: Place
    face: Face


class Cardboard:
    """All pieces of one deck. Whatever does not lie elsewhere is in the stub.

    Without a plan this is a rehearsal: unnamed draws are blanks, and `promised` collects what they turn out to be.
    """

    def __init__(self, plan: Plan | None = None) -> None:
        self._plan = plan
        self._out: dict[PieceId, Lying] = {}
        self._copies: dict[Card, int] = dict.fromkeys(DECK, 1)
        self._blanks: dict[PieceId, Draw] = {}
        self._hand = 0
        self._foreign = 0
        self.promised: Final[dict[Draw, Card]] = {}

    def next_hand(self) -> None:
        """The cards named from here on belong to the next hand of the script."""
        self._hand += 1

    def compose(self, missing: tuple[Card, ...], twice: tuple[Card, ...], foreign: int) -> None:
        """The deck lacks some cards, holds some twice, and holds `foreign` ones."""
        self._copies |= dict.fromkeys(missing, 0) | dict.fromkeys(twice, 2)
        self._foreign = foreign

    def lying(self, place: Place) -> list[Lying]:
        """What lies at a place, in the order of its coming; the stub's pieces in no order."""
        if place.spot is Spot.STUB:
            return [Lying(piece, STUB, Face.DOWN) for piece in self._stub()]
        return [lying for lying in self._out.values() if lying.place == place]

    def everything_out(self) -> list[Lying]:
        """All that does not lie in the stub."""
        return list(self._out.values())

    def put(self, piece: Piece, place: Place, face: Face) -> None:
        """Lay a piece down; it comes last in its new place."""
        self._out.pop(piece.id, None)
        if place != STUB:
            self._out[piece.id] = Lying(piece, place, face)

    def turn(self, piece: Piece, face: Face) -> None:
        """Turn a piece where it lies."""
        lying = self._out[piece.id]
        self._out[piece.id] = Lying(piece, lying.place, face)

    def find(self, card: Card, place: Place) -> Lying | None:
        """The piece at `place` with that card, or the first unnamed one there, which then is that card."""
        if place == STUB:
            piece = self._in_stub(card)
            return Lying(piece, STUB, Face.DOWN) if piece else None
        there = self.lying(place)
        for lying in there:
            if lying.piece.card == card and lying.piece.named:
                return lying
        unnamed = [lying for lying in there if not lying.piece.named]
        return self._bind(unnamed[0], card) if unnamed else None

    def newest(self, card: Card, place: Place) -> Lying | None:
        """As `find`, but of the unnamed ones there the last that came."""
        there = self.lying(place)
        for lying in reversed(there):
            if lying.piece.named and lying.piece.card == card:
                return lying
        unnamed = [lying for lying in there if not lying.piece.named]
        return self._bind(unnamed[-1], card) if unnamed else None

    def find_named(self, card: Card, places: tuple[Spot, ...], face: Face | None = None) -> Lying | None:
        """The piece the script names so, in the first of `places` that has it; `face` limits how it lies."""
        for spot in places:
            for lying in self._out.values():
                fits = lying.piece.named and lying.piece.card == card and lying.place.spot is spot
                if fits and face in (None, lying.face):
                    return lying
        return None

    def named(self, card: Card) -> Piece:
        """The copy of `card` that comes now: one set aside, else one in the stub, else one too many in the deck."""
        aside = self.find_named(card, (Spot.ASIDE,))
        if aside is not None:
            return aside.piece
        piece = self._in_stub(card)
        if piece is None:
            self._copies[card] += 1
            piece = _copy(card, self._copies[card], named=True)
        return piece

    def unnamed(self, draw: Draw) -> Piece | None:
        """The top of the stub, whatever it is; None when the stub is empty."""
        if self._plan is None:
            blank = Piece(PieceId(f"?{draw}"), None, named=False)
            self._blanks[blank.id] = draw
            return blank
        promised = self._plan.promised.get(draw)
        if promised is not None:
            return self.named(promised)
        named = self._plan.named[self._hand] if self._hand < len(self._plan.named) else frozenset()
        free = next((piece for piece in self._stub() if piece.card not in named), None)
        return free or next(self._stub(), None)

    def where(self, piece: Piece) -> Place:
        """Where a piece lies now."""
        lying = self._out.get(piece.id)
        return lying.place if lying else STUB

    def face(self, piece: Piece) -> Face:
        """Which way a piece lies; face down in the stub."""
        lying = self._out.get(piece.id)
        return lying.face if lying else Face.DOWN

    def _in_stub(self, card: Card) -> Piece | None:
        for copy in range(1, self._copies[card] + 1):
            piece = _copy(card, copy, named=True)
            if piece.id not in self._out:
                return piece
        return None

    def _stub(self) -> Iterator[Piece]:
        for card in _SPREAD:
            for copy in range(1, self._copies[card] + 1):
                piece = _copy(card, copy, named=False)
                if piece.id not in self._out:
                    yield piece
        for number in range(1, self._foreign + 1):
            foreign = Piece(PieceId(f"foreign#{number}"), None, named=False)
            if foreign.id not in self._out:
                yield foreign

    def _bind(self, lying: Lying, card: Card) -> Lying:
        """An unnamed piece turns out to be `card`; in a rehearsal this is what the plan is made of."""
        old = lying.piece
        draw = self._blanks.pop(old.id, None)
        if draw is not None:
            self.promised[draw] = card
        bound = Lying(Piece(old.id, card), lying.place, lying.face)
        self._out[old.id] = bound
        return bound


@cache
def _copy(card: Card, number: int, *, named: bool) -> Piece:
    return Piece(PieceId(card if number == 1 else f"{card}#{number}"), card, named=named)


_SPREAD: Final = tuple(DECK[index * 11 % len(DECK)] for index in range(len(DECK)))
"""The deck in an order that no game favours: every eleventh card; 11 and 52 share no factor."""
