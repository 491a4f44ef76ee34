"""What sensors must have shown before a hand is called a misdeal or void, in every book: with less nothing falls.

Each row of the table in docs/rooms/hub-rules.md is a pair: the same error shown whole, and as far as it is not enough.
"""

from collections.abc import Callable

import pytest

from felt.fact import (
    CardArrived,
    CardTurned,
    Face,
    HandOpened,
    QuestionAnswered,
    SensorDoubted,
    TimePassed,
    WatchChanged,
)
from felt.ids import Ref
from felt.place import SeatNo, seat_place
from felt.situation import Kind, Question, Situation
from hub.rules.ruling import QuestionAsked
from tests.hub.rules.felt_table import SWEEP_MS, FeltTable, sensed

BOOKS = ("bfsp", "club", "gpc", "pub", "rrop", "sport-poker", "tda")
LOST = frozenset({Kind.MISDEAL, Kind.VOID})
Show = Callable[[FeltTable], None]


def table_of(book: str, sense: tuple[float, float]) -> FeltTable:
    miss_rate, sweep_ms = sense
    table = FeltTable(book, sweep_ms=sweep_ms, senses=sensed(miss_rate))
    table.tell(HandOpened())
    return table


def later(table: FeltTable) -> None:
    table.tell(TimePassed(10_000))


def third_card(table: FeltTable) -> None:
    table.deal(1, 2, 3, 4, 1, 2, 2, 3, 4)


def third_card_beside_a_short_seat(table: FeltTable) -> None:
    table.deal(1, 2, 3, 4, 1, 2, 2, 4)


def third_card_that_is_gone_again(table: FeltTable) -> None:
    table.deal(1, 2, 3, 4, 1, 3, 4, 2)
    ref = table.land(seat_place(SeatNo(2)))
    table.leave(seat_place(SeatNo(2)), ref)


def third_card_where_the_reader_is_doubted(table: FeltTable) -> None:
    table.tell(SensorDoubted(seat_place(SeatNo(2)), "a card is read at several places"))
    third_card(table)


def third_card_in_a_hand_seen_in_part(table: FeltTable) -> None:
    table.deal(1, 2)
    table.tell(WatchChanged(watching=False, why="service"), WatchChanged(watching=True))
    table.deal(3, 4, 1, 2, 2, 3, 4)


def third_card_of_a_camera_not_sure(table: FeltTable) -> None:
    table.deal(1, 2, 3, 4, 1, 2, 3, 4)
    table.tell(CardArrived(seat_place(SeatNo(2)), Ref("x"), Face.DOWN, table.between(), confidence=0.5))


def card_at_an_empty_place(table: FeltTable) -> None:
    table.deal(1, 2, 3, 4, 5, 1, 2, 3, 4)


def card_at_an_empty_place_beside_a_short_seat(table: FeltTable) -> None:
    table.deal(1, 2, 3, 4, 5, 1, 2, 3)


def dealt_out_of_order(table: FeltTable) -> None:
    table.deal(1, 3, 4, 2)


def second_round_out_of_order(table: FeltTable) -> None:
    table.deal(1, 2, 3, 4, 1, 3, 4)
    table.wait(4 * SWEEP_MS)
    table.deal(2)


def second_round_out_of_order_in_looks_that_overlap(table: FeltTable) -> None:
    table.deal(1, 2, 3, 4)
    for seat in (1, 3, 4, 2):
        table.land(seat_place(SeatNo(seat)))


def second_round_out_of_order_by_less_than_looks_that_missed(table: FeltTable) -> None:
    """Seat 2's card was first read a sweep after seat 3's, and may have been missed for two."""
    table.deal(1, 2, 3, 4, 1, 3, 2, 4)


def second_round_out_of_order_before_a_seat_has_its_hand(table: FeltTable) -> None:
    """Seat 4's first card was not read: its second one is not the one of the first round."""
    table.deal(1, 2, 3, 1, 3)
    table.wait(4 * SWEEP_MS)
    table.deal(2, 4)


def second_round_out_of_order_with_a_card_that_was_another_seats(table: FeltTable) -> None:
    second_round_out_of_order(table)
    ref = next(iter(table.state.hand.cards)) if table.state.hand is not None else Ref("")
    table.land(seat_place(SeatNo(3)), ref=ref)


def first_round_out_of_order(table: FeltTable) -> None:
    """Seat 2 may have picked up its first card before its antenna's turn, and laid it down later."""
    table.deal(1, 3, 4)
    table.wait(4 * SWEEP_MS)
    table.deal(2, 1, 2, 3, 4)


def wrong_seat_first(table: FeltTable) -> None:
    table.deal(2, 3, 1)


def wrong_seat_first_of_a_whole_deal(table: FeltTable) -> None:
    table.deal(2, 3)
    table.wait(4 * SWEEP_MS)
    table.deal(1, 4, 1, 2, 3, 4)


