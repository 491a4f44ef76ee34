"""Every language says everything that English says, with the same words filled in; English is what the rules say."""

import re
from collections.abc import Iterable
from pathlib import Path
from string import Formatter

import pytest

from felt.fault import BadInput
from felt.note import NOTES, NoteKey
from felt.place import Spot
from felt.situation import Kind, Question, Sense, Situation, Step
from hub.languages import ENGLISH, LANGUAGES, Catalogue, Direction, catalogue
from hub.rules.articles.book import Term
from hub.rules.books import BOOKS
from hub.rules.texts import ASKED, KINDS, QUESTIONS, STEPS, UNSEATED
from hub.rules.wording import reason_terms, term_words
from hub.views.words import SENSE_WORDS, SITUATION_WORDS

FOLDER = Path(__file__).parents[3] / "hub" / "languages"
SCRIPTS = Path(__file__).parents[3] / "hub" / "web" / "static" / "js"
OTHERS = [language for language in LANGUAGES if language != "en"]


def sections(words: Catalogue) -> dict[str, str]:
    """Every text of a catalogue by section and key."""
    parts: tuple[tuple[str, Iterable[tuple[str, str]]], ...] = (
        ("kinds", words.kinds.items()),
        ("past", words.past.items()),
        ("situations", words.situations.items()),
        ("steps", words.steps.items()),
        ("questions", words.questions.items()),
        ("unseated", words.unseated.items()),
        ("asked", words.asked.items()),
        ("reasons", words.reasons.items()),
        ("senses", words.senses.items()),
        ("places", words.places.items()),
        ("notes", words.notes.items()),
        ("words", words.words.items()),
    )
    return {f"{part}.{key}": text for part, texts in parts for key, text in texts}


def filled(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_english_is_what_the_rules_and_pages_say() -> None:
    assert ENGLISH.kinds == KINDS
    assert ENGLISH.questions == QUESTIONS
    assert ENGLISH.unseated == UNSEATED
    assert ENGLISH.asked == ASKED
    assert ENGLISH.steps == STEPS
    assert ENGLISH.situations == SITUATION_WORDS
    assert ENGLISH.senses == SENSE_WORDS
    assert ENGLISH.notes == NOTES
    assert ENGLISH.reasons == {str(term): term_words(term) for term in said_terms()}


def said_terms() -> list[Term]:
    """Every term that some article of the books that ship, in some reading, gives as a reason."""
    articles = [article for book in BOOKS.values() for article in book.articles]
    articles += [
        article
        for book in BOOKS.values()
        for option in book.options
        for reading in option.readings
        for article in reading.articles
    ]
    return [term for article in articles for term in article.when if str(term) in reason_terms(article)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_whole(language: str) -> None:
    words, source = catalogue(language), sections(ENGLISH)
    said = sections(words)
    assert set(said) == set(source)
    for key, text in said.items():
        assert text.strip(), key
        assert filled(text) == filled(source[key]), f"{language} {key}: {text}"
    assert set(words.kinds) == set(words.past) == set(Kind)
    assert set(words.situations) == set(Situation)
    assert set(words.steps) == set(Step)
    assert set(words.questions) == set(Question)
    assert set(words.unseated) == {asked for asked, text in words.questions.items() if "{seat}" in text}
    assert set(words.senses) == set(Sense)
    assert set(words.places) == set(Spot)
    assert set(words.notes) == set(NoteKey)
    assert words.direction is (Direction.RTL if language == "he" else Direction.LTR)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_says_who_has_read_it(language: str) -> None:
    text = (FOLDER / f"{language}.toml").read_text(encoding="utf-8")
    assert text.startswith("# Not yet reviewed by a native speaker.") == (not catalogue(language).reviewed)


@pytest.mark.parametrize(
    ("language", "letters"), [("he", "\u0590-\u05ff"), ("ka", "\u10a0-\u10ff"), ("ru", "\u0400-\u04ff")]
)
def test_a_text_is_in_its_own_script(language: str, letters: str) -> None:
    for key, text in sections(catalogue(language)).items():
        plain = re.sub(r"\{[a-z]+\}", "", text)
        assert not re.search("[A-Za-z]", plain), key
        assert not re.search(r"\w", plain) or re.search(f"[{letters}]", plain), key


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="en, et, he, ka, ru"):
        catalogue("xx")


def test_what_the_pages_say_themselves_is_in_every_catalogue() -> None:
    """Each key that a page's script asks for is there, and its English is the catalogue's."""
    asked = [
        (key, english)
        for path in sorted(SCRIPTS.glob("*.js"))
        for key, english in re.findall(r'say\("([a-z-]+)",\s*"([^"]*)"', path.read_text(encoding="utf-8"))
    ]
    assert len(asked) > 40
    assert not [(key, english) for key, english in asked if ENGLISH.words.get(key) != english]
