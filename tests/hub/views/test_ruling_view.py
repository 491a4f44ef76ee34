"""A ruling and its incident text: while its steps run, when they were seen through, and when it fell."""

from msgspec.structs import replace

from hub.rules.ruling import TablePicture
from hub.views.ruling import Standing, incident_text, newest_ruling, recent_rulings
from hub.views.status import RulingRecord, TableStatus
from tests.hub.views import pictures
from tests.hub.views.pictures import EARLY_TURN, MISDEAL, NOON, status


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
    assert "Every step was seen through" in newest.incident


def test_steps_that_nobody_saw_are_not_called_done() -> None:
    newest = newest_ruling(later(RulingRecord(MISDEAL, NOON, done=(0,))))
    assert newest is not None
    assert newest.standing is Standing.CLOSED
    assert [step.state for step in newest.steps] == ["done", "open", "open", "open"]
    assert "The hand went on before every step was seen done" in newest.incident


def test_a_ruling_that_fell_is_not_the_newest_but_is_remembered() -> None:
    told = later(RulingRecord(MISDEAL, NOON, completed=True), RulingRecord(EARLY_TURN, NOON, withdrawn="misread"))
    newest = newest_ruling(told)
    assert newest is not None
    assert newest.number == 7
    assert [(each.number, each.standing) for each in recent_rulings(told, 5)] == [
        (8, Standing.WITHDRAWN),
        (7, Standing.COMPLETED),
    ]
    assert "The ruling was withdrawn: misread" in incident_text(told, EARLY_TURN)
    assert [each.number for each in recent_rulings(told, 1)] == [8]


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
