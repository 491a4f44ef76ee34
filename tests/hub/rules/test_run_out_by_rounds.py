"""Whether anybody can act, where only closed rounds are told and now and then an act."""

import pytest

from felt.place import SeatNo
from felt.situation import Action, Tracker
from hub.rules import betting as bets
from hub.rules import standing

SEATS = (SeatNo(1), SeatNo(2), SeatNo(3), SeatNo(4))
PUSH, CALL, FOLD = Action.ALL_IN, Action.CALL, Action.FOLD
Acts = tuple[tuple[int, Action], ...]


def told(acts: Acts) -> bets.Betting:
    betting = bets.Betting(mode=Tracker.ROUNDS, speaking=SEATS)
    for seat, action in acts:
        betting = bets.take_act(betting, SeatNo(seat), action, None)
    return betting


@pytest.mark.parametrize(
    "acts",
    [
        ((3, PUSH), (4, CALL), (1, FOLD), (2, FOLD)),
        ((3, PUSH), (4, PUSH), (1, FOLD), (2, FOLD)),
        ((3, PUSH), (4, PUSH), (1, CALL), (2, FOLD)),
    ],
)
def test_at_most_one_hand_has_chips_behind_and_owes_nothing(acts: Acts) -> None:
    assert not standing.known_open(told(acts))


@pytest.mark.parametrize(
    "acts",
    [
        (),
        ((3, CALL), (4, CALL)),
        ((3, PUSH), (1, FOLD), (2, FOLD)),
        ((3, PUSH), (4, CALL), (1, CALL), (2, FOLD)),
        ((4, CALL), (3, PUSH), (1, FOLD), (2, FOLD)),
    ],
)
def test_somebody_may_still_have_to_act(acts: Acts) -> None:
    assert standing.known_open(told(acts))


def test_a_closed_round_means_that_the_all_in_was_called() -> None:
    betting = bets.close_round(told(((3, PUSH), (1, FOLD), (2, FOLD))))
    assert not standing.known_open(bets.open_round(betting, 1, SEATS, 200))
