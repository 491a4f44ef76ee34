"""Every situation under every book in every game: what each says, by which clause, and whose clause it is."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from felt.games import GAMES, game_named
from felt.situation import Situation
from hub.rulebook.circumstance import CIRCUMSTANCES, Circumstance, placed
from hub.rules.articles.book import Rulebook
from hub.rules.articles.decide import Answer, Found, Silent, decide
from hub.rules.books import BOOKS, SHELF, Shelf
from hub.rules.irregularity import Moment

SEPARATOR: Final = " | "
NOT_LOOKED_AT: Final = "not looked at"
"""The book has another moment at which it looks for absent players."""


class Cell(Struct, frozen=True):
    """What one book says to one row in one game: a kind and a clause, in the words that the grid prints."""

    game: str
    situation: str
    circumstance: str
    book: str
    said: str


def cells(books: Sequence[str], games: Sequence[str], shelf: Shelf = SHELF) -> tuple[Cell, ...]:
    """Every cell of these books and games, row by row."""
    return tuple(
        Cell(game, str(row.situation), row.label, book, _said(row, book, game, shelf))
        for game in games
        for row in CIRCUMSTANCES
        if row.happens_in(game_named(game))
        for book in books
    )


def _said(row: Circumstance, book: str, game: str, shelf: Shelf) -> str:
    chain = shelf.chain(book, game)
    looked_at = next((asked.absent_at for asked in chain if asked.absent_at), ())
    left = (Moment.LEFT, Moment.SHOWDOWN) if looked_at else ()
    if row.situation is Situation.ABSENT_HAND and row.moment not in (*looked_at, *left):
        return NOT_LOOKED_AT
    return answer_text(_asked(row, chain, game), chain)


def _asked(row: Circumstance, chain: Sequence[Rulebook], game: str) -> Answer:
    state, hand, event = placed(row, game)
    return decide(tuple(chain), state, hand, event)


def answer_text(answer: Answer, chain: Sequence[Rulebook]) -> str:
    """`misdeal 6.3.5`; a parent's clause with its book, `fix gpc:39`; `floor` where nobody answers."""
    own = chain[0].id
    if isinstance(answer, Found):
        clause = answer.article.clause if answer.book.id == own else f"{answer.book.id}:{answer.article.clause}"
        return f"{answer.article.kind or 'silent'} {clause}"
    if isinstance(answer, Silent):
        return f"torn {' '.join(answer.torn)}" if answer.torn else f"floor ({chain[0].uncovered[0]})"
    return f"ask {answer.question}"


def printed(found: Iterable[Cell]) -> str:
    """The grid of each game, columns of equal width; games that say the same share one."""
    grids: dict[tuple[tuple[str, ...], ...], list[str]] = {}
    by_game: dict[str, list[Cell]] = {}
    for cell in found:
        by_game.setdefault(cell.game, []).append(cell)
    for game, its in by_game.items():
        grids.setdefault(tuple(_table(its)), []).append(game)
    return "\n".join(_grid(games, table) for table, games in grids.items())


def _table(found: Sequence[Cell]) -> Iterator[tuple[str, ...]]:
    books = list(dict.fromkeys(cell.book for cell in found))
    yield ("situation", "circumstance", *books)
    rows: dict[tuple[str, str], list[str]] = {}
    for cell in found:
        rows.setdefault((cell.situation, cell.circumstance), []).append(cell.said)
    for (situation, circumstance), said in rows.items():
        yield (situation, circumstance, *said)


def _grid(games: Sequence[str], table: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    lines = [
        SEPARATOR.join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in table
    ]
    rule = "-+-".join("-" * width for width in widths)
    return "\n".join([f"GAMES: {' '.join(games)}", lines[0], rule, *lines[1:], ""])


def read_back(text: str) -> tuple[Cell, ...]:
    """The cells of a printed matrix, for telling which of them moved."""
    found: list[Cell] = []
    games: list[str] = []
    books: list[str] = []
    for line in text.splitlines():
        if line.startswith("GAMES: "):
            games = line.removeprefix("GAMES: ").split()
            continue
        row = [text.strip() for text in line.split(SEPARATOR)]
        if len(row) < 3:
            continue
        if row[0] == "situation":
            books = row[2:]
            continue
        said = zip(books, row[2:], strict=True)
        found += [Cell(game, row[0], row[1], book, text) for book, text in said for game in games]
    return tuple(found)


ALL_BOOKS: Final = tuple(BOOKS)
ALL_GAMES: Final = tuple(GAMES)
