"""A seat's cards are counted after they left it, before it got them all, or before anybody did: no deal was wrong."""

import pytest

from felt.script import parse_script
from hub.rules.books import BOOKS
from hub.scenario import Verdict, run_script

OUT = {
    "folded": "3 folds",
    "folded and kept one": "3 folds keeping 1",
    "mucked in turn": "muck 3",
}
COUNTS = ("notice count 3 0", "notice seat-skipped 3", "answer card-count 3 0")


def held(book: str, text: str) -> tuple[bool, object]:
    lines = f"rulebook {book}\nseats 1-4\nbutton 4\nhand\n{text}\n"
    report = run_script(parse_script(lines, f"{book}.hand"))
    return report.verdict is Verdict.HELD, (report.why, report.failures)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("out", OUT)
@pytest.mark.parametrize("count", COUNTS)
def test_a_hand_that_came_whole_and_left_was_not_dealt_wrong(book: str, out: str, count: str) -> None:
    kept = "1" if out == "folded and kept one" else "0"
    said = count.replace(" 0", f" {kept}")
    ok, why = held(book, f"deal all\n{OUT[out]}\n{said}\nexpect none")
    assert ok, why


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("count", COUNTS)
def test_a_winners_cards_are_gone_after_the_hand(book: str, count: str) -> None:
    ok, why = held(book, f"deal all\n3 raises 600\n4 folds\n1 folds\n2 folds\nend\n{count}\nexpect none")
    assert ok, why


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("report", ["flashed 3", "seat-skipped 3", "too-few-cards 3", "button-short 3"])
def test_nothing_is_brought_to_a_folded_hand(book: str, report: str) -> None:
    ok, why = held(book, f"deal all\n3 folds\nnotice {report}\nexpect not fix\nexpect not misdeal")
    assert ok, why


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("report", ["too-few-cards 3", "seat-skipped 3", "too-few-cards 4", "button-short 4"])
def test_a_seat_that_still_waits_for_its_card_has_none_too_few(book: str, report: str) -> None:
    ok, why = held(book, f"deal round\ndeal 1 down\ndeal 2 down\nnotice {report}\nexpect none")
    assert ok, why


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_count_before_the_next_hands_first_card_is_the_floors(book: str, count: int) -> None:
    walkover = "deal all\n3 folds\n4 folds\n1 folds\nend\nhand"
    ok, why = held(book, f"{walkover}\nnotice count 3 {count}\nexpect only floor")
    assert ok, why


@pytest.mark.parametrize("book", BOOKS)
def test_a_count_of_a_live_hand_beats_the_sensors(book: str) -> None:
    ok, why = held(book, "deal all\nnotice count 3 0\nexpect misdeal seat-skipped 3")
    assert ok, why


def test_a_hand_that_the_hub_killed_left_its_seat_on_its_word() -> None:
    script = "rulebook bfsp\nseats 1-4\npenalty 2\nbutton 4\nhand\ndeal all\nexpect dead penalty-hand 2\n"
    report = run_script(parse_script(f"{script}muck 2\nnotice count 2 0\nexpect none\n", "killed.hand"))
    assert report.verdict is Verdict.HELD, report.failures
