"""What is agreed before a hand: rulebook, game, seats, stakes, and what the table can sense."""

from msgspec import Struct

from felt.fact import SenseQuality
from felt.place import SeatNo
from felt.situation import Sense, Tracker

PERFECT_SENSES: tuple[SenseQuality, ...] = tuple(SenseQuality(sense) for sense in Sense)


class Stakes(Struct, frozen=True):
    """Forced bets in chips; `big_blind_ante` is posted once by the big blind."""

    small: int = 100
    big: int = 200
    ante: int = 0
    big_blind_ante: int = 0
    bring_in: int = 0


class TableSetup(Struct, frozen=True):
    """The standing terms of a table. `seats` hold a player entitled to the next hand; `button` may be an empty seat.

    `tracker_lag_ms`: how late the operator of the tracker may be before a street card with betting open is asked about.
    """

    rulebook: str
    seats: tuple[SeatNo, ...]
    button: SeatNo | None = None
    game: str = "holdem"
    absent: tuple[SeatNo, ...] = ()
    penalty: tuple[SeatNo, ...] = ()
    stakes: Stakes = Stakes()
    stacks: dict[SeatNo, int] = {}
    default_stack: int = 20_000
    tracker: Tracker = Tracker.FULL
    tracker_lag_ms: int = 0
    senses: tuple[SenseQuality, ...] = PERFECT_SENSES
    machine: bool = False
