"""Every clause that a table can see has a hand script named by it, and every article of a book is ruled by in one."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from felt.script.head import BOOKS
from hub.rules.articles.book import Article
from hub.rules.books import BOOKS as COMPILED
from hub.rules.books.slips import SLIPS
from hub.scenario import Given
from hub.scenario.files import run_file

HERE: Final = Path(__file__).parent
LISTED: Final[dict[str, dict[str, dict[str, str]]]] = tomllib.loads((HERE / "clauses.toml").read_text(encoding="utf-8"))


def clauses(book: str, part: str) -> dict[str, str]:
    return LISTED[book][part]


def scripts_naming(book: str, clause: str) -> list[str]:
    """The scripts of a book whose names begin with the clause as a whole word."""
    stems = [path.stem for path in (HERE / book).glob("*.hand")]
    return [stem for stem in stems if stem == clause or stem.startswith(f"{clause}-")]


@cache
def rulings() -> frozenset[tuple[str, str, str, str]]:
    """Book, clause, kind and situation of every ruling that some script brings about."""
    given: set[Given] = set()
    for path in HERE.rglob("*.hand"):
        given |= set(run_file(path).rulings)
    return frozenset((each.book, each.clause, str(each.kind), str(each.situation)) for each in given)


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_that_a_table_can_see_has_a_script(book: str) -> None:
    missing = [clause for clause in clauses(book, "seen") if not scripts_naming(book, clause)]
    assert not missing, f"no tests/hands/{book}/CLAUSE-....hand for {missing}"


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_is_listed_once_with_a_reason(book: str) -> None:
    seen, unseen = clauses(book, "seen"), clauses(book, "unseen")
    assert not set(seen) & set(unseen)
    for clause, why in {**seen, **unseen}.items():
        assert 8 < len(why) < 110, clause
    named = [clause for clause in unseen if scripts_naming(book, clause)]
    assert not named, f"{named} have scripts: then a table can see them"


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_that_a_book_cites_is_one_that_a_table_can_see(book: str) -> None:
    cited = {article.clause for article in COMPILED[book].articles}
    cited |= {
        reading.clause for option in COMPILED[book].options for each in option.readings for reading in each.articles
    }
    cited |= {said.clause for said in SLIPS.get(book, {}).values()} | {COMPILED[book].uncovered[0]}
    assert not sorted(cited - set(clauses(book, "seen")))


def told(book: str, article: Article) -> bool:
    kind = str(article.kind)
    return any((book, article.clause, kind, str(situation)) in rulings() for situation in article.on)


@pytest.mark.parametrize("book", BOOKS)
def test_every_article_is_ruled_by_in_some_script(book: str) -> None:
    untold = [
        (book, article.clause, str(situation))
        for article in COMPILED[book].articles
        if article.kind is not None and not told(book, article)
        for situation in article.on
    ]
    assert untold == []
