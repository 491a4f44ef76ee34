"""Every book and the matrix as they were last agreed on; `python -m tests.hub.rulebook.golden` writes them anew."""

from functools import cache
from pathlib import Path
from typing import Final

from felt.games import GAMES
from hub.rulebook.circumstance import CIRCUMSTANCES, placed
from hub.rulebook.matrix import ALL_BOOKS, ALL_GAMES, cells, printed
from hub.rulebook.show import shown
from hub.rules.articles.decide import Found, decide
from hub.rules.books import BOOKS, book_named, chain_named
from hub.rules.wording import reason

FOLDER: Final = Path(__file__).parent
ANEW: Final = "python -m tests.hub.rulebook.golden"
MATRIX: Final = "matrix.txt"
REASONS: Final = "reasons.txt"


@cache
def golden_texts() -> dict[str, str]:
    """What each golden file should hold now."""
    books = {f"show-{book}.txt": shown(book_named(book)) for book in ALL_BOOKS}
    return {MATRIX: printed(cells(ALL_BOOKS, ALL_GAMES)), **books}


def reasons_text() -> str:
    """Every reason that some book gives in some game, once each, by situation."""
    lines: dict[str, None] = {}
    for row in CIRCUMSTANCES:
        for game in (game for game in GAMES.values() if row.happens_in(game)):
            state, hand, event = placed(row, game.id)
            for book in BOOKS:
                answer = decide(chain_named(book, game.id), state, hand, event)
                if isinstance(answer, Found):
                    lines[f"{row.situation}: {reason(hand, event, answer.article)}"] = None
    return "\n".join(lines) + "\n"
