"""Cards as a node reports them, one every half second, so that every two are in a known order."""

from itertools import count

from felt.card import Card
from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import Between, By, CardArrived, Face, Fact, SenseQuality, WatchChanged
from felt.ids import Ref
from felt.place import BOARD, BURN, Place, SeatNo, seat_place
from felt.situation import Sense

SENSES = WatchChanged(
    watching=True, senses=tuple(SenseQuality(sense) for sense in (Sense.HOLE, Sense.BOARD, Sense.BURN, Sense.MUCK))
)


class Sensed:
    """Makes arrivals one after the other."""

    def __init__(self) -> None:
        self._moments = count(1)
        self._refs = count(1)

    def card(self, place: Place, card: str | None = None) -> CardArrived:
        """A card that comes half a second after the one before."""
        return self._arrival(place, self._moment(), card)

    def together(self, place: Place, *cards: str) -> list[CardArrived]:
        """Cards that come between the same two looks."""
        moment = self._moment()
        return [self._arrival(place, moment, card) for card in cards]

    def _moment(self) -> Between:
        at = next(self._moments) * 500
        return Between(Nanos(at * NANOS_PER_MS), Nanos((at + 100) * NANOS_PER_MS))

    def _arrival(self, place: Place, between: Between, card: str | None) -> CardArrived:
        ref, face = Ref(f"r{next(self._refs)}"), Face.DOWN if card is None else Face.UP
        return CardArrived(place, ref, face, between, By.UNKNOWN, card=None if card is None else Card(card))

    def deal(self, *seats: int) -> list[Fact]:
        """Two rounds, one card at a time."""
        return [self.card(seat_place(SeatNo(seat))) for seat in (*seats, *seats)]

    def flop(self, *cards: str) -> list[Fact]:
        """A burn and the cards of a street."""
        return [self.card(BURN), *self.together(BOARD, *cards)]
