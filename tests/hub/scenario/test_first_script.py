"""The newcomer's first script does what its page says, and so do the two changes that the page proposes."""

import re
from pathlib import Path

import pytest

from felt.script import parse_script
from hub.scenario import Verdict, run_script

PAGE = Path(__file__).parents[3] / "docs" / "first-script.md"


def first_script() -> str:
    found = re.search(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


def story() -> str:
    """What happened, without what is expected."""
    return "\n".join(line for line in first_script().splitlines() if not line.startswith("expect"))


def test_it_has_ten_lines_and_holds() -> None:
    script = first_script()
    assert len(script.splitlines()) == 10
    assert run_script(parse_script(script, "first.hand")).verdict is Verdict.HELD


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (("deal 4 down", "3 calls\ndeal 4 down"), "expect dead too-many-cards 4 6.3.8"),
        (
            ("rulebook bfsp", "rulebook rrop"),
            "expect fix too-many-cards 4 rrop:one-extra-card\nexpect step burn-extra 4",
        ),
    ],
)
def test_the_changes_that_it_proposes(changed: tuple[str, str], expected: str) -> None:
    text = f"{story().replace(*changed)}\n{expected}\n"
    report = run_script(parse_script(text, "first.hand"))
    assert report.verdict is Verdict.HELD, report
