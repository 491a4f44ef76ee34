"""Which books there are, and in which order they are asked at a table."""

import difflib
from typing import Final

from felt.fault import BadInput
from hub.rules.articles.book import Rulebook
from hub.rules.books.bfsp import BFSP
from hub.rules.books.club import CLUB
from hub.rules.books.gpc import GPC
from hub.rules.books.pub import PUB
from hub.rules.books.rrop import RROP
from hub.rules.books.sport_poker import SPORT_POKER
from hub.rules.books.tda import TDA

BOOKS: Final[dict[str, Rulebook]] = {book.id: book for book in (BFSP, CLUB, GPC, PUB, RROP, SPORT_POKER, TDA)}

FLOP_GAMES: Final = frozenset({"holdem", "omaha4", "omaha5"})


def book_named(id_: str) -> Rulebook:
    """The pack of that id, or the pack before the `+` of `sport-poker+gpc`; raises BadInput with the nearest known."""
    pack = id_.partition("+")[0]
    try:
        return BOOKS[pack]
    except KeyError:
        near = difflib.get_close_matches(pack, BOOKS, n=1)
        raise BadInput(
            f"{pack!r} is no rulebook of this house",
            remedy=f"did you mean {near[0]}?" if near else "one of " + ", ".join(BOOKS),
        ) from None


def chain_named(id_: str, game: str) -> tuple[Rulebook, ...]:
    """The packs asked at a table, in order, none twice: its own, then those it names. Raises BadInput."""
    own = book_named(id_)
    _, plus, parent = id_.partition("+")
    if not plus and own.chooses_parent:
        parent = own.asks_next[0]
    if not parent:
        return _unique([own, *_next(own, game)])
    chosen = book_named(parent)
    return _unique([own, chosen, *_next(chosen, game)])


def _unique(books: list[Rulebook]) -> tuple[Rulebook, ...]:
    seen: dict[str, Rulebook] = {}
    for book in books:
        seen.setdefault(book.id, book)
    return tuple(seen.values())


def _next(book: Rulebook, game: str) -> list[Rulebook]:
    """The packs a book names; `bfsp` asks `gpc` for flop games only (bfsp 2.1.6)."""
    if book.id == "bfsp" and game not in FLOP_GAMES:
        return []
    return [BOOKS[id_] for id_ in book.asks_next]
