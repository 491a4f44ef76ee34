"""A card room's own book: what it changes, what it leaves to its parent, and how a mistake in it is told."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from felt.cli import app
from felt.fault import ConfigFault
from felt.script import parse_script
from hub.config import read_hub_config, sample_config, table_terms
from hub.rulebook.house import parse_house_book, read_house_books
from hub.rulebook.matrix import ALL_GAMES, cells
from hub.rulebook.vocabulary import ABSENT, BUTTON, DISPUTE, PROCEDURES, STEPS, SUBSTANTIAL, TERMS
from hub.rules.articles.book import Option, Reading, Rulebook
from hub.rules.books import BOOKS, SHELF
from hub.rules.wording import TERM_WORDS
from hub.scenario import Verdict, run_script

DOCUMENT = Path(__file__).parents[3] / "docs" / "house-rules.md"
HEAD = 'id = "riverside"\nname = "Riverside"\nedition = "1"\nparent = "tda"\n'
ARTICLE = '[[article]]\nclause = "H1"\non = ["uncut"]\nkind = "misdeal"\nsays = "Not cut: misdeal."\n'

EXTRA = """\
rulebook riverside
seats 1-6
button 6
hand
deal all
notice count 5 3
expect only fix too-many-cards 5 H1
expect step burn-extra 5
"""

SKIPPED = """\
rulebook riverside
seats 1-6
button 6
hand
deal all
notice count 5 0
expect only misdeal seat-skipped 5 tda:35-A
"""


def example() -> str:
    """The file that the document shows."""
    found = re.search(r"```toml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


def house(text: str) -> Rulebook:
    return parse_house_book(text, "house.toml", SHELF)


def fault(text: str) -> str:
    with pytest.raises(ConfigFault) as told:
        house(text)
    return str(told.value)


@pytest.mark.parametrize("script", [EXTRA, SKIPPED])
def test_the_house_answers_first_and_its_parent_otherwise(script: str) -> None:
    shelf = SHELF.with_books((house(example()),))
    report = run_script(parse_script(script, "house", tuple(shelf.books)), shelf)
    assert report.verdict is Verdict.HELD, report


def test_the_houses_words_hold_in_its_parents_articles() -> None:
    """Under the house's definition two folds are substantial action; under the TDA's they are not."""
    shelf = SHELF.with_books((house(example()),))
    said = {(cell.book, cell.circumstance): cell.said for cell in cells(("tda", "riverside"), ("holdem",), shelf)}
    rows = {
        (cell.book, cell.circumstance): cell.said
        for cell in cells(("tda", "riverside"), ("holdem",), shelf)
        if cell.situation == "too-few-cards"
    }
    assert said
    assert rows["tda", "one other called"] == "misdeal 35-A"
    assert rows["riverside", "one other called"] == "misdeal tda:35-A"
    script = "rulebook {}\nseats 1-6\nbutton 6\nhand\ndeal all\n3 folds\n4 folds\nnotice count 5 1\nexpect {}\n"
    for book, ruling in (("tda", "misdeal too-few-cards"), ("riverside", "dead too-few-cards 5 tda:35-D")):
        report = run_script(parse_script(script.format(book, ruling), "house", tuple(shelf.books)), shelf)
        assert report.verdict is Verdict.HELD, report


def choices() -> list[tuple[Rulebook, Option, Reading]]:
    return [
        (book, option, reading) for book in BOOKS.values() for option in book.options for reading in option.readings
    ]


@pytest.mark.parametrize(
    ("book", "option", "reading"),
    choices(),
    ids=[f"{book.id}-{option.name}-{reading.name}" for book, option, reading in choices()],
)
def test_every_reading_can_be_chosen(book: Rulebook, option: Option, reading: Reading) -> None:
    """The first changes nothing; each other one does; none leaves two articles that answer at once."""
    text = HEAD.replace('"tda"', f'"{book.id}"') + f'[readings]\n{option.name} = "{reading.name}"\n'
    shelf = SHELF.with_books((house(text),))
    said = [cell.said for cell in cells(("riverside",), ("holdem", "stud"), shelf)]
    assert not [told for told in said if told.startswith("torn")]
    base = shelf.named("riverside").base
    assert base is not None
    read = ("articles", "substantial", "first_round", "open_face", "least_players")
    same = all(getattr(base, field) == getattr(book, field) for field in read)
    assert same == (reading is option.readings[0])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("id = ", "house.toml:1: is not TOML"),
        (HEAD.replace("parent", "parrent"), "house.toml:4: unknown key 'parrent' (did you mean 'parent'?)"),
        (HEAD.replace("tda", "tdaa"), "house.toml:4: 'tdaa' is not a rulebook (did you mean 'tda'?)"),
        (HEAD.replace("tda", "sport-poker"), "house.toml:4: 'sport-poker' cannot be a parent"),
        (HEAD.replace("riverside", "tda"), "house.toml:1: there is a rulebook 'tda' already"),
        (HEAD.replace("riverside", "River Side"), "house.toml:1: 'River Side' is no id"),
        (HEAD.replace('name = "Riverside"\n', ""), "missing key 'name'"),
        (
            HEAD.replace('"1"', "1"),
            "house.toml:3: key 'edition': text is wanted, and a number stands there (in quotes, such as \"2026\")",
        ),
        (HEAD.replace("riverside", "tda"), "(one of your own, as our-tda)"),
        (HEAD + ARTICLE.replace("[[article]]", "[article]"), "articles are headed [[article]]"),
        (HEAD + ARTICLE.replace("[[article]]", "[article]") * 2, "[[article]], with two brackets"),
        (
            HEAD + ARTICLE.replace("uncut", "rabbit-hunt").replace('kind = "misdeal"', 'kind = "dead"'),
            "house.toml:8: rabbit-hunt is of no seat: no hand is dead by it",
        ),
        (
            HEAD + ARTICLE.replace('"uncut"', '"uncutt"'),
            "house.toml:7: 'uncutt' is not a situation (did you mean 'uncut'?)",
        ),
        (
            HEAD + ARTICLE.replace("misdeal", "misdeel", 1),
            "house.toml:8: 'misdeel' is not a kind (did you mean 'misdeal'?)",
        ),
        (HEAD + ARTICLE + 'steps = ["shufle"]\n', "house.toml:10: 'shufle' is not a step (did you mean 'shuffle'?)"),
        (HEAD + ARTICLE + 'procedure = "exact-redea"\n', "house.toml:10: 'exact-redea' is not a procedure"),
        (
            HEAD + ARTICLE + 'when = ["not substantial acton"]\n',
            "house.toml:10: 'substantial acton' is not a condition (did you mean 'substantial action'?)",
        ),
        (HEAD + ARTICLE + "wen = []\n", "house.toml:10: unknown key 'wen' (did you mean 'when'?)"),
        (HEAD + ARTICLE + 'options = ["a"]\n', "house.toml:10: only a `floor` article has options"),
        (HEAD + ARTICLE + 'procedure = "new-deck"\nsteps = ["cut"]\n', "house.toml:11: an article has a procedure or"),
        (
            HEAD + ARTICLE + 'when = ["all-in", "not all-in"]\n',
            "house.toml:10: these conditions can never hold together",
        ),
        (
            HEAD + ARTICLE + ARTICLE.replace("H1", "H2"),
            "house.toml:11: H2 answers uncut under the same conditions as H1 (a condition more in one of them; "
            "H1 is in line 5)",
        ),
        (HEAD + '[readings]\nanother-bac = "floor"\n', "house.toml:6: 'another-bac' is not a choice that tda leaves"),
        (HEAD + '[readings]\nanother-back = "flor"\n', "house.toml:6: 'flor' is not a reading (did you mean 'floor'?)"),
        (HEAD + '[terms]\nbutton = "ded-button"\n', "house.toml:6: 'ded-button' is not a rule of the button"),
        (HEAD + '[terms]\nbuton = "dead-button"\n', "house.toml:6: unknown key 'buton' (did you mean 'button'?)"),
        (HEAD + "article = 3\n", "key 'article'"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_the_nearest_name(text: str, told: str) -> None:
    assert told in fault(text)


def test_a_condition_is_denied_with_a_capital_too() -> None:
    """`Not all-in` must never be read as `all-in`."""
    [article] = house(HEAD + ARTICLE + 'when = ["Not all-in"]\n').articles
    assert [str(term) for term in article.when] == ["not all-in"]


def test_a_hub_rules_by_the_books_of_its_house(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(example(), encoding="utf-8")
    text = 'rulebooks = ["house.toml"]\n' + sample_config().replace('rulebook = "bfsp"', 'rulebook = "riverside"')
    (tmp_path / "hub.toml").write_text(text, encoding="utf-8")
    [terms] = table_terms(read_hub_config(tmp_path / "hub.toml"))
    assert [book.id for book in terms.shelf.chain(terms.setup.rulebook, "holdem")] == ["riverside", "tda"]
    (tmp_path / "hub.toml").write_text(text.replace("riverside", "riversid"), encoding="utf-8")
    with pytest.raises(ConfigFault, match="riverside"):
        read_hub_config(tmp_path / "hub.toml")


def test_two_books_of_one_house_cannot_share_an_id(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HEAD, encoding="utf-8")
    with pytest.raises(ConfigFault, match="already"):
        read_house_books((path, path), SHELF)
    with pytest.raises(ConfigFault, match="cannot be read"):
        read_house_books((tmp_path / "none.toml",), SHELF)


def test_the_commands_take_a_house_book(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(example(), encoding="utf-8")
    (tmp_path / "case.hand").write_text(EXTRA, encoding="utf-8")
    run = CliRunner().invoke
    assert run(app, ["scenario", "--rulebook-file", str(path), str(tmp_path / "case.hand")]).exit_code == 0
    told = run(app, ["rulebook", "check", str(path)])
    assert told.exit_code == 0
    assert "too-many-cards | nobody has acted: misdeal tda:35-A -> fix H1  (holdem, omaha4, " in told.stdout
    assert "H1  too-many-cards" in run(app, ["rulebook", "show", "riverside", "--rulebook-file", str(path)]).stdout
    both = ARTICLE.replace("H1", "H2") + 'when = ["not all-in"]\n'
    path.write_text(HEAD + ARTICLE + both, encoding="utf-8")
    told = run(app, ["rulebook", "check", str(path)])
    assert told.exit_code == 1
    assert "torn H1 H2" in told.stdout


def test_the_document_names_every_word_that_a_house_may_write() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    readings = [name for _, option, reading in choices() for name in (option.name, reading.name)]
    names = [*TERMS, *PROCEDURES, *STEPS, *SUBSTANTIAL, *ABSENT, *DISPUTE, *BUTTON, *readings]
    assert not [name for name in names if f"`{name}`" not in text]


def test_every_condition_has_words_and_all_words_are_conditions() -> None:
    assert set(TERM_WORDS) == set(TERMS)


def test_every_game_is_asked() -> None:
    assert set(ALL_GAMES) == {cell.game for cell in cells(("tda",), ALL_GAMES)}
