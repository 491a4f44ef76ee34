"""The rulebooks, each a table of articles. Paraphrases in our own words; the clause ids are the books' own."""

from hub.rules.books.shelf import BOOKS, SHELF, Shelf, book_named, chain_named

__all__ = ["BOOKS", "SHELF", "Shelf", "book_named", "chain_named"]
