"""Reads that mislead, laid out by hand: tilted hands, cards a player lays back, and a camera ahead of the antennas."""

from felt.card import Card
from felt.fact import CardArrived, CardLeft, Face, Fact
from felt.ids import DeviceId, HandId
from felt.order import Guidance
from felt.place import SeatNo, seat_place
from table_node.tuning import DEFAULT_TUNING
from tests.table_node.tabletop import BLUE, RED, Tabletop
from vision.sighting import Sighting


def opened() -> Tabletop:
    table = Tabletop(tuning=DEFAULT_TUNING)
    table.settle()
    table.witness.guide(Guidance(1, HandId("h1"), "dealing"), table.now)
    return table


def arrived(facts: list[Fact]) -> list[str]:
    return [str(fact.place) for fact in facts if isinstance(fact, CardArrived)]


def test_a_card_too_many_is_not_told_while_another_antenna_hears_it_too() -> None:
    """Seat 3's card stands on its edge: now its own antenna hears it, now the full neighbour's."""
    table = opened()
    table.put("seat2", "Kh", "Kd")
    table.sweep(4)
    table.put("seat3", "2c")
    facts: list[Fact] = []
    for at in range(24):
        table.bleed("2c", *(["seat2"] if at % 4 else []))
        facts += table.sweep()
    assert "seat2" not in arrived(facts)
    table.bleed("2c")
    facts += table.sweep(10)
    assert arrived(facts) == ["seat3"]


def test_a_real_card_too_many_is_told_after_six_looks() -> None:
    table = opened()
    table.put("seat2", "Kh", "Kd")
    table.sweep(4)
    table.put("seat2", "2c")
    assert arrived(table.sweep(5)) == []
    assert arrived(table.sweep(1)) == ["seat2"]


def test_a_hand_that_a_player_lays_back_after_the_end_keeps_its_names() -> None:
    """The pot was pushed; the winner looks at his cards once more while the board still lies there."""
    table = opened()
    table.put("seat2", "Kh", "Kd")
    table.put("board", "2c", "9s", "Th")
    before = {fact.ref for fact in table.sweep(4) if isinstance(fact, CardArrived) and str(fact.place) == "seat2"}
    table.witness.guide(Guidance(2, HandId("h1"), "over"), table.now)
    table.lift("Kh", "Kd")
    assert {fact.ref for fact in table.pass_time(1.0) if isinstance(fact, CardLeft)} == before
    table.put("seat2", "Kh", "Kd")
    back = {fact.ref for fact in table.sweep(4) if isinstance(fact, CardArrived)}
    assert back == before


def test_a_card_of_the_next_hand_at_the_same_seat_has_a_fresh_name() -> None:
    table = opened()
    table.put("seat2", "Kh", "Kd")
    before = {fact.ref for fact in table.sweep(4) if isinstance(fact, CardArrived)}
    table.witness.guide(Guidance(2, HandId("h1"), "over"), table.now)
    table.lift("Kh", "Kd")
    table.pass_time(2.0)
    table.put("seat2", "Kh")
    fresh = [fact for fact in table.sweep(4) if isinstance(fact, CardArrived)]
    assert len(fresh) == 1
    assert fresh[0].ref not in before
    assert fresh[0].face is Face.DOWN


def test_a_hand_shown_at_the_showdown_says_nothing_of_the_next_deal() -> None:
    """The same card comes to the same seat in the next hand: face down, whatever the camera saw before."""
    table = opened()
    table.put("seat2", "Kh")
    table.sweep(4)
    table.witness.guide(Guidance(2, HandId("h1"), "over"), table.now)
    table.lift("Kh")
    table.pass_time(1.0)
    seen = Sighting(DeviceId("overhead"), seat_place(SeatNo(2)), Face.UP, table.now, table.now, card=Card("Kh"))
    table.witness.observe(seen)
    table.pass_time(3.0)
    table.witness.guide(Guidance(3, HandId("h2"), "dealing"), table.now)
    table.put("seat2", "Kh")
    faces = [fact.face for fact in table.sweep(4) if isinstance(fact, CardArrived)]
    assert faces == [Face.DOWN]


def test_a_card_with_a_double_in_the_deck_is_still_seen_face_up() -> None:
    """Two decks are enrolled: the camera names a king of hearts, the antenna tells which."""
    table = Tabletop((RED, BLUE), tuning=DEFAULT_TUNING)
    table.settle()
    table.witness.guide(Guidance(1, HandId("h1"), "dealing"), table.now)
    table.put("seat2", "Kh")
    seen = Sighting(DeviceId("overhead"), seat_place(SeatNo(2)), Face.UP, table.now, table.now, card=Card("Kh"))
    table.witness.observe(seen)
    faces = [fact.face for fact in table.sweep(4) if isinstance(fact, CardArrived)]
    assert faces == [Face.UP]


def test_a_card_that_slides_to_the_neighbour_at_the_end_keeps_its_name() -> None:
    """No deck is gathered, shuffled and dealt within a second: it never was in the stub."""
    table = opened()
    table.put("seat3", "Kh")
    (first,) = [fact for fact in table.sweep(4) if isinstance(fact, CardArrived)]
    table.witness.guide(Guidance(2, HandId("h1"), "over"), table.now)
    table.put("seat4", "Kh")
    (second,) = [fact for fact in table.sweep(6) if isinstance(fact, CardArrived)]
    assert second.ref == first.ref


def test_a_hand_that_was_lifted_when_the_hand_ended_keeps_its_names_too() -> None:
    table = opened()
    table.put("seat2", "Kh", "Kd")
    table.put("board", "2c", "9s", "Th")
    before = {fact.ref for fact in table.sweep(4) if isinstance(fact, CardArrived) and str(fact.place) == "seat2"}
    table.lift("Kh", "Kd")
    table.pass_time(12.0)
    table.witness.guide(Guidance(2, HandId("h1"), "over"), table.now)
    table.put("seat2", "Kh", "Kd")
    assert {fact.ref for fact in table.sweep(4) if isinstance(fact, CardArrived)} == before
