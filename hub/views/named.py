"""How a line names what an earlier one told: facts by their rows, questions as they were asked, steps as ordered."""

from collections.abc import Callable

from felt.ids import FactId
from felt.place import SeatNo
from felt.situation import Question, Step
from hub.languages import ENGLISH
from hub.rules.ruling import HandRefolded, Outcome, QuestionAsked, RulingGiven, StepPlan
from hub.views.said import step_words


class Named:
    """What was told of a hand so far. `fact` names a fact; what was never told is named in general words."""

    def __init__(self, fact: Callable[[FactId], str] = str) -> None:
        self.fact = fact
        self._asked: dict[Question, dict[SeatNo | None, str]] = {}
        self._steps: dict[int, tuple[StepPlan, ...]] = {}

    def hear(self, outcome: Outcome) -> None:
        """Remember what a later line may speak of."""
        match outcome:
            case QuestionAsked(question=question, seat=seat, text=text):
                known = self._asked.setdefault(question, {})
                known.pop(seat, None)
                known[seat] = text
            case RulingGiven(ruling=ruling):
                self._steps.pop(ruling.number, None)
                self._steps[ruling.number] = ruling.steps
            case HandRefolded(history=history):
                for told in history:
                    for again in told.outcomes:
                        self.hear(again)
            case _:
                pass

    def question(self, question: Question, seat: SeatNo | None) -> str:
        """The question as it was asked last, of `seat` where one is named."""
        known = self._asked.get(question, {})
        newest = next(reversed(known.values()), None) if seat is None else None
        return known.get(seat) or newest or ENGLISH.question(question, seat)

    def step(self, number: int, index: int, step: Step) -> str:
        """Step `index` of ruling `number` as it was ordered."""
        steps = self._steps.get(number, ())
        plan = steps[index] if index < len(steps) and steps[index].step is step else None
        return step_words(step, ENGLISH) if plan is None else plan.text.rstrip(".")

    def step_said(self, step: Step) -> str:
        """The step that a person names, as it was ordered last."""
        plans = (plan for steps in reversed(self._steps.values()) for plan in steps if plan.step is step)
        plan = next(plans, None)
        return step_words(step, ENGLISH) if plan is None else plan.text.rstrip(".")
