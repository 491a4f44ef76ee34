"""One round of betting as the robot's players play it: who folds lays his cards into the muck."""

from collections.abc import Iterable
from typing import Final

from felt.fact import Face, RoundClosed
from felt.place import MUCK, SeatNo
from hardware.virtual.robot.session import Session
from hardware.virtual.robot.truth import HandRecord, Mistake

FOLDS: Final = 0.3
"""How often a player folds when it is his turn."""
IN_A_ROUND: Final = frozenset({Mistake.STUB_DROPPED, Mistake.HAND_IN_MUCK, Mistake.HAND_RETAINED})
"""The mistakes that are made with hands or stub while the betting goes on."""


async def play_round(session: Session, record: HandRecord, seats: Iterable[SeatNo]) -> None:
    """These seats act in order; at least one player stays. The tracker hears only that the round is closed."""
    hands = session.hands
    for seat in seats:
        if not hands.at_seat(seat) or seat in session.betting.acted:
            continue
        await hands.think()
        if len(session.live()) > 1 and session.random.random() < FOLDS and seat != record.seat:
            await hands.lay_all(hands.at_seat(seat), MUCK, Face.DOWN)
        session.betting.acted.add(seat)
    await hands.settle()
    session.betting.closes()
    await session.tell(RoundClosed())
    await hands.settle()
