"""The arithmetic of the figures, each expected value worked out by hand."""

from pathlib import Path

import pytest

from felt.card import parse_card, rank_of, suit_of
from vision.evaluation.report import confusion, figures
from vision.evaluation.scores import Answer, Extra, confusions, groups, score
from vision.evaluation.sheet import ACROSS, LINE, SIDE, contact_sheet


def an_answer(truth: str, said: str | None, confidence: float, group: str = "room") -> Answer:
    return Answer(Path("none.png"), group, parse_card(truth), parse_card(said) if said else None, confidence, None)


EIGHT = [
    an_answer("Kh", "Kh", 0.99),
    an_answer("Kd", "Kd", 0.90),
    an_answer("Ks", "Kc", 0.95),
    an_answer("9c", "9c", 0.50),
    an_answer("6c", "9c", 0.40),
    an_answer("As", "Ks", 0.89),
    an_answer("2d", None, 0.0, "desk"),
    an_answer("3d", "3d", 1.0, "desk"),
]
"""Right with no threshold: Kh, Kd, 9c, 3d. At 0.9: Kh, Kd, Ks as Kc, 3d, three of them right."""


def test_exact_counts_the_likeliest_face_whatever_its_confidence() -> None:
    told = score(EIGHT, 0.9)
    assert (told.cards, told.exact) == (8, 4)
    assert told.exact_share == 0.5


def test_a_confidence_equal_to_the_threshold_is_read() -> None:
    told = score(EIGHT, 0.9)
    assert (told.read, told.right) == (4, 3)
    assert told.read_share == 0.5
    assert told.precision == 0.75
    assert told.unknown_share == 0.5
    assert told.wrong_share == 1 / 8


def test_an_extra_at_the_threshold_is_wrong_and_one_below_it_is_not() -> None:
    extras = [Extra(Path("none.png"), "room", parse_card("4h"), confidence) for confidence in (0.95, 0.89)]
    told = score(EIGHT, 0.9, extras)
    assert told.extras == 1
    assert told.precision == 3 / 5
    assert told.wrong_share == 2 / 8


def test_a_card_that_was_not_found_is_unknown_even_at_no_threshold() -> None:
    told = score([an_answer("2d", None, 0.0)], 0.0)
    assert (told.read, told.exact, told.unknown_share, told.precision) == (0, 0, 1.0, 1.0)


def test_nothing_asked_is_nothing_read() -> None:
    told = score([], 0.9)
    assert (told.exact_share, told.read_share, told.precision) == (0.0, 0.0, 1.0)


def test_confusions_name_truth_then_answer_and_leave_out_what_is_right_or_unsaid() -> None:
    assert sorted(confusions(EIGHT, str)) == [("6c", "9c", 1), ("As", "Ks", 1), ("Ks", "Kc", 1)]
    assert sorted(confusions(EIGHT, rank_of)) == [("6", "9", 1), ("A", "K", 1)]
    assert confusions(EIGHT, suit_of) == [("s", "c", 1)]
    assert confusions([*EIGHT, an_answer("Js", "Jc", 0.1)], suit_of) == [("s", "c", 2)]


def test_every_group_has_its_line_and_all_come_last() -> None:
    assert groups(EIGHT) == ["room", "desk"]
    title, _, room, desk, everything = figures("naming", EIGHT, 0.9)
    assert title == "naming, at the threshold 0.90"
    assert room.split() == ["room", "6", "50.00%", "50.00%", "66.67%", "50.00%", "16.67%"]
    assert desk.split() == ["desk", "2", "50.00%", "50.00%", "100.00%", "50.00%", "0.00%"]
    assert everything.split() == ["all", "8", "50.00%", "50.00%", "75.00%", "50.00%", "12.50%"]


def test_the_confusion_table_has_truth_down_and_answers_across() -> None:
    lines = list(confusion(EIGHT))
    six = next(line for line in lines if line.split()[0] == "6")
    assert six.split()[1:] == [".", ".", ".", ".", ".", ".", ".", "1", ".", ".", ".", ".", "."]
    assert "Ks as Kc x1" in lines[-1]


def test_the_sheet_shows_each_wrong_card_once_and_none_where_all_are_right() -> None:
    page = contact_sheet(EIGHT)
    assert page is not None
    assert page.shape == (SIDE + LINE, ACROSS * SIDE, 3)
    written = [bool(page[:, x : x + SIDE].any()) for x in range(0, ACROSS * SIDE, SIDE)]
    assert written == [True] * 4 + [False] * 6
    assert contact_sheet([EIGHT[0]]) is None


def test_the_sheet_begins_a_new_row_when_one_is_full() -> None:
    page = contact_sheet([an_answer("Kh", "Qh", 0.5)] * (ACROSS + 1))
    assert page is not None
    assert page.shape[0] == 2 * (SIDE + LINE)


@pytest.mark.parametrize("threshold", [0.0, 0.5, 0.9, 1.0])
def test_unknown_read_and_wrong_add_up(threshold: float) -> None:
    told = score(EIGHT, threshold)
    assert told.unknown_share + told.read_share == 1
    assert told.wrong_share == told.read_share * (1 - told.precision)
