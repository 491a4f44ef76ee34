"""Stud: streets that go to the seats, a burn before each but the first, and the betting after it."""

from typing import Final

from felt.fact import Face, PersonReported, StubEvent, StubHandled
from felt.place import BURN, MUCK, SeatNo, seat_place
from felt.situation import Situation
from hardware.virtual.robot.betting_round import IN_A_ROUND, play_round
from hardware.virtual.robot.orders import Fate
from hardware.virtual.robot.session import Session
from hardware.virtual.robot.truth import HandRecord, Mistake

_ERRS_ON: Final = 1
"""The street, from 0, in whose betting the robot errs with hands or stub, and before which it errs with burns."""


class SeatStreets:
    """Plays a dealt hand of stud to its end."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._hands = session.hands
        self._game = session.seating.game

    async def play(self, record: HandRecord) -> Fate:
        """Betting and streets until one player is left or the cards are shown."""
        session = self._session
        for street in range(len(self._game.streets)):
            if street:
                await self._deal_street(record, street)
                fate = await session.orders.follow(record)
                if fate is not Fate.GOES_ON:
                    return fate
            if self._errs_now(record, street):
                fate = await self._err(record)
                if fate is not Fate.GOES_ON:
                    return fate
            await self._bet(record)
            if len(session.live()) < 2:
                return Fate.GOES_ON
        await self._show_down()
        return await session.orders.follow(record)

    def _errs_now(self, record: HandRecord, street: int) -> bool:
        here = street == _ERRS_ON and len(self._session.live()) > 2
        return here and record.mistake in IN_A_ROUND and record.made_at is None

    async def _bet(self, record: HandRecord) -> None:
        """A round of everybody who is in."""
        self._session.betting.starts()
        await play_round(self._session, record, self._session.live())

    async def _fold(self, seat: SeatNo) -> None:
        await self._hands.lay_all(self._hands.at_seat(seat), MUCK, Face.DOWN)

    async def _deal_street(self, record: HandRecord, street: int) -> None:
        session, hands = self._session, self._hands
        plan = self._game.streets[street]
        fresh = street == _ERRS_ON and record.made_at is None
        missing = fresh and record.mistake is Mistake.MISSING_BURN
        if plan.burn and not missing:
            await self._burn(record, extra=fresh and record.mistake is Mistake.EXTRA_BURN)
        dealt = [
            await hands.deal(seat_place(seat), Face.UP if plan.up else Face.DOWN)
            for seat in session.live()
            if hands.stub
        ]
        if missing:
            session.made(record, *dealt)
            await hands.settle()
            await session.say(record, PersonReported(Situation.MISSING_BURN))
        await hands.settle()

    async def _burn(self, record: HandRecord, *, extra: bool) -> None:
        session = self._session
        await self._hands.deal(BURN, Face.DOWN)
        await self._hands.settle()
        if extra:
            session.made(record, await self._hands.deal(BURN, Face.DOWN))
            await self._hands.settle()
            await session.say(record, PersonReported(Situation.EXTRA_BURN))
            await session.orders.follow(record)

    async def _err(self, record: HandRecord) -> Fate:
        """A mistake with hands or stub, said aloud by whoever sees it, while the betting goes on."""
        session, hands = self._session, self._hands
        if record.mistake is Mistake.STUB_DROPPED:
            session.made(record)
            session.random.shuffle(hands.stub)
            await session.say(record, StubHandled(StubEvent.DROPPED))
        else:
            seat = session.random.choice(session.live())
            cards = hands.at_seat(seat)
            if record.mistake is Mistake.HAND_IN_MUCK:
                record.seat = seat
                session.steps.mucked[seat] = cards
                await hands.lay_all(cards, MUCK, Face.DOWN)
                session.made(record, *cards)
                await hands.settle()
                await session.say(record, PersonReported(Situation.HAND_IN_MUCK, seat=seat, text="by the dealer"))
            else:
                await hands.lay_all(cards[1:], MUCK, Face.DOWN)
                session.made(record, cards[0])
                await hands.think()
                await session.say(record, PersonReported(Situation.HAND_RETAINED, seat=seat))
                await self._fold(seat)
        await session.wait()
        return await session.orders.follow(record)

    async def _show_down(self) -> None:
        """The last to stay show their hands; a camera sees them."""
        for seat in self._session.live():
            await self._hands.think()
            for uid in self._hands.at_seat(seat):
                self._hands.field.turn(uid, Face.UP)
        await self._hands.settle()
