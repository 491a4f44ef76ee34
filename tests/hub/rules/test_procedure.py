"""Procedures as closed loops: what is due, how it is seen done, and what a wrong move brings."""

import pytest

from felt.fact import (
    ActionTaken,
    DeckChanged,
    Face,
    ForeignSeen,
    HandClosed,
    HandOpened,
    QuestionAnswered,
    RulingOverruled,
    StepConfirmed,
    StubEvent,
    StubHandled,
    TimePassed,
)
from felt.place import ASIDE, BOARD, BURN, SeatNo, seat_place
from felt.situation import Action, Kind, Question, Situation, Step
from hub.rules.ruling import ProcedureCompleted, RulingWidened, StepDone
from tests.hub.rules.felt_table import FeltTable


def due(table: FeltTable) -> list[str]:
    procedure = table.picture.procedure
    return [] if procedure is None else [step.plan.step.value for step in procedure.steps if step.state == "due"]


def early_flop(book: str) -> tuple[FeltTable, list[str]]:
    table = FeltTable(book, seats=5, button=5)
    table.open()
    table.acts("3 calls")
    burn = table.burn()
    return table, [burn, *table.board("9c", "2d", "Jh")]


def lift(table: FeltTable, *refs: str) -> None:
    for ref in refs:
        table.land(ASIDE, ref=ref)


def test_the_cards_of_one_early_flop_join_one_ruling() -> None:
    table, refs = early_flop("gpc")
    assert len(table.rulings) == 1
    assert sum(isinstance(outcome, RulingWidened) for outcome in table.outcomes) == 2
    procedure = table.picture.procedure
    assert procedure is not None
    take_back = next(step.plan for step in procedure.steps if step.plan.step is Step.TAKE_BACK)
    assert list(take_back.refs) == refs[1:]


def test_betting_and_putting_back_are_free_of_each_other() -> None:
    """FORMAT 10."""
    table, refs = early_flop("bfsp")
    assert due(table) == ["take-back", "finish-betting"]
    table.acts("4 calls, 5 calls")
    lift(table, *refs)
    assert due(table) == ["finish-betting", "return"]
    table.tell(StepConfirmed(Step.RETURN))
    assert due(table) == ["finish-betting", "shuffle-stub"]
    table.tell(StubHandled(StubEvent.SHUFFLED), StubHandled(StubEvent.CUT))
    assert due(table) == ["finish-betting"]
    table.acts("1 calls, 2 checks")
    assert due(table) == ["burn"]
    table.burn()
    table.board("As", "4d", "4h")
    assert isinstance(table.last[-1], ProcedureCompleted)
    assert (table.picture.state, table.picture.burns, table.picture.burns_due) == ("betting-2", 1, 1)


def test_a_street_dealt_while_betting_is_open_is_one_wrong_step() -> None:
    table, refs = early_flop("gpc")
    lift(table, *refs[1:])
    table.tell(StepConfirmed(Step.RETURN), StubHandled(StubEvent.SHUFFLED))
    again = table.board("As", "4d", "4h")
    wrong = [ruling for ruling in table.rulings if ruling.situation is Situation.WRONG_STEP]
    assert [(ruling.kind, ruling.clause) for ruling in wrong] == [(Kind.FIX, "74")]
    assert due(table) == ["finish-betting"]
    lift(table, *again)
    table.acts("4 calls, 5 calls, 1 calls, 2 checks")
    table.board("Ac", "5d", "6h")
    assert table.picture.procedure is None
    assert [card.card for card in table.picture.board] == ["Ac", "5d", "6h"]


def test_a_burn_that_the_book_does_not_want_is_a_wrong_step() -> None:
    """gpc 74: the burn stays, no new one."""
    table, refs = early_flop("gpc")
    lift(table, *refs[1:])
    table.tell(StepConfirmed(Step.RETURN), StubHandled(StubEvent.SHUFFLED))
    table.acts("4 calls, 5 calls, 1 calls, 2 checks")
    table.burn()
    assert table.rulings[-1].situation is Situation.WRONG_STEP
    table.board("Ac", "5d", "6h")
    assert table.picture.procedure is None
    assert table.picture.burns_due == 1


def test_a_fresh_burn_where_one_of_the_four_must_be_drawn_is_a_wrong_step() -> None:
    """gpc 39: chance picks among the four."""
    table = FeltTable("gpc")
    table.open()
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    table.burn()
    flop = table.board("9c", "2d", "Jh", "5s")
    table.tell(TimePassed(1), StepConfirmed())
    assert table.ruled()[0] == (Kind.FIX, Situation.FOUR_CARD_FLOP, "gpc:39")
    lift(table, *flop)
    assert due(table) == ["draw-burn"]
    table.burn()
    assert table.rulings[-1].situation is Situation.WRONG_STEP
    assert due(table) == ["draw-burn"]
    table.land(BURN, ref=flop[1])
    assert due(table) == ["deal-flop"]


