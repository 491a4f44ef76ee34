"""The books and the matrix are as they were agreed on; a change names every cell that it moved."""

import difflib

import pytest
from typer.testing import CliRunner

from felt.cli import app
from felt.situation import Situation
from hub.rulebook.circumstance import CIRCUMSTANCES
from hub.rulebook.matrix import ALL_BOOKS, ALL_GAMES, Cell, cells, printed, read_back
from hub.rules.articles.book import Rulebook
from hub.rules.books import BOOKS
from tests.hub.rulebook.golden import ANEW, FOLDER, MATRIX, golden_texts


def moved(before: tuple[Cell, ...], after: tuple[Cell, ...]) -> list[str]:
    """One line for each cell that says something else, is new or is gone."""
    old = {(cell.game, cell.situation, cell.circumstance, cell.book): cell.said for cell in before}
    new = {(cell.game, cell.situation, cell.circumstance, cell.book): cell.said for cell in after}
    return [
        f"{', '.join(place)}: {old.get(place, 'no cell')} -> {new.get(place, 'no cell')}"
        for place in dict.fromkeys([*old, *new])
        if old.get(place) != new.get(place)
    ]


def test_no_cell_of_the_matrix_moved() -> None:
    before = read_back((FOLDER / MATRIX).read_text(encoding="utf-8"))
    found = moved(before, cells(ALL_BOOKS, ALL_GAMES))
    assert not found, "\n".join([f"{len(found)} cells moved; if they should have: {ANEW}", *found])


@pytest.mark.parametrize("name", sorted(golden_texts()))
def test_what_is_printed_is_what_was_agreed(name: str) -> None:
    before, after = (FOLDER / name).read_text(encoding="utf-8"), golden_texts()[name]
    told = difflib.unified_diff(before.splitlines(), after.splitlines(), "agreed", "now", lineterm="", n=2)
    assert before == after, "\n".join([f"{name} changed; if it should have: {ANEW}", *told])


def test_a_moved_cell_is_named() -> None:
    before = (Cell("holdem", "uncut", "nobody has acted", "bfsp", "misdeal 6.3.2"),)
    after = (Cell("holdem", "uncut", "nobody has acted", "bfsp", "play-on 6.3.2"),)
    assert moved(before, after) == ["holdem, uncut, nobody has acted, bfsp: misdeal 6.3.2 -> play-on 6.3.2"]
    assert moved(before, ()) == ["holdem, uncut, nobody has acted, bfsp: misdeal 6.3.2 -> no cell"]


def test_a_printed_matrix_reads_back() -> None:
    some = cells(("bfsp", "gpc"), ("holdem", "stud"))
    assert sorted(read_back(printed(some)), key=str) == sorted(some, key=str)


def test_every_situation_has_a_row() -> None:
    """All but `wrong-step`, which is no book's but the running procedure's."""
    assert {row.situation for row in CIRCUMSTANCES} == set(Situation) - {Situation.WRONG_STEP}


def test_no_row_is_there_twice() -> None:
    names = [(row.situation, row.label) for row in CIRCUMSTANCES]
    assert len(names) == len(set(names))


def test_in_no_cell_two_articles_claim_the_same() -> None:
    torn = [cell for cell in cells((*ALL_BOOKS, "sport-poker+bfsp"), ALL_GAMES) if cell.said.startswith("torn")]
    assert not torn


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_every_article_answers_in_some_cell(book: Rulebook) -> None:
    """An article that no row reaches is dead letter, or a row is missing."""
    said = {cell.said for cell in cells((book.id,), ALL_GAMES) if ":" not in cell.said}
    unreached = {
        f"{article.kind or 'silent'} {article.clause}"
        for article in book.articles
        if f"{article.kind or 'silent'} {article.clause}" not in said
    }
    assert not unreached


def test_the_command_prints_them() -> None:
    told = CliRunner().invoke(app, ["rulebook", "show", "bfsp"])
    assert told.exit_code == 0
    assert told.stdout == golden_texts()["show-bfsp.txt"]
    told = CliRunner().invoke(app, ["rulebook", "matrix", "--book", "gpc", "--game", "stud"])
    assert told.exit_code == 0
    assert told.stdout == printed(cells(("gpc",), ("stud",)))
    told = CliRunner().invoke(app, ["rulebook", "show", "bfps"])
    assert told.exit_code == 2
    assert "bfsp" in told.stderr
