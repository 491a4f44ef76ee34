"""What the parts of a robot share: the seating, its hands, its voice, and the book of what it did."""

import random
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from felt.clock import Clock
from felt.fact import Fact
from felt.games import Game
from felt.ids import Uid
from felt.order import Guidance
from felt.place import SeatNo
from hardware.virtual.robot.guests import Guest, Strangers
from hardware.virtual.robot.hands import Hands
from hardware.virtual.robot.orders import Orders
from hardware.virtual.robot.steps import Betting, StepHands, Tell
from hardware.virtual.robot.truth import HandRecord

LONGEST_LAG_S: Final = 6.0
"""Table seconds that a dealer who knows of a mistake waits for the hub, which allows for late trackers and looks."""


class Seating(Struct, frozen=True):
    """Who sits at the table: `players` are dealt in, `empty` seats are not. `faces`: a camera sees exposed cards.

    `button` is 0 in a game without one, whose deal begins with the lowest seat.
    """

    game: Game
    players: tuple[SeatNo, ...]
    empty: tuple[SeatNo, ...]
    button: SeatNo
    faces: bool


class Session:
    """One robot at one table."""

    def __init__(
        self,
        seating: Seating,
        hands: Hands,
        *,
        rng: random.Random,
        clock: Clock,
        tell: Tell,
        guidance: Callable[[], Guidance | None],
        strangers: Strangers,
    ) -> None:
        self.seating = seating
        self.hands = hands
        self.random = rng
        self.clock = clock
        self.tell = tell
        self.strangers = strangers
        self.guest = Guest(hands)
        self.betting = Betting()
        self.steps = StepHands(hands, self.betting, tell, rng, seating.game.hole_cards)
        self.button = seating.button
        self.orders = Orders(self.steps, hands, self.betting, tell=tell, guidance=guidance, button=lambda: self.button)

    def made(self, record: HandRecord, *cards: Uid) -> None:
        """The mistake has happened now, with these cards."""
        record.cards += cards
        if record.made_at is None:
            record.made_at = self.clock.now()

    async def say(self, record: HandRecord, fact: Fact) -> None:
        """A person tells the hub of the mistake, and it has a moment to answer."""
        record.said = True
        await self.tell(fact)
        await self.hands.settle()

    async def wait(self) -> None:
        """Hold still for as long as an honest hub may take to see what happened."""
        await self.orders.wait_for_word(LONGEST_LAG_S)

    def live(self) -> list[SeatNo]:
        """The players who still have cards."""
        return [seat for seat in self.seating.players if self.hands.at_seat(seat)]
