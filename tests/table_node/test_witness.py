"""The witness: what it takes from looks, and the errors of earlier tables that it must not repeat."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from felt.card import Card
from felt.clock import Nanos, seconds
from felt.fact import (
    CardArrived,
    CardDoubled,
    CardLeft,
    CardTurned,
    DeadCardReturned,
    DeckChecked,
    DeviceLost,
    DeviceRestored,
    Face,
    ForeignSeen,
    HandOpened,
    SensorDoubted,
    ShufflerReported,
    ShufflerState,
    StubEvent,
    StubHandled,
    TableSeen,
    WatchChanged,
)
from felt.ids import DeviceId, HandId, Ref, Uid
from felt.order import Guidance, StepDue
from felt.place import BOARD, BURN, MUCK, Place, parse_place
from felt.situation import Step
from firmware_bridge.reading import AntennaNo, AntennaRead, PartFound, PartLost, ShufflerSaid, antenna_part
from hardware.deck import DeckFile
from table_node.tuning import Tuning
from tests.table_node.tabletop import BLUE, BOARD_PLAN, EAST, RED, WEST, Tabletop, named, uid_of
from vision.sighting import Sighting

CAMERA = DeviceId("overhead")
SHUFFLER = DeviceId("shuffler")


@pytest.fixture
def table() -> Tabletop:
    """A bare table that was seen whole, hand h1 under way."""
    tabletop = Tabletop()
    assert tabletop.settle() == [TableSeen(())]
    guide(tabletop, "h1", "dealing")
    return tabletop


def guide(table: Tabletop, hand: str | None, state: str, *steps: StepDue) -> None:
    table.witness.guide(Guidance(1, HandId(hand) if hand else None, state, steps=steps), table.now)


def arrivals(facts: Sequence[object]) -> list[tuple[str, str, Face, str | None]]:
    return [(str(f.place), f.ref, f.face, f.card) for f in facts if isinstance(f, CardArrived)]


def places_left(facts: Sequence[object]) -> list[tuple[str, str]]:
    return [(str(f.place), f.ref) for f in facts if isinstance(f, CardLeft)]


class TestArrival:
    def test_a_hole_card_is_a_token_without_a_name(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        assert arrivals(table.sweep(2)) == [("seat3", "r1", Face.DOWN, None)]

    def test_a_board_card_is_named(self, table: Tabletop) -> None:
        table.put("board", "9c")
        assert arrivals(table.sweep(2)) == [("board", "r1", Face.UP, "9c")]

    @pytest.mark.parametrize("place", ["burn", "muck"])
    def test_a_burn_or_mucked_card_is_a_token(self, table: Tabletop, place: str) -> None:
        table.put(place, "9c")
        assert arrivals(table.sweep(2)) == [(place, "r1", Face.DOWN, None)]

    def test_a_card_read_once_on_its_way_has_not_arrived(self, table: Tabletop) -> None:
        """A pitched card slides over the antennas of other seats."""
        table.put("seat3", "Kh")
        table.sweep()
        table.put("seat4", "Kh")
        assert arrivals(table.sweep(6)) == [("seat4", "r1", Face.DOWN, None)]

    def test_one_look_is_enough_where_the_table_says_so(self) -> None:
        table = Tabletop(tuning=Tuning(arrive_looks=1))
        table.settle()
        table.put("seat3", "Kh")
        assert arrivals(table.sweep()) == [("seat3", "r1", Face.DOWN, None)]

    def test_the_interval_lies_between_two_looks_of_its_own_antenna(self, table: Tabletop) -> None:
        """Seat 1's antenna is looked at first in each sweep of 12 looks of 20 ms; one clean look may have missed it."""
        began = table.now
        table.sweep(2)
        table.put("seat1", "Kh")
        (fact,) = table.sweep(2)
        assert isinstance(fact, CardArrived)
        assert fact.between.after == began
        assert fact.between.by == began + 2 * 12 * 20_000_000 + 20_000_000

    def test_two_cards_dealt_within_one_sweep_have_no_order(self, table: Tabletop) -> None:
        table.put("seat2", "Kh")
        table.put("seat1", "2c")
        one, two = (fact for fact in table.sweep(2) if isinstance(fact, CardArrived))
        assert not one.between.precedes(two.between)
        assert not two.between.precedes(one.between)

    def test_two_cards_dealt_sweeps_apart_have_an_order(self, table: Tabletop) -> None:
        table.sweep()
        table.put("seat2", "Kh")
        (first,) = table.sweep(3)
        table.put("seat1", "2c")
        (second,) = table.sweep(2)
        assert isinstance(first, CardArrived)
        assert isinstance(second, CardArrived)
        assert first.between.precedes(second.between)
        assert not second.between.precedes(first.between)

    def test_a_missed_look_widens_the_interval_it_does_not_move_it(self, table: Tabletop) -> None:
        """Read, missed, read, read: the card may have lain there since the first read."""
        before = table.now
        table.put("seat1", "Kh")
        table.sweep()
        table.unread.add(uid_of("Kh"))
        table.sweep()
        table.unread.clear()
        (fact,) = table.sweep(2)
        assert isinstance(fact, CardArrived)
        assert fact.between.after < before
        assert fact.between.by > before + 2 * 240_000_000

    def test_a_card_under_a_garbled_look_was_perhaps_there_all_along(self, table: Tabletop) -> None:
        last_clean = table.now
        table.sweep(2)
        table.garbled.add(parse_place("seat1"))
        table.sweep(3)
        table.put("seat1", "Kh")
        (fact,) = table.sweep(2)
        assert isinstance(fact, CardArrived)
        assert fact.between.after == last_clean


