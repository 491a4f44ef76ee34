"""Every book and the matrix as they were last agreed on; `python -m tests.hub.rulebook.golden` writes them anew."""

from functools import cache
from pathlib import Path
from typing import Final

from hub.rulebook.matrix import ALL_BOOKS, ALL_GAMES, cells, printed
from hub.rulebook.show import shown
from hub.rules.books import book_named

FOLDER: Final = Path(__file__).parent
ANEW: Final = "python -m tests.hub.rulebook.golden"
MATRIX: Final = "matrix.txt"


@cache
def golden_texts() -> dict[str, str]:
    """What each golden file should hold now."""
    books = {f"show-{book}.txt": shown(book_named(book)) for book in ALL_BOOKS}
    return {MATRIX: printed(cells(ALL_BOOKS, ALL_GAMES)), **books}
