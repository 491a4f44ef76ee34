"""What a robot did: every hand it dealt, the mistake it made in it, and the orders it got."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from felt.clock import Nanos
from felt.games import Game
from felt.ids import Uid
from felt.place import SeatNo
from felt.situation import Situation, Step

Rate = Annotated[float, Meta(ge=0.0, le=1.0)]


class Mistake(StrEnum):
    """A dealing error that the robot makes. Most can be known by antennas or camera; the rest somebody may say."""

    TOO_MANY_CARDS = "too-many-cards"
    TOO_FEW_CARDS = "too-few-cards"
    BUTTON_SHORT = "button-short"
    EXPOSED_CARD = "exposed-card"
    EXPOSED_SEVERAL = "exposed-several"
    SEAT_SKIPPED = "seat-skipped"
    OUT_OF_SEQUENCE = "out-of-sequence"
    UNENTITLED_HAND = "unentitled-hand"
    BOXED_CARD = "boxed-card"
    FOREIGN_CARD = "foreign-card"
    JOKER_ON_FLOP = "joker-on-flop"
    DUPLICATE_CARD = "duplicate-card"
    MISSING_BURN = "missing-burn"
    EXTRA_BURN = "extra-burn"
    PREMATURE_FLOP = "premature-flop"
    PREMATURE_TURN = "premature-turn"
    PREMATURE_RIVER = "premature-river"
    FOUR_CARD_FLOP = "four-card-flop"
    STUB_DROPPED = "stub-dropped"
    HAND_IN_MUCK = "hand-in-muck"
    HAND_RETAINED = "hand-retained"


ALL_MISTAKES: Final = tuple(Mistake)

RULED_AS: Final[dict[Mistake, frozenset[Situation]]] = {
    Mistake.TOO_MANY_CARDS: frozenset({Situation.TOO_MANY_CARDS}),
    Mistake.TOO_FEW_CARDS: frozenset({Situation.TOO_FEW_CARDS}),
    Mistake.BUTTON_SHORT: frozenset({Situation.BUTTON_SHORT}),
    Mistake.EXPOSED_CARD: frozenset({Situation.EXPOSED_HOLE_CARD, Situation.DOWN_CARD_EXPOSED}),
    Mistake.EXPOSED_SEVERAL: frozenset({Situation.EXPOSED_SEVERAL}),
    Mistake.SEAT_SKIPPED: frozenset({Situation.SEAT_SKIPPED, Situation.OUT_OF_SEQUENCE}),
    Mistake.OUT_OF_SEQUENCE: frozenset({Situation.OUT_OF_SEQUENCE, Situation.WRONG_FIRST_SEAT}),
    Mistake.UNENTITLED_HAND: frozenset({Situation.UNENTITLED_HAND}),
    Mistake.BOXED_CARD: frozenset({Situation.BOXED_CARD}),
    Mistake.FOREIGN_CARD: frozenset({Situation.FOREIGN_CARD}),
    Mistake.JOKER_ON_FLOP: frozenset({Situation.FOREIGN_CARD}),
    Mistake.DUPLICATE_CARD: frozenset({Situation.DUPLICATE_CARD}),
    Mistake.MISSING_BURN: frozenset({Situation.MISSING_BURN}),
    Mistake.EXTRA_BURN: frozenset({Situation.EXTRA_BURN}),
    Mistake.PREMATURE_FLOP: frozenset({Situation.PREMATURE_FLOP}),
    Mistake.PREMATURE_TURN: frozenset({Situation.PREMATURE_TURN}),
    Mistake.PREMATURE_RIVER: frozenset({Situation.PREMATURE_RIVER}),
    Mistake.FOUR_CARD_FLOP: frozenset({Situation.FOUR_CARD_FLOP}),
    Mistake.STUB_DROPPED: frozenset({Situation.DROPPED_STUB}),
    Mistake.HAND_IN_MUCK: frozenset({Situation.HAND_IN_MUCK}),
    Mistake.HAND_RETAINED: frozenset({Situation.HAND_RETAINED}),
}
"""The situations that a right ruling on the mistake names."""

ON_THE_WAY: Final[dict[Mistake, frozenset[Situation]]] = {
    Mistake.EXPOSED_SEVERAL: frozenset({Situation.EXPOSED_HOLE_CARD, Situation.EXPOSED_FIRST_CARD}),
}
"""True of the mistake while it happens, but not the whole of it: neither the right ruling nor a false one."""


_OF_A_BOARD: Final = frozenset(
    {
        Mistake.TOO_MANY_CARDS,
        Mistake.BUTTON_SHORT,
        Mistake.EXPOSED_SEVERAL,
        Mistake.JOKER_ON_FLOP,
        Mistake.PREMATURE_FLOP,
        Mistake.PREMATURE_TURN,
        Mistake.PREMATURE_RIVER,
        Mistake.FOUR_CARD_FLOP,
    }
)
_OF_A_DECK: Final = frozenset({Mistake.FOREIGN_CARD, Mistake.DUPLICATE_CARD})


def makes_in(game: Game) -> frozenset[Mistake]:
    """The mistakes that the robot can make in a game: all of them where there is a board, in open-face a few."""
    if game.board_cards:
        return frozenset(Mistake)
    return frozenset(Mistake) - _OF_A_BOARD if game.has_betting else _OF_A_DECK


class Rates(Struct, frozen=True):
    """`mistakes` happen in this share of hands, each of `kinds` as often as any other that the table allows."""

    mistakes: Rate = 0.25
    kinds: tuple[Mistake, ...] = ALL_MISTAKES


class HandRecord(Struct):
    """One hand as it really went. `began` and `made_at` are the table's monotonic ns; `orders` the steps followed.

    `said`: a person told the hub of the mistake. `cards`: those that the mistake is about.
    """

    number: int
    players: tuple[SeatNo, ...]
    button: SeatNo
    began: Nanos
    mistake: Mistake | None = None
    seat: SeatNo | None = None
    made_at: Nanos | None = None
    said: bool = False
    cards: list[Uid] = []
    orders: list[Step] = []
    ended: str = ""
    stuck: bool = False

    @property
    def surprised(self) -> bool:
        """True when the hub ordered something although nothing was wrong."""
        return self.made_at is None and bool(self.orders)