def two_cards_shown(table: FeltTable) -> None:
    first, second = table.deal(1, 2, 3, 4, 1, 2)[-2:]
    table.turn_up(1, first)
    table.turn_up(2, second)


def one_card_shown_twice(table: FeltTable) -> None:
    ref = table.deal(1, 2, 3, 4, 1, 2)[-1]
    table.turn_up(2, ref)
    table.turn_up(2, ref)


def two_shown_by_the_players_themselves(table: FeltTable) -> None:
    first, second = table.deal(1, 2, 3, 4, 1, 2, 3, 4)[:2]
    table.turn_up(1, first)
    table.turn_up(2, second)


def two_shown_that_no_antenna_knows(table: FeltTable) -> None:
    table.deal(1, 2, 3, 4, 1, 2)
    for seat, ref in ((1, "x"), (2, "y")):
        table.tell(CardTurned(seat_place(SeatNo(seat)), Ref(ref), Face.UP, table.between()))


def one_card_short(table: FeltTable) -> None:
    table.deal(1, 2, 3, 4, 1, 2, 4)


def a_seat_passed_over(table: FeltTable) -> None:
    table.deal(1, 2, 4, 1, 2, 4)


MISSES, SHARP, ALWAYS = (0.001, float(SWEEP_MS)), (0.0, float(SWEEP_MS)), (0.0, 0.0)
"""What is missed, and the sweep, ms: of readers that miss, of sharp ones, of a sense that looks all the time."""

ENOUGH: dict[str, tuple[Situation, tuple[float, float], Show]] = {
    "a card too many": (Situation.TOO_MANY_CARDS, MISSES, third_card),
    "an unentitled card": (Situation.UNENTITLED_HAND, MISSES, card_at_an_empty_place),
    "an order seen all the time": (Situation.OUT_OF_SEQUENCE, ALWAYS, dealt_out_of_order),
    "an order in sweeps": (Situation.OUT_OF_SEQUENCE, SHARP, second_round_out_of_order),
    "a first seat seen all the time": (Situation.WRONG_FIRST_SEAT, ALWAYS, wrong_seat_first),
    "two shown in the deal": (Situation.EXPOSED_SEVERAL, MISSES, two_cards_shown),
}
NOT_ENOUGH: dict[str, tuple[tuple[float, float], Show]] = {
    "a card too many beside a seat that lacks one": (MISSES, third_card_beside_a_short_seat),
    "a card too many that is gone before every antenna had its turn": (MISSES, third_card_that_is_gone_again),
    "a card too many at a doubted reader": (MISSES, third_card_where_the_reader_is_doubted),
    "a card too many in a hand seen in part": (MISSES, third_card_in_a_hand_seen_in_part),
    "a card too many by a camera that is not sure": (MISSES, third_card_of_a_camera_not_sure),
    "an unentitled card beside a seat that lacks one": (MISSES, card_at_an_empty_place_beside_a_short_seat),
    "an order by readers that miss": (MISSES, second_round_out_of_order),
    "an order of first cards, in sweeps": (SHARP, first_round_out_of_order),
    "an order in looks that overlap": (SHARP, second_round_out_of_order_in_looks_that_overlap),
    "an order that missed looks may have made": (SHARP, second_round_out_of_order_by_less_than_looks_that_missed),
    "an order before a seat has its hand": (SHARP, second_round_out_of_order_before_a_seat_has_its_hand),
    "an order with another seat's card": (SHARP, second_round_out_of_order_with_a_card_that_was_another_seats),
    "a first seat, in sweeps": (SHARP, wrong_seat_first_of_a_whole_deal),
    "one card shown twice": (MISSES, one_card_shown_twice),
    "hands that players show after the deal": (MISSES, two_shown_by_the_players_themselves),
    "faces of cards that no antenna knows": (MISSES, two_shown_that_no_antenna_knows),
    "a missing card, which nobody reports": (MISSES, one_card_short),
    "a seat passed over, which nobody reports": (MISSES, a_seat_passed_over),
}


@pytest.mark.parametrize("name", ENOUGH)
def test_shown_whole_it_is_named(name: str) -> None:
    """By the Belarus book, which rules on each of them; the order's restoring is asked first (bfsp 6.3.3)."""
    situation, sense, show = ENOUGH[name]
    table = table_of("bfsp", sense)
    show(table)
    later(table)
    if any(isinstance(each, QuestionAsked) and each.question is Question.ORDER_RESTORED for each in table.outcomes):
        table.tell(QuestionAnswered(Question.ORDER_RESTORED, "no"))
    assert [(ruling.kind, ruling.situation) for ruling in table.rulings][-1:] == [(Kind.MISDEAL, situation)]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", NOT_ENOUGH)
def test_with_less_no_book_lets_the_hand_fall(name: str, book: str) -> None:
    sense, show = NOT_ENOUGH[name]
    table = table_of(book, sense)
    show(table)
    later(table)
    assert [ruling.situation for ruling in table.rulings if ruling.kind in LOST] == []
