"""A dealer's hands: the stub in their order, and cards laid, lifted and gathered at a human pace."""

import random
from collections.abc import Iterable, Mapping

from msgspec import Struct

from felt.card import Card
from felt.clock import Clock
from felt.fact import Face
from felt.ids import Uid
from felt.place import ASIDE, BOARD, BURN, MUCK, STUB, Place, SeatNo, seat_place
from hardware.virtual.field import Field


class Pace(Struct, frozen=True):
    """Table seconds: between two cards, until every sensor and the hub know, until gathered cards count as gone,
    for a person to act."""

    card: float = 0.5
    settle: float = 1.2
    gather: float = 3.0
    think: float = 1.5


class Hands:
    """Moves the cards of one deck. `stub` is the order in which they will be dealt, the top card last."""

    def __init__(
        self,
        field: Field,
        deck: Iterable[Uid],
        printed: Mapping[Uid, Card],
        clock: Clock,
        *,
        rng: random.Random,
        pace: Pace,
    ) -> None:
        self.field = field
        self.stub: list[Uid] = list(deck)
        self.pace = pace
        self._printed = printed
        self._clock = clock
        self._random = rng
        self.out_of_play: set[Uid] = set()
        """Cards put away for the rest of the hand, such as a boxed one."""

    def shuffle(self) -> None:
        """Mix the stub."""
        self._random.shuffle(self.stub)

    async def deal(self, place: Place, face: Face) -> Uid:
        """The top card of the stub to `place`."""
        uid = self.stub.pop()
        await self.lay(uid, place, face)
        return uid

    async def deal_together(self, place: Place, face: Face, count: int) -> None:
        """Spread `count` cards at once, as a flop is."""
        for _ in range(count):
            self.field.move(self.stub.pop(), place, face)
        await self._clock.sleep(self.pace.card)

    async def lay(self, uid: Uid, place: Place, face: Face) -> None:
        """A card that is out already to another place."""
        self.field.move(uid, place, face)
        await self._clock.sleep(self.pace.card)

    async def lay_all(self, uids: Iterable[Uid], place: Place, face: Face) -> None:
        """Several cards in one movement."""
        for uid in uids:
            self.field.move(uid, place, face)
        await self._clock.sleep(self.pace.card)

    async def return_to_stub(self, uids: Iterable[Uid]) -> None:
        """Cards back under the stub, face down."""
        returned = list(uids)
        await self.lay_all(returned, STUB, Face.DOWN)
        self.stub = returned + self.stub

    async def gather(self) -> None:
        """Every card of the table back into the deck."""
        out = [card.uid for card in self.field.all() if card.place != STUB]
        await self.return_to_stub(out)
        self.out_of_play.clear()
        await self._clock.sleep(self.pace.gather)

    async def settle(self) -> None:
        """Until the sensors have seen the table as it lies, and the hub has answered."""
        await self._clock.sleep(self.pace.settle)

    async def think(self) -> None:
        """The time a person takes."""
        await self._clock.sleep(self.pace.think)

    def at(self, place: Place) -> list[Uid]:
        """The cards at a place, the first to come first."""
        return [card.uid for card in self.field.at(place)]

    def at_seat(self, seat: SeatNo) -> list[Uid]:
        """The cards of a seat."""
        return self.at(seat_place(seat))

    def aside(self) -> list[Uid]:
        """Cards set aside that may come back."""
        return [uid for uid in self.at(ASIDE) if uid not in self.out_of_play]

    def named(self, cards: Iterable[Card]) -> list[Uid]:
        """The cards on the table that bear these names; those in the stub are not looked at."""
        wanted = set(cards)
        order = (BOARD, BURN, MUCK, ASIDE)
        lying = sorted(
            (card for card in self.field.all() if card.place != STUB and self.card(card.uid) in wanted),
            key=lambda card: order.index(card.place) if card.place in order else -1,
        )
        return [card.uid for card in lying]

    def card(self, uid: Uid) -> Card | None:
        """What is printed on a card."""
        return self._printed.get(uid)
