"""What the hub understood after a line, in words for a floor person."""

from collections.abc import Iterator, Sequence

from hub.rules.ruling import (
    HandBegan,
    HandEnded,
    Noted,
    Outcome,
    ProcedureCompleted,
    QuestionAsked,
    QuestionClosed,
    RulingGiven,
    RulingWithdrawn,
    StepDone,
    StepPlan,
    StopCleared,
    StopShown,
    TablePicture,
)
from hub.scenario.expectation import question_text, ruling_text


def explained(outcomes: Sequence[Outcome], picture: TablePicture) -> tuple[str, ...]:
    """One sentence for each outcome, then the table: state, board, burns, cards of each seat, and what is due."""
    return (*_happened(outcomes), *_stands(picture))


def _happened(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for outcome in outcomes:
        match outcome:
            case RulingGiven(ruling=ruling, supersedes=supersedes):
                instead = f" (instead of ruling {supersedes})" if supersedes is not None else ""
                yield f"RULING {ruling.number}: {ruling_text(ruling)}{instead}. {ruling.says} Because: {ruling.because}"
            case RulingWithdrawn(number=number, why=why):
                yield f"ruling {number} falls: {why}"
            case QuestionAsked(text=text):
                yield f"QUESTION {question_text(outcome)}: {text}"
            case QuestionClosed(question=question, value=value):
                yield f"question {question} closed" + (f": {value}" if value is not None else "")
            case StepDone(step=step):
                yield f"step done: {step}"
            case ProcedureCompleted(number=number):
                yield f"the procedure of ruling {number} is over"
            case StopShown(text=text):
                yield f"STOP: {text.removeprefix('STOP').lstrip(' :')}"
            case StopCleared():
                yield "no reason to stop any more"
            case Noted(text=text, seat=seat):
                yield f"noted: {text}" + (f" (seat {seat})" if seat is not None else "")
            case HandBegan(hand=hand, redeal_of=redeal_of):
                yield f"hand {hand} began" + (f", the redeal of {redeal_of}" if redeal_of else "")
            case HandEnded(hand=hand):
                yield f"hand {hand} is over"


def _due(plan: StepPlan) -> str:
    """A step with the cards that the hub knows; of those that lie face down it knows only how many."""
    hidden = len(plan.refs) - len(plan.cards)
    words = [str(word) for word in (plan.step, plan.seat, *plan.cards) if word is not None]
    if hidden > 0:
        words.append(f"({hidden} face down)")
    return " ".join(words)


def _stands(picture: TablePicture) -> Iterator[str]:
    board = " ".join(card.card or "??" for card in picture.board) or "empty"
    seats = " ".join(
        f"{seat.seat}:{seat.cards}{'' if seat.live else ' out'}{' to act' if seat.to_act else ''}"
        for seat in picture.seats
    )
    yield f"{picture.state}; board {board}; burns {picture.burns}; seats {seats or 'none'}"
    for amber in (seat for seat in picture.seats if seat.amber):
        yield f"seat {amber.seat} amber: {amber.amber}"
    if picture.procedure:
        due = [_due(step.plan) for step in picture.procedure.steps if step.state == "due"]
        yield f"due: {', '.join(due) or 'nothing'}"
