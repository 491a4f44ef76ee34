"""Cards, places, ids and topics read what people and wires write, and refuse the rest by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from felt.card import DECK, parse_card, rank_of, suit_of
from felt.fault import BadInput
from felt.ids import DeviceId, RoomId, TableId, topic_level
from felt.place import BOARD, BURN, Place, SeatNo, Spot, parse_place, seat_place
from felt.topic import Channel, device_topic, parse_device_topic, room_filter, view_topic
from felt.wire.transport import fits


def test_the_deck_is_four_suits_of_thirteen() -> None:
    assert len(set(DECK)) == 52
    assert {suit: sum(suit_of(card) == suit for card in DECK) for suit in "cdhs"} == dict.fromkeys("cdhs", 13)
    assert {rank: sum(rank_of(card) == rank for card in DECK) for rank in "23456789TJQKA"} == dict.fromkeys(
        "23456789TJQKA", 4
    )


@pytest.mark.parametrize("text", ["Kh", "kh", "KH", " kH "])
def test_a_card_is_read_in_any_case(text: str) -> None:
    assert parse_card(text) == "Kh"


def test_ten_is_read_both_ways() -> None:
    assert parse_card("10d") == parse_card("Td") == "Td"


@pytest.mark.parametrize("text", ["", "K", "1h", "Kx", "11h", "Khh", "10", "♠A"])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(BadInput, match="is not a card"):
        parse_card(text)


@pytest.mark.parametrize("place", [seat_place(SeatNo(4)), BOARD, BURN, Place(Spot.BOARD, 5), Place(Spot.ASIDE)])
def test_places_round_trip(place: Place) -> None:
    assert parse_place(str(place)) == place


@pytest.mark.parametrize("text", ["", "seat", "seat0", "seat11", "board6", "burn1", "moon", "4"])
def test_what_is_no_place_is_named(text: str) -> None:
    with pytest.raises(BadInput, match="is not a place"):
        parse_place(text)


def test_topics_round_trip_and_match_their_room() -> None:
    topic = device_topic(RoomId("main"), TableId("t-7"), DeviceId("node_7"), Channel.FACTS)
    assert topic == "felt/main/t-7/node_7/facts"
    assert str(parse_device_topic(topic)) == topic
    assert fits(room_filter(RoomId("main"), Channel.FACTS), topic)
    assert not fits(room_filter(RoomId("main"), Channel.FACTS), view_topic(RoomId("main"), TableId("t-7"), "dealer"))


@pytest.mark.parametrize(
    "topic",
    ["", "felt", "felt/r/t/d", "other/r/t/d/facts", "felt/r/t/d/facts/x", "felt/r/T/d/facts", "felt/r//d/facts"],
)
def test_foreign_topics_are_refused(topic: str) -> None:
    with pytest.raises(BadInput):
        parse_device_topic(topic)


@given(st.text(max_size=60))
def test_a_topic_level_is_accepted_exactly_when_every_broker_carries_it(text: str) -> None:
    plain = 1 <= len(text) <= 48 and set(text) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-")
    if plain:
        assert topic_level(text, what="table") == text
    else:
        with pytest.raises(BadInput, match="cannot name a table"):
            topic_level(text, what="table")
