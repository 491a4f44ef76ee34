"""Whatever a person sends as an answer, the hub lives, and only a number that can be one counts."""

import pytest

from felt.fact import QuestionAnswered
from felt.place import SeatNo
from felt.situation import Question
from hub.rules.told import number_told, seat_told
from tests.hub.rules.felt_table import FeltTable

NO_NUMBERS = ("²", "٣", "9" * 40, "1000", "-1", "3.0", " 3", "x", "+3")


@pytest.mark.parametrize("value", NO_NUMBERS)
def test_what_is_no_small_number_is_none(value: str) -> None:
    assert number_told(value) is None


def test_a_seat_is_one_to_ten() -> None:
    assert [seat_told(value) for value in ("0", "1", "10", "11", "yes")] == [None, SeatNo(1), SeatNo(10), None, None]


@pytest.mark.parametrize("value", NO_NUMBERS)
@pytest.mark.parametrize("question", Question)
def test_no_answer_to_any_question_ends_the_hub(question: Question, value: str) -> None:
    table = FeltTable()
    table.open()
    before = table.state.hand
    assert before is not None
    table.tell(QuestionAnswered(question, value, SeatNo(2)))
    after = table.state.hand
    assert after is not None
    assert after.button == before.button
    assert not table.rulings
