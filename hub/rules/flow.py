"""A turn in the making: the state as it moves on, the outcomes that moved it, and the procedures it follows."""

from felt.fact import CardArrived, Fact, StepConfirmed
from felt.place import Spot
from felt.situation import Kind, Step
from hub.rules import standing
from hub.rules.apply import apply
from hub.rules.articles.book import Rulebook
from hub.rules.hand import Hand
from hub.rules.procedure import (
    DEALS,
    GATHERING,
    confirmed,
    due,
    is_done,
    overtaken,
    upcoming,
    whole,
)
from hub.rules.readiness import replaces
from hub.rules.ruling import (
    DoubtDropped,
    Outcome,
    ProcedureCompleted,
    Ruling,
    StepDone,
    StepPlan,
)
from hub.rules.state import Progress, TableState, current, ruling_numbered


class Flow:
    """Carries one turn: every outcome is applied the moment it is said, so that a replay ends in the same state."""

    __slots__ = ("chain", "outcomes", "state")

    def __init__(self, state: TableState, chain: tuple[Rulebook, ...]) -> None:
        self.state = state
        self.chain = chain
        self.outcomes: list[Outcome] = []

    def say(self, outcome: Outcome) -> None:
        """Record an outcome and let it change the table."""
        self.outcomes.append(outcome)
        self.state = apply(self.state, outcome)

    def follow(self, fact: Fact | None) -> bool:
        """Move the open procedures on as far as the table and `fact` show; True when `fact` was one of their steps."""
        used = False
        while True:
            found = current(self.state)
            hand = self.state.hand
            if found is None or hand is None:
                return used
            progress, ruling = found
            if _moot(hand, ruling):
                self.say(ProcedureCompleted(ruling.number))
                continue
            step = self._next_step(hand, progress, ruling, None if used else fact)
            if not step and not used and fact is not None:
                step = overtaken(self.state, hand, progress, ruling, fact)
            if not step:
                return used
            used = used or (fact is not None and not self._silent(ruling, step))
            self._do(ruling, step)

    @staticmethod
    def _silent(ruling: Ruling, step: tuple[int, ...]) -> bool:
        """Steps that the table's state shows, whatever the fact: the fact may still be another step's."""
        return all(ruling.steps[index].step is Step.FINISH_BETTING for index in step)

    def _next_step(self, hand: Hand, progress: Progress, ruling: Ruling, fact: Fact | None) -> tuple[int, ...]:
        state = self.state
        for index, plan in due(progress, ruling):
            if is_done(state, hand, plan, fact):
                return (index,)
        if isinstance(fact, CardArrived) and fact.place.spot is Spot.BURN and fact.ref not in hand.stray:
            early = upcoming(progress, ruling, Step.BURN)
            if early is not None and fact.ref not in ruling.refs and gathered(progress, ruling):
                return (early,)
        return ()

    def _do(self, ruling: Ruling, indexes: tuple[int, ...]) -> None:
        for index in indexes:
            self.say(StepDone(ruling.number, ruling.steps[index].step, index))
        for progress in self.state.open:
            if progress.number == ruling.number and self._finished(progress, ruling):
                self.say(ProcedureCompleted(ruling.number))

    @staticmethod
    def _finished(progress: Progress, ruling: Ruling) -> bool:
        left = [plan.step for index, plan in enumerate(ruling.steps) if index not in progress.done]
        return all(step is Step.KEEP_BURN for step in left)

    def let_go(self, before: TableState) -> None:
        """The hand is over: what was still to be done in it is needless; what waits for its end is due."""
        for progress in before.open:
            ruling = ruling_numbered(self.state, progress.number)
            still = any(progress.number == other.number for other in self.state.open)
            if replaces(self.state, progress) and self.state.deck.fault is not None:
                continue
            if still and ruling is not None and not ruling.after_hand and ruling.kind not in _ENDS:
                self.say(ProcedureCompleted(progress.number))
        for held in self.state.held:
            self.say(DoubtDropped(held.event))
        self.follow(None)

    def confirm(self, fact: StepConfirmed) -> None:
        """A person says that a step is done."""
        found = current(self.state)
        if found is None:
            return
        steps = confirmed(self.state, *found, fact)
        if steps:
            self._do(found[1], steps)
            self.follow(None)

    def play_went_on(self, *, lingering: frozenset[Step]) -> None:
        """Play going on shows that a last step of these kinds is done or needless."""
        for progress in self.state.open:
            ruling = ruling_numbered(self.state, progress.number)
            if ruling is None or ruling.after_hand:
                continue
            left = [index for index in range(len(ruling.steps)) if index not in progress.done]
            if left and all(self._lingers(ruling.steps[index], lingering) for index in left):
                self._do(ruling, tuple(left))

    def _lingers(self, plan: StepPlan, lingering: frozenset[Step]) -> bool:
        if plan.step is Step.DEAL_MISSING:
            return self.state.hand is not None and whole(self.state.hand, plan)
        return plan.step in lingering


_ENDS = (Kind.MISDEAL, Kind.VOID)


def _moot(hand: Hand, ruling: Ruling) -> bool:
    """At most one hand lives, or the hand is over: no street is dealt any more."""
    if not any(plan.step in DEALS for plan in ruling.steps):
        return False
    return hand.over is not None or standing.decided(hand.betting)


def gathered(progress: Progress, ruling: Ruling) -> bool:
    """The cards that the ruling is about were lifted: no more of them can come."""
    return not any(
        plan.step in GATHERING for index, plan in enumerate(ruling.steps) if index not in progress.done
    ) and any(plan.step in DEALS for plan in ruling.steps)
