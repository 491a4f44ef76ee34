"""Where the button is only supposed, no remedy hangs on it before somebody has said where it is."""

import pytest

from felt.fact import ButtonMoved, HandClosed, HandOpened, PersonReported, QuestionAnswered, TimePassed, WatchChanged
from felt.place import SeatNo, seat_place
from felt.situation import Kind, Question, Situation
from hub.rules.ruling import QuestionAsked
from tests.hub.rules.felt_table import SWEEP_MS, FeltTable, sensed


def told(table: FeltTable) -> list[tuple[Kind, str]]:
    return [(ruling.kind, ruling.clause) for ruling in table.rulings]


def asked(table: FeltTable) -> list[Question]:
    return [each.question for each in table.outcomes if isinstance(each, QuestionAsked)]


def answer(table: FeltTable, seat: int) -> None:
    table.tell(QuestionAnswered(Question.BUTTON_AT, str(seat)))


def after_a_hand_nobody_saw_open(book: str, miss_rate: float = 0.001) -> FeltTable:
    """Cards at two seats opened a hand that may have been none; the hub has moved its button from 4 past 1 to 2.

    A sharp sense looks all the time: swept antennas do not tell which seat was first.
    """
    table = FeltTable(book, sweep_ms=float(SWEEP_MS) if miss_rate else 0.0, senses=sensed(miss_rate))
    table.open()
    table.tell(HandClosed())
    table.wait(1_000)
    for seat in (2, 3):
        table.land(seat_place(SeatNo(seat)))
    table.tell(HandClosed(), HandOpened())
    hand = table.state.hand
    assert hand is not None
    assert not hand.button_sure
    return table


def short_at(table: FeltTable, seat: int) -> FeltTable:
    hand = table.state.hand
    assert hand is not None
    table.deal(*hand.order, *(other for other in hand.order if other != seat))
    table.tell(PersonReported(Situation.TOO_FEW_CARDS, SeatNo(seat), count=1))
    return table


@pytest.mark.parametrize("book", ["gpc", "tda", "rrop", "sport-poker"])
def test_one_card_short_is_a_misdeal_or_a_card_for_the_button_so_it_is_asked_who_that_is(book: str) -> None:
    """gpc 37, tda 37 and rrop give the button its card; another seat's missing card is a misdeal."""
    table = short_at(after_a_hand_nobody_saw_open(book), 3)
    assert (asked(table), told(table)) == ([Question.BUTTON_AT], [])
    answer(table, 3)
    assert [(ruling.kind, ruling.situation) for ruling in table.rulings] == [(Kind.FIX, Situation.BUTTON_SHORT)]
    table = short_at(after_a_hand_nobody_saw_open(book), 3)
    answer(table, 2)
    assert [(ruling.kind, ruling.situation) for ruling in table.rulings] == [(Kind.MISDEAL, Situation.TOO_FEW_CARDS)]


@pytest.mark.parametrize(("book", "clause"), [("bfsp", "6.3.5"), ("club", "34.3.3")])
def test_where_the_book_makes_no_difference_nothing_is_asked(book: str, clause: str) -> None:
    table = short_at(after_a_hand_nobody_saw_open(book), 3)
    assert (asked(table), told(table)) == ([], [(Kind.MISDEAL, clause)])


def test_a_known_button_is_not_asked_for() -> None:
    table = FeltTable("gpc", sweep_ms=float(SWEEP_MS), senses=sensed(0.001))
    table.tell(HandOpened())
    short_at(table, 4)
    assert (asked(table), told(table)) == ([], [(Kind.FIX, "37")])


def test_a_person_who_calls_another_seat_the_button_is_asked() -> None:
    table = FeltTable("gpc")
    table.tell(HandOpened())
    table.deal(1, 2, 3, 4, 1, 2, 4)
    table.tell(PersonReported(Situation.BUTTON_SHORT, SeatNo(3), count=1))
    assert (asked(table), told(table)) == ([Question.BUTTON_AT], [])
    answer(table, 4)
    assert told(table) == [(Kind.MISDEAL, "6.3.5")]


def test_the_button_is_known_again_once_a_person_puts_it_down() -> None:
    table = after_a_hand_nobody_saw_open("gpc")
    table.tell(ButtonMoved(SeatNo(3)))
    short_at(table, 3)
    assert (asked(table), told(table)) == ([], [(Kind.FIX, "37")])


def test_it_stays_known_in_the_hands_after_the_answer() -> None:
    table = short_at(after_a_hand_nobody_saw_open("gpc"), 3)
    answer(table, 3)
    table.tell(HandClosed(), HandOpened())
    hand = table.state.hand
    assert hand is not None
    assert (hand.button, hand.button_sure) == (4, True)


def test_after_a_hand_seen_in_part_there_may_have_been_another() -> None:
    table = FeltTable("gpc")
    table.open()
    table.tell(WatchChanged(watching=False, why="service"), WatchChanged(watching=True), HandClosed(), HandOpened())
    short_at(table, 1)
    assert (asked(table), told(table)) == ([Question.BUTTON_AT], [])


@pytest.mark.parametrize("book", ["bfsp", "club", "gpc", "pub", "rrop", "sport-poker", "tda"])
def test_an_order_that_is_right_for_another_button_is_no_misdeal(book: str) -> None:
    """The hub supposes seat 2; the deal begins left of seat 1, where the button lies."""
    table = after_a_hand_nobody_saw_open(book, miss_rate=0.0)
    table.deal(2, 3, 4, 1)
    table.tell(TimePassed(5_000))
    assert (asked(table), told(table)) == ([Question.BUTTON_AT], [])
    answer(table, 1)
    table.deal(2, 3, 4, 1)
    table.tell(TimePassed(5_000))
    assert (asked(table), told(table)) == ([Question.BUTTON_AT], [])


def test_the_wrong_first_seat_of_a_button_that_is_confirmed_is_ruled() -> None:
    table = after_a_hand_nobody_saw_open("club", miss_rate=0.0)
    table.deal(2, 3)
    answer(table, 2)
    assert told(table) == [(Kind.MISDEAL, "34.3.1")]


@pytest.mark.parametrize(("button", "ruled"), [(1, Situation.EXPOSED_FIRST_CARD), (4, Situation.EXPOSED_HOLE_CARD)])
def test_the_first_card_of_a_blind_is_one_only_where_the_button_is_known(button: int, ruled: Situation) -> None:
    """bfsp 6.3.6: a blind's first card shown is a misdeal; seat 3 is a blind of button 1, and none of button 4."""
    table = after_a_hand_nobody_saw_open("bfsp")
    _, shown = table.deal(2, 3)
    table.turn_up(3, shown)
    assert (asked(table), told(table)) == ([Question.BUTTON_AT], [])
    answer(table, button)
    assert [ruling.situation for ruling in table.rulings] == [ruled]
