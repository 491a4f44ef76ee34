"""Who is dealt first and who acts first, clockwise from the button; heads-up the button is the small blind."""

from collections.abc import Iterable, Sequence

from felt.games.game import Game, Target
from felt.place import SeatNo


def following(seats: Iterable[SeatNo], after: SeatNo) -> tuple[SeatNo, ...]:
    """The seats clockwise, starting with the first one past `after`; `after` itself comes last."""
    ordered = sorted(seats)
    return tuple([seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after])


def deal_order(seats: Iterable[SeatNo], button: SeatNo) -> tuple[SeatNo, ...]:
    """One round of the deal: the seat left of the button first, the button last (bfsp 5.6.1; heads-up gpc 34)."""
    return following(seats, button)


def blind_seats(seats: Sequence[SeatNo], button: SeatNo) -> tuple[SeatNo | None, SeatNo]:
    """Small and big blind. Heads-up the button posts the small blind (gpc 34, sport-poker 2.4)."""
    around = following(seats, button)
    if len(around) == 2 and button in around:
        return button, around[0]
    return around[0], around[1]


def first_to_act(game: Game, street: int, seats: Sequence[SeatNo], button: SeatNo) -> tuple[SeatNo, ...]:
    """All dealt-in seats in the order they speak on that street (0 is the first), whoever is still in."""
    around = following(seats, button)
    if street == 0 and game.streets[0].target is Target.SEATS:
        return following(seats, blind_seats(seats, button)[1])
    return around
