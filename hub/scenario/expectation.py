"""Whether an expectation holds against what was ruled since the last block of expectations, and the table as it is."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from felt.card import Card
from felt.fact import Face
from felt.ids import Ref
from felt.script.statement import (
    Among,
    ExpectAsk,
    Expectation,
    ExpectBoard,
    ExpectBurns,
    ExpectBurnsDue,
    ExpectButton,
    ExpectComplete,
    ExpectLive,
    ExpectNone,
    ExpectRuling,
    ExpectState,
    ExpectStep,
)
from hub.rules.ruling import (
    BoardCard,
    Outcome,
    ProcedureCompleted,
    QuestionAsked,
    Ruling,
    RulingGiven,
    StepPlan,
    TablePicture,
)

FLOP = 3


class Moment(Struct, frozen=True):
    """What an expectation looks at. `card_of` names the physical card of a token."""

    book: str
    window: Sequence[Outcome]
    picture: TablePicture
    card_of: Callable[[Ref], Card | None]

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings of the window, in order."""
        return tuple(outcome.ruling for outcome in self.window if isinstance(outcome, RulingGiven))

    @property
    def questions(self) -> tuple[QuestionAsked, ...]:
        """The questions of the window, and the one that is open."""
        asked = tuple(outcome for outcome in self.window if isinstance(outcome, QuestionAsked))
        open_one = self.picture.question
        return asked if open_one is None or open_one in asked else (*asked, open_one)


def fits(expected: ExpectRuling, ruling: Ruling, book: str) -> bool:
    """Tells whether `ruling` is such a one; what the expectation leaves out is not compared.

    A clause without its book is one of the table's own book.
    """
    clause_fits = expected.clause is None or (
        ruling.clause == expected.clause and ruling.book == (expected.book or book.partition("+")[0])
    )
    return (
        ruling.kind is expected.kind
        and expected.situation in (None, ruling.situation)
        and expected.seat in (None, ruling.seat)
        and clause_fits
    )


def missed(expected: Expectation, moment: Moment) -> str | None:
    """None when the expectation holds; otherwise what was found instead, for a floor person."""
    match expected:
        case ExpectNone():
            found = [ruling_text(ruling) for ruling in moment.rulings]
            asked = [outcome for outcome in moment.window if isinstance(outcome, QuestionAsked)]
            found += [question_text(question) for question in asked]
            return _unless(not found, "; ".join(found))
        case ExpectRuling():
            return _ruling_missed(expected, moment)
        case ExpectAsk(question=question, seat=seat):
            held = any(asked.question is question and seat in (None, asked.seat) for asked in moment.questions)
            return _unless(held, _listed("asked: ", map(question_text, moment.questions), "nothing was asked"))
        case ExpectStep():
            return _step_missed(expected, moment)
        case ExpectComplete():
            done = any(isinstance(outcome, ProcedureCompleted) for outcome in moment.window)
            return _unless(done, _open_text(moment))
        case _:
            return _table_missed(expected, moment)


def _table_missed(expected: Expectation, moment: Moment) -> str | None:
    """The expectations of the table's picture."""
    picture = moment.picture
    match expected:
        case ExpectBurnsDue(count=count):
            return _unless(picture.burns_due == count, f"{picture.burns_due} due")
        case ExpectBurns(count=count):
            return _unless(picture.burns == count, f"{picture.burns} lie there")
        case ExpectBoard(cards=cards):
            lies = [_board_card(card, moment) for card in picture.board]
            return _unless(_same_board(list(cards), lies), "board " + " ".join(card or "??" for card in lies))
        case ExpectLive(seats=seats):
            live = tuple(seat.seat for seat in picture.seats if seat.live)
            return _unless(set(live) == set(seats), "live " + (",".join(map(str, live)) or "nobody"))
        case ExpectButton(seat=seat):
            return _unless(picture.button == seat, f"button {picture.button}")
        case ExpectState(state=state):
            return _unless(picture.state == state, f"state {picture.state}")
        case _:
            raise AssertionError(f"no way to check {expected!r}")


def _ruling_missed(expected: ExpectRuling, moment: Moment) -> str | None:
    rulings = moment.rulings
    such = [ruling for ruling in rulings if fits(expected, ruling, moment.book)]
    said = _listed("ruled: ", map(ruling_text, rulings), "no ruling")
    if expected.among is Among.NOT:
        return _unless(not such, said)
    if expected.among is Among.ONLY:
        return _unless(len(such) == len(rulings) == 1, said)
    return _unless(bool(such), said)


def _step_missed(expected: ExpectStep, moment: Moment) -> str | None:
    procedure = moment.picture.procedure
    due = [step.plan for step in procedure.steps if step.state == "due"] if procedure else []
    for plan in due:
        cards = step_cards(plan, moment.card_of)
        same_cards = not expected.cards or sorted(expected.cards) == sorted(cards)
        if plan.step is expected.step and expected.seat in (None, plan.seat) and same_cards:
            return None
    return _listed("due: ", (step_text(plan, moment.card_of) for plan in due), _open_text(moment))


def step_cards(plan: StepPlan, card_of: Callable[[Ref], Card | None]) -> tuple[str, ...]:
    """The physical cards a step speaks of."""
    if plan.refs:
        return tuple(card_of(ref) or "??" for ref in plan.refs)
    return tuple(plan.cards)


def step_text(plan: StepPlan, card_of: Callable[[Ref], Card | None]) -> str:
    """A step in the words of `expect step`."""
    return " ".join(str(word) for word in (plan.step, plan.seat, *step_cards(plan, card_of)) if word is not None)


def ruling_text(ruling: Ruling) -> str:
    """A ruling in the words of `expect`."""
    words = (ruling.kind, ruling.situation, ruling.seat, f"{ruling.book}:{ruling.clause}" if ruling.clause else None)
    return " ".join(str(word) for word in words if word is not None)


def question_text(question: QuestionAsked) -> str:
    """A question in the words of `expect ask`."""
    return f"ask {question.question}" + (f" {question.seat}" if question.seat is not None else "")


def _open_text(moment: Moment) -> str:
    procedure = moment.picture.procedure
    if procedure is None:
        return "no procedure is open"
    left = [step_text(step.plan, moment.card_of) for step in procedure.steps if step.state != "done"]
    return f"open: {ruling_text(procedure.ruling)}, still to do: {', '.join(left) or 'nothing'}"


def _board_card(card: BoardCard, moment: Moment) -> Card | None:
    return moment.card_of(card.ref) if card.face is Face.UP else None


def _same_board(expected: Sequence[Card | None], lies: Sequence[Card | None]) -> bool:
    """The flop as a set, then turn and river in order."""
    flop_same = sorted(map(str, expected[:FLOP])) == sorted(map(str, lies[:FLOP]))
    return flop_same and list(expected[FLOP:]) == list(lies[FLOP:])


def _unless(held: bool, found: str) -> str | None:  # noqa: FBT001 - a condition, read in place
    return None if held else found


def _listed(lead: str, found: Iterable[str], nothing: str) -> str:
    listed = list(found)
    return lead + "; ".join(listed) if listed else nothing
