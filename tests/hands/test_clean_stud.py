"""No false alarm in stud and open-face: over random correct hands no book rules or asks, and the street is known."""

from collections.abc import Callable
from typing import Final

import pytest

from felt.script import parse_script
from felt.script.head import BOOKS
from hub.scenario import Verdict, run_script
from tests.hands.clean_stud import clean_open_face, clean_stud

SEEDS: Final = 100


@pytest.mark.parametrize("make", [clean_stud, clean_open_face])
@pytest.mark.parametrize("book", BOOKS)
def test_correct_hands_bring_no_ruling_and_no_question(book: str, make: Callable[[int, str], str]) -> None:
    for seed in range(SEEDS):
        text = make(seed, book)
        report = run_script(parse_script(text, f"seed {seed}"))
        assert report.verdict is Verdict.HELD, f"{text}\n{report.why}{report.failures}"
        assert not report.rulings


def test_the_hands_are_of_every_sort() -> None:
    """What this test stands on: all-ins, run-outs, folds to one, five streets, open cards that nobody names."""
    texts = [clean_stud(seed, "bfsp") for seed in range(400)]
    assert sum("all-in" in text for text in texts) > 100
    assert sum("expect state betting-5" in text for text in texts) > 40
    assert sum("up ??" in text for text in texts) > 60
    assert sum("burn" not in text for text in texts) > 10
    assert sum(text.count("deal ") > 30 for text in texts) > 20
    faces = [clean_open_face(seed, "bfsp") for seed in range(100)]
    assert (
        sum("down\n" * 14 in "".join(f"{line.split()[-1]}\n" for line in text.split("\n") if line) for text in faces)
        > 10
    )
