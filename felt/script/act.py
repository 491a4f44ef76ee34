"""What a script makes happen in the room, card by card and word by word."""

from typing import NewType

from msgspec import Struct

from felt.card import Card
from felt.fact import By, Face, Fact
from felt.place import Place

PieceId = NewType("PieceId", str)
"""One piece of cardboard for the whole script: `Kh`, `Kh#2` for a second copy of it, `foreign#1`."""


class Piece(Struct, frozen=True):
    """One physical card. `card` is what is printed on it (None on a foreign one), whether or not anybody may know it.

    `named` tells whether the script itself says so; otherwise the stage chose a card that nothing in the hand names.
    """

    id: PieceId
    card: Card | None
    named: bool = True


class CardMoved(Struct, frozen=True):
    """A piece went from `origin` to `place` and lies there with `face`.

    Acts with one `moment` happen together. `by` is what an onlooker would say, not what a sensor knows.
    """

    piece: Piece
    origin: Place
    place: Place
    face: Face
    by: By
    moment: int


class CardFlipped(Struct, frozen=True):
    """A piece stayed at `place` and now lies with `face`."""

    piece: Piece
    place: Place
    face: Face
    by: By
    moment: int


class Told(Struct, frozen=True):
    """A person, the tracker or a machine reports `fact`; no antenna is needed for it."""

    fact: Fact
    moment: int


Act = CardMoved | CardFlipped | Told
