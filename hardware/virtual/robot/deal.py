"""The hole cards, dealt as they should be or with the mistake of the hand."""

from collections.abc import Awaitable, Callable
from typing import Final

from felt.fact import Face, PersonReported
from felt.games import deal_order
from felt.ids import Uid
from felt.place import ASIDE, STUB, SeatNo, seat_place
from felt.situation import Situation
from hardware.virtual.robot.orders import Fate
from hardware.virtual.robot.session import Session
from hardware.virtual.robot.truth import HandRecord, Mistake

_AT_A_SEAT: Final = frozenset(
    {
        Mistake.TOO_MANY_CARDS,
        Mistake.TOO_FEW_CARDS,
        Mistake.EXPOSED_CARD,
        Mistake.EXPOSED_SEVERAL,
        Mistake.SEAT_SKIPPED,
        Mistake.OUT_OF_SEQUENCE,
        Mistake.BOXED_CARD,
    }
)
_SAID: Final = {
    Mistake.SEAT_SKIPPED: Situation.SEAT_SKIPPED,
    Mistake.TOO_FEW_CARDS: Situation.TOO_FEW_CARDS,
    Mistake.BUTTON_SHORT: Situation.BUTTON_SHORT,
}
"""What the player says once the deal is over. Absences prove nothing to sensors."""

_WAITED_FOR: Final = frozenset({Mistake.FOREIGN_CARD, Mistake.DUPLICATE_CARD, Mistake.UNENTITLED_HAND})
"""What sensors see for themselves; whoever knows of it gives the hub time."""


