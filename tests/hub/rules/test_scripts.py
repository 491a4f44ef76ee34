"""Odd hands as scripts: what a book says where two things go wrong, something is not seen, or the floor steps in."""

from pathlib import Path

import pytest

from felt.script import parse_script
from hub.scenario import Verdict, run_script

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.hand"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_script_holds(path: Path) -> None:
    report = run_script(parse_script(path.read_text(), path.name))
    assert report.verdict is Verdict.HELD, (report.why, report.failures)
