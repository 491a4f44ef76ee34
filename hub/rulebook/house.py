"""A card room's own rulebook: a TOML file that is a diff on a book of the shelf, checked to the line."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from felt.fault import ConfigFault
from felt.situation import Kind, Situation
from hub.rulebook.lines import HouseText
from hub.rulebook.vocabulary import ABSENT, BUTTON, DISPUTE, PROCEDURES, STEPS, SUBSTANTIAL, TERMS
from hub.rules.articles.book import Article, Do, Meaning, Option, Reading, Rulebook, Term
from hub.rules.books import Shelf
from hub.rules.books.words import ABSENT as ABSENT_WORD
from hub.rules.books.words import DISPUTE as DISPUTE_WORD
from hub.rules.books.words import FIRST_ROUND as FIRST_ROUND_WORD
from hub.rules.books.words import SUBSTANTIAL as SUBSTANTIAL_WORD

MAX_BYTES: Final = 1024 * 1024
SILENT: Final = "silent"
"""The kind of an article that says nothing is to be said."""

_ID: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")
_CLAUSE: Final = re.compile(r"[^\s:]{1,40}")
_UNCOVERED: Final = ("house", "What neither this book nor the books it asks cover, the floor decides.")

_OF_NO_SEAT: Final = frozenset(
    {
        Situation.DECK_COUNT,
        Situation.UNSHUFFLED,
        Situation.UNCUT,
        Situation.UNRIFFLED,
        Situation.EXPOSED_IN_CUT,
        Situation.WRONG_BUTTON,
        Situation.MISSING_BURN,
        Situation.EXTRA_BURN,
        Situation.SHORT_FLOP,
        Situation.FOUR_CARD_FLOP,
        Situation.OVERFULL_FLOP,
        Situation.EXTRA_BOARD_CARD,
        Situation.PREMATURE_FLOP,
        Situation.PREMATURE_TURN,
        Situation.PREMATURE_RIVER,
        Situation.PREMATURE_STREET,
        Situation.DROPPED_STUB,
        Situation.SHORT_DECK,
        Situation.RABBIT_HUNT,
    }
)
"""What happens to the deck or the board: it names no seat whose hand could be dead."""


class HouseArticle(Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[article]]`; either `procedure` or `steps`, or neither."""

    clause: str
    on: list[str]
    kind: str
    says: str
    when: list[str] = []
    procedure: str | None = None
    steps: list[str] = []
    after_hand: bool = False
    options: list[str] = []


