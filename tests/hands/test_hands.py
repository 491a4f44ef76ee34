"""Every hand script of the suite runs through the rules."""

from pathlib import Path
from typing import Final

import pytest

from felt.script.head import BOOKS
from hub.scenario.files import load_script, run_file
from hub.scenario.report import Report, Verdict
from tests.hands.not_passing import NOT_PASSING

HERE: Final = Path(__file__).parent
SCRIPTS: Final = sorted(str(path.relative_to(HERE)) for path in HERE.rglob("*.hand"))


def told(report: Report) -> str:
    """What did not hold, for the reader of a failed test."""
    misses = [f"{report.file}:{check.line}: {check.text}: found {check.found}" for check in report.failures]
    return "\n".join([report.why, *misses])


@pytest.mark.parametrize("script", [script for script in SCRIPTS if script not in NOT_PASSING])
def test_the_script_holds(script: str) -> None:
    report = run_file(HERE / script)
    assert report.verdict is Verdict.HELD, told(report)
    assert report.checked


def test_the_listed_scripts_still_fail() -> None:
    passing = [script for script in NOT_PASSING if run_file(HERE / script).verdict is Verdict.HELD]
    assert not passing, "these pass now: take them off NOT_PASSING"
    assert set(NOT_PASSING) <= set(SCRIPTS)


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_has_scripts(book: str) -> None:
    named = [script for script in SCRIPTS if load_script(HERE / script).setup.rulebook.partition("+")[0] == book]
    assert named
