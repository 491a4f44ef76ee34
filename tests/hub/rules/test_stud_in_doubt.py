"""Stud by readers that miss and cameras that are late: what looks exposed may be the card that is due open."""

from felt.fact import By, Face, HandOpened, RoundClosed, TimePassed
from felt.ids import Ref
from felt.place import SeatNo, seat_place
from felt.situation import Situation, Tracker
from tests.hub.rules.felt_table import SWEEP_MS, FeltTable, sensed

UP = {1: "9s", 2: "8s", 3: "Qd", 4: "Kh"}


def stud() -> FeltTable:
    table = FeltTable(game="stud", sweep_ms=float(SWEEP_MS), senses=sensed(0.001), tracker=Tracker.ROUNDS, lag_ms=2_000)
    table.tell(HandOpened())
    return table


def land(table: FeltTable, seat: int, card: str | None = None) -> Ref:
    ref = table.land(seat_place(SeatNo(seat)), Face.UP if card else Face.DOWN, card, by=By.UNKNOWN)
    table.wait(SWEEP_MS)
    return ref


def deal_down(table: FeltTable, *, but: int = 0) -> None:
    for seat in (1, 2, 3, 4, 1, 2, 3):
        land(table, seat)
    if but != 4:
        land(table, 4)


def situations(table: FeltTable) -> list[Situation]:
    """What was ruled on in the end."""
    table.tell(TimePassed(10_000))
    return situations_now(table)


def situations_now(table: FeltTable) -> list[Situation]:
    return [ruling.situation for ruling in table.rulings]


def sixth_street_without_the_card_of_seat_4() -> FeltTable:
    """Stud dealt to the end of sixth street, whose open card at seat 4 was not read yet."""
    table = stud()
    deal_down(table)
    for seat in (1, 2, 3, 4):
        land(table, seat, UP[seat])
    table.tell(RoundClosed())
    names = iter(("2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc"))
    for _ in range(2):
        table.burn()
        for seat in (1, 2, 3, 4):
            land(table, seat, next(names))
        table.tell(RoundClosed())
    table.burn()
    for seat in (1, 2, 3):
        land(table, seat, next(names))
    table.tell(RoundClosed())
    return table


def test_a_door_card_whose_face_is_seen_late_was_dealt_up() -> None:
    table = stud()
    deal_down(table)
    third = land(table, 1)
    for seat in (2, 3):
        land(table, seat, UP[seat])
    table.turn_up(1, third)
    land(table, 4, UP[4])
    assert situations(table) == []


def test_a_second_open_card_of_the_deal_was_not() -> None:
    """bfsp 6.5.1: one of the two down cards of seat 1 lies open beside its door card."""
    table = stud()
    deal_down(table)
    door = land(table, 1)
    table.turn_up(1, door)
    hand = table.state.hand
    assert hand is not None
    table.turn_up(1, hand.held[SeatNo(1)][0])
    assert situations(table) == [Situation.DOWN_CARD_EXPOSED]


def test_where_a_card_was_missed_the_open_one_is_the_door_card() -> None:
    table = stud()
    deal_down(table, but=4)
    for seat in (1, 2, 3, 4):
        land(table, seat, UP[seat])
    assert situations(table) == []


def test_a_face_seen_late_where_a_card_was_missed_is_the_door_cards() -> None:
    table = stud()
    deal_down(table, but=4)
    for seat in (1, 2, 3):
        land(table, seat, UP[seat])
    table.turn_up(4, land(table, 4))
    assert situations(table) == []


def test_an_open_card_after_the_next_seats_second_ones_is_the_door_card() -> None:
    """Seat 1's first card was missed, and nobody else has a third one yet."""
    table = stud()
    for seat in (2, 3, 4, 1, 2, 3, 4):
        land(table, seat)
    land(table, 1, UP[1])
    assert situations(table) == []


def test_an_open_card_among_the_first_two_is_exposed_while_nobody_has_more() -> None:
    table = stud()
    for seat in (1, 2, 3):
        land(table, seat)
    land(table, 4, "2c")
    assert situations(table) == [Situation.DOWN_CARD_EXPOSED]


def test_the_first_door_card_of_a_seat_that_lacks_one_is_no_exposed_down_card() -> None:
    """Seat 1's second card was not read, and nobody else's third one is yet: the others' open cards come."""
    table = stud()
    for seat in (1, 2, 3, 4, 2, 3, 4):
        land(table, seat)
    land(table, 1, UP[1])
    assert situations_now(table) == []
    land(table, 2, UP[2])
    assert situations(table) == []


def test_one_open_card_at_a_seat_is_its_door_card_once_the_deal_is_over() -> None:
    """Nobody else's open card was read: the round was closed, and each seat shows one."""
    table = stud()
    for seat in (1, 2, 3, 4, 2, 3, 4):
        land(table, seat)
    land(table, 1, UP[1])
    table.tell(RoundClosed())
    assert situations(table) == []


def test_an_exposed_card_shows_beside_the_door_card() -> None:
    """The dealer went on after he had shown seat 4's second card: everybody has an open card, and seat 4 two."""
    table = stud()
    deal_down(table, but=4)
    land(table, 4, "2c")
    for seat in (1, 2, 3, 4):
        land(table, seat, UP[seat])
    assert situations(table) == [Situation.DOWN_CARD_EXPOSED]


def test_a_second_open_card_of_every_seat_is_fourth_street() -> None:
    """Seat 4's door card was never read, so the deal does not end; nobody tells of the betting, nor was a burn read."""
    table = stud()
    deal_down(table)
    for seat in (1, 2, 3):
        land(table, seat, UP[seat])
    for seat, card in ((1, "2c"), (2, "3c"), (3, "4c")):
        land(table, seat, card)
    assert situations(table) == []


def seventh_street(table: FeltTable) -> None:
    """Seat 4 has its sixth card, and the others get their seventh ones, face down."""
    land(table, 4, "Kc")
    table.burn()
    for seat in (1, 2, 3):
        land(table, seat)


def test_a_seventh_card_that_is_read_open_at_once_was_dealt_up() -> None:
    table = sixth_street_without_the_card_of_seat_4()
    seventh_street(table)
    land(table, 4, "Ac")
    assert situations(table) == [Situation.SEVENTH_UP]


def test_a_seventh_card_that_lay_in_its_players_hand_was_turned_by_him() -> None:
    """It is read for the first time when the hand is shown, long after the seat was last read without it."""
    table = sixth_street_without_the_card_of_seat_4()
    seventh_street(table)
    table.sweep_ms = 9_000
    land(table, 4, "Ac")
    assert situations(table) == []


def test_a_card_that_is_read_after_its_round_is_not_of_the_next_street() -> None:
    """Seat 4's sixth-street card is read late: it is open, and no seventh street that was dealt face up."""
    table = sixth_street_without_the_card_of_seat_4()
    land(table, 4, "Kc")
    assert situations(table) == []


def test_a_card_of_the_sixth_street_read_after_the_seventh_was_not_dealt_up_on_it() -> None:
    table = sixth_street_without_the_card_of_seat_4()
    table.burn()
    table.land(seat_place(SeatNo(4)))
    table.land(seat_place(SeatNo(4)), Face.UP, "Kc")
    assert situations(table) == []