class HouseTerms(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The `[terms]`: words that the house defines for itself, by the name of a definition."""

    substantial_action: str | None = None
    absent_player: str | None = None
    dispute_window: str | None = None
    button: str | None = None


class HouseFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole file."""

    id: str
    name: str
    edition: str
    parent: str
    terms: HouseTerms = HouseTerms()
    readings: dict[str, str] = {}
    article: list[HouseArticle] = []


def read_house_books(paths: Iterable[Path], shelf: Shelf) -> Shelf:
    """The shelf with a house's books on it; raises ConfigFault naming file and line of what is wrong."""
    for path in paths:
        shelf = Shelf({**shelf.books, **_by_id(read_house_book(path, shelf))})
    return shelf


def _by_id(book: Rulebook) -> dict[str, Rulebook]:
    return {book.id: book}


def read_house_book(path: Path, shelf: Shelf) -> Rulebook:
    """Read and check one file; raises ConfigFault: file, line, what is wrong, and the nearest known name."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ConfigFault(f"cannot be read: {error.strerror}", where=str(path)) from error
    if len(raw) > MAX_BYTES:
        raise ConfigFault(f"{len(raw)} bytes are no rulebook", where=str(path), remedy=f"at most {MAX_BYTES}")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ConfigFault("is not UTF-8 text", where=f"{path}:{line}") from error
    return parse_house_book(text, str(path), shelf)


def parse_house_book(text: str, where: str, shelf: Shelf) -> Rulebook:
    """As `read_house_book`, from text."""
    return _Reader(text, where, shelf).book()


class _Reader:
    """Turns one file into a book."""

    def __init__(self, text: str, where: str, shelf: Shelf) -> None:
        self._text = HouseText(text, where)
        self._shelf = shelf
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            at = f"{where}:{found.group(1) if found else text.count(chr(10)) + 1}"
            remedy = "every article is headed [[article]], with two brackets" if "'article'" in str(error) else ""
            raise ConfigFault(f"is not TOML: {error}", where=at, remedy=remedy) from error
        self._text.check_table(data, HouseFile)
        terms, articles = data.get("terms"), data.get("article")
        if isinstance(terms, dict):
            self._text.check_table(terms, HouseTerms)
        for index, table in enumerate(articles if isinstance(articles, list) else ()):
            if isinstance(table, dict):
                self._text.check_table(table, HouseArticle, index)
        try:
            self._file = msgspec.convert(data, HouseFile)
        except msgspec.ValidationError as error:
            self._text.refuse_value(str(error))

    def book(self) -> Rulebook:
        file = self._file
        if not _ID.fullmatch(file.id):
            self._text.refuse(f"{file.id!r} is no id", "lower-case letters, digits and -", word=file.id)
        if file.id in self._shelf.books:
            self._text.refuse(
                f"there is a rulebook {file.id!r} already",
                f"one of your own, as our-{file.id}",
                word=file.id,
                key="id",
            )
        for key in ("name", "edition"):
            if not getattr(file, key).strip():
                self._text.refuse(f"{key} is empty", "some words", key=key)
        base = self._base()
        articles = tuple(self._article(index, article) for index, article in enumerate(file.article))
        self._check_twice(articles)
        return replace(
            base,
            id=file.id,
            name=file.name,
            edition=file.edition,
            articles=articles,
            asks_next=(base.id,),
            uncovered=_UNCOVERED,
            options=(),
            base=base,
        )

    def _base(self) -> Rulebook:
        """The parent as this house reads it: its readings chosen, its words defined."""
        file = self._file
        parent = self._text.known(file.parent, self._shelf.books, "a rulebook", key="parent")
        if parent.chooses_parent or parent.base is not None:
            ours = [id_ for id_, book in self._shelf.books.items() if not book.chooses_parent and book.base is None]
            self._text.refuse(f"{file.parent!r} cannot be a parent", f"one of {', '.join(ours)}", key="parent")
        for name, choice in file.readings.items():
            options = {option.name: option for option in parent.options}
            option = self._text.known(name, options, f"a choice that {parent.id} leaves", key=name)
            parent = _read_as(parent, option, self._text.known(choice, _readings(option), "a reading", key=name))
        return self._redefined(parent)

    def _redefined(self, book: Rulebook) -> Rulebook:
        said = self._file.terms
        if said.substantial_action is not None:
            test, means = self._text.known(
                said.substantial_action, SUBSTANTIAL, "a definition", key="substantial-action"
            )
            book = replace(book, substantial=test, words=_meaning(book, SUBSTANTIAL_WORD, means))
        if said.absent_player is not None:
            moment, means = self._text.known(said.absent_player, ABSENT, "a moment", key="absent-player")
            book = replace(book, absent_at=(moment,), words=_meaning(book, ABSENT_WORD, means))
        if said.dispute_window is not None:
            until, means = self._text.known(said.dispute_window, DISPUTE, "a limit", key="dispute-window")
            book = replace(book, dispute=until, break_minute=False, words=_meaning(book, DISPUTE_WORD, means))
        if said.button is not None:
            book = replace(book, button=self._text.known(said.button, BUTTON, "a rule of the button", key="button"))
        return book

    def _article(self, index: int, said: HouseArticle) -> Article:
        if not _CLAUSE.fullmatch(said.clause):
            self._text.refuse(
                f"{said.clause!r} is no clause", "no spaces and no colon", word=said.clause, article=index
            )
        if not said.on:
            self._text.refuse("`on` names no situation", "at least one", key="on", article=index)
        if not said.says.strip():
            self._text.refuse("`says` is empty", "the rule in one sentence", key="says", article=index)
        situations = {situation.value: situation for situation in Situation if situation is not Situation.WRONG_STEP}
        kinds: dict[str, Kind | None] = {**{kind.value: kind for kind in Kind}, SILENT: None}
        kind = self._text.known(said.kind, kinds, "a kind", key="kind", article=index)
        if said.options and kind is not Kind.FLOOR:
            self._text.refuse("only a `floor` article has options", "remove them", key="options", article=index)
        seatless = [name for name in said.on if name in _OF_NO_SEAT]
        if kind is Kind.DEAD and seatless:
            self._text.refuse(
                f"{seatless[0]} is of no seat: no hand is dead by it", "another kind", key="kind", article=index
            )
        return Article(
            clause=said.clause,
            on=tuple(self._text.known(name, situations, "a situation", key="on", article=index) for name in said.on),
            kind=kind,
            says=said.says,
            when=tuple(self._term(name, index) for name in said.when),
            steps=self._steps(index, said),
            after_hand=said.after_hand,
            options=tuple(said.options),
        )

    def _term(self, text: str, index: int) -> Term:
        negated = text.lower().startswith("not ")
        term = self._text.known(text[4 * negated :].strip(), TERMS, "a condition", key="when", article=index)
        return ~term if negated else term

    def _steps(self, index: int, said: HouseArticle) -> tuple[Do, ...]:
        if said.procedure is not None and said.steps:
            self._text.refuse(
                "an article has a procedure or steps, not both", "one of them", key="steps", article=index
            )
        if said.procedure is not None:
            return self._text.known(said.procedure, PROCEDURES, "a procedure", key="procedure", article=index)
        return tuple(self._text.known(name, STEPS, "a step", key="steps", article=index) for name in said.steps)

    def _check_twice(self, articles: tuple[Article, ...]) -> None:
        """Two articles for the same situation under the same conditions could never both be right."""
        seen: dict[tuple[Situation, frozenset[str]], int] = {}
        for index, article in enumerate(articles):
            when = frozenset(str(term) for term in article.when)
            if when & {str(~term) for term in article.when}:
                self._text.refuse("these conditions can never hold together", "remove one", key="when", article=index)
            for situation in article.on:
                first = seen.setdefault((situation, when), index)
                if first != index:
                    other = articles[first].clause
                    what = f"{article.clause} answers {situation} under the same conditions as {other}"
                    remedy = f"a condition more in one of them; {other} is in line {self._text.line_of(first)}"
                    self._text.refuse(what, remedy, key="clause", article=index)


def _readings(option: Option) -> dict[str, Reading]:
    return {reading.name: reading for reading in option.readings}


def _read_as(book: Rulebook, option: Option, reading: Reading) -> Rulebook:
    """The book with one clause read in that way."""
    about = {situation for article in reading.articles for situation in article.on} | set(reading.unsaid)
    kept = []
    for article in book.articles:
        if article.clause in reading.instead_of:
            left = tuple(situation for situation in article.on if situation not in about)
            if left:
                kept.append(replace(article, on=left))
        else:
            kept.append(article)
    words = book.words
    if reading.substantial is not None:
        words = _meaning(book, SUBSTANTIAL_WORD, reading.says)
    if reading.first_round is not None:
        words = _meaning(book, FIRST_ROUND_WORD, reading.says)
    chosen = replace(option, readings=(reading, *(other for other in option.readings if other is not reading)))
    return replace(
        book,
        articles=(*kept, *reading.articles),
        substantial=reading.substantial or book.substantial,
        first_round=reading.first_round or book.first_round,
        open_face=reading.open_face or book.open_face,
        least_players=reading.least_players or book.least_players,
        words=words,
        options=tuple(chosen if each.name == option.name else each for each in book.options),
    )


def _meaning(book: Rulebook, word: str, means: str) -> tuple[Meaning, ...]:
    return tuple(Meaning(word, means, "house") if meaning.word == word else meaning for meaning in book.words)