class TestStaying:
    def test_identical_sweeps_are_no_facts(self, table: Tabletop) -> None:
        table.put("seat3", "Kh", "Kd")
        table.put("board", "9c", "2d", "Jh")
        table.sweep(2)
        assert table.sweep(500) == []

    def test_a_lifted_and_returned_card_is_no_event(self, table: Tabletop) -> None:
        table.put("seat3", "Kh", "Kd")
        table.sweep(2)
        table.lift("Kh", "Kd")
        assert table.pass_time(8) == []
        table.put("seat3", "Kh", "Kd")
        assert table.pass_time(20) == []

    def test_a_card_missing_for_its_whole_patience_left_at_some_time_since(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        seen = table.now
        table.lift("Kh")
        (fact,) = table.pass_time(12)
        assert isinstance(fact, CardLeft)
        assert (str(fact.place), fact.ref) == ("seat3", "r1")
        assert fact.between.after < seen
        assert fact.between.by >= seen + seconds(9)

    def test_garbled_looks_prove_no_absence(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        table.lift("Kh")
        table.garbled.add(parse_place("seat3"))
        assert table.pass_time(60) == []

    def test_garbled_looks_prove_presence(self, table: Tabletop) -> None:
        table.garbled.add(parse_place("seat3"))
        table.put("seat3", "Kh")
        assert arrivals(table.sweep(2)) == [("seat3", "r1", Face.DOWN, None)]

    def test_a_card_that_comes_back_after_long_keeps_its_token(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        table.lift("Kh")
        table.pass_time(12)
        table.put("seat3", "Kh")
        assert arrivals(table.sweep(2)) == [("seat3", "r1", Face.DOWN, None)]

    def test_a_muck_is_a_heap_that_hides_its_cards(self, table: Tabletop) -> None:
        table.put("muck", "Kh")
        table.sweep(2)
        table.unread.add(uid_of("Kh"))
        assert table.pass_time(120) == []


class TestMoving:
    def test_a_card_seen_elsewhere_left_its_place(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        table.put("muck", "Kh")
        facts = table.sweep(3)
        assert named(facts) == ["CardLeft", "CardArrived"]
        assert places_left(facts) == [("seat3", "r1")]
        assert arrivals(facts) == [("muck", "r1", Face.DOWN, None)]

    def test_it_cannot_have_arrived_before_it_was_last_seen_at_home(self, table: Tabletop) -> None:
        table.put("seat9", "Kh")
        table.sweep(4)
        last_seen = table.now
        table.put("muck", "Kh")
        left, arrived = table.sweep(3)
        assert isinstance(left, CardLeft)
        assert isinstance(arrived, CardArrived)
        assert last_seen - 3 * 20_000_000 < arrived.between.after < last_seen
        assert left.between.after <= arrived.between.after
        assert left.between.by == arrived.between.by

    def test_a_steady_bleed_moves_nothing(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        table.bleed("Kh", "seat4")
        assert table.sweep(300) == []

    def test_a_new_card_between_two_antennas_is_a_doubt_and_no_arrival(self, table: Tabletop) -> None:
        table.bleed("Kh", "seat3", "seat4")
        facts = table.sweep(100)
        assert facts == [
            SensorDoubted(parse_place("seat3"), "a card is read at several places"),
            SensorDoubted(parse_place("seat4"), "a card is read at several places"),
        ]

    def test_the_doubt_ends_when_the_card_lies_clearly_somewhere(self, table: Tabletop) -> None:
        table.bleed("Kh", "seat3", "seat4")
        table.sweep(20)
        table.bleed("Kh")
        table.put("seat4", "Kh")
        assert arrivals(table.sweep(20)) == [("seat4", "r1", Face.DOWN, None)]

    def test_a_card_at_home_half_the_time_and_elsewhere_half_the_time_stays(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        for _ in range(50):
            table.put("seat4", "Kh")
            assert table.sweep() == []
            table.put("seat3", "Kh")
            assert table.sweep() == []

    def test_a_garbled_home_asks_for_twice_the_looks_elsewhere(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        table.garbled.add(parse_place("seat3"))
        table.put("seat4", "Kh")
        assert table.sweep(5) == []
        assert named(table.sweep(1)) == ["CardLeft", "CardArrived"]


class TestFormerErrors:
    """What other radio tables are known to do."""

    @pytest.mark.parametrize("hand", [("Kh", "Kd"), ("As", "Ks")], ids=["pair", "suited"])
    def test_a_pair_or_a_suited_hand_counts_as_mucked(self, table: Tabletop, hand: tuple[str, str]) -> None:
        table.put("seat3", *hand)
        table.sweep(2)
        table.put("muck", *hand)
        facts = table.sweep(3)
        assert sorted(places_left(facts)) == [("seat3", "r1"), ("seat3", "r2")]
        assert sorted(arrivals(facts)) == [("muck", "r1", Face.DOWN, None), ("muck", "r2", Face.DOWN, None)]

    def test_a_third_hole_card_is_seen(self, table: Tabletop) -> None:
        table.put("seat3", "Kh", "Kd")
        table.sweep(2)
        table.put("seat3", "2c")
        assert table.sweep(3) == []
        assert arrivals(table.sweep(1)) == [("seat3", "r3", Face.DOWN, None)]

    def test_a_sixth_board_card_is_seen(self, table: Tabletop) -> None:
        table.put("board", "9c", "2d", "Jh", "3s", "4s")
        table.sweep(2)
        table.put("board", "5s")
        assert table.sweep(3) == []
        assert arrivals(table.sweep(1)) == [("board", "r6", Face.UP, "5s")]

    def test_a_card_that_comes_again_is_no_repetition(self, table: Tabletop) -> None:
        """Board, away, board again: three happenings."""
        facts = []
        for _ in range(2):
            table.put("board", "9c")
            facts += table.sweep(2)
            table.lift("9c")
            facts += table.pass_time(3)
        assert named(facts) == ["CardArrived", "CardLeft"] * 2

    def test_nobody_moves_for_an_hour_and_the_hand_is_still_there(self, table: Tabletop) -> None:
        table.put("seat3", "Kh", "Kd")
        table.put("seat5", "2c", "2d")
        table.sweep(2)
        assert table.pass_time(3600) == []
        table.put("muck", "Kh", "Kd")
        assert len(arrivals(table.sweep(3))) == 2

    def test_cards_kept_off_the_antenna_are_no_fold(self, table: Tabletop) -> None:
        table.put("seat3", "Kh", "Kd")
        table.sweep(2)
        table.lift("Kh", "Kd")
        facts = table.pass_time(120)
        assert named(facts) == ["CardLeft", "CardLeft"]
        table.put("seat3", "Kh", "Kd")
        back = arrivals(table.sweep(2))
        assert sorted(back) == [("seat3", "r1", Face.DOWN, None), ("seat3", "r2", Face.DOWN, None)]

    def test_a_seat_with_two_cards_is_looked_at_as_before(self, table: Tabletop) -> None:
        table.put("seat3", "Kh", "Kd")
        table.sweep(2)
        table.lift("Kd")
        assert named(table.pass_time(12)) == ["CardLeft"]
        table.put("seat3", "Kd")
        assert named(table.sweep(2)) == ["CardArrived"]


class TestTokens:
    def test_a_hole_card_thrown_onto_the_board_is_not_named(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        table.put("board", "Kh")
        assert arrivals(table.sweep(3)) == [("board", "r1", Face.UNKNOWN, None)]

    def test_a_card_dealt_again_after_the_hand_bears_another_token(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        guide(table, "h1", "over")
        table.lift("Kh")
        assert places_left(table.pass_time(1)) == [("seat3", "r1")]
        guide(table, "h2", "dealing")
        table.put("seat3", "Kh")
        assert arrivals(table.sweep(2)) == [("seat3", "r2", Face.DOWN, None)]

    def test_a_hand_announced_late_leaves_its_cards_their_tokens(self, table: Tabletop) -> None:
        guide(table, "h1", "over")
        table.pass_time(2)
        table.put("seat3", "Kh")
        table.sweep(2)
        guide(table, "h2", "dealing")
        table.lift("Kh")
        assert table.pass_time(5) == []
        table.put("muck", "Kh")
        facts = table.sweep(3)
        assert places_left(facts) == [("seat3", "r1")]
        assert arrivals(facts) == [("muck", "r1", Face.DOWN, None)]

    def test_a_card_gathered_and_dealt_between_two_looks_bears_another_token(self, table: Tabletop) -> None:
        """A whole hand boundary fits into the time without a look, when a reader was slow."""
        table.put("seat3", "Kh")
        table.sweep(2)
        table.now = Nanos(table.now + seconds(30))
        guide(table, "h2", "dealing")
        table.now = Nanos(table.now + seconds(10))
        table.put("seat5", "Kh")
        facts = table.sweep(3)
        assert places_left(facts) == [("seat3", "r1")]
        assert arrivals(facts) == [("seat5", "r2", Face.DOWN, None)]

    def test_gathering_after_a_misdeal_ends_the_tokens(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        guide(table, "h1", "procedure", StepDue(Step.GATHER_ALL, "gather"))
        table.lift("Kh")
        table.pass_time(1)
        table.put("seat3", "Kh")
        assert arrivals(table.sweep(2)) == [("seat3", "r2", Face.DOWN, None)]

    def test_a_card_returned_to_the_stub_bears_another_token(self, table: Tabletop) -> None:
        table.put("board", "9c")
        table.sweep(2)
        guide(table, "h1", "procedure", StepDue(Step.RETURN, "return the turn", refs=(Ref("r1"),)))
        table.lift("9c")
        assert places_left(table.pass_time(1)) == [("board", "r1")]
        guide(table, "h1", "betting-3")
        table.put("board", "9c")
        assert arrivals(table.sweep(2)) == [("board", "r2", Face.UP, "9c")]

    def test_a_card_set_aside_keeps_its_token_until_it_is_returned(self, table: Tabletop) -> None:
        table.put("board", "9c")
        table.sweep(2)
        guide(table, "h1", "procedure", StepDue(Step.SET_ASIDE, "set the turn aside", refs=(Ref("r1"),)))
        table.lift("9c")
        table.pass_time(1)
        table.put("board", "9c")
        assert arrivals(table.sweep(2)) == [("board", "r1", Face.UP, "9c")]
        table.lift("9c")
        table.pass_time(1)
        guide(table, "h1", "procedure", StepDue(Step.RETURN, "return the turn", refs=(Ref("r1"),)))
        guide(table, "h1", "betting-3")
        table.put("board", "9c")
        assert arrivals(table.sweep(2)) == [("board", "r2", Face.UP, "9c")]

    def test_a_card_named_by_a_step_is_missed_sooner(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        guide(table, "h1", "procedure", StepDue(Step.EXCHANGE, "exchange", refs=(Ref("r1"),)))
        table.lift("Kh")
        assert named(table.pass_time(1)) == ["CardLeft"]


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
        table.lift("2c", "3c", "Kh")
        table.pass_time(2)
        guide(table, "h2", "dealing")
        table.put("seat7", "Kh")
        (after,) = table.sweep(4)
        assert isinstance(after, CardArrived)
        assert after.ref != before.ref

    def test_a_card_read_right_after_the_hand_cannot_be_of_the_next_one(self, table: Tabletop) -> None:
        guide(table, "h1", "over")
        table.put("seat4", "Kh")
        (before,) = table.sweep(3)
        assert isinstance(before, CardArrived)
        table.lift("Kh")
        table.pass_time(2)
        guide(table, "h2", "dealing")
        table.put("seat7", "Kh")
        (after,) = table.sweep(4)
        assert isinstance(after, CardArrived)
        assert after.ref != before.ref

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


class TestParts:
    def test_a_lost_reader_unwatches_its_places_and_nothing_leaves_them(self, table: Tabletop) -> None:
        table.put("seat5", "Kh")
        table.sweep(2)
        table.silent.add(EAST)
        places = (*(parse_place(f"seat{n}") for n in (5, 6, 7, 8, 9)), MUCK)
        assert table.witness.observe(PartLost(EAST, "no answer", table.now)) == [DeviceLost(EAST, "no answer", places)]
        assert table.witness.observe(PartLost(EAST, "no port", table.now)) == []
        assert table.pass_time(60) == []

    def test_a_reader_that_is_back_is_told_with_a_snapshot_and_no_arrivals(self, table: Tabletop) -> None:
        table.silent.add(EAST)
        table.witness.observe(PartLost(EAST, "no answer", table.now))
        table.put("seat5", "Kh")
        table.sweep(5)
        table.silent.clear()
        (restored,) = table.witness.observe(PartFound(EAST, "v1", table.now))
        assert isinstance(restored, DeviceRestored)
        (seen,) = table.sweep(10)
        assert isinstance(seen, TableSeen)
        assert [(str(card.place), card.face) for card in seen.cards] == [("seat5", Face.DOWN)]

    def test_one_antenna_may_be_lost(self, table: Tabletop) -> None:
        part = antenna_part(WEST, AntennaNo(6))
        assert table.witness.observe(PartLost(part, "error", table.now)) == [DeviceLost(part, "error", (BURN,))]

    def test_a_reader_that_is_found_at_the_start_is_no_news(self) -> None:
        table = Tabletop()
        assert table.witness.observe(PartFound(WEST, "v1", table.now)) == []

    def test_a_table_waits_for_no_lost_reader(self) -> None:
        table = Tabletop()
        table.silent.add(EAST)
        table.witness.observe(PartLost(EAST, "no port", table.now))
        assert named(table.sweep()) == ["TableSeen"]

    def test_looks_of_unknown_antennas_are_ignored(self, table: Tabletop) -> None:
        stray = AntennaRead(WEST, AntennaNo(8), (uid_of("Kh"),), Nanos(0), Nanos(1))
        assert table.witness.observe(stray) == []


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


class TestSightings:
    def sight(
        self, table: Tabletop, place: str, card: str | None, face: Face = Face.UP, sure: float = 1.0
    ) -> list[object]:
        named_card = Card(card) if card else None
        seen = Sighting(CAMERA, parse_place(place), face, table.now, table.now, named_card, sure)
        return [*table.witness.observe(seen)]

    def test_a_hole_card_seen_face_up_is_turned_and_named(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        (fact,) = self.sight(table, "seat3", "Kh")
        assert isinstance(fact, CardTurned)
        assert (fact.ref, fact.face, fact.card) == ("r1", Face.UP, "Kh")
        assert self.sight(table, "seat3", "Kh") == []

    def test_beside_a_card_that_lies_face_up_a_name_is_believed_when_it_is_read_twice(self, table: Tabletop) -> None:
        """One look may have misread the card that lies there; the camera tells each card again every 0.3 s."""
        table.put("seat3", "Kh", "2c")
        table.sweep(4)
        assert [type(fact) for fact in self.sight(table, "seat3", "Kh")] == [CardTurned]
        table.pass_time(0.3)
        assert self.sight(table, "seat3", "2c") == []
        table.pass_time(5)
        assert self.sight(table, "seat3", "2c") == []
        table.pass_time(0.3)
        assert [type(fact) for fact in self.sight(table, "seat3", "2c")] == [CardTurned]

    def test_a_card_that_comes_face_up_arrives_so(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep()
        assert self.sight(table, "seat3", "Kh") == []
        assert arrivals(table.sweep(2)) == [("seat3", "r1", Face.UP, "Kh")]

    def test_an_unsure_camera_is_not_heard(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        assert self.sight(table, "seat3", "Kh", sure=0.5) == []

    def test_a_camera_ahead_of_the_antennas_is_believed_when_they_agree(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        assert self.sight(table, "seat5", "Kh") == []
        table.put("seat5", "Kh")
        assert arrivals(table.sweep(3)) == [("seat5", "r1", Face.UP, "Kh")]

    def test_a_camera_that_stays_alone_is_not_believed(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        self.sight(table, "seat5", "Kh")
        assert table.pass_time(5) == []

    def test_where_no_antenna_lies_the_camera_tells_the_arrival(self) -> None:
        table = Tabletop(board=replace(BOARD_PLAN, readers=BOARD_PLAN.readers[1:]))
        table.settle()
        assert arrivals(self.sight(table, "burn", "Kh")) == [("burn", "r1", Face.UP, "Kh")]
        table.put("muck", "Kh")
        facts = table.sweep(3)
        assert places_left(facts) == [("burn", "r1")]
        assert arrivals(facts) == [("muck", "r1", Face.DOWN, None)]

    def test_what_was_seen_before_the_first_sweep_is_in_the_snapshot(self) -> None:
        table = Tabletop()
        table.put("seat3", "Kh")
        assert self.sight(table, "seat3", "Kh") == []
        (seen,) = table.settle()
        assert isinstance(seen, TableSeen)
        assert [(c.face, c.card) for c in seen.cards] == [(Face.UP, "Kh")]

    def test_a_turned_down_card_is_nameless_again(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        self.sight(table, "seat3", "Kh")
        (fact,) = self.sight(table, "seat3", None, Face.DOWN)
        assert isinstance(fact, CardTurned)
        assert (fact.face, fact.card) == (Face.DOWN, None)

    def test_a_shown_card_that_is_mucked_is_nameless_again(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        self.sight(table, "seat3", "Kh")
        table.put("muck", "Kh")
        assert arrivals(table.sweep(3)) == [("muck", "r1", Face.DOWN, None)]


class TestRestart:
    def test_the_first_sweep_is_a_snapshot_with_the_same_tokens(self, table: Tabletop) -> None:
        table.put("seat3", "Kh", "Kd")
        table.put("board", "9c")
        table.put("muck", "2c")
        table.sweep(2)
        again = Tabletop(memory=table.witness.memory(), refs="s", now=table.now)
        again.lying = table.lying
        (seen,) = again.sweep(5)
        assert isinstance(seen, TableSeen)
        assert {(str(c.place), c.face, c.card) for c in seen.cards} == {
            ("seat3", Face.DOWN, None),
            ("board", Face.UP, "9c"),
            ("muck", Face.DOWN, None),
        }
        assert {c.ref for c in seen.cards} == {"r1", "r2", "r3", "r4"}

    def test_what_is_lifted_at_the_start_is_still_there(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        again = Tabletop(memory=table.witness.memory(), refs="s", now=table.now)
        (seen,) = again.pass_time(5)
        assert isinstance(seen, TableSeen)
        assert [c.ref for c in seen.cards] == ["r1"]
        assert named(again.pass_time(10)) == ["CardLeft"]

    def test_what_moved_meanwhile_is_no_arrival(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        again = Tabletop(memory=table.witness.memory(), refs="s", now=table.now)
        again.put("muck", "Kh")
        again.put("board", "9c")
        (seen,) = again.sweep(10)
        assert isinstance(seen, TableSeen)
        assert {(str(c.place), c.ref, c.card) for c in seen.cards} == {("muck", "r1", None), ("board", "s1", "9c")}

    def test_a_reader_lost_before_and_found_after_is_restored(self, table: Tabletop) -> None:
        table.witness.observe(PartLost(EAST, "no answer", table.now))
        again = Tabletop(memory=table.witness.memory(), now=table.now)
        assert named(again.witness.observe(PartFound(EAST, "v1", table.now))) == ["DeviceRestored"]

    def test_a_press_told_before_is_not_told_again(self, table: Tabletop) -> None:
        press = ShufflerSaid(SHUFFLER, ShufflerState.SHUFFLING, 7, table.now, started=True)
        table.witness.observe(press)
        again = Tabletop(memory=table.witness.memory(), now=table.now)
        assert again.witness.observe(press) == []

    def test_senses_are_declared_at_every_start_and_never_as_watched_in_service(self, table: Tabletop) -> None:
        senses = table.plan.senses
        declared = WatchChanged(watching=True, why="start", senses=senses)
        assert table.witness.declare(senses, "start") == [declared]
        table.witness.turn_key(serviced=True)
        again = Tabletop(memory=table.witness.memory(), now=table.now)
        assert again.witness.declare(senses, "start") == [replace(declared, watching=False, why="service")]
