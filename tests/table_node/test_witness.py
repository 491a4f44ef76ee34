"""The witness: what it takes from looks, and the errors of earlier tables that it must not repeat."""

import pytest
from msgspec.structs import replace

from felt.clock import Nanos, seconds
from felt.fact import (
    CardArrived,
    CardLeft,
    Face,
    SensorDoubted,
    ShufflerState,
    TableSeen,
    WatchChanged,
)
from felt.ids import DeviceId, Ref
from felt.note import NoteKey, note
from felt.order import StepDue
from felt.place import parse_place
from felt.situation import Step
from firmware_bridge.reading import PartFound, PartLost, ShufflerSaid
from table_node.tuning import Tuning
from tests.table_node.tabletop import EAST, Tabletop, named, uid_of
from tests.table_node.told import arrivals, guide, places_left

CAMERA = DeviceId("overhead")
SHUFFLER = DeviceId("shuffler")


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
        facts, several = table.sweep(100), note(NoteKey.DOUBT_SEVERAL)
        assert facts == [
            SensorDoubted(parse_place("seat3"), "a card is read at several places", several),
            SensorDoubted(parse_place("seat4"), "a card is read at several places", several),
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

    def test_in_omaha_the_fifth_is_the_first_that_must_be_looked_at_longer(self, table: Tabletop) -> None:
        """Three sweeps for a card of the game, and twice as many looks for one more than it gives."""
        guide(table, "h1", "dealing", seat_cards=4)
        table.put("seat3", "Kh", "Kd")
        table.sweep(2)
        table.put("seat3", "2c", "2d")
        assert len(arrivals(table.sweep(2))) == 2
        table.put("seat3", "9s")
        assert table.sweep(3) == []
        assert len(arrivals(table.sweep(1))) == 1

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
        began, stopped = note(NoteKey.WATCH_STARTED), note(NoteKey.WATCH_SERVICE)
        declared = WatchChanged(watching=True, why="the table's node started", senses=senses, note=began)
        assert table.witness.declare(senses, NoteKey.WATCH_STARTED) == [declared]
        table.witness.turn_key(serviced=True)
        again = Tabletop(memory=table.witness.memory(), now=table.now)
        in_service = replace(declared, watching=False, why="service", note=stopped)
        assert again.witness.declare(senses, NoteKey.WATCH_STARTED) == [in_service]
