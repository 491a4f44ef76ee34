"""Seats and the places of a table where a card can lie."""

from enum import StrEnum
from typing import Annotated, Final, NewType

from msgspec import Meta, Struct

from felt.fault import BadInput

SeatNo = NewType("SeatNo", int)
"""A seat of the table, 1 to 10, clockwise from the dealer's left."""

SeatField = Annotated[SeatNo, Meta(ge=1, le=10)]


class Spot(StrEnum):
    """The kinds of place."""

    SEAT = "seat"
    BOARD = "board"
    BURN = "burn"
    MUCK = "muck"
    STUB = "stub"
    SHUFFLER = "shuffler"
    ASIDE = "aside"


class Place(Struct, frozen=True, omit_defaults=True):
    """One place: a spot and, for a seat or a known board slot, its number."""

    spot: Spot
    number: int | None = None

    def __str__(self) -> str:
        return self.spot if self.number is None else f"{self.spot}{self.number}"


BOARD: Final = Place(Spot.BOARD)
BURN: Final = Place(Spot.BURN)
MUCK: Final = Place(Spot.MUCK)
STUB: Final = Place(Spot.STUB)
SHUFFLER: Final = Place(Spot.SHUFFLER)
ASIDE: Final = Place(Spot.ASIDE)

_SEATS: Final = {n: Place(Spot.SEAT, n) for n in range(1, 11)}


def seat_place(seat: SeatNo) -> Place:
    """The hole-card place of a seat, 1 to 10."""
    return _SEATS[seat]


def parse_place(text: str) -> Place:
    """Read `seat4`, `board`, `board2`, `burn`, `muck`, `stub`, `shuffler` or `aside`; raises BadInput."""
    name = text.rstrip("0123456789")
    digits = text[len(name) :]
    try:
        spot = Spot(name)
    except ValueError:
        spot = None
    limit = {Spot.SEAT: 10, Spot.BOARD: 5}.get(spot, 0) if spot else 0
    number = (int(digits) if len(digits) <= 2 else 0) if digits else None
    if spot is None or (number is not None and not 1 <= number <= limit) or (spot is Spot.SEAT and number is None):
        raise BadInput(
            f"{text!r} is not a place", remedy="seat1-seat10, board, board1-board5, burn, muck, stub, shuffler or aside"
        )
    return Place(spot, number)
