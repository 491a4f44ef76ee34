"""`feltwire rulebook`: print one book, or what every book says to every situation; check a house's own."""

from collections.abc import Sequence
from pathlib import Path

from felt.games import game_named
from hub.rulebook.house import read_house_book, read_house_books
from hub.rulebook.matrix import ALL_GAMES, SEPARATOR, cells, printed
from hub.rulebook.show import shown
from hub.rules.books import SHELF


def show(book: str, house: Sequence[Path] = ()) -> int:
    """Print a whole book; raises BadInput for one that is not there, ConfigFault for a broken house book."""
    shelf = read_house_books(house, SHELF)
    found = shelf.named(book)
    print(shown(found), end="")
    if found.base is not None:
        print(f"\nASKED NEXT, AS THIS HOUSE READS IT\n\n{shown(found.base)}", end="")
    return 0


def matrix(books: Sequence[str] = (), games: Sequence[str] = (), house: Sequence[Path] = ()) -> int:
    """Print the grid of these books and games, of all where none is named; raises BadInput for an unknown one."""
    shelf = read_house_books(house, SHELF)
    for game in games:
        game_named(game)
    for book in books:
        shelf.chain(book, "holdem")
    print(printed(cells(tuple(books) or tuple(shelf.books), tuple(games) or ALL_GAMES, shelf)), end="")
    return 0


def check(file: Path) -> int:
    """Print what a house's book changes in its parent, cell by cell; 1 where two of its articles answer at once."""
    book = read_house_book(file, SHELF)
    shelf = SHELF.with_books((book,))
    print(f"{book.id}: {book.name}, edition {book.edition}, a diff on {book.asks_next[0]}")
    mine = cells((book.id,), ALL_GAMES, shelf)
    moved: dict[str, list[str]] = {}
    for ours, theirs in zip(mine, cells((book.asks_next[0],), ALL_GAMES, shelf), strict=True):
        parents = _as_parent(theirs.said, theirs.book)
        if ours.said != parents:
            what = f"{ours.situation}{SEPARATOR}{ours.circumstance}: {parents} -> {ours.said}"
            moved.setdefault(what, []).append(ours.game)
    for what, games in moved.items():
        print(f"  {what}  ({', '.join(games)})")
    torn = sum(cell.said.startswith("torn") for cell in mine)
    if torn:
        print(f"{torn} cells in which more than one article answers: there the floor would be asked")
    return 1 if torn else 0


def _as_parent(said: str, parent: str) -> str:
    """A parent's cell as it reads in the house's column: its own clauses carry its name."""
    if said.startswith("floor ("):
        return "floor (house)"
    kind, _, clause = said.partition(" ")
    return said if kind in ("ask", "not") or ":" in clause else f"{kind} {parent}:{clause}"
