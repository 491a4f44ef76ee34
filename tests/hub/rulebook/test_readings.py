"""Each reading of an open clause rules as it says, and differs from the others at a table."""

import pytest

from felt.fact import HandOpened
from felt.ids import FactId
from felt.place import SeatNo
from felt.script import parse_script
from felt.setup import TableSetup
from hub.rulebook.house import parse_house_book
from hub.rules import advance, open_table, picture
from hub.rules.books import BOOKS, SHELF, Shelf
from hub.scenario import Verdict, run_script
from tests.hub.rulebook.readings import CASES, Case

CHOSEN = [(case, reading) for case in CASES for reading in case.says]
SHORT_TABLE = "short-table"


def house(book: str, option: str, reading: str) -> Shelf:
    """The shelf with a house that reads one clause of its parent in that way and says nothing else."""
    text = f'id = "house"\nname = "House"\nedition = "1"\nparent = "{book}"\n[readings]\n{option} = "{reading}"\n'
    return SHELF.with_books((parse_house_book(text, "house.toml", SHELF),))


@pytest.mark.parametrize(
    ("case", "reading"),
    [chosen for chosen in CHOSEN if chosen[0].option != SHORT_TABLE],
    ids=[f"{case.book}-{case.option}-{reading}" for case, reading in CHOSEN if case.option != SHORT_TABLE],
)
def test_the_reading_rules_as_it_says(case: Case, reading: str) -> None:
    shelf = house(case.book, case.option, reading)
    text = f"rulebook house\n{case.hand}{case.says[reading]}\n"
    report = run_script(parse_script(text, case.option, tuple(shelf.books)), shelf)
    assert report.verdict is Verdict.HELD, report


def test_every_reading_of_every_book_has_a_hand() -> None:
    offered = {(book.id, option.name): option for book in BOOKS.values() for option in book.options}
    tried = {(case.book, case.option) for case in CASES}
    assert tried == set(offered)
    for case in CASES:
        names = [reading.name for reading in offered[case.book, case.option].readings]
        assert list(case.says) == names, case.option
        assert len(set(case.says.values())) == len(names), case.option


@pytest.mark.parametrize(("reading", "stop"), next(case.says for case in CASES if case.option == SHORT_TABLE).items())
def test_two_players_are_dealt_to_unless_the_house_reads_otherwise(reading: str, stop: str) -> None:
    setup = TableSetup("house", (SeatNo(1), SeatNo(2)), SeatNo(1))
    table = open_table(setup, shelf=house("gpc", SHORT_TABLE, reading))
    state = advance(table, FactId("1"), HandOpened()).state
    assert (picture(state).stop or "").startswith(stop)
    assert bool(picture(state).stop) == bool(stop)
