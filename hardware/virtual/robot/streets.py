"""The streets and the betting before each, with the mistake of the hand where it belongs to one."""

from typing import Final

from felt.fact import Face, PersonReported, StubEvent, StubHandled
from felt.games import first_to_act
from felt.place import BOARD, BURN, MUCK, SeatNo
from felt.situation import Situation
from hardware.virtual.robot.betting_round import IN_A_ROUND, play_round
from hardware.virtual.robot.orders import Fate
from hardware.virtual.robot.session import Session
from hardware.virtual.robot.truth import HandRecord, Mistake

_EARLY: Final = {Mistake.PREMATURE_FLOP: 0, Mistake.PREMATURE_TURN: 3, Mistake.PREMATURE_RIVER: 4}
"""Board cards that lie there when the next street comes too early."""
_BETS_BEFORE: Final = 3
"""Board cards that lie there in the round in which the robot errs with hands or stub."""


class Streets:
    """Plays a dealt hand to its end."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._hands = session.hands
        self._betting = session.betting

    async def play(self, record: HandRecord) -> Fate:
        """Betting and streets until one player is left or the cards are shown."""
        session = self._session
        while True:
            early = self._is_early(record)
            if self._betting.open and not early:
                if self._errs_now(record):
                    fate = await self._err(record)
                    if fate is not Fate.GOES_ON:
                        return fate
                await self._bet(record)
            if len(session.live()) < 2:
                return Fate.GOES_ON
            if len(self._hands.at(BOARD)) >= session.seating.game.board_cards:
                await self._show_down()
                return await session.orders.follow(record)
            await self._deal_street(record, early=early)
            fate = await session.orders.follow(record)
            if fate is not Fate.GOES_ON:
                return fate

    def _is_early(self, record: HandRecord) -> bool:
        """True when the robot forgets to wait for this round's betting."""
        wanted = _EARLY.get(record.mistake) if record.mistake is not None else None
        return record.made_at is None and wanted == len(self._hands.at(BOARD)) and self._betting.open

    def _errs_now(self, record: HandRecord) -> bool:
        here = len(self._hands.at(BOARD)) == _BETS_BEFORE and len(self._session.live()) > 2
        return here and record.mistake in IN_A_ROUND and record.made_at is None

    # The betting.

    async def _bet(self, record: HandRecord) -> None:
        """The round on the street that lies there."""
        session = self._session
        game, players = session.seating.game, session.seating.players
        street = 0 if not self._hands.at(BOARD) else 1
        await play_round(session, record, first_to_act(game, street, players, session.button))

    async def _err(self, record: HandRecord) -> Fate:
        """A mistake with hands or stub, said aloud by whoever sees it, while the betting goes on."""
        session = self._session
        match record.mistake:
            case Mistake.STUB_DROPPED:
                session.made(record)
                session.random.shuffle(self._hands.stub)
                await session.say(record, StubHandled(StubEvent.DROPPED))
            case Mistake.HAND_IN_MUCK:
                await self._muck_wrongly(record)
            case _:
                await self._keep_back(record)
        await session.wait()
        return await session.orders.follow(record)

    async def _muck_wrongly(self, record: HandRecord) -> None:
        """The dealer takes a live hand for a folded one."""
        session = self._session
        seat = record.seat = self._somebody()
        hand = self._hands.at_seat(seat)
        session.steps.mucked[seat] = hand
        await self._hands.lay_all(hand, MUCK, Face.DOWN)
        session.made(record, *hand)
        await self._hands.settle()
        await session.say(record, PersonReported(Situation.HAND_IN_MUCK, seat=seat, text="by the dealer"))

    async def _keep_back(self, record: HandRecord) -> None:
        """A player folds one card and keeps the other until the next one notices."""
        session = self._session
        seat = self._somebody()
        kept, thrown = self._hands.at_seat(seat)[:2]
        await self._hands.lay(thrown, MUCK, Face.DOWN)
        session.made(record, kept)
        await self._hands.think()
        await session.say(record, PersonReported(Situation.HAND_RETAINED, seat=seat))
        await self._hands.lay_all(self._hands.at_seat(seat), MUCK, Face.DOWN)
        self._betting.acted.add(seat)

    def _somebody(self) -> SeatNo:
        return self._session.random.choice(self._session.live())

    # The cards.

    async def _deal_street(self, record: HandRecord, *, early: bool) -> None:
        session, fresh = self._session, record.made_at is None
        lying = len(self._hands.at(BOARD))
        count = 3 if lying == 0 else 1
        if record.mistake is Mistake.FOUR_CARD_FLOP and lying == 0 and fresh:
            count = 4
        missing = record.mistake is Mistake.MISSING_BURN and fresh
        session.orders.burned = not missing
        await self._burn(record, missing=missing)
        if not early:
            self._betting.starts()
        await self._hands.deal_together(BOARD, Face.UP, count)
        landed = self._hands.at(BOARD)[lying:]
        if early or missing or count == 4:
            session.made(record, *landed)
        if session.guest.uid in landed and record.mistake is Mistake.JOKER_ON_FLOP:
            session.made(record, *landed)
            early = True
        await self._hands.settle()
        if missing and not session.orders.pending():
            await session.say(record, PersonReported(Situation.MISSING_BURN))
        if early or count == 4:
            await session.wait()

    async def _burn(self, record: HandRecord, *, missing: bool) -> None:
        session = self._session
        if session.steps.burns_kept:
            session.steps.burns_kept = 0
            return
        if missing:
            return
        await self._hands.deal(BURN, Face.DOWN)
        await self._hands.settle()
        if record.mistake is Mistake.EXTRA_BURN and record.made_at is None:
            extra = await self._hands.deal(BURN, Face.DOWN)
            session.made(record, extra)
            await self._hands.settle()
            await session.say(record, PersonReported(Situation.EXTRA_BURN))
            await session.orders.follow(record)

    async def _show_down(self) -> None:
        """The last to stay show their hands; a camera sees them."""
        for seat in self._session.live():
            await self._hands.think()
            for uid in self._hands.at_seat(seat):
                self._hands.field.turn(uid, Face.UP)
        await self._hands.settle()