def test_the_drawn_card_is_the_next_burn() -> None:
    """bfsp 6.6.3."""
    table = FeltTable("bfsp")
    table.open()
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    table.burn()
    flop = table.board("9c", "2d", "Jh", "5s")
    table.tell(TimePassed(1), StepConfirmed())
    lift(table, *flop)
    table.land(BURN, ref=flop[3])
    for ref in flop[:3]:
        table.land(BOARD, Face.UP, ref=ref)
    assert table.picture.procedure is None
    assert table.picture.burns_due == 0


def test_a_decided_hand_needs_no_street() -> None:
    table, refs = early_flop("gpc")
    lift(table, *refs[1:])
    table.acts("4 folds, 5 folds, 1 folds, 2 folds")
    assert table.picture.procedure is None
    assert isinstance(table.last[-1], ProcedureCompleted)


def test_the_end_of_the_hand_lets_go_of_what_was_to_be_done_in_it() -> None:
    table, _ = early_flop("gpc")
    table.tell(HandClosed())
    assert table.picture.state == "over"


def test_a_deck_is_replaced_when_the_hand_is_over() -> None:
    """bfsp 6.2.3: a card of another deck; the hand is finished first."""
    table = FeltTable("bfsp")
    table.open()
    table.acts("3 calls")
    table.tell(ForeignSeen())
    assert table.ruled() == [(Kind.FIX, Situation.FOREIGN_CARD, "bfsp:6.2.3")]
    assert table.picture.state == "betting-1"
    table.tell(HandClosed())
    assert due(table) == ["replace-deck"]
    table.tell(DeckChanged())
    assert isinstance(table.last[-1], ProcedureCompleted)


def test_an_exchange_is_done_in_either_order_and_the_exposed_card_is_the_burn() -> None:
    """bfsp 6.6.1."""
    for burn_first in (True, False):
        table = FeltTable("bfsp")
        exposed = deal_with_exposed(table)
        if burn_first:
            table.land(BURN, Face.UP, "7d", ref=exposed)
        table.deal(3)
        if not burn_first:
            table.land(BURN, Face.UP, "7d", ref=exposed)
        assert table.picture.procedure is None
        assert len(table.rulings) == 1
        assert table.picture.burns_due == 0


def deal_with_exposed(table: FeltTable) -> str:
    table.tell(HandOpened())
    table.deal(1, 2, 3, 4, 1, 2)
    exposed = table.land(seat_place(SeatNo(3)), Face.UP, "7d")
    table.deal(4)
    return exposed


def test_overruling_drops_procedure_and_ruling_and_it_is_not_raised_again() -> None:
    """FORMAT 12."""
    table, _ = early_flop("gpc")
    table.tell(RulingOverruled("the round was over"))
    assert table.picture.procedure is None
    assert not table.picture.rulings
    assert table.picture.state == "betting-2"
    assert len(table.rulings) == 1


def test_overruling_a_dead_hand_gives_it_back() -> None:
    table = FeltTable("gpc", seats=5, button=5)
    table.open()
    table.acts("3 calls, 4 calls")
    table.reports(Situation.TOO_MANY_CARDS, 3, 3)
    assert [seat.seat for seat in table.picture.seats if seat.live] == [1, 2, 4, 5]
    table.tell(RulingOverruled("two cards, counted twice"))
    assert [seat.seat for seat in table.picture.seats if seat.live] == [1, 2, 3, 4, 5]
    table.reports(Situation.TOO_MANY_CARDS, 3, 3)
    assert len(table.rulings) == 1


@pytest.mark.parametrize(("restored", "kind"), [("yes", Kind.PLAY_ON), ("no", Kind.FIX)])
def test_a_dropped_stub_asks_what_the_book_needs_to_know(restored: str, kind: Kind) -> None:
    """gpc 73."""
    table = FeltTable("gpc")
    table.open()
    table.tell(StubHandled(StubEvent.DROPPED))
    assert [question.question for question in table.questions] == [Question.ORDER_RESTORED]
    table.tell(QuestionAnswered(Question.ORDER_RESTORED, restored))
    if kind is Kind.FIX:
        table.tell(QuestionAnswered(Question.MIXED_WITH_MUCK, "no"))
    assert table.ruled() == [(kind, Situation.DROPPED_STUB, "gpc:73")]


def test_a_step_is_said_done_once() -> None:
    table, refs = early_flop("bfsp")
    lift(table, *refs)
    done = [outcome.index for outcome in table.outcomes if isinstance(outcome, StepDone)]
    table.tell(ActionTaken(SeatNo(4), Action.CALL))
    assert done == [outcome.index for outcome in table.outcomes if isinstance(outcome, StepDone)]
