"""Who is still to act: order, all-ins, the big blind's option, walks and run-outs (bfsp 4.9.8, sport-poker 2.7)."""

import pytest

from felt.place import SeatNo
from felt.setup import Stakes, TableSetup
from felt.situation import Action, Situation
from hub.rules.betting import Betting, live_seats, open_hand, open_round, take_act
from hub.rules.standing import known_open
from tests.hub.rules.felt_table import FeltTable


def table(stacks: dict[int, int] | None = None, *, seats: int = 4, stakes: Stakes | None = None) -> Betting:
    """Seat 1 posts the small blind, seat 2 the big one, seat 3 speaks first; heads-up seat 1 has the button."""
    known = {SeatNo(seat): chips for seat, chips in (stacks or {}).items()}
    setup = TableSetup(
        "bfsp", tuple(SeatNo(seat) for seat in range(1, seats + 1)), stacks=known, stakes=stakes or Stakes()
    )
    order = [SeatNo(seat) for seat in range(1, seats + 1)]
    speaking = tuple(order[2:] + order[:2])
    return open_hand(setup, known, speaking, (SeatNo(1), SeatNo(2)))


def act(betting: Betting, said: str) -> Betting:
    for each in said.split(","):
        seat, verb, *amount = each.split()
        betting = take_act(betting, SeatNo(int(seat)), Action(verb), int(amount[0]) if amount else None)
    return betting


def test_the_big_blind_has_its_option() -> None:
    called = act(table(), "3 call, 4 call, 1 call")
    assert called.pending == (2,)
    assert not known_open(act(called, "2 check"))


def test_a_raise_gives_everybody_the_turn_again() -> None:
    assert act(table(), "3 call, 4 raise 600").pending == (1, 2, 3)
    assert not known_open(act(table(), "3 call, 4 raise 600, 1 fold, 2 fold, 3 call"))


def test_a_walk_ends_the_betting() -> None:
    walked = act(table(), "3 fold, 4 fold, 1 fold")
    assert live_seats(walked) == (2,)
    assert not known_open(walked)


def test_a_short_all_in_must_still_be_called() -> None:
    """Less than a full raise reopens nothing, but the difference is owed."""
    short = act(table({4: 500}), "3 raise 400, 4 all-in, 1 fold, 2 fold")
    assert short.pending == (3,)
    assert short.step == 200
    assert not known_open(act(short, "3 call"))


def test_a_stack_that_the_blind_swallows_is_all_in() -> None:
    heads_up = table({1: 5_000, 2: 100}, seats=2)
    assert heads_up.bets[SeatNo(2)] == 100
    assert not known_open(heads_up), "the button's 100 already match all that can be won"


def test_one_player_with_chips_answers_the_all_ins_and_is_then_done() -> None:
    all_in = act(table({1: 900, 3: 900}), "3 all-in, 4 fold, 1 all-in")
    assert all_in.pending == (2,)
    called = act(all_in, "2 call")
    assert not known_open(called)
    assert not known_open(open_round(called, 1, called.speaking, 200)), "nobody acts in a run-out"


def test_two_with_chips_play_on_beside_an_all_in() -> None:
    called = act(table({3: 900}), "3 all-in, 4 call, 1 call, 2 fold")
    assert not known_open(called)
    flop = open_round(called, 1, (SeatNo(1), SeatNo(2), SeatNo(3), SeatNo(4)), 200)
    assert flop.pending == (1, 4)


def test_antes_come_before_the_blind() -> None:
    """gpc 72 counts the blind first; a classic ante of everybody leaves the stack before anything is posted."""
    posted = table({2: 220}, stakes=Stakes(100, 200, ante=50))
    assert posted.bets[SeatNo(2)] == 170
    assert posted.stacks[SeatNo(2)] == 0


def test_a_big_blind_ante_is_paid_after_the_blind() -> None:
    """gpc 72: blind first, then ante."""
    posted = table({2: 300}, stakes=Stakes(100, 200, big_blind_ante=200))
    assert posted.bets[SeatNo(2)] == 200
    assert posted.stacks[SeatNo(2)] == 0


def test_an_act_out_of_turn_is_recorded_and_the_turn_stays() -> None:
    """gpc 53."""
    betting = act(table(), "4 call")
    assert betting.pending[0] == 3
    assert not betting.said[0].in_turn
    assert act(betting, "3 call").pending == (1, 2)
    assert act(betting, "3 raise 600").pending == (4, 1, 2)


def test_a_bet_of_more_than_the_stack_is_the_stack() -> None:
    betting = act(table({3: 700}), "3 raise 5000")
    assert betting.to_match == 700
    assert betting.stacks[SeatNo(3)] == 0


@pytest.mark.parametrize("acts", ["3 all-in, 4 all-in, 1 folds, 2 folds", "3 all-in, 4 folds, 1 folds, 2 all-in"])
def test_a_run_out_has_no_premature_card(acts: str) -> None:
    felt = FeltTable(stacks={SeatNo(3): 5_000, SeatNo(4): 9_000})
    felt.open()
    felt.acts(acts)
    for cards in (("9c", "2d", "Jh"), ("4s",), ("Td",)):
        felt.burn()
        felt.board(*cards)
    assert not felt.rulings
    assert felt.picture.state == "showdown"


def test_a_street_before_the_last_caller_is_premature() -> None:
    felt = FeltTable(stacks={SeatNo(4): 500})
    felt.open()
    felt.acts("3 raises 400, 4 all-in, 1 folds, 2 folds")
    felt.burn()
    felt.board("9c")
    assert felt.ruled()[0][1] is Situation.PREMATURE_FLOP


def test_a_dead_hand_is_waited_for_no_more() -> None:
    felt = FeltTable(seats=5, button=5)
    felt.open()
    felt.acts("3 calls, 4 calls")
    felt.reports(Situation.TOO_MANY_CARDS, 5, 3)
    assert felt.picture.seats[0].to_act
    felt.acts("1 calls, 2 checks")
    assert felt.picture.state == "between"
