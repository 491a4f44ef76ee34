"""A table that a camera alone watches: what it sees is asked about where it cannot be counted, and never ruled on."""

import pytest

from felt.card import Card
from felt.fact import (
    CardDoubled,
    Face,
    HandOpened,
    PersonReported,
    QuestionAnswered,
    SenseQuality,
    SensorDoubted,
    StubEvent,
    StubHandled,
)
from felt.place import BOARD, Place, SeatNo, seat_place
from felt.situation import Question, Sense, Situation, Tracker
from hub.rules.ruling import Noted
from tests.hub.rules.felt_table import FeltTable, sensed

BY_EYE = (SenseQuality(Sense.BOARD, 0.001), SenseQuality(Sense.BURN, 0.03), SenseQuality(Sense.FACES, 0.02))
BOOKS = ["bfsp", "club", "gpc", "pub", "rrop", "sport-poker", "tda"]


def opened(book: str = "bfsp", tracker: Tracker = Tracker.FULL) -> FeltTable:
    table = FeltTable(book, tracker=tracker, senses=BY_EYE)
    table.tell(HandOpened())
    return table


def seat(number: int) -> Place:
    return seat_place(SeatNo(number))


class TestOneNameOnTwoCards:
    @pytest.mark.parametrize("book", BOOKS)
    def test_a_camera_alone_asks_and_rules_nothing(self, book: str) -> None:
        table = opened(book)
        table.tell(CardDoubled(Card("Kh"), confidence=0.5))
        assert not table.rulings
        assert [asked.question for asked in table.questions] == [Question.TWO_ALIKE]
        assert "the camera reads Kh on two cards" in [note.text for note in table.outcomes if isinstance(note, Noted)]

    def test_yes_is_a_fouled_deck(self) -> None:
        table = opened()
        table.tell(CardDoubled(Card("Kh"), confidence=0.5), QuestionAnswered(Question.TWO_ALIKE, "yes"))
        assert [ruling.situation for ruling in table.rulings] == [Situation.DUPLICATE_CARD]

    def test_no_is_nothing(self) -> None:
        table = opened()
        table.tell(CardDoubled(Card("Kh"), confidence=0.5), QuestionAnswered(Question.TWO_ALIKE, "no"))
        assert not table.rulings

    def test_what_antennas_tell_is_ruled_at_once(self) -> None:
        table = opened()
        table.tell(CardDoubled(Card("Kh")))
        assert [ruling.situation for ruling in table.rulings] == [Situation.DUPLICATE_CARD]


class TestShownInTheDeal:
    @pytest.mark.parametrize("book", BOOKS)
    @pytest.mark.parametrize("number", [1, 2, 3, 4])
    def test_the_only_card_that_is_seen_is_nobodys_first(self, book: str, number: int) -> None:
        """Nothing counts the cards of the deal: whether it was a blind's first (gpc 35) no sensor knows."""
        table = opened(book)
        table.land(seat(number), Face.UP, "Kh")
        assert not table.rulings
        (asked,) = table.questions
        assert (asked.question, asked.seat) == (Question.EXPOSED_BY, number)
        table.tell(QuestionAnswered(Question.EXPOSED_BY, "dealer", SeatNo(number)))
        assert [ruling.situation for ruling in table.rulings] == [Situation.EXPOSED_HOLE_CARD]

    @pytest.mark.parametrize("book", BOOKS)
    def test_a_person_who_reports_it_does_not_make_it_the_first_either(self, book: str) -> None:
        table = opened(book)
        table.land(seat(1), Face.UP, "Kh")
        table.tell(PersonReported(Situation.EXPOSED_HOLE_CARD, SeatNo(1)))
        assert [ruling.situation for ruling in table.rulings] == [Situation.EXPOSED_HOLE_CARD]

    def test_the_second_one_by_the_dealer_is_several(self) -> None:
        table = opened()
        for number, card in ((1, "Kh"), (2, "2c")):
            table.land(seat(number), Face.UP, card)
            table.tell(QuestionAnswered(Question.EXPOSED_BY, "dealer", SeatNo(number)))
        assert table.rulings[-1].situation is Situation.EXPOSED_SEVERAL
        assert len(table.rulings[-1].refs) == 2

    @pytest.mark.parametrize("tracker", Tracker)
    def test_once_a_card_was_burned_a_shown_hand_is_no_question(self, tracker: Tracker) -> None:
        table = opened(tracker=tracker)
        table.burn()
        table.land(seat(1), Face.UP, "Kh")
        assert Question.EXPOSED_BY not in [asked.question for asked in table.questions]

    def test_a_card_in_front_of_nobody_is_no_question(self) -> None:
        table = opened()
        table.land(seat(9), Face.UP, "Kh")
        assert not table.questions

    def test_with_antennas_it_is_ruled_on_at_once(self) -> None:
        table = FeltTable(senses=sensed())
        table.tell(HandOpened())
        table.land(seat(1), Face.UP, "Kh")
        assert [ruling.situation for ruling in table.rulings] == [Situation.EXPOSED_FIRST_CARD]


def test_a_stub_that_fell_is_heard_where_nothing_counts_the_deal() -> None:
    table = opened()
    table.tell(StubHandled(StubEvent.DROPPED))
    assert [asked.question for asked in table.questions] == [Question.ORDER_RESTORED]


def test_a_doubt_is_said_once_with_its_place_and_reason() -> None:
    table = opened()
    doubt = SensorDoubted(BOARD, "the camera sees a card here that no antenna reads")
    table.tell(doubt, doubt)
    texts = [note.text for note in table.outcomes if isinstance(note, Noted)]
    assert texts == ["board: the camera sees a card here that no antenna reads"]
