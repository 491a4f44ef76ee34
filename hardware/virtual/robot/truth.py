"""What a robot did: every hand it dealt, the mistake it made in it, and the orders it got."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from felt.clock import Nanos
from felt.place import SeatNo
from felt.situation import Situation, Step

Rate = Annotated[float, Meta(ge=0.0, le=1.0)]


class Mistake(StrEnum):
    """A dealing error that the robot makes. Each can be known: by antennas, camera, or a player who says so."""

    TOO_MANY_CARDS = "too-many-cards"
    EXPOSED_CARD = "exposed-card"
    SEAT_SKIPPED = "seat-skipped"
    UNENTITLED_HAND = "unentitled-hand"
    BOXED_CARD = "boxed-card"
    FOREIGN_CARD = "foreign-card"
    MISSING_BURN = "missing-burn"
    PREMATURE_FLOP = "premature-flop"
    PREMATURE_TURN = "premature-turn"
    FOUR_CARD_FLOP = "four-card-flop"


ALL_MISTAKES: Final = tuple(Mistake)

RULED_AS: Final[dict[Mistake, frozenset[Situation]]] = {
    Mistake.TOO_MANY_CARDS: frozenset({Situation.TOO_MANY_CARDS}),
    Mistake.EXPOSED_CARD: frozenset({Situation.EXPOSED_HOLE_CARD, Situation.EXPOSED_FIRST_CARD}),
    Mistake.SEAT_SKIPPED: frozenset({Situation.SEAT_SKIPPED, Situation.OUT_OF_SEQUENCE}),
    Mistake.UNENTITLED_HAND: frozenset({Situation.UNENTITLED_HAND}),
    Mistake.BOXED_CARD: frozenset({Situation.BOXED_CARD}),
    Mistake.FOREIGN_CARD: frozenset({Situation.FOREIGN_CARD, Situation.DUPLICATE_CARD}),
    Mistake.MISSING_BURN: frozenset({Situation.MISSING_BURN}),
    Mistake.PREMATURE_FLOP: frozenset({Situation.PREMATURE_FLOP}),
    Mistake.PREMATURE_TURN: frozenset({Situation.PREMATURE_TURN}),
    Mistake.FOUR_CARD_FLOP: frozenset({Situation.FOUR_CARD_FLOP}),
}
"""The situations that a right ruling on the mistake may name."""


class Rates(Struct, frozen=True):
    """`mistakes` happen in this share of hands, each of `kinds` as often as any other that the table allows."""

    mistakes: Rate = 0.25
    kinds: tuple[Mistake, ...] = ALL_MISTAKES


class HandRecord(Struct):
    """One hand as it really went. `began` and `made_at` are the table's monotonic ns; `orders` the steps followed."""

    number: int
    players: tuple[SeatNo, ...]
    button: SeatNo
    began: Nanos
    mistake: Mistake | None = None
    seat: SeatNo | None = None
    made_at: Nanos | None = None
    orders: list[Step] = []
    ended: str = ""
    stuck: bool = False

    @property
    def surprised(self) -> bool:
        """True when the hub ordered something although nothing was wrong."""
        return self.made_at is None and bool(self.orders)
