"""Taking facts back, to any depth: the hand is told again, rulings keep their numbers, and a replay agrees."""

from felt.card import Card
from felt.fact import FactWithdrawn, HandClosed, HandOpened, PersonReported, RoundClosed, StepConfirmed
from felt.ids import FactId
from felt.note import NoteKey, note
from felt.place import SeatNo
from felt.situation import Kind, Situation, Tracker
from hub.rules.ruling import HandRefolded, LastSaid, Noted, RulingGiven, RulingWithdrawn
from tests.hub.rules.felt_table import FeltTable


def test_a_report_taken_back_takes_its_misdeal_with_it() -> None:
    table = FeltTable("gpc", seats=5, button=5)
    table.open()
    table.reports(Situation.SEAT_SKIPPED, 3)
    assert table.picture.state == "procedure"
    table.tell(FactWithdrawn(why="wrong seat"))
    assert [type(outcome) for outcome in table.last] == [HandRefolded, RulingWithdrawn]
    assert table.picture.state == "betting-1"
    assert not table.picture.rulings
    table.acts("3 calls, 4 calls")
    assert table.picture.seats[4].to_act


def test_the_picture_names_what_would_be_taken_back() -> None:
    table = FeltTable("gpc", seats=5, button=5)
    table.open()
    opened = table.picture.last_said
    assert opened is not None
    table.reports(Situation.SEAT_SKIPPED, 3)
    said = table.picture.last_said
    assert said is not None
    assert said == LastSaid(table.state.journal[-1].id, PersonReported(Situation.SEAT_SKIPPED, seat=SeatNo(3)))
    table.tell(FactWithdrawn())
    assert table.picture.last_said == opened
    assert said.id in next(outcome.withdrawn for outcome in table.last if isinstance(outcome, HandRefolded))


def test_a_card_that_a_person_named_is_not_in_the_picture() -> None:
    table = FeltTable("gpc", seats=5, button=5)
    table.open()
    table.tell(PersonReported(Situation.EXPOSED_HOLE_CARD, seat=SeatNo(3), card=Card("Kh")))
    said = table.picture.last_said
    assert said is not None
    assert said.fact == PersonReported(Situation.EXPOSED_HOLE_CARD, seat=SeatNo(3))


def test_taking_back_is_itself_taken_back() -> None:
    table = FeltTable("gpc", seats=5, button=5)
    table.open()
    table.reports(Situation.SEAT_SKIPPED, 3)
    table.tell(FactWithdrawn())
    withdrawal = FactId("f13")
    assert any(entry.id == withdrawal for entry in table.state.journal)
    table.tell(FactWithdrawn(of=withdrawal))
    assert [ruling.kind for ruling in table.picture.rulings] == [Kind.MISDEAL]
    assert [outcome.ruling.number for outcome in table.last if isinstance(outcome, RulingGiven)] == [1]


def test_and_that_is_taken_back_as_well() -> None:
    table = FeltTable("gpc", seats=5, button=5)
    table.open()
    table.reports(Situation.SEAT_SKIPPED, 3)
    table.tell(FactWithdrawn(), FactWithdrawn(of=FactId("f13")), FactWithdrawn(of=FactId("f14")))
    assert not table.picture.rulings
    table.tell(FactWithdrawn(of=FactId("f15")))
    assert [ruling.kind for ruling in table.picture.rulings] == [Kind.MISDEAL]


def test_several_newest_facts_go_one_by_one() -> None:
    table = FeltTable(seats=4)
    table.open()
    table.acts("3 calls, 4 calls, 1 calls")
    table.tell(FactWithdrawn(), FactWithdrawn(), FactWithdrawn())
    assert table.picture.seats[2].to_act
    assert table.state.hand is not None
    assert not table.state.hand.betting.said


def test_a_fact_in_the_middle_goes_and_what_came_after_stays() -> None:
    table = FeltTable(seats=4)
    table.open()
    table.acts("3 raises 600, 4 folds, 1 folds, 2 folds")
    assert table.picture.state == "showdown"
    fold = table.state.journal[-1].id
    table.tell(FactWithdrawn(of=fold))
    assert table.picture.state == "betting-1"
    assert [seat.seat for seat in table.picture.seats if seat.live] == [2, 3]


def test_hand_over_pressed_too_early_is_taken_back() -> None:
    table = FeltTable(tracker=Tracker.ROUNDS)
    table.open()
    table.tell(RoundClosed(), HandClosed(), FactWithdrawn())
    assert table.picture.state == "between"
    table.burn()
    table.board("9c", "2d", "Jh")
    assert table.picture.state == "betting-2"


def test_new_hand_pressed_by_mistake_gives_the_old_hand_back() -> None:
    table = FeltTable()
    table.open()
    table.acts("3 calls")
    table.tell(HandOpened())
    assert table.picture.hand == "h2"
    table.tell(FactWithdrawn())
    assert table.picture.hand == "h1"
    assert table.picture.seats[3].to_act


def test_a_hand_before_the_last_is_too_old() -> None:
    table = FeltTable()
    for _ in range(3):
        table.open()
        table.tell(HandClosed())
    table.open()
    table.tell(FactWithdrawn(of=FactId("f1")))
    assert table.last == (Noted("that fact is too old to be taken back", note=note(NoteKey.UNDO_TOO_OLD)),)


def test_a_confirmed_step_is_due_again() -> None:
    table = FeltTable("gpc")
    table.open()
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    table.burn()
    table.board("9c", "2d", "Jh")
    table.tell(PersonReported(Situation.FOUR_CARD_FLOP))
    assert due(table) == ["call-floor"]
    table.tell(StepConfirmed())
    assert due(table) == ["mix"]
    table.tell(FactWithdrawn())
    assert due(table) == ["call-floor"]


def due(table: FeltTable) -> list[str]:
    procedure = table.picture.procedure
    assert procedure is not None
    return [step.plan.step.value for step in procedure.steps if step.state == "due"]


def test_many_withdrawals_are_no_burden() -> None:
    table = FeltTable()
    table.open()
    for _ in range(40):
        table.acts("3 calls")
        table.tell(FactWithdrawn())
    assert table.picture.seats[2].to_act


def test_rulings_that_stay_keep_their_number_and_new_ones_get_a_fresh_one() -> None:
    table = FeltTable("bfsp", seats=5, button=5)
    table.open()
    table.acts("3 calls, 4 calls")
    table.reports(Situation.TOO_MANY_CARDS, 3, 3)
    table.reports(Situation.TOUCHED_MUCK, 4)
    assert [ruling.number for ruling in table.picture.rulings] == [1, 2]
    first_report = next(entry.id for entry in table.state.journal if isinstance(entry.fact, PersonReported))
    table.tell(FactWithdrawn(of=first_report))
    assert [ruling.number for ruling in table.picture.rulings] == [2]
    table.reports(Situation.TOUCHED_MUCK, 2)
    assert [ruling.number for ruling in table.picture.rulings] == [2, 3]
