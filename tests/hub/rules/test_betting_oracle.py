"""Turn, stacks, least raise, what a short all-in reopens, and pots: random legal hands, against a poker library.

It leaves two things out, on which the books and this table say more: a short big blind is still called in full, and an
all-in that is less than a first full bet or raise reopens nothing for those who have acted.
"""

from random import Random
from typing import Final

import pytest

from felt.place import SeatNo
from felt.setup import TableSetup
from felt.situation import Action
from hub.rules.betting import Slip, live_seats, open_hand, open_round, take_act
from hub.rules.chips import pots
from tests.hub.rules.oracle import BIG, TwoTables, legal_act

GAMES: Final = ("holdem", "omaha4", "stud")
BLOCKS: Final = 4
HANDS: Final = 25
MOST_ACTS: Final = 200


def random_table(game: str, seed: int) -> tuple[TwoTables, Random]:
    """Two to six seats with short and deep stacks, all above the big blind and the ante."""
    rng = Random(seed)
    stacks = [rng.choice([rng.randint(250, 900), rng.randint(250, 2500), 20_000]) for _ in range(rng.randint(2, 6))]
    return TwoTables(game, stacks, rng.choice([0, 25]), seed), rng


def same_turn_and_chips(tables: TwoTables) -> None:
    betting, library = tables.betting, tables.library
    ours = betting.pending[0] if betting.open and betting.pending else None
    assert ours == tables.turn
    if tables.turn is not None:
        seats = sorted(betting.bets)
        assert [betting.bets[seat] for seat in seats] == list(library.bets)
        assert [betting.stacks[seat] for seat in seats] == list(library.stacks)


def slip_of(tables: TwoTables, seat: SeatNo, to: int) -> Slip | None:
    """What this table says of a bet or raise to so much."""
    action = Action.RAISE if tables.betting.to_match else Action.BET
    return take_act(tables.betting, seat, action, to).said[-1].slip


def same_least_raise(tables: TwoTables) -> None:
    betting, library, seat = tables.betting, tables.library, tables.turn
    if seat is None or opened_short(tables):
        return
    least, whole = library.min_completion_betting_or_raising_to_amount, betting.bets[seat] + betting.stacks[seat]
    if least is not None and least < whole:
        assert slip_of(tables, seat, least) is None
        assert slip_of(tables, seat, least - 1) in (Slip.UNDERBET, Slip.UNDERRAISE)
    able = [
        other
        for other in live_seats(betting)
        if other != seat and betting.bets[other] + betting.stacks[other] > betting.to_match
    ]
    if least is None and whole > betting.to_match and able:
        assert slip_of(tables, seat, whole) is Slip.NOT_REOPENED


def opened_short(tables: TwoTables) -> bool:
    """The largest bet or raise of the round is an all-in below the big blind: the library takes it for a full one."""
    return 0 < tables.library.completion_betting_or_raising_amount < BIG


def same_pots(tables: TwoTables) -> None:
    """The library has given back what nobody put in as much as; here that lies with the last pot."""
    betting, library = tables.betting, tables.library
    ours = [(pot.chips, tuple(sorted(pot.seats))) for pot in pots(betting)]
    put = sorted((betting.paid.get(seat, 0) + chips for seat, chips in betting.bets.items()), reverse=True)
    assert sum(chips for chips, _ in ours) == sum(put)
    if len(live_seats(betting)) == 1:
        assert library.total_pot_amount == sum(put)
        return
    chips, seats = ours.pop()
    uncalled = put[0] - put[1]
    if chips > uncalled:
        ours.append((chips - uncalled, seats))
    assert ours == [(pot.amount, tuple(SeatNo(index + 1) for index in pot.player_indices)) for pot in library.pots]


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("game", GAMES)
def test_a_legal_hand_goes_as_the_library_plays_it(game: str, block: int) -> None:
    for seed in range(block * HANDS, (block + 1) * HANDS):
        tables, rng = random_table(game, seed)
        for _ in range(MOST_ACTS):
            same_turn_and_chips(tables)
            if game != "stud":
                same_least_raise(tables)
            if tables.turn is None:
                break
            tables.act(*legal_act(rng, tables.library))
        assert tables.turn is None, seed
        same_pots(tables)
        assert tables.said() == [], seed


def test_a_short_big_blind_is_called_in_full() -> None:
    """Seat 2 has 150 of the 200: who comes in pays 200 (the blind is what the level says, whoever can post it)."""
    seats = (SeatNo(1), SeatNo(2), SeatNo(3))
    setup = TableSetup("tda", seats, SeatNo(3))
    betting = open_hand(setup, {SeatNo(2): 150}, (SeatNo(3), SeatNo(1), SeatNo(2)), (SeatNo(1), SeatNo(2)))
    called = take_act(betting, SeatNo(3), Action.CALL, None)
    assert called.bets[SeatNo(2)] == 150
    assert called.bets[SeatNo(3)] == 200


def test_an_all_in_below_the_least_bet_reopens_nothing_for_who_has_checked() -> None:
    """On the flop seat 4 bets its last 31 of a least bet of 200: who checked may only call (bfsp 4.9.8, gpc 47)."""
    seats = tuple(SeatNo(seat) for seat in range(1, 5))
    order = (SeatNo(3), SeatNo(4), SeatNo(1), SeatNo(2))
    betting = open_hand(TableSetup("tda", seats, SeatNo(4)), {SeatNo(4): 231}, order, (SeatNo(1), SeatNo(2)))
    for seat in order[:3]:
        betting = take_act(betting, seat, Action.CALL, None)
    betting = open_round(take_act(betting, SeatNo(2), Action.CHECK, None), 1, seats, BIG)
    for seat in seats[:3]:
        betting = take_act(betting, seat, Action.CHECK, None)
    betting = take_act(betting, SeatNo(4), Action.ALL_IN, None)
    assert betting.pending == (SeatNo(1), SeatNo(2), SeatNo(3))
    assert take_act(betting, SeatNo(1), Action.RAISE, 231).said[-1].slip is Slip.NOT_REOPENED


def test_a_short_all_in_over_the_blind_reopens_nothing() -> None:
    """Blinds 100/200: 346 all-in is 146 more, less than a full raise of 200; who called may only call (gpc 47)."""
    seats = tuple(SeatNo(seat) for seat in range(1, 5))
    setup = TableSetup("tda", seats, SeatNo(4))
    order = (SeatNo(3), SeatNo(4), SeatNo(1), SeatNo(2))
    betting = open_hand(setup, {SeatNo(4): 346}, order, (SeatNo(1), SeatNo(2)))
    betting = take_act(betting, SeatNo(3), Action.CALL, None)
    betting = take_act(betting, SeatNo(4), Action.ALL_IN, None)
    assert take_act(betting, SeatNo(1), Action.RAISE, 546).said[-1].slip is None, "seat 1 has not acted yet"
    betting = take_act(betting, SeatNo(1), Action.CALL, None)
    betting = take_act(betting, SeatNo(2), Action.CALL, None)
    assert take_act(betting, SeatNo(3), Action.RAISE, 546).said[-1].slip is Slip.NOT_REOPENED
