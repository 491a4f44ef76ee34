"""Open-face Pineapple: five cards, then four times three of which one is laid off; nobody bets."""

from felt.fact import Face
from felt.place import MUCK, seat_place
from hardware.virtual.robot.orders import Fate
from hardware.virtual.robot.session import Session
from hardware.virtual.robot.truth import HandRecord


class OpenFace:
    """Plays a dealt hand of open-face to its end."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._hands = session.hands

    async def play(self, record: HandRecord) -> Fate:
        """Each turn every seat gets its cards, places them face up, and lays one off."""
        session = self._session
        await self._place()
        for street in session.seating.game.streets[1:]:
            for seat in session.seating.players:
                for _ in range(street.cards):
                    await self._hands.deal(seat_place(seat), Face.DOWN)
            await self._hands.settle()
            fate = await session.orders.follow(record)
            if fate is not Fate.GOES_ON:
                return fate
            await self._place(street.cards - street.up)
        await self._hands.settle()
        return await session.orders.follow(record)

    async def _place(self, off: int = 0) -> None:
        """Every player turns up what he got, but for the cards that he lays off."""
        hands = self._hands
        for seat in self._session.seating.players:
            await hands.think()
            drawn = [uid for uid in hands.at_seat(seat) if hands.field.card(uid).face is Face.DOWN]
            for uid in drawn[off:]:
                hands.field.turn(uid, Face.UP)
            await hands.lay_all(drawn[:off], MUCK, Face.DOWN)
        await hands.settle()
