"""What no clause makes an error is said to whoever stands there, once, and ruled on by nobody."""

from felt.fact import Face, HandOpened
from felt.place import BOARD, SeatNo, seat_place
from felt.situation import Kind, Situation
from tests.hub.rules.felt_table import FeltTable, sensed

SEATS = (1, 2, 3)


def notes(table: FeltTable) -> list[tuple[int | None, str]]:
    return [(note.seat, note.text) for note in table.state.notes]


def open_face(seats: int = 3, **other: float) -> FeltTable:
    table = FeltTable(game="ofc", seats=seats, button=seats, senses=sensed(**other))
    table.open()
    return table


def get(table: FeltTable, seat: int, cards: int) -> None:
    table.deal(*(seat,) * cards)


def test_open_face_has_no_burns_no_board_and_no_bets() -> None:
    table = open_face()
    table.burn()
    table.burn()
    table.land(BOARD, Face.UP, "9c")
    table.acts("1 calls")
    assert notes(table) == [
        (None, "a card was burned: this game has no burns"),
        (None, "a card lies on the board: this game has none"),
        (SeatNo(1), "this game has no betting"),
    ]
    assert table.rulings == []


def test_four_cards_in_a_round_of_three_are_said_when_the_next_seat_gets_its_own() -> None:
    table = open_face()
    get(table, 1, 4)
    assert notes(table) == []
    get(table, 2, 3)
    assert notes(table) == [(SeatNo(1), "9 cards were dealt here: rounds are of three")]
    assert table.rulings == []


def test_three_each_and_a_fantasy_of_fourteen_are_right() -> None:
    """bfsp 8: a player in fantasy gets 14 cards at once, the others five and then three in turn."""
    table = open_face()
    get(table, 3, 14 - 5)
    for _ in range(3):
        get(table, 1, 3)
        get(table, 2, 3)
    assert notes(table) == []


def test_readers_that_miss_say_nothing_of_a_round_of_three() -> None:
    table = open_face(hole=0.001)
    get(table, 1, 4)
    get(table, 2, 3)
    assert notes(table) == []


def third_street(face: Face, **other: float) -> FeltTable:
    """Stud dealt to its open cards; seat 1's lies as told."""
    table = FeltTable(game="stud", seats=3, senses=sensed(**other))
    table.tell(HandOpened())
    table.deal(*SEATS, *SEATS)
    for seat, lies, card in zip(SEATS, (face, Face.UP, Face.UP), ("2c", "Jd", "9h"), strict=True):
        table.land(seat_place(SeatNo(seat)), lies, card if lies is Face.UP else None)
    return table


def test_an_open_card_that_lies_face_down_is_said_at_its_seat() -> None:
    table = third_street(Face.DOWN)
    assert notes(table) == [(SeatNo(1), "its open card lies face down")]
    assert table.rulings == []


def test_a_camera_that_may_be_late_says_nothing_of_it() -> None:
    assert notes(third_street(Face.DOWN, faces=0.001)) == []


def test_a_card_to_a_folded_hand_is_the_floors() -> None:
    table = third_street(Face.UP)
    table.acts("1 calls, 2 calls, 3 folds")
    table.burn()
    table.land(seat_place(SeatNo(3)), Face.UP, "3d")
    assert [(ruling.kind, ruling.situation, ruling.seat) for ruling in table.rulings] == [
        (Kind.FLOOR, Situation.UNENTITLED_HAND, SeatNo(3))
    ]


def test_by_readers_that_miss_a_card_at_a_folded_hand_is_only_said() -> None:
    table = third_street(Face.UP, hole=0.001)
    table.acts("1 calls, 2 calls, 3 folds")
    table.burn()
    table.land(seat_place(SeatNo(3)), Face.UP, "3d")
    assert table.rulings == []
    assert (SeatNo(3), "a card was dealt to a hand that is out") in notes(table)
