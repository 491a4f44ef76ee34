"""Following the hub: its questions answered from what really happened, its steps done until none is left."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from felt.fact import QuestionAnswered, RulingOverruled
from felt.order import Guidance, QuestionOpen, StepDue
from felt.place import BURN, SeatNo
from felt.situation import Question, Step
from hardware.virtual.robot.hands import Hands
from hardware.virtual.robot.steps import Betting, StepHands, Tell
from hardware.virtual.robot.truth import HandRecord

PATIENCE: Final = 4
"""How often a step that stays due is tried before the floor is asked to release the hand."""


_ENDS: Final = frozenset({Step.GATHER_ALL, Step.RETURN_CHIPS})
"""Steps after which nothing of the hand goes on."""


class Fate(StrEnum):
    """What becomes of the hand once the orders were followed."""

    GOES_ON = "goes on"
    REDEAL = "redeal"
    OVER = "over"


class Orders:
    """Reads the hub's guidance and does what it says.

    `guidance` gives the newest, None before any; `button` says where it lies.
    """

    def __init__(
        self,
        steps: StepHands,
        hands: Hands,
        betting: Betting,
        *,
        tell: Tell,
        guidance: Callable[[], Guidance | None],
        button: Callable[[], SeatNo],
    ) -> None:
        self._steps = steps
        self._hands = hands
        self._betting = betting
        self._tell = tell
        self._guidance = guidance
        self._button = button
        self.burned = False
        """The street that lies there now was dealt after a burn."""

    def pending(self) -> bool:
        """True when the hub wants something done or answered."""
        now = self._guidance()
        return now is not None and bool(now.steps or now.question)

    async def wait_for_word(self, limit_s: float) -> None:
        """Hold still until the hub wants something, `limit_s` table seconds at most."""
        for _ in range(round(limit_s / self._hands.pace.settle)):
            if self.pending():
                return
            await self._hands.settle()

    def stops_the_deal(self) -> bool:
        """True when what is wanted cannot wait for the end of the deal."""
        now = self._guidance()
        return now is not None and any(due.step in _ENDS or due.step is Step.STOP for due in now.steps)

    async def follow(self, record: HandRecord) -> Fate:
        """Do everything the hub wants, in its order, and say what became of the hand."""
        fate = Fate.GOES_ON
        tries = 0
        last: StepDue | None = None
        while (now := self._guidance()) is not None and (now.steps or now.question):
            if now.question is not None:
                await self._answer(now.question)
            else:
                due = now.steps[0]
                tries = tries + 1 if due == last else 0
                last = due
                if due.step is Step.REDEAL:
                    return Fate.REDEAL
                await self._do(due, tries, record)
                if due.step in _ENDS:
                    fate = Fate.OVER
            await self._hands.settle()
        return fate

    async def _do(self, due: StepDue, tries: int, record: HandRecord) -> None:
        if tries == 0:
            record.orders.append(due.step)
            await self._steps.do(due)
        elif tries < PATIENCE:
            await self._steps.confirm(due)
        else:
            record.stuck = True
            await self._tell(RulingOverruled(f"the robot cannot get {due.step} done"))

    async def _answer(self, asked: QuestionOpen) -> None:
        await self._hands.think()
        await self._tell(QuestionAnswered(asked.question, self._truth(asked), asked.seat))

    def _truth(self, asked: QuestionOpen) -> str:
        seat = asked.seat
        match asked.question:
            case Question.ROUND_OPEN:
                return _yes_or_no(self._betting.open)
            case Question.CARD_COUNT if seat is not None:
                return str(len(self._hands.at_seat(seat)))
            case Question.BURN_MADE:
                return _yes_or_no(self.burned or bool(self._hands.at(BURN)))
            case Question.BUTTON_AT:
                return str(self._button())
            case Question.EXPOSED_BY:
                return "dealer"
            case Question.ACTED:
                return _yes_or_no(seat in self._betting.acted)
            case Question.SUBSTANTIAL_ACTION:
                return _yes_or_no(bool(self._betting.acted))
            case Question.AT_SEAT | Question.IDENTIFIED:
                return "yes"
            case _:
                return "no"


def _yes_or_no(fact: bool) -> str:  # noqa: FBT001 - a yes or a no is what it makes of it
    return "yes" if fact else "no"
