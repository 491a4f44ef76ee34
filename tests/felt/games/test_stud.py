"""Who brings it in and whose open hand speaks first in stud (bfsp 4.5, 5.8.2, 5.8.5)."""

import pytest

from felt.card import Card
from felt.games import GAMES, best_open_hands, bring_in_seat, first_by_suit
from felt.place import SeatNo


def hands(*texts: str) -> dict[SeatNo, tuple[Card, ...]]:
    """Open hands of seats 1, 2, ... such as `Kh Kd`."""
    return {SeatNo(at): tuple(Card(card) for card in text.split()) for at, text in enumerate(texts, start=1)}


def test_the_lowest_card_brings_it_in_and_an_ace_is_high() -> None:
    assert bring_in_seat({SeatNo(1): Card("Ad"), SeatNo(2): Card("3s"), SeatNo(3): Card("4c")}) == 2
    assert bring_in_seat({SeatNo(1): Card("Ad"), SeatNo(2): Card("3s")}, ace="low") == 1


@pytest.mark.parametrize(("one", "other", "seat"), [("2c", "2d", 1), ("2h", "2d", 2), ("2s", "2h", 2)])
def test_equal_low_cards_bring_it_in_by_suit(one: str, other: str, seat: int) -> None:
    """bfsp 5.8.2: spades, hearts, diamonds, clubs, from high to low."""
    assert bring_in_seat({SeatNo(1): Card(one), SeatNo(2): Card(other)}) == seat


@pytest.mark.parametrize(
    ("one", "other", "best"),
    [
        ("2c 2d", "As Kd", (1,)),
        ("Ah 9d", "As 8d", (1,)),
        ("3c 3d 3h", "As Ad Kh", (1,)),
        ("3c 3d 2h 2s", "As Ad Kh Qs", (1,)),
        ("2c 2d 2h 3s", "As Ad Kh Ks", (1,)),
        ("4c 4d 3h 3s", "5s 5d 2h 2c", (2,)),
        ("9c 9d 9h 9s", "As Ad Ah Kh", (1,)),
        ("Kh 9d", "Ks 9c", (1, 2)),
        ("Th 9h 8h 7h", "As 2d 3c 4h", (2,)),
    ],
)
def test_the_best_open_hand_is_one_of_groups_and_ranks(one: str, other: str, best: tuple[int, ...]) -> None:
    """Four open cards make no straight and no flush."""
    assert best_open_hands(hands(one, other)) == best


def test_equal_open_hands_speak_by_the_suit_of_what_counts_first() -> None:
    up = hands("Kh 9s", "Kd 9c", "Ks 9d")
    assert first_by_suit(up, tuple(up)) == 3
    pairs = hands("9s 9c Ah", "9d 9h As")
    assert first_by_suit(pairs, tuple(pairs)) == 1, "the pair counts before the ace"


def test_every_game_says_how_many_it_seats() -> None:
    assert [(game, GAMES[game].max_seats) for game in sorted(GAMES)] == [
        ("holdem", 10),
        ("ofc", 3),
        ("omaha4", 10),
        ("omaha5", 9),
        ("stud", 8),
    ]
    assert GAMES["ofc"].fits(3)
    assert not GAMES["ofc"].fits(4)
    assert not GAMES["stud"].fits(1)


def test_cards_due_by_street() -> None:
    assert [GAMES["stud"].seat_cards(street) for street in range(5)] == [3, 4, 5, 6, 7]
    assert [GAMES["holdem"].seat_cards(street) for street in range(4)] == [2, 2, 2, 2]
    assert [GAMES["ofc"].seat_cards(street) for street in range(5)] == [5, 8, 11, 14, 17]
