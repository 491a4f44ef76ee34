"""A street that came too early, whoever had still to act, is put right as the book says, and the hand goes on."""

from typing import Final

import pytest

from felt.script import parse_script
from felt.script.head import BOOKS
from felt.situation import Tracker
from hub.scenario import Verdict, run_script
from tests.hands.early import early_script

SEEDS: Final = 60


@pytest.mark.parametrize("tracker", [Tracker.FULL, Tracker.ROUNDS])
@pytest.mark.parametrize("book", BOOKS)
def test_an_early_street_is_put_right_and_the_hand_goes_on(book: str, tracker: Tracker) -> None:
    for seed in range(SEEDS):
        text = early_script(seed, book, tracker)
        report = run_script(parse_script(text, f"{book} {seed}"))
        told = [f"{check.line}: {check.text}: {check.found}" for check in report.failures]
        assert report.verdict is Verdict.HELD, "\n".join([text, report.why, *told])
