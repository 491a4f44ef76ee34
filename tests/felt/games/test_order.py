"""Deal and action order: from 2 to 10 seats, heads-up, dead button, and what each game deals."""

from itertools import pairwise

import pytest

from felt.fault import BadInput
from felt.games import GAMES, Target, blind_seats, deal_order, first_to_act, following, game_named
from felt.place import SeatNo

HOLDEM = GAMES["holdem"]


def seats(*numbers: int) -> tuple[SeatNo, ...]:
    return tuple(SeatNo(number) for number in numbers)


@pytest.mark.parametrize("count", range(2, 11))
def test_the_deal_begins_left_of_the_button_and_ends_on_it(count: int) -> None:
    table = seats(*range(1, count + 1))
    for button in table:
        order = deal_order(table, button)
        assert order[-1] == button
        assert order[0] == (button % count) + 1
        assert sorted(order) == list(table)
        assert all(later == earlier % count + 1 for earlier, later in pairwise(order))


@pytest.mark.parametrize("count", range(3, 11))
def test_blinds_sit_left_of_the_button_and_the_next_seat_speaks_first(count: int) -> None:
    table = seats(*range(1, count + 1))
    for button in table:
        small, big = blind_seats(table, button)
        assert small == button % count + 1
        assert big == small % count + 1
        before = first_to_act(HOLDEM, 0, table, button)
        assert before[0] == big % count + 1
        assert before[-1] == big
        for street in (1, 2, 3):
            assert first_to_act(HOLDEM, street, table, button)[0] == small


def test_heads_up_the_button_is_small_blind_first_before_the_flop_and_second_after() -> None:
    """gpc 34, sport-poker 2.4; it also gets the last card."""
    table = seats(3, 7)
    assert blind_seats(table, SeatNo(7)) == (7, 3)
    assert deal_order(table, SeatNo(7)) == (3, 7)
    assert first_to_act(HOLDEM, 0, table, SeatNo(7)) == (7, 3)
    assert first_to_act(HOLDEM, 1, table, SeatNo(7)) == (3, 7)


def test_with_a_dead_button_the_next_players_are_the_blinds() -> None:
    """gpc 32: the button may lie at an empty seat."""
    table = seats(1, 2, 5, 6)
    assert deal_order(table, SeatNo(3)) == (5, 6, 1, 2)
    assert blind_seats(table, SeatNo(3)) == (5, 6)
    assert first_to_act(HOLDEM, 0, table, SeatNo(3)) == (1, 2, 5, 6)
    assert first_to_act(HOLDEM, 1, table, SeatNo(3)) == (5, 6, 1, 2)


def test_two_players_with_a_dead_button_have_blinds_in_order() -> None:
    table = seats(2, 6)
    assert blind_seats(table, SeatNo(4)) == (6, 2)
    assert first_to_act(HOLDEM, 0, table, SeatNo(4)) == (6, 2)


def test_following_goes_round_and_ends_with_the_seat_itself() -> None:
    assert following(seats(9, 2, 5), SeatNo(5)) == (9, 2, 5)
    assert following(seats(9, 2, 5), SeatNo(10)) == (2, 5, 9)


@pytest.mark.parametrize(("game", "hole"), [("holdem", 2), ("omaha4", 4), ("omaha5", 5)])
def test_flop_games_deal_hole_cards_then_three_one_one_each_after_a_burn(game: str, hole: int) -> None:
    rules = game_named(game)
    assert rules.hole_cards == hole
    assert [(street.cards, street.burn) for street in rules.streets[1:]] == [(3, True), (1, True), (1, True)]
    assert rules.board_cards == 5
    assert not any(rules.seat_card_up(number) for number in range(1, hole + 1))


def test_stud_deals_two_down_four_up_and_the_last_down_with_burns_from_fourth_street() -> None:
    """bfsp 5.8.1, 5.8.4-5.8.7."""
    stud = game_named("stud")
    assert [stud.seat_card_up(number) for number in range(1, 8)] == [False, False, True, True, True, True, False]
    assert [street.burn for street in stud.streets] == [False, True, True, True, True]
    assert all(street.target is Target.SEATS for street in stud.streets)
    assert not stud.seat_card_up(8)
    assert not stud.has_button


def test_open_face_deals_five_then_four_times_three() -> None:
    """bfsp 8: thirteen are placed of seventeen, one of each three is discarded."""
    assert [street.cards for street in game_named("ofc").streets] == [5, 3, 3, 3, 3]


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="holdem"):
        game_named("draw")
