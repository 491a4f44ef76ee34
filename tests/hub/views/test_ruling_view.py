"""A ruling and its incident text: while its steps run, when they were seen through, and when it fell."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from felt.ids import HandId
from felt.situation import Kind, Situation, Step
from hub.languages import ENGLISH
from hub.rules.ruling import StepPlan, TablePicture
from hub.views.ruling import Standing, incident_text, newest_ruling, recent_rulings, ruling_view
from hub.views.status import RulingRecord, TableStatus
from tests.hub.views import pictures
from tests.hub.views.pictures import EARLY_TURN, MISDEAL, NOON, VOID, status, under_way


def later(*records: RulingRecord, picture: TablePicture = pictures.DEALING) -> TableStatus:
    return replace(status(picture), chronicle=records)


def test_the_incident_of_an_open_procedure() -> None:
    assert incident_text(status(pictures.MISDEALT), MISDEAL) == "\n".join(
        (
            "Table 1 (main/t1), hand t1-h12",
            "Time: 2026-11-30 12:00:00 UTC",
            "Ruling 7: MISDEAL. Several hole cards exposed, seat 8 (Kh 7c)",
            "What happened: The dealer exposed Kh at seat 4 and 7c at seat 8 while dealing.",
            "Rule: bfsp 6.3.6: More than one hole card exposed by the dealer: "
            "the cards are shuffled, cut and dealt again.",
            "What was done: The steps are under way.",
            "  1. Gather all cards - done",
            "  2. Shuffle the deck - due now",
            "  3. Cut the deck - later",
            "  4. Deal again from seat 4; the button stays on seat 3 - later",
        )
    )


def test_the_newest_ruling_outlives_its_hand() -> None:
    told = later(RulingRecord(MISDEAL, NOON, done=(0, 1, 2, 3), completed=True))
    newest = newest_ruling(told)
    assert newest is not None
    assert (newest.number, newest.standing) == (7, Standing.COMPLETED)
    assert {step.state for step in newest.steps} == {"done"}
    assert "Every step was done" in newest.incident


def test_steps_that_nobody_saw_are_not_called_done() -> None:
    newest = newest_ruling(later(RulingRecord(MISDEAL, NOON, done=(0,))))
    assert newest is not None
    assert newest.standing is Standing.CLOSED
    assert [step.state for step in newest.steps] == ["done", "open", "open", "open"]
    assert "It was over before every step was seen done" in newest.incident


def test_a_ruling_that_fell_is_not_the_newest_but_is_remembered() -> None:
    told = later(
        RulingRecord(MISDEAL, NOON, done=(0, 1, 2, 3), completed=True),
        RulingRecord(EARLY_TURN, NOON, withdrawn="misread"),
    )
    newest = newest_ruling(told)
    assert newest is not None
    assert newest.number == 7
    assert [(each.number, each.standing) for each in recent_rulings(told, 5)] == [
        (8, Standing.WITHDRAWN),
        (7, Standing.COMPLETED),
    ]
    assert "The ruling was withdrawn: misread" in incident_text(told, EARLY_TURN)
    assert [each.number for each in recent_rulings(told, 1)] == [8]


@pytest.mark.parametrize("completed", [True, False])
@pytest.mark.parametrize("done", [chosen for many in range(5) for chosen in combinations(range(4), many)], ids=str)
def test_every_step_was_done_stands_over_steps_that_all_were(done: tuple[int, ...], completed: bool) -> None:
    newest = newest_ruling(later(RulingRecord(MISDEAL, NOON, done=done, completed=completed)))
    assert newest is not None
    all_done = {step.state for step in newest.steps} == {"done"}
    assert (newest.standing is Standing.COMPLETED) == (completed and all_done)
    assert ("Every step was done" in newest.incident) == (completed and all_done)


def test_what_is_to_be_left_alone_is_no_step_that_went_unseen() -> None:
    """bfsp 6.6.6: the burn stays; nobody does anything about it."""
    steps = (StepPlan(Step.KEEP_BURN, "Leave the burn where it is"), *EARLY_TURN.steps)
    kept = RulingRecord(replace(EARLY_TURN, steps=steps), NOON, done=(1, 2, 3, 4, 5), completed=True)
    newest = newest_ruling(later(kept))
    assert newest is not None
    assert newest.standing is Standing.COMPLETED
    assert [step.state for step in newest.steps] == ["keep", *["done"] * 5]
    assert "  1. Leave the burn where it is\n  2. Lay Qs aside, face up - done" in newest.incident


def test_a_procedure_behind_another_one_is_not_over() -> None:
    told = later(RulingRecord(EARLY_TURN, NOON), RulingRecord(VOID, NOON), picture=pictures.VOIDED)
    assert ruling_view(told, EARLY_TURN).standing is Standing.CLOSED, "the void hand swept it away"
    late = replace(MISDEAL, number=9, kind=Kind.FIX)
    both = replace(pictures.REPAIRING, rulings=(EARLY_TURN, late))
    waits = ruling_view(later(RulingRecord(late, NOON), picture=both), late)
    assert (waits.standing, waits.past) == (Standing.WAITING, False)
    assert {step.state for step in waits.steps} == {"later"}


def test_a_wrong_step_has_no_steps_of_its_own() -> None:
    wrong = replace(EARLY_TURN, number=9, situation=Situation.WRONG_STEP, steps=EARLY_TURN.steps[1:2])
    under_way = replace(pictures.REPAIRING, rulings=(EARLY_TURN, wrong))
    now = ruling_view(later(RulingRecord(wrong, NOON), picture=under_way), wrong)
    assert (now.steps, now.past) == ((), False)
    assert "one of the procedure that was under way" in now.incident
    after = replace(pictures.FLOP, rulings=(EARLY_TURN, wrong))
    assert ruling_view(later(RulingRecord(wrong, NOON), picture=after), wrong).past


@pytest.mark.parametrize("kind", Kind)
def test_a_finished_ruling_says_what_it_was_and_not_what_to_do(kind: Kind) -> None:
    given = replace(EARLY_TURN, kind=kind)
    at_work = replace(pictures.REPAIRING, procedure=under_way(given, "done", "due", "due", "later", "later"))
    now = ruling_view(later(RulingRecord(given, NOON), picture=replace(at_work, rulings=(given,))), given)
    assert (now.kind_words, now.past) == (ENGLISH.kinds[kind], False)
    done = RulingRecord(given, NOON, done=(0, 1, 2, 3, 4), completed=True)
    for record in (done, replace(done, done=(0,)), replace(done, withdrawn="misread")):
        told = later(record, picture=pictures.FLOP)
        assert (ruling_view(told, given).kind_words, ruling_view(told, given).past) == (ENGLISH.past[kind], True)
        assert [line.kind_words for line in recent_rulings(told, 1)] == [ENGLISH.past[kind]]


def test_a_ruling_without_steps_holds_until_its_hand_is_over() -> None:
    given = replace(EARLY_TURN, kind=Kind.PLAY_ON, steps=())
    record = RulingRecord(given, NOON)
    said = [
        ruling_view(later(record, picture=picture), given).kind_words
        for picture in (
            pictures.FLOP,
            replace(pictures.FLOP, state="over"),
            replace(pictures.FLOP, hand=HandId("t1-h13")),
        )
    ]
    assert said == ["Play on", "Play went on", "Play went on"]


def test_no_ruling_is_none() -> None:
    assert newest_ruling(status(pictures.IDLE)) is None


def test_a_ruling_without_a_record_has_no_time() -> None:
    told = replace(status(pictures.MISDEALT), chronicle=())
    newest = newest_ruling(told)
    assert newest is not None
    assert newest.at is None
    assert "Time: not recorded" in newest.incident


def test_options_are_the_floors() -> None:
    open_case = replace(MISDEAL, options=("play on", "dead hand"), steps=())
    told = replace(status(pictures.FLOP), chronicle=(RulingRecord(open_case, NOON),))
    newest = newest_ruling(told)
    assert newest is not None
    assert newest.standing is Standing.GIVEN
    assert "The floor's options: play on; dead hand" in newest.incident
