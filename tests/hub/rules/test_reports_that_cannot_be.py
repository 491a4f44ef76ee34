"""A report that contradicts what the hand certainly is gets an answer on the table, and no ruling in any book."""

from itertools import islice

import pytest

from felt.fact import HandOpened, SenseQuality
from felt.place import SeatNo
from felt.situation import Kind, Sense, Situation
from hub.rules.books import BOOKS
from hub.rules.notice.reports import COUNTED
from tests.hub.rules.felt_table import FeltTable

OF_THE_DEAL = (
    Situation.SEAT_SKIPPED,
    Situation.TOO_MANY_CARDS,
    Situation.TOO_FEW_CARDS,
    Situation.BUTTON_SHORT,
    Situation.WRONG_FIRST_SEAT,
    Situation.OUT_OF_SEQUENCE,
    Situation.UNENTITLED_HAND,
    Situation.EXPOSED_HOLE_CARD,
    Situation.EXPOSED_FIRST_CARD,
    Situation.EXPOSED_SEVERAL,
    Situation.HAND_IN_MUCK,
)
OF_A_STREET = (Situation.FOUR_CARD_FLOP, Situation.MISSING_BURN, Situation.PREMATURE_FLOP)
OF_OTHER_GAMES = (
    Situation.FANTASY_COUNT,
    Situation.OFC_COUNT,
    Situation.SEVENTH_UP,
    Situation.DOWN_CARD_EXPOSED,
    Situation.SHORT_DECK,
)
BURNS_ONLY = (SenseQuality(Sense.BURN, 0.0),)


def answered(table: FeltTable) -> bool:
    return not table.rulings and not table.questions and bool(table.state.notes)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("situation", OF_A_STREET)
def test_nothing_is_wrong_with_a_street_that_never_came(book: str, situation: Situation) -> None:
    table = FeltTable(book)
    table.tell(HandOpened())
    table.reports(situation, 3)
    assert answered(table)


@pytest.mark.parametrize("senses", [None, BURNS_ONLY])
@pytest.mark.parametrize("situation", OF_THE_DEAL)
def test_before_the_first_card_that_sensors_see_a_persons_word_is_heard(
    situation: Situation, senses: tuple[SenseQuality, ...] | None
) -> None:
    """The hand that the hub calls the next one may be the dealer's last: its cards were dealt before it opened."""
    table = FeltTable("bfsp") if senses is None else FeltTable("bfsp", senses=senses)
    table.tell(HandOpened())
    table.reports(situation, 3)
    assert not answered(table)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("situation", OF_OTHER_GAMES)
def test_what_is_an_error_of_another_game_is_none_of_this_one(book: str, situation: Situation) -> None:
    table = FeltTable(book)
    table.open()
    table.reports(situation, 3, 13)
    assert answered(table)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("dealt", range(1, 7))
def test_a_count_that_is_right_so_far_is_right(book: str, dealt: int) -> None:
    """Whichever card of the deal was the last one, each seat's own count is no error: 4 seats, 2 cards each."""
    table = FeltTable(book)
    table.tell(HandOpened())
    round_after_round = (1, 2, 3, 4) * 2
    table.deal(*islice(round_after_round, dealt))
    for seat in (1, 2, 3, 4):
        table.reports(Situation.TOO_FEW_CARDS, seat, round_after_round[:dealt].count(seat))
    assert answered(table)


def test_a_count_that_is_wrong_so_far_is_ruled() -> None:
    table = FeltTable("tda")
    table.tell(HandOpened())
    table.deal(1, 2, 3, 4, 1)
    table.reports(Situation.TOO_FEW_CARDS, 1, 1)
    assert [ruling.kind for ruling in table.rulings] == [Kind.MISDEAL]
    assert table.rulings[0].situation in COUNTED


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("situation", [Situation.HAND_IN_MUCK, Situation.ALL_IN_MUCKED, Situation.HANDS_MIXED])
def test_a_hand_that_was_folded_lies_in_the_muck(book: str, situation: Situation) -> None:
    table = FeltTable(book)
    table.open()
    table.acts("3 folds, 4 calls")
    table.reports(situation, 3)
    assert answered(table)
    assert SeatNo(3) in table.state.hand.betting.out if table.state.hand else False
