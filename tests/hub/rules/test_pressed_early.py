"""The shuffler's button opens the next hand while the last one is still played: nothing of its rest is judged."""

from felt.fact import HandOpened
from felt.situation import Kind, Situation, Tracker
from hub.rules.hand import PRESSED_EARLY
from tests.hub.rules.felt_table import FeltTable

MACHINE = HandOpened(by_machine=True)


def dealt(book: str = "bfsp") -> FeltTable:
    """Four hands lie there, and the seat after the big blind has called."""
    table = FeltTable(book, machine=False)
    table.tell(MACHINE)
    table.deal()
    table.acts("3 calls")
    return table


def partial(table: FeltTable) -> str | None:
    hand = table.state.hand
    assert hand is not None
    return hand.partial


def test_the_flop_of_the_last_hand_is_not_premature_in_the_next_one() -> None:
    table = dealt()
    table.tell(MACHINE)
    table.acts("4 calls, 1 calls, 2 checks")
    table.burn()
    table.board("9c", "2d", "Jh")
    assert partial(table) == PRESSED_EARLY
    assert table.rulings == []


def test_a_count_that_may_be_of_either_hand_is_the_floors() -> None:
    table = dealt()
    table.tell(MACHINE)
    table.reports(Situation.TOO_MANY_CARDS, 4, 3)
    assert [(ruling.kind, ruling.situation) for ruling in table.rulings] == [(Kind.FLOOR, Situation.TOO_MANY_CARDS)]


def test_new_cards_at_two_seats_are_the_next_hands() -> None:
    table = dealt()
    table.tell(MACHINE)
    table.deal()
    assert partial(table) is None
    table.acts("4 calls")
    table.burn()
    table.board("9c", "2d", "Jh")
    assert [ruling.situation for ruling in table.rulings] == [Situation.PREMATURE_FLOP]


def test_a_hand_that_is_gathered_before_the_button_is_over() -> None:
    table = FeltTable()
    table.tell(MACHINE)
    refs = table.deal()
    table.acts("3 folds, 4 folds, 1 folds")
    table.muck(*refs)
    table.tell(MACHINE)
    assert partial(table) is None


def test_a_dealer_who_says_that_a_new_hand_begins_is_believed() -> None:
    table = dealt()
    table.tell(HandOpened())
    assert partial(table) is None


def test_where_nobody_tracks_acts_the_rest_of_the_last_hand_is_not_judged_either() -> None:
    table = FeltTable(tracker=Tracker.NONE)
    table.tell(MACHINE)
    table.deal()
    table.tell(MACHINE)
    table.board("9c", "2d", "Jh")
    assert table.rulings == []
