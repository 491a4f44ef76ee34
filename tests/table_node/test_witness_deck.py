"""The witness and the deck: whose cards they are, from hand to hand, and what came out of the shuffler."""

import pytest

from felt.card import Card
from felt.fact import (
    CardArrived,
    CardDoubled,
    DeadCardReturned,
    DeckChecked,
    ForeignSeen,
    HandOpened,
    ShufflerReported,
    ShufflerState,
    StubEvent,
    StubHandled,
)
from felt.ids import DeviceId, Ref, Uid
from felt.order import StepDue
from felt.place import BOARD, MUCK, Place, parse_place
from felt.situation import Step
from firmware_bridge.reading import ShufflerSaid
from hardware.deck import DeckFile
from tests.table_node.tabletop import BLUE, RED, Tabletop, named, uid_of
from tests.table_node.told import guide

CAMERA = DeviceId("overhead")
SHUFFLER = DeviceId("shuffler")


def dealt_again(table: Tabletop, card: str) -> CardArrived:
    """The card is lifted, and lies at seat 7 in the next hand."""
    table.lift(card)
    table.pass_time(2)
    guide(table, "h2", "dealing")
    table.put("seat7", card)
    (after,) = table.sweep(4)
    assert isinstance(after, CardArrived)
    return after


class TestDeck:
    def test_the_same_card_twice_in_one_hand(self) -> None:
        twin = uid_of("Kh", copy=9)
        table = Tabletop((DeckFile("fouled", {**RED.cards, twin: Card("Kh")}),))
        table.settle()
        guide(table, "h1", "dealing")
        table.put("seat3", "Kh")
        table.sweep(2)
        table.put("seat5", twin)
        facts = table.sweep(10)
        assert named(facts) == ["CardArrived", "CardDoubled"]
        assert facts[1] == CardDoubled(None)

    def test_it_is_named_when_both_lie_face_up(self) -> None:
        twin = uid_of("Kh", copy=9)
        table = Tabletop((DeckFile("fouled", {**RED.cards, twin: Card("Kh")}),))
        table.settle()
        table.put("board", "Kh", twin)
        assert CardDoubled(Card("Kh")) in table.sweep(2)

    def test_a_spare_copy_that_is_not_in_the_hand_is_no_double(self) -> None:
        twin = uid_of("Kh", copy=9)
        table = Tabletop((DeckFile("fouled", {**RED.cards, twin: Card("Kh")}),))
        table.settle()
        guide(table, "h1", "dealing")
        table.put("seat3", twin)
        table.sweep(2)
        guide(table, "h1", "over")
        table.lift(twin)
        table.pass_time(1)
        guide(table, "h2", "dealing")
        table.put("seat3", "Kh")
        assert named(table.sweep(4)) == ["CardArrived"]

    def test_one_tag_clearly_at_two_far_seats_is_a_clone(self, table: Tabletop) -> None:
        table.put("seat2", "Kh")
        table.sweep(2)
        table.bleed("Kh", "seat5")
        assert table.sweep(60) == [CardDoubled(None)]

    def test_one_tag_at_two_neighbours_is_a_bleed(self, table: Tabletop) -> None:
        table.put("seat2", "Kh")
        table.sweep(2)
        table.bleed("Kh", "seat1")
        assert table.sweep(60) == []

    @pytest.mark.parametrize(("place", "told"), [("seat3", None), ("board", BOARD)])
    def test_a_strange_card_is_a_card_and_foreign(self, table: Tabletop, place: str, told: Place | None) -> None:
        """Read three times before it is believed, the third time being the first of two for its arrival."""
        laid = table.now
        table.put(place, "E00401AA55667788")
        assert table.sweep(3) == []
        facts = table.sweep(20)
        assert named(facts) == ["CardArrived", "ForeignSeen"]
        assert facts[1] == ForeignSeen(told)
        assert isinstance(facts[0], CardArrived)
        assert facts[0].card is None
        assert facts[0].between.after < laid

    def test_a_wrong_read_is_counted_and_nothing_else(self, table: Tabletop) -> None:
        table.put("seat3", "E00401AA55667788")
        table.sweep(2)
        table.lift("E00401AA55667788")
        assert table.sweep(3) == []
        assert table.witness.faults["wrong read"] == 1

    def test_two_tags_at_once_can_sound_like_a_third(self) -> None:
        """E00259C186C95D5F and E00259C186C95830 were read as E00259C186C95D7F, their bitwise OR (ST community)."""
        one, two, ghost = Uid("E00259C186C95D5F"), Uid("E00259C186C95830"), Uid("E00259C186C95D7F")
        table = Tabletop((DeckFile("st", {one: Card("Kh"), two: Card("2c")}),))
        table.settle()
        table.put("seat3", one, two, ghost)
        assert named(table.sweep(20)) == ["CardArrived", "CardArrived"]
        assert table.witness.faults["collision"] == 20

    def test_a_telephone_is_no_card(self, table: Tabletop) -> None:
        """A telephone in card emulation shows a random identifier of 4 bytes that begins with 08 (ISO 14443-3)."""
        table.put("seat3", "08A1B2C3")
        assert table.sweep(20) == []
        assert table.witness.faults["no card"] == 20

    def test_a_table_changes_decks_between_hands(self) -> None:
        table = Tabletop((RED, BLUE))
        table.settle()
        guide(table, "h1", "dealing")
        table.put("seat3", "Kh", "2c")
        table.sweep(2)
        guide(table, "h1", "over")
        table.lift("Kh", "2c")
        table.pass_time(1)
        guide(table, "h2", "dealing")
        table.put("seat3", *(uid_of(card, copy=7) for card in ("Kh", "2c", "3c", "4c", "5c")))
        assert named(table.sweep(5)) == ["CardArrived"] * 5

    def test_a_card_of_the_other_deck_among_the_deck_in_play_is_foreign(self) -> None:
        table = Tabletop((RED, BLUE))
        table.settle()
        guide(table, "h1", "dealing")
        table.put("seat3", uid_of("9h", copy=7), "Kh", "2c")
        assert named(table.sweep(4)) == ["CardArrived"] * 3
        table.put("seat4", "3c", "4c")
        assert named(table.sweep(9)) == ["CardArrived", "CardArrived", "ForeignSeen"]

    @pytest.mark.parametrize("dead", ["muck", "burn"])
    def test_a_dead_card_that_comes_back(self, table: Tabletop, dead: str) -> None:
        table.put(dead, "Kh")
        table.sweep(2)
        table.put("seat3", "Kh")
        facts = table.sweep(3)
        assert named(facts) == ["CardLeft", "CardArrived", "DeadCardReturned"]
        assert facts[2] == DeadCardReturned(parse_place("seat3"), Ref("r1"), parse_place(dead))

    def test_a_burn_swept_into_the_muck_did_not_come_back(self, table: Tabletop) -> None:
        table.put("burn", "Kh")
        table.sweep(2)
        table.put("muck", "Kh")
        assert named(table.sweep(3)) == ["CardLeft", "CardArrived"]

    def test_dead_cards_of_the_last_hand_live_again(self, table: Tabletop) -> None:
        table.put("muck", "Kh")
        table.sweep(2)
        guide(table, "h1", "over")
        table.lift("Kh")
        table.pass_time(4)
        guide(table, "h2", "dealing")
        table.put("seat3", "Kh")
        assert named(table.sweep(3)) == ["CardArrived"]

    @pytest.mark.parametrize("place", ["seat3", "board"])
    def test_a_card_that_no_look_missed_in_the_muck_since_the_last_hand_went_through_the_deck(
        self, table: Tabletop, place: str
    ) -> None:
        """The muck is a heap: its looks may hide that the card is gone until it is dealt again."""
        table.put("muck", "Kh")
        table.sweep(2)
        guide(table, "h1", "over")
        table.sweep(2)
        table.garbled.add(MUCK)
        table.lift("Kh")
        table.pass_time(4)
        guide(table, "h2", "dealing")
        table.put(place, "Kh")
        arrived = [fact for fact in table.pass_time(2) if isinstance(fact, CardArrived | DeadCardReturned)]
        assert [(type(fact), fact.ref) for fact in arrived] == [(CardArrived, Ref("r2"))]

    def test_a_card_first_read_after_the_hand_goes_to_the_stub_with_the_cards_that_lie_there(
        self, table: Tabletop
    ) -> None:
        """It was lifted before it could be read. What is dealt from the deck again has another name."""
        table.put("seat1", "2c", "3c")
        table.sweep(3)
        guide(table, "h1", "over")
        table.put("seat4", "Kh")
        (before,) = table.sweep(4)
        assert isinstance(before, CardArrived)
        table.lift("2c", "3c")
        assert dealt_again(table, "Kh").ref != before.ref

    def test_a_card_read_right_after_the_hand_cannot_be_of_the_next_one(self, table: Tabletop) -> None:
        guide(table, "h1", "over")
        table.put("seat4", "Kh")
        (before,) = table.sweep(3)
        assert isinstance(before, CardArrived)
        assert dealt_again(table, "Kh").ref != before.ref

    def test_a_card_first_seen_in_the_muck_after_the_hand_is_of_that_hand(self, table: Tabletop) -> None:
        guide(table, "h1", "over")
        table.put("muck", "Kh")
        table.sweep(3)
        table.garbled.add(MUCK)
        table.lift("Kh")
        guide(table, "h2", "dealing")
        table.pass_time(4)
        table.put("board", "Kh")
        assert "DeadCardReturned" not in named(table.pass_time(2))


