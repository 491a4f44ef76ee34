"""Every hand script of the suite runs through the rules."""

from pathlib import Path
from typing import Final

import pytest

from hub.scenario.files import load_script, run_file
from hub.scenario.report import Report, Verdict
from tests.hands.not_passing import BOOKS_NOT_BUILT, NOT_PASSING

HERE: Final = Path(__file__).parent
SCRIPTS: Final = sorted(str(path.relative_to(HERE)) for path in HERE.rglob("*.hand"))


def book_of(script: str) -> str:
    return load_script(HERE / script).setup.rulebook.partition("+")[0]


BUILT: Final = [script for script in SCRIPTS if book_of(script) not in BOOKS_NOT_BUILT]
PASSING: Final = [script for script in BUILT if script not in NOT_PASSING]
WAITING: Final = [script for script in SCRIPTS if script not in BUILT]


def told(report: Report) -> str:
    """What did not hold, for the reader of a failed test."""
    misses = [f"{report.file}:{check.line}: {check.text}: found {check.found}" for check in report.failures]
    return "\n".join([report.why, *misses])


@pytest.mark.parametrize("script", PASSING)
def test_the_script_holds(script: str) -> None:
    report = run_file(HERE / script)
    assert report.verdict is Verdict.HELD, told(report)


@pytest.mark.parametrize("script", sorted(NOT_PASSING))
def test_a_listed_script_still_fails(script: str) -> None:
    report = run_file(HERE / script)
    assert report.verdict is Verdict.FAILED, f"{script} does not fail any more: take it off NOT_PASSING"


@pytest.mark.parametrize("script", WAITING)
def test_a_script_of_a_book_that_is_not_built_says_so(script: str) -> None:
    report = run_file(HERE / script)
    assert report.verdict is Verdict.NOT_YET, f"{script} runs now: take its book off BOOKS_NOT_BUILT"


def test_every_listed_script_exists() -> None:
    assert set(NOT_PASSING) <= set(BUILT)


def test_there_are_scripts_for_every_built_book() -> None:
    assert {book_of(script) for script in BUILT} >= {"bfsp", "gpc", "pub"}
