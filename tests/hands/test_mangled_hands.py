"""Nothing that happens at a table raises: hands with any mistakes are ruled on, asked about or left alone."""

from typing import Final

import pytest

from felt.script import print_script
from felt.script.head import BOOKS
from felt.situation import Kind
from hub.scenario import Report, Verdict, run_script
from tests.hands.mangled import mangled_script

SEEDS_PER_BLOCK: Final = 50
BLOCKS: Final = 3


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("book", BOOKS)
def test_no_hand_makes_the_rules_raise(book: str, block: int) -> None:
    for seed in range(block * SEEDS_PER_BLOCK, (block + 1) * SEEDS_PER_BLOCK):
        script = mangled_script(seed, book)
        try:
            report = run_script(script)
        except Exception as error:
            raise AssertionError(print_script(script)) from error
        assert report.verdict is not Verdict.NOT_YET, report.why


def test_the_mistakes_bring_every_kind_of_ruling_that_these_books_know() -> None:
    reports = [run_script(mangled_script(seed, book)) for seed in range(150) for book in BOOKS]
    assert kinds(reports) >= {Kind.MISDEAL, Kind.FIX, Kind.DEAD, Kind.VOID, Kind.PLAY_ON, Kind.WARN, Kind.FLOOR}


def kinds(reports: list[Report]) -> set[Kind]:
    return {ruling.kind for report in reports for ruling in report.rulings}