class TestShuffler:
    def said(self, table: Tabletop, state: ShufflerState, cycle: int, **more: object) -> list[object]:
        return [*table.witness.observe(ShufflerSaid(SHUFFLER, state, cycle, table.now, **more))]  # type: ignore[arg-type]

    def test_its_button_opens_the_hand_and_its_count_checks_the_deck(self, table: Tabletop) -> None:
        assert self.said(table, ShufflerState.IDLE, 0) == [ShufflerReported(ShufflerState.IDLE, 0)]
        assert self.said(table, ShufflerState.SHUFFLING, 1, started=True) == [
            HandOpened(by_machine=True),
            ShufflerReported(ShufflerState.SHUFFLING, 1),
        ]
        assert self.said(table, ShufflerState.SHUFFLING, 1, count=51) == []
        assert self.said(table, ShufflerState.COUNT_WRONG, 1, count=51) == [
            ShufflerReported(ShufflerState.COUNT_WRONG, 1),
            DeckChecked(51),
        ]
        assert self.said(table, ShufflerState.COUNT_WRONG, 1, count=51) == []

    def test_after_a_power_cut_the_same_cycle_number_is_another_cycle(self, table: Tabletop) -> None:
        self.said(table, ShufflerState.SHUFFLING, 1, started=True)
        self.said(table, ShufflerState.READY, 1, count=52)
        self.said(table, ShufflerState.IDLE, 0)
        assert self.said(table, ShufflerState.SHUFFLING, 1, started=True)[0] == HandOpened(by_machine=True)

    def test_a_stub_shuffled_by_the_machine_opens_no_hand_and_is_no_deck(self, table: Tabletop) -> None:
        self.said(table, ShufflerState.IDLE, 4)
        guide(table, "h1", "procedure", StepDue(Step.SHUFFLE_STUB, "shuffle the stub"))
        facts = self.said(table, ShufflerState.SHUFFLING, 5, started=True)
        facts += self.said(table, ShufflerState.READY, 5, count=38)
        assert [f for f in facts if not isinstance(f, ShufflerReported)] == [StubHandled(StubEvent.SHUFFLED)]

    def test_a_machine_met_after_its_cycle_checks_no_deck(self, table: Tabletop) -> None:
        assert self.said(table, ShufflerState.READY, 3, count=52) == [ShufflerReported(ShufflerState.READY, 3)]
