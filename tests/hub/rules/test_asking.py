"""Open questions: each says why it is asked, asks once for what hangs on it, and is decided on what lies there then."""

from felt.fact import HandOpened, PersonReported, QuestionAnswered
from felt.place import SeatNo, seat_place
from felt.situation import Question, Situation, Tracker
from tests.hub.rules.felt_table import SWEEP_MS, FeltTable, sensed

SUBSTANTIAL = Question.SUBSTANTIAL_ACTION


def untracked(book: str = "bfsp", *, game: str = "holdem") -> FeltTable:
    """A table that knows nothing of the betting and sees no burn."""
    senses = tuple(each for each in sensed(0.001) if each.sense.value != "burn")
    return FeltTable(book, game=game, tracker=Tracker.NONE, senses=senses, sweep_ms=float(SWEEP_MS))


def says(table: FeltTable, value: str, question: Question = SUBSTANTIAL) -> None:
    table.tell(QuestionAnswered(question, value))


def open_now(table: FeltTable) -> list[tuple[Question, Situation | None]]:
    return [(asked.question, asked.about.situation if asked.about else None) for asked in table.state.questions]


def test_a_question_says_why_and_since_when() -> None:
    table = untracked()
    table.open()
    table.board("9c", "2d", "Jh")
    table.reports(Situation.MISSING_BURN)
    (asked,) = table.questions
    assert asked.text == "No card was burned before the flop. Has anybody bet since then?"


def test_a_question_about_a_count_says_whose() -> None:
    table = untracked("club")
    table.open()
    table.reports(Situation.TOO_MANY_CARDS, 3, 3)
    (asked,) = table.questions
    assert asked.text.startswith("Seat 3 has three cards instead of two. Was there already action that counts?")
    assert asked.text.endswith("Two or more players have bet. Blinds, checks and folds do not count.")


def test_what_hangs_on_one_answer_is_decided_by_it() -> None:
    table = untracked()
    table.open()
    table.reports(Situation.TOO_MANY_CARDS, 3, 3)
    table.reports(Situation.TOO_FEW_CARDS, 2, 1)
    assert open_now(table) == [(SUBSTANTIAL, Situation.TOO_MANY_CARDS), (SUBSTANTIAL, Situation.TOO_FEW_CARDS)]
    says(table, "yes")
    asked = [question for question, _ in open_now(table)]
    assert asked == [Question.ACTED, Question.ACTED]
    for seat in (2, 3):  # the first ruling leaves standing that there was action
        table.tell(QuestionAnswered(Question.ACTED, "yes", SeatNo(seat)))
    assert {(ruling.situation, ruling.seat, ruling.clause) for ruling in table.rulings} == {
        (Situation.TOO_MANY_CARDS, SeatNo(3), "6.3.7"),
        (Situation.TOO_FEW_CARDS, SeatNo(2), "6.3.7"),
    }


def test_acts_since_one_error_are_no_answer_about_another() -> None:
    table = untracked("rrop")
    table.open()
    table.reports(Situation.EXTRA_BURN)
    says(table, "no")
    table.reports(Situation.TOO_MANY_CARDS, 3, 3)
    assert open_now(table) == [
        (Question.ORDER_RESTORED, Situation.EXTRA_BURN),
        (SUBSTANTIAL, Situation.TOO_MANY_CARDS),
    ]
    assert table.rulings == []


def test_whether_an_order_can_be_restored_is_asked_of_each_error() -> None:
    """One's yes is not the other's: the order of the deal, and that of a stub that fell."""
    table = FeltTable(senses=())
    table.tell(HandOpened(), PersonReported(Situation.OUT_OF_SEQUENCE), PersonReported(Situation.DROPPED_STUB))
    assert [question for question, _ in open_now(table)] == [Question.ORDER_RESTORED] * 2
    says(table, "yes", Question.ORDER_RESTORED)
    assert open_now(table) == [(Question.ORDER_RESTORED, Situation.OUT_OF_SEQUENCE)]


def test_a_ruling_on_one_seat_leaves_the_others_question_open() -> None:
    table = untracked("pub")
    table.open()
    table.reports(Situation.TOO_MANY_CARDS, 3, 3)
    table.reports(Situation.TOO_MANY_CARDS, 2, 3)
    table.tell(QuestionAnswered(Question.ACTED, "yes", SeatNo(3)))
    assert [(asked.question, asked.seat) for asked in table.state.questions] == [(Question.ACTED, SeatNo(2))]


def test_cards_of_the_flop_that_are_read_before_the_answer_go_back_with_it() -> None:
    """Only one of three was read when the dealer said that no card was burned (bfsp 6.6.2)."""
    table = untracked()
    table.open()
    first = table.board("9c")
    table.reports(Situation.MISSING_BURN)
    others = table.board("2d", "Jh")
    says(table, "no")
    (ruling,) = table.rulings
    assert set(ruling.refs) == {*first, *others}
    assert set(ruling.steps[0].refs) == {*first, *others}


def test_cards_of_a_strange_hand_that_are_read_before_the_answer_go_with_it() -> None:
    """Seat 7 has no right to the hand; one of its two cards was read when a player said so (bfsp 6.3.4)."""
    table = untracked()
    table.open()
    first = table.land(seat_place(SeatNo(7)))
    table.reports(Situation.UNENTITLED_HAND, 7)
    second = table.land(seat_place(SeatNo(7)))
    says(table, "no")
    assert [(ruling.clause, set(ruling.refs)) for ruling in table.rulings] == [("6.3.4", {first, second})]
