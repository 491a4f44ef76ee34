"""Which books there are, and in which order they are asked at a table."""

import difflib
from typing import Final

from msgspec import Struct

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


class Shelf(Struct, frozen=True):
    """The books that a hub may rule by: the seven, and those that the house added."""

    books: dict[str, Rulebook]

    def named(self, id_: str) -> Rulebook:
        """The book of that id, or the one before the `+` of `sport-poker+gpc`; raises BadInput with the nearest."""
        pack = id_.partition("+")[0]
        try:
            return self.books[pack]
        except KeyError:
            near = difflib.get_close_matches(pack, self.books, n=1)
            raise BadInput(
                f"{pack!r} is no rulebook of this house",
                remedy=f"did you mean {near[0]}?" if near else "one of " + ", ".join(self.books),
            ) from None

    def chain(self, id_: str, game: str) -> tuple[Rulebook, ...]:
        """The books asked at a table, in order, none twice: its own, then those it names. Raises BadInput."""
        own = self.named(id_)
        _, plus, parent = id_.partition("+")
        if own.base is not None:
            return _unique([own, own.base, *self._next(own.base, game)])
        if not plus and own.chooses_parent:
            parent = own.asks_next[0]
        if not parent:
            return _unique([own, *self._next(own, game)])
        chosen = self.named(parent)
        base = [] if chosen.base is None else [chosen.base]
        return _unique([own, chosen, *base, *self._next(chosen.base or chosen, game)])

    def with_books(self, added: tuple[Rulebook, ...]) -> "Shelf":
        """This shelf and the books of a house; raises BadInput for an id that is taken."""
        books = dict(self.books)
        for book in added:
            if book.id in books:
                raise BadInput(f"there is a rulebook {book.id!r} already", remedy="another id")
            books[book.id] = book
        return Shelf(books)

    def _next(self, book: Rulebook, game: str) -> list[Rulebook]:
        """The books that one names; `bfsp` asks `gpc` for flop games only (bfsp 2.1.6)."""
        if book.id == "bfsp" and game not in FLOP_GAMES:
            return []
        return [self.books[id_] for id_ in book.asks_next]


SHELF: Final = Shelf(BOOKS)
"""The seven books that ship."""


def book_named(id_: str) -> Rulebook:
    """The pack of that id, or the pack before the `+` of `sport-poker+gpc`; raises BadInput with the nearest known."""
    return SHELF.named(id_)


def chain_named(id_: str, game: str) -> tuple[Rulebook, ...]:
    """The packs asked at a table, in order, none twice: its own, then those it names. Raises BadInput."""
    return SHELF.chain(id_, game)


def _unique(books: list[Rulebook]) -> tuple[Rulebook, ...]:
    seen: dict[str, Rulebook] = {}
    for book in books:
        seen.setdefault(book.id, book)
    return tuple(seen.values())
