"""One compiled book as people read it: its words, every article, and who is asked when it is silent."""

import textwrap
from collections.abc import Iterator
from typing import Final

from felt.situation import Kind, Step
from hub.rules.articles.book import About, Article, ButtonRule, Do, Option, Rulebook
from hub.rules.texts import KINDS, STEPS
from hub.rules.wording import term_words

WIDTH: Final = 110
_INDENT: Final = "    "

_ABOUT: Final[dict[About, str]] = {
    About.NOTHING: "the cards",
    About.CARDS: "these cards",
    About.CARDS_AND_BURN: "these cards and their burn",
    About.SEAT: "the hand",
    About.SEAT_CARD: "that card",
}
_BUTTON: Final[dict[ButtonRule, str]] = {
    ButtonRule.NEXT_PLAYER: "moves to the next player after every hand.",
    ButtonRule.DEAD_BUTTON: "dead: the big blind moves to the next player; the button follows, even to an empty seat.",
}


def shown(book: Rulebook) -> str:
    """The whole book, ready to print; ends with a line break."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    yield f"{book.id}: {book.name}, edition {book.edition}"
    yield ""
    yield from _filled(f"When this book is silent: {chain_text(book)}")
    yield ""
    yield "WORDS AS THIS BOOK DEFINES THEM"
    for meaning in book.words:
        clause = f" ({meaning.clause})" if meaning.clause else ""
        yield from _filled(f"{meaning.word}: {meaning.means}{clause}", "  ", "      ")
    yield from _filled(f"button: {_BUTTON[book.button]}", "  ", "      ")
    yield ""
    yield "ARTICLES"
    if not book.articles:
        yield "  None of its own: the book asked next answers everything."
    for article in book.articles:
        yield from _article(article)
    if book.options:
        yield ""
        yield "READINGS A HOUSE MAY CHOOSE (the first is the one in force)"
        for option in book.options:
            yield from _option(option)


def chain_text(book: Rulebook) -> str:
    """Who answers where the book does not: the books it names, in order, then a person."""
    clause, says = book.uncovered
    chosen = " (or the book that the organiser chose)" if book.chooses_parent else ""
    games = " (flop games only)" if book.id == "bfsp" else ""
    asked = "".join(f"{name}{chosen}{games} is asked next, then " for name in book.asks_next)
    further = "with the books it names itself, " if book.chooses_parent else ""
    return f"{asked}{further}a person decides. {says} ({clause})"


def _article(article: Article) -> Iterator[str]:
    yield ""
    yield f"  {article.clause}  {', '.join(article.on)}"
    kind = KINDS[article.kind] if article.kind is not None else "Nothing is said"
    yield from _filled(f"{article.says}", _INDENT)
    if article.when:
        yield from _filled(f"when: {'; '.join(term_words(term) for term in article.when)}", _INDENT)
    yield f"{_INDENT}-> {kind}{_kind_word(article.kind)}"
    if article.after_hand and article.steps:
        yield f"{_INDENT}   once the hand is over:"
    for number, do in enumerate(article.steps, start=1):
        yield from _filled(f"{number}. {step_words(do)}", f"{_INDENT}   ", f"{_INDENT}      ")
    for option in article.options:
        yield f"{_INDENT}   or: {option}"
    if article.burns:
        yield f"{_INDENT}   the next street is dealt with {'one more burn' if article.burns > 0 else 'one burn fewer'}"


def _kind_word(kind: Kind | None) -> str:
    return f" ({kind})" if kind is not None else ""


def _option(option: Option) -> Iterator[str]:
    yield ""
    yield from _filled(f"{option.name} ({option.clause}): {option.about}", "  ", "      ")
    for reading in option.readings:
        yield from _filled(f"{reading.name}: {reading.says}", f"{_INDENT}- ", f"{_INDENT}  ")


def step_words(do: Do) -> str:
    """A step of an article before it is about any card or seat."""
    if do.step is None:
        return "Deal the street"
    return STEPS[Step(do.step)].format(cards=_ABOUT[do.about], seat="the player")


def _filled(text: str, first: str = "", rest: str | None = None) -> list[str]:
    after = first if rest is None else rest
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=after, break_long_words=False)
