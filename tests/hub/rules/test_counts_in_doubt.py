"""A seat with a card too many beside one that lacks a card: the sensors may have mistaken one for the other."""

import pytest

from felt.fact import (
    CardDoubled,
    HandClosed,
    HandOpened,
    PersonReported,
    QuestionAnswered,
    RoundClosed,
    StepConfirmed,
    TimePassed,
)
from felt.place import BOARD, MUCK, SeatNo, seat_place
from felt.situation import Kind, Question, Situation, Step, Tracker
from hub.rules.hand import Hand
from hub.rules.ruling import HandBegan, QuestionAsked
from tests.hub.rules.felt_table import SWEEP_MS, FeltTable, sensed


def table_short_at_three() -> FeltTable:
    """Seat 2 was read with three cards, seat 3 with one."""
    table = FeltTable(sweep_ms=float(SWEEP_MS), senses=sensed(0.001))
    table.tell(HandOpened())
    table.deal(1, 2, 3, 4, 1, 2, 2, 4)
    table.tell(TimePassed(5_000))
    return table


def current_hand(table: FeltTable) -> Hand:
    hand = table.state.hand
    assert hand is not None
    return hand


def asked(table: FeltTable) -> list[tuple[Question, int | None]]:
    return [(each.question, each.seat) for each in table.outcomes if isinstance(each, QuestionAsked)]


def test_it_is_asked_once_and_not_ruled() -> None:
    table = table_short_at_three()
    table.tell(TimePassed(5_000))
    assert not table.rulings
    assert asked(table) == [(Question.CARD_COUNT, 2)]


def test_three_counted_is_ruled_and_two_is_nothing() -> None:
    table = table_short_at_three()
    table.tell(QuestionAnswered(Question.CARD_COUNT, "3", SeatNo(2)))
    assert [(ruling.kind, ruling.situation) for ruling in table.rulings] == [(Kind.MISDEAL, Situation.TOO_MANY_CARDS)]
    table = table_short_at_three()
    table.tell(QuestionAnswered(Question.CARD_COUNT, "2", SeatNo(2)))
    assert not table.rulings


def test_with_both_neighbours_complete_it_is_ruled_unasked() -> None:
    table = FeltTable(sweep_ms=float(SWEEP_MS), senses=sensed(0.001))
    table.tell(HandOpened())
    table.deal(1, 2, 3, 4, 1, 2, 2, 3, 4)
    table.tell(TimePassed(5_000))
    assert [(ruling.kind, ruling.situation) for ruling in table.rulings] == [(Kind.MISDEAL, Situation.TOO_MANY_CARDS)]
    assert not asked(table)


def test_a_void_hand_is_not_reopened_by_a_card_that_was_still_under_way() -> None:
    table = FeltTable(sweep_ms=float(SWEEP_MS), senses=sensed(0.001))
    table.tell(HandOpened())
    table.deal(1, 2, 3)
    table.tell(CardDoubled())
    assert [ruling.kind for ruling in table.rulings] == [Kind.VOID]
    before = len(table.outcomes)
    table.land(seat_place(SeatNo(4)))
    assert not [each for each in table.outcomes[before:] if isinstance(each, HandBegan)]


def test_two_cards_laid_back_at_one_seat_open_no_hand_but_a_deal_does() -> None:
    """The pot was pushed; a player lays his hand back that the sensors no longer knew."""
    table = FeltTable(sweep_ms=float(SWEEP_MS), senses=sensed(0.001))
    table.open()
    table.tell(HandClosed())
    table.wait(1_000)
    hand = table.picture.hand
    table.land(seat_place(SeatNo(2)))
    table.land(seat_place(SeatNo(2)))
    assert table.picture.hand == hand
    table.land(seat_place(SeatNo(3)))
    assert table.picture.hand != hand
    assert table.picture.partial == "the opening of the hand was not seen"


