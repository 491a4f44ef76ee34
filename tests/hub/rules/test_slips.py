"""Illegal acts are recorded and named by the books' betting clauses; they never raise, nor make a street premature."""

import pytest

from felt.place import SeatNo
from tests.hub.rules.felt_table import FeltTable


def noted(felt: FeltTable) -> list[str]:
    """What the page shows of each act so far, up to the sentence."""
    return [f"{note.seat} {note.text.partition(':')[0]}" for note in felt.picture.notes]


def dealt(book: str, **stacks: int) -> FeltTable:
    felt = FeltTable(book, stacks={SeatNo(int(seat[1:])): chips for seat, chips in stacks.items()})
    felt.open()
    return felt


@pytest.mark.parametrize(
    ("book", "acts", "said"),
    [
        ("bfsp", "4 calls", "4 out of turn (bfsp 4.10"),
        ("gpc", "4 calls", "4 out of turn (gpc 53"),
        ("club", "4 calls", "4 out of turn (bfsp 4.10"),
        ("pub", "4 calls", "4 out of turn (pub rules-9"),
        ("tda", "4 calls", "4 out of turn (tda 53"),
        ("rrop", "4 calls", "4 out of turn"),
        ("bfsp", "3 raises 300", "3 raise below the least (bfsp 4.13"),
        ("club", "3 raises 300", "3 raise below the least (club 17.5"),
        ("gpc", "3 raises 300", "3 raise below the least (gpc 43"),
        ("sport-poker", "3 raises 300", "3 raise below the least (sport-poker 2.7"),
        ("bfsp", "3 bets 600", "3 bet after a bet (bfsp 4.9.3"),
        ("bfsp", "3 checks", "3 check facing a bet (bfsp 4.9.2"),
        ("gpc", "3 checks", "3 check facing a bet (gpc 55"),
        ("bfsp", "3 calls 150", "3 call for less (bfsp 4.13"),
        ("club", "3 calls 150", "3 call for less (club 17.3"),
        ("gpc", "3 calls 150", "3 call for less (gpc 51"),
        ("bfsp", "3 raises 600, 3 raises 900", "3 string bet (bfsp 4.11"),
        ("gpc", "3 raises 600, 3 raises 900", "3 string bet (gpc 56"),
        ("bfsp", "3 folds, 3 calls", "3 act of a folded hand (bfsp 4.9.1"),
        ("club", "3 folds, 3 calls", "3 act of a folded hand (club 21.2"),
    ],
)
def test_the_first_book_that_speaks_of_it_names_the_act(book: str, acts: str, said: str) -> None:
    felt = dealt(book)
    felt.acts(acts)
    assert noted(felt) == [said]
    assert not felt.rulings


def test_after_the_flop_a_bet_has_its_least_and_a_call_needs_a_bet() -> None:
    felt = dealt("bfsp")
    felt.acts("3 calls, 4 calls, 1 calls, 2 checks")
    felt.burn()
    felt.board("9c", "2d", "Jh")
    felt.acts("1 bets 50")
    assert noted(felt) == ["1 bet below the least (bfsp 4.13"]
    felt = dealt("gpc")
    felt.acts("3 calls, 4 calls, 1 calls, 2 checks")
    felt.burn()
    felt.board("9c", "2d", "Jh")
    felt.acts("1 calls, 2 raises 400")
    assert noted(felt) == ["1 call of nothing (gpc 55", "2 raise of nothing (gpc 55"]


def test_the_example_of_bfsp_4_9_8() -> None:
    """Blinds 10-20: call 20, raise 60, all-in 90. The caller may raise; the raiser, once the caller calls, may not."""
    felt = dealt("bfsp", s1=900)
    felt.acts("3 calls, 4 raises 600, 1 all-in, 2 folds, 3 calls, 4 raises 3000")
    assert noted(felt) == ["4 raise though the betting was not reopened (bfsp 4.9.8"]
    felt = dealt("bfsp", s1=900)
    felt.acts("3 calls, 4 raises 600, 1 all-in, 2 folds, 3 raises 3000, 4 calls")
    assert not noted(felt)


@pytest.mark.parametrize(
    "acts",
    [
        "3 calls, 4 calls, 1 checks, 2 checks",
        "3 calls 150, 4 calls, 1 calls, 2 checks",
        "4 calls, 3 calls, 1 calls, 2 checks",
        "3 raises 600, 4 calls, 1 folds, 2 checks",
        "3 folds, 3 calls, 4 calls, 1 calls, 2 checks",
        "3 bets 200, 4 calls, 1 calls, 2 checks",
    ],
)
def test_after_an_illegal_act_the_street_is_not_premature(acts: str) -> None:
    felt = dealt("bfsp")
    felt.acts(acts)
    assert noted(felt) or "bets 200" in acts
    felt.burn()
    felt.board("9c", "2d", "Jh")
    assert not felt.rulings


def test_whole_stacks_and_legal_acts_are_no_slips() -> None:
    felt = dealt("bfsp", s3=150, s4=300)
    felt.acts("3 all-in, 4 all-in, 1 calls, 2 raises 1000, 1 calls")
    assert not noted(felt)
