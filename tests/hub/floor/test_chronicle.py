"""What becomes of a ruling is remembered past its hand, and only so much."""

from msgspec.structs import replace

from felt.clock import Nanos
from felt.ids import HandId
from felt.situation import Step
from hub.floor.chronicle import KEPT, Chronicle
from hub.rules.ruling import HandBegan, ProcedureCompleted, RulingGiven, RulingWithdrawn, StepDone
from hub.views.status import RulingRecord
from tests.hub.views.pictures import EARLY_TURN, MISDEAL

AT = Nanos(1_000)


def test_steps_and_completion_are_kept() -> None:
    chronicle = Chronicle()
    chronicle.fold(AT, (RulingGiven(MISDEAL),))
    chronicle.fold(Nanos(2_000), (StepDone(7, Step.GATHER_ALL, 0), StepDone(7, Step.SHUFFLE, 1)))
    chronicle.fold(Nanos(3_000), (StepDone(7, Step.SHUFFLE, 1), ProcedureCompleted(7)))
    assert chronicle.all() == (RulingRecord(MISDEAL, AT, done=(0, 1), completed=True),)


def test_the_redeal_was_seen_when_it_began_and_nothing_else_of_its_procedure() -> None:
    chronicle = Chronicle()
    chronicle.fold(AT, (RulingGiven(replace(MISDEAL, hand=HandId("h0"))), RulingGiven(replace(MISDEAL, number=8))))
    chronicle.fold(AT, (ProcedureCompleted(8), HandBegan(HandId("h2"), redeal_of=MISDEAL.hand)))
    assert [record.done for record in chronicle.all()] == [(), (3,)]


def test_a_ruling_that_fell_says_why() -> None:
    chronicle = Chronicle()
    chronicle.fold(AT, (RulingGiven(MISDEAL), RulingWithdrawn(7, "the camera misread")))
    assert chronicle.all()[0].withdrawn == "the camera misread"


def test_a_superseded_ruling_names_its_successor() -> None:
    chronicle = Chronicle()
    chronicle.fold(AT, (RulingGiven(MISDEAL), RulingGiven(EARLY_TURN, supersedes=7)))
    assert [record.withdrawn for record in chronicle.all()] == ["replaced by ruling 8", None]


def test_what_is_not_remembered_changes_nothing() -> None:
    chronicle = Chronicle()
    chronicle.fold(AT, (StepDone(3, Step.CUT), ProcedureCompleted(3), RulingWithdrawn(3, "late")))
    assert chronicle.all() == ()


def test_only_the_newest_are_remembered() -> None:
    chronicle = Chronicle()
    for number in range(1, 100):
        chronicle.fold(AT, (RulingGiven(replace(MISDEAL, number=number)),))
    assert [record.ruling.number for record in chronicle.all()] == list(range(100 - KEPT, 100))
