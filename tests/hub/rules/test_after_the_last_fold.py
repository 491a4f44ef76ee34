"""What lies on the board when nobody plays for it any more: a street that was dealt, or cards that are read there."""

from typing import Final

import pytest

from felt.fact import DeadCardReturned, Face, HandClosed, PotPushed, SenseQuality, TimePassed
from felt.ids import Ref
from felt.place import BOARD, BURN, MUCK, Place, SeatNo
from felt.situation import Kind, Sense, Situation, Tracker
from hub.rules.ruling import Noted
from tests.hub.rules.felt_table import SWEEP_MS, FeltTable, sensed

SWEPT: Final = float(SWEEP_MS)
LONG_MS: Final = 10_000
FOLDED: Final = "3 folds, 4 folds, 1 folds"


def no_camera(miss_rate: float = 0.02) -> tuple[SenseQuality, ...]:
    return tuple(quality for quality in sensed(miss_rate) if quality.sense is not Sense.FACES)


def warned(table: FeltTable) -> bool:
    table.tell(TimePassed(LONG_MS))
    return [(ruling.kind, ruling.situation) for ruling in table.rulings] == [(Kind.WARN, Situation.RABBIT_HUNT)]


def silent(table: FeltTable) -> bool:
    table.tell(TimePassed(LONG_MS))
    return not table.rulings and not table.questions


@pytest.mark.parametrize("closed", [True, False])
def test_a_stub_laid_down_over_the_board_is_read_like_a_few_cards(closed: bool) -> None:
    """A stack of cards gives two or three of its tags: without a burn and a whole street it is no street."""
    for cards in (1, 2, 3, 4):
        table = FeltTable("gpc", sweep_ms=SWEPT, senses=no_camera())
        table.open()
        table.acts(FOLDED)
        if closed:
            table.tell(HandClosed())
        for _ in range(cards):
            table.land(BOARD, Face.UP)
        assert silent(table), cards


def test_a_burn_and_a_whole_flop_after_the_last_fold_are_rabbit_hunting() -> None:
    table = FeltTable("gpc", sweep_ms=SWEPT, senses=no_camera())
    table.open()
    table.acts(FOLDED)
    table.tell(HandClosed())
    table.burn()
    table.board("9c", "2d")
    assert silent(table)
    table.board("Jh")
    assert warned(table)


def test_a_camera_that_sees_the_face_needs_no_burn() -> None:
    table = FeltTable("gpc", sweep_ms=SWEPT, senses=sensed(0.02))
    table.open()
    table.acts(FOLDED)
    table.board("9c")
    assert warned(table)


def test_hands_that_were_only_read_in_the_muck_may_still_live() -> None:
    """A reader that misses takes a neighbour's card for the muck's: nobody said that seat 2 folded."""
    table = FeltTable("gpc", sweep_ms=SWEPT, senses=sensed(0.02))
    refs = table.open()
    table.acts("3 folds, 4 folds")
    hand = table.state.hand
    assert hand is not None
    table.muck(*(ref for ref in refs if hand.cards[ref].place.number == 1))
    table.burn()
    table.board("9c", "2d", "Jh")
    assert silent(table)
    table.acts("1 folds")
    table.board("4s")
    assert warned(table)


def test_a_sixth_card_on_the_board_is_only_noted() -> None:
    table = FeltTable("gpc", senses=sensed())
    table.open()
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    for cards in (("9c", "2d", "Jh"), ("4s",), ("Td",)):
        table.burn()
        table.board(*cards)
        table.acts("1 checks, 2 checks, 3 checks, 4 checks")
    table.board("5c")
    assert silent(table)
    assert any(isinstance(outcome, Noted) for outcome in table.outcomes)


def test_a_hand_that_was_closed_too_early_is_run_out() -> None:
    """Two are all in when somebody taps that the hand is over: the board that comes belongs to them."""
    table = FeltTable("gpc", stacks={SeatNo(3): 900, SeatNo(4): 900})
    table.open()
    table.acts("3 all-in, 4 all-in, 1 folds, 2 folds")
    table.tell(HandClosed())
    for cards in (("9c", "2d", "Jh"), ("4s",), ("Td",)):
        table.burn()
        table.board(*cards)
    assert silent(table)


def test_where_nobody_tracks_acts_the_pot_tells_that_the_hand_was_won() -> None:
    table = FeltTable("gpc", tracker=Tracker.NONE)
    table.open()
    table.tell(HandClosed())
    table.board("9c", "2d", "Jh")
    assert silent(table)
    table = FeltTable("gpc", tracker=Tracker.NONE)
    table.open()
    table.tell(PotPushed(SeatNo(3)), HandClosed())
    table.burn()
    table.board("9c", "2d", "Jh")
    assert warned(table)


@pytest.mark.parametrize("was", [MUCK, BURN])
def test_a_dead_card_that_nobody_followed_is_only_noted(was: Place) -> None:
    table = FeltTable("bfsp")
    table.open()
    table.tell(DeadCardReturned(BOARD, Ref("stranger"), was))
    assert silent(table)