class HoleCards:
    """Deals the first cards of each hand."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._hands = session.hands
        self._last_round = session.seating.game.hole_cards
        self._last_down = max(number for number in range(1, self._last_round + 1) if not self._up(number))
        self._passed_over: SeatNo | None = None
        self._round_passed = 1
        self._face = Face.DOWN
        self._deals: Final[dict[Mistake, Callable[[HandRecord, SeatNo, int], Awaitable[bool]]]] = {
            Mistake.SEAT_SKIPPED: self._skip,
            Mistake.TOO_FEW_CARDS: self._fall_short,
            Mistake.BUTTON_SHORT: self._fall_short,
            Mistake.OUT_OF_SEQUENCE: self._pass_over,
            Mistake.TOO_MANY_CARDS: self._deal_twice,
            Mistake.EXPOSED_CARD: self._expose,
            Mistake.EXPOSED_SEVERAL: self._expose,
            Mistake.BOXED_CARD: self._find_boxed,
            Mistake.UNENTITLED_HAND: self._deal_unentitled,
        }

    async def deal(self, record: HandRecord) -> Fate:
        """The whole deal, and what the hub wants of it."""
        session, order = self._session, self._order(record)
        self._round_passed = session.random.randint(1, self._last_round)
        for round_number in range(1, self._last_round + 1):
            self._face = Face.UP if self._up(round_number) else Face.DOWN
            for seat in order:
                await self._deal_one(record, seat, round_number)
                self._note_guests(record)
                if session.orders.stops_the_deal():
                    return await session.orders.follow(record)
            if self._passed_over is not None:
                await self._plainly(self._passed_over)
                self._passed_over = None
        await self._hands.settle()
        await self._look_around(record)
        session.betting.starts()
        return await session.orders.follow(record)

    def _order(self, record: HandRecord) -> tuple[SeatNo, ...]:
        session = self._session
        players, button, rng = session.seating.players, session.button, session.random
        order = deal_order(players, button)
        if record.mistake is Mistake.UNENTITLED_HAND:
            record.seat = rng.choice(session.seating.empty)
            return deal_order((*players, record.seat), button)
        if record.mistake is Mistake.BUTTON_SHORT:
            record.seat = button
        elif record.mistake in (Mistake.TOO_FEW_CARDS, Mistake.OUT_OF_SEQUENCE, Mistake.EXPOSED_SEVERAL):
            record.seat = rng.choice(order[:-1])
        elif record.mistake in _AT_A_SEAT:
            record.seat = rng.choice(order)
        return order

    async def _deal_one(self, record: HandRecord, seat: SeatNo, round_number: int) -> None:
        deals = self._deals.get(record.mistake) if record.mistake is not None else None
        if deals is None or not await deals(record, seat, round_number):
            await self._plainly(seat)

    async def _plainly(self, seat: SeatNo) -> None:
        await self._hands.deal(seat_place(seat), self._face)

    def _up(self, round_number: int) -> bool:
        """Open-face hands come face down: their players turn them."""
        game = self._session.seating.game
        return game.has_betting and game.seat_card_up(round_number)

    # Each says whether it dealt, or kept back, this seat's card.

    async def _skip(self, record: HandRecord, seat: SeatNo, _round: int) -> bool:
        if seat == record.seat:
            self._session.made(record)
        return seat == record.seat

    async def _fall_short(self, record: HandRecord, seat: SeatNo, round_number: int) -> bool:
        short = seat == record.seat and round_number == self._last_round
        if short:
            self._session.made(record)
        return short

    async def _pass_over(self, record: HandRecord, seat: SeatNo, round_number: int) -> bool:
        """In one of the rounds the seat gets its card after everybody else."""
        over = seat == record.seat and round_number == self._round_passed
        if over:
            self._session.made(record)
            self._passed_over = seat
        return over

    async def _deal_twice(self, record: HandRecord, seat: SeatNo, round_number: int) -> bool:
        if seat != record.seat or round_number != self._last_round:
            return False
        await self._plainly(seat)
        extra = await self._hands.deal(seat_place(seat), self._face)
        self._session.made(record, extra, *self._hands.at_seat(seat))
        await self._session.wait()
        return True

    async def _expose(self, record: HandRecord, seat: SeatNo, round_number: int) -> bool:
        """One card of the last round that comes face down, or one and the next player's."""
        again = record.mistake is Mistake.EXPOSED_SEVERAL and len(record.cards) == 1
        if round_number != self._last_down or not (seat == record.seat or again):
            return False
        session = self._session
        session.made(record)
        uid = await self._hands.deal(seat_place(seat), Face.UP)
        session.made(record, uid)
        if not session.seating.faces:
            await self._hands.settle()
            await session.say(
                record, PersonReported(Situation.EXPOSED_HOLE_CARD, seat=seat, card=self._hands.card(uid))
            )
        if record.mistake is Mistake.EXPOSED_CARD or again:
            await session.wait()
        return True

    async def _find_boxed(self, record: HandRecord, seat: SeatNo, _round: int) -> bool:
        """A card that lies the wrong way up in the stub is put away, and said aloud."""
        if seat == record.seat and record.made_at is None:
            uid = await self._hands.deal(ASIDE, Face.UP)
            self._session.made(record)
            self._hands.out_of_play.add(uid)
            await self._session.say(record, PersonReported(Situation.BOXED_CARD, card=self._hands.card(uid)))
        return False

    async def _deal_unentitled(self, record: HandRecord, seat: SeatNo, _round: int) -> bool:
        if seat != record.seat:
            return False
        uid = await self._hands.deal(seat_place(seat), self._face)
        self._session.made(record, uid)
        return True

    # After the deal.

    async def _look_around(self, record: HandRecord) -> None:
        """Players count their cards; whoever knows of a mistake waits for the hub."""
        session = self._session
        if record.mistake in _SAID and record.made_at is not None:
            held = 0 if record.mistake is Mistake.SEAT_SKIPPED else self._last_round - 1
            await self._hands.think()
            await session.say(record, PersonReported(_SAID[record.mistake], seat=record.seat, count=held))
        if record.mistake in _WAITED_FOR and record.made_at is not None:
            await session.wait()

    def _note_guests(self, record: HandRecord) -> None:
        """A card that does not belong is out of the stub; a second copy matters once the first is out too."""
        session = self._session
        guest, first = session.guest.uid, session.strangers.of
        if record.made_at is not None or guest is None:
            return
        if record.mistake is Mistake.FOREIGN_CARD and self._is_out(guest):
            session.made(record, guest)
        twice = record.mistake is Mistake.DUPLICATE_CARD
        if twice and first is not None and self._is_out(guest) and self._is_out(first):
            session.made(record, guest, first)

    def _is_out(self, uid: Uid) -> bool:
        return self._hands.field.card(uid).place != STUB
