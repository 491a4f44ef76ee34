"""`feltwire rulebook`: print one book, or what every book says to every situation."""

from collections.abc import Sequence

from felt.games import game_named
from hub.rulebook.matrix import ALL_BOOKS, ALL_GAMES, cells, printed
from hub.rulebook.show import shown
from hub.rules.books import book_named, chain_named


def show(book: str) -> int:
    """Print a whole book; raises BadInput for one that is not there."""
    print(shown(book_named(book)), end="")
    return 0


def matrix(books: Sequence[str] = (), games: Sequence[str] = ()) -> int:
    """Print the grid of these books and games, of all where none is named; raises BadInput for an unknown one."""
    for game in games:
        game_named(game)
    for book in books:
        chain_named(book, "holdem")
    print(printed(cells(tuple(books) or ALL_BOOKS, tuple(games) or ALL_GAMES)), end="")
    return 0