def test_a_street_tapped_as_dealt_takes_in_the_card_that_was_read_late() -> None:
    """A premature flop is taken back and dealt anew; the dealer taps before the readers have read its last card."""
    table = FeltTable(sweep_ms=float(SWEEP_MS), senses=sensed(0.001), tracker=Tracker.ROUNDS)
    table.open()
    table.tell(PersonReported(Situation.PREMATURE_FLOP), StepConfirmed(Step.TAKE_BACK), RoundClosed())
    table.tell(*(StepConfirmed(step) for step in (Step.RETURN, Step.SHUFFLE_STUB, Step.CUT_STUB)))
    table.burn()
    table.board("9c", "2d")
    table.tell(StepConfirmed(Step.DEAL_FLOP))
    ruled = len(table.rulings)
    table.board("Jh")
    table.tell(TimePassed(5_000))
    assert len(table.rulings) == ruled
    table.tell(RoundClosed())
    table.burn()
    table.board("4s")
    table.tell(TimePassed(5_000), RoundClosed())
    assert (len(table.rulings), len(table.picture.board), table.picture.stop) == (ruled, 4, None)


@pytest.mark.parametrize("tracker", [Tracker.ROUNDS, Tracker.FULL])
def test_a_seat_that_was_thought_skipped_plays_on_once_its_card_is_seen(tracker: Tracker) -> None:
    """A hole card strays over the board, which looks like the end of the deal, before two seats have cards."""
    table = FeltTable(sweep_ms=float(SWEEP_MS), senses=sensed(0.001), tracker=tracker, seats=5, button=5)
    table.tell(HandOpened())
    table.deal(1, 2, 3)
    stray = table.land(BOARD)
    table.deal(5, 1, 2, 3, 5)
    table.land(seat_place(SeatNo(4)), ref=stray)
    betting = current_hand(table).betting
    assert set(betting.speaking) == {1, 2, 3, 4, 5}
    assert not betting.skipped


def test_what_lies_at_a_skipped_seat_and_came_to_another_one_lets_it_in_to_nothing() -> None:
    table = FeltTable(sweep_ms=float(SWEEP_MS), senses=sensed(0.001), seats=5, button=5)
    table.tell(HandOpened())
    cards = table.deal(1, 2, 3, 5, 1, 2, 3, 5)
    table.burn()
    table.land(seat_place(SeatNo(4)), ref=cards[2])
    assert current_hand(table).betting.skipped == {4}


def test_a_seat_that_was_never_seen_to_get_cards_may_live_so_no_street_is_a_rabbit() -> None:
    """Seat 4 of 5 has two dead tags; on the flop the others fold to seat 5, and the two of them see the turn."""
    table = FeltTable(sweep_ms=float(SWEEP_MS), senses=sensed(0.001), tracker=Tracker.ROUNDS, seats=5, button=5)
    table.tell(HandOpened())
    cards = table.deal(1, 2, 3, 5, 1, 2, 3, 5)
    table.tell(RoundClosed())
    table.burn()
    table.board("9c", "2d", "Jh")
    for ref in (*cards[:3], *cards[4:7]):
        table.land(MUCK, ref=ref)
    table.tell(RoundClosed())
    table.burn()
    table.board("4s")
    table.tell(TimePassed(10_000))
    assert [ruling.situation for ruling in table.rulings] == []
    assert current_hand(table).street == 2


def test_a_person_who_is_short_of_a_card_is_heard_although_another_seats_card_was_not_read() -> None:
    """The deal is over; of seat 2's two cards readers that miss have seen one."""
    table = FeltTable(sweep_ms=float(SWEEP_MS), senses=sensed(0.001))
    table.tell(HandOpened())
    table.deal(1, 2, 3, 4, 1, 3)
    table.tell(PersonReported(Situation.BUTTON_SHORT, SeatNo(4), count=1))
    assert [ruling.situation for ruling in table.rulings] == [Situation.BUTTON_SHORT]
