"""A hand is ruled by one edition of its book, and says so in everything that is kept of it."""

import msgspec
import pytest

from felt.fact import HandOpened, PersonReported
from felt.situation import Situation
from hub.rules.books import BOOKS, chain_named
from hub.rules.ruling import HandBegan, Outcome, RulingGiven
from tests.hub.rules.felt_table import FeltTable


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_hand_and_ruling_keep_the_edition(book: str) -> None:
    table = FeltTable(book)
    table.tell(HandOpened(), PersonReported(Situation.UNSHUFFLED), PersonReported(Situation.DUPLICATE_CARD))
    [began] = [outcome for outcome in table.outcomes if isinstance(outcome, HandBegan)]
    assert (began.rulebook, began.edition) == (book, BOOKS[book].edition)
    rulings = [outcome.ruling for outcome in table.outcomes if isinstance(outcome, RulingGiven)]
    assert rulings
    editions = {asked.id: asked.edition for asked in chain_named(book, "holdem")}
    assert all(ruling.edition == editions[ruling.book] for ruling in rulings)


def test_what_was_kept_before_editions_is_still_read() -> None:
    old = b'[{"outcome":"HandBegan","hand":"h1"}]'
    [began] = msgspec.json.decode(old, type=tuple[Outcome, ...])
    assert isinstance(began, HandBegan)
    assert began.edition == ""
