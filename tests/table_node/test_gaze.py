"""A table with a camera and no antenna: board, burns, faces at seats; and everything that a camera gets wrong."""

from collections.abc import Sequence
from itertools import count

import pytest

from felt.fact import CardArrived, CardDoubled, CardLeft, CardTurned, DeviceLost, Face, Fact, SensorDoubted, TableSeen
from felt.ids import HandId, Ref
from felt.note import NoteKey, note
from felt.order import Guidance
from felt.place import BOARD, BURN, parse_place
from firmware_bridge.reading import PartFound, PartLost
from table_node.memory import WitnessMemory, decode_memory, encode_memory
from table_node.witness import Witness
from tests.table_node.overhead import CAMERA, CAMERA_ALONE, Overhead
from tests.table_node.tabletop import RED, named

FLOP = ("9c", "2d", "Jh")


def witness(memory: WitnessMemory | None = None, refs: str = "r") -> Witness:
    source = (Ref(f"{refs}{n}") for n in count(1))
    return Witness(CAMERA_ALONE, (), tokens=lambda: next(source), memory=memory)


def guide(table: Overhead, hand: str, state: str) -> None:
    table.witness.guide(Guidance(1, HandId(hand), state), table.now)


@pytest.fixture
def table() -> Overhead:
    """An empty table that was seen whole, hand h1 under way."""
    overhead = Overhead(witness())
    assert overhead.look() == [TableSeen(())]
    guide(overhead, "h1", "dealing")
    return overhead


def arrivals(facts: Sequence[Fact]) -> list[tuple[str, Face, str | None]]:
    return [(str(f.place), f.face, f.card) for f in facts if isinstance(f, CardArrived)]


def refs(facts: Sequence[Fact]) -> list[str]:
    return [f.ref for f in facts if isinstance(f, CardArrived)]


class TestBoard:
    def test_cards_of_the_board_arrive_with_their_names(self, table: Overhead) -> None:
        for slot, card in enumerate(FLOP, 1):
            table.lay(f"board{slot}", card)
        assert arrivals(table.look()) == [("board", Face.UP, card) for card in FLOP]
        assert table.pass_time(60) == []

    def test_an_arrival_lies_between_the_last_clear_view_and_the_first_sighting(self, table: Overhead) -> None:
        before = table.now
        table.lay("board1", "9c")
        (fact,) = table.look()
        assert isinstance(fact, CardArrived)
        assert (fact.between.after, fact.between.by) == (before, table.now)

    def test_a_hand_over_the_place_widens_the_interval(self, table: Overhead) -> None:
        before = table.now
        table.hands_over.add(parse_place("board1"))
        table.look(4)
        table.lay("board1", "9c")
        (fact,) = table.look()
        assert isinstance(fact, CardArrived)
        assert fact.between.after == before

    def test_a_card_that_a_hand_covers_stays(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        table.look()
        table.cover("9c")
        assert table.pass_time(60) == []
        table.bare()
        assert table.pass_time(3) == []

    def test_a_card_missing_from_clear_views_leaves_after_the_boards_patience(self, table: Overhead) -> None:
        """1.5 s as shipped, and four looks."""
        table.lay("board1", "9c")
        table.look()
        table.lift("9c")
        assert table.look(4) == []
        facts = table.look()
        assert named(facts) == ["CardLeft"]
        assert isinstance(facts[0], CardLeft)
        assert facts[0].between.by - facts[0].between.after == 1_500_000_000

    def test_a_card_laid_back_is_the_same_card(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        first = refs(table.look())
        table.lift("9c")
        table.pass_time(6)
        table.lay("board2", "9c")
        assert refs(table.look()) == first

    def test_a_card_lifted_and_laid_down_at_once_is_no_event(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        table.look()
        table.lift("9c")
        table.look(2)
        table.lay("board3", "9c")
        assert table.pass_time(5) == []

    def test_a_card_pushed_to_a_seat_moves(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        ref = refs(table.look())
        table.slide("9c", "seat4")
        facts = table.look()
        assert named(facts) == ["CardLeft", "CardArrived"]
        assert arrivals(facts) == [("seat4", Face.UP, "9c")]
        assert refs(facts) == ref

    def test_a_card_taken_to_a_seat_moves_once_it_is_missed(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        table.look()
        table.lift("9c")
        table.lay("seat4", "9c")
        assert arrivals(table.look(2)) == [("seat4", Face.UP, "9c")]
        assert table.pass_time(10) == []

    def test_four_cards_on_the_flop_are_four(self, table: Overhead) -> None:
        table.lay("board2", *FLOP, "Kh")
        assert [card for _, _, card in arrivals(table.look())] == [*FLOP, "Kh"]


class TestUnread:
    def test_a_board_card_that_nobody_can_read_counts_after_two_seconds(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        table.reads("9c", None)
        assert table.look(7) == []
        assert arrivals(table.look()) == [("board", Face.UP, None)]

    def test_and_is_named_when_it_is_read_at_last(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        table.reads("9c", None)
        (came,) = table.look(8)
        table.reads("9c", "9c")
        (fact,) = table.look()
        assert isinstance(came, CardArrived)
        assert isinstance(fact, CardTurned)
        assert (fact.ref, fact.face, fact.card) == (came.ref, Face.UP, "9c")

    def test_an_unsure_name_is_no_name(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        table.reads("9c", "9c", sure=0.6)
        assert arrivals(table.look(8)) == [("board", Face.UP, None)]

    def test_an_unread_card_beside_one_that_is_missing_may_be_that_one(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        table.look()
        table.lift("9c")
        table.lay("board1", "9c'")
        table.reads("9c'", None)
        assert arrivals(table.look(3)) == []

    def test_something_unread_at_a_seat_is_no_card(self, table: Overhead) -> None:
        table.lay("seat3", "9c")
        table.reads("9c", None)
        assert table.pass_time(30) == []


class TestBurns:
    def test_each_back_beside_the_others_is_a_burn(self, table: Overhead) -> None:
        for number in (1, 2, 3):
            table.lay("burn", f"back {number}", face=Face.DOWN)
            assert arrivals(table.look()) == [("burn", Face.DOWN, None)]
        assert table.pass_time(30) == []

    def test_a_heap_squared_up_is_no_new_burn(self, table: Overhead) -> None:
        table.lay("burn", "back 1", "back 2", face=Face.DOWN)
        table.look()
        table.lift("back 1", "back 2")
        table.lay("burn", "heap", face=Face.DOWN)
        assert arrivals(table.pass_time(5)) == []

    def test_backs_taken_away_and_one_laid_down_may_be_an_old_one(self, table: Overhead) -> None:
        """Too few is asked about, too many would be ruled on: a back that comes after one went is that one."""
        table.lay("burn", "back 1", face=Face.DOWN)
        ref = refs(table.look())
        table.lift("back 1")
        assert named(table.pass_time(12)) == ["CardLeft"]
        table.lay("burn", "back 2", face=Face.DOWN)
        assert refs(table.look()) == ref

    def test_a_burn_of_the_next_hand_is_a_fresh_one(self, table: Overhead) -> None:
        table.lay("burn", "back 1", face=Face.DOWN)
        before = refs(table.look())
        guide(table, "h1", "over")
        table.lift("back 1")
        table.pass_time(5)
        guide(table, "h2", "dealing")
        table.lay("board1", *FLOP)
        table.look()
        table.lay("burn", "back 2", face=Face.DOWN)
        after = refs(table.look())
        assert len(after) == 1
        assert after != before

    def test_the_one_board_card_that_lies_nowhere_is_the_back_among_the_burns(self, table: Overhead) -> None:
        """Four cards of a flop are mixed face down, one is drawn as the burn, three are laid back (bfsp 6.6.3)."""
        table.lay("board1", *FLOP, "Kh")
        names = dict(zip((*FLOP, "Kh"), refs(table.look()), strict=True))
        table.lift(*FLOP, "Kh")
        table.pass_time(4)
        table.lay("burn", "drawn", face=Face.DOWN)
        assert table.pass_time(4) == []
        table.lay("board1", *FLOP)
        facts = table.look(3)
        assert refs(facts) == [*(names[card] for card in FLOP), names["Kh"]]
        assert arrivals(facts)[-1] == ("burn", Face.DOWN, None)

    def test_a_back_laid_down_while_an_arm_lies_over_the_board_waits_until_the_board_is_seen(
        self, table: Overhead
    ) -> None:
        table.lay("board1", *FLOP)
        table.look()
        table.cover("9c")
        table.look(5)
        table.lay("burn", "back", face=Face.DOWN)
        assert table.pass_time(10) == []
        table.bare()
        assert arrivals(table.look(2)) == [("burn", Face.DOWN, None)]

    def test_backs_at_seats_are_not_counted(self, table: Overhead) -> None:
        table.lay("seat3", "back 1", "back 2", face=Face.DOWN)
        assert table.pass_time(10) == []

    def test_a_burn_turned_up_is_named_and_turned_down_nameless(self, table: Overhead) -> None:
        table.lay("burn", "back", face=Face.DOWN)
        table.look()
        table.lying["back"].face, table.lying["back"].label = Face.UP, "Kh"
        facts = table.look()
        assert [(f.face, f.card) for f in facts if isinstance(f, CardTurned)][-1] == (Face.UP, "Kh")
        table.lying["back"].face = Face.DOWN
        (fact,) = table.look()
        assert isinstance(fact, CardTurned)
        assert (fact.face, fact.card) == (Face.DOWN, None)


class TestSeats:
    def test_a_card_face_up_at_a_seat_arrives_so(self, table: Overhead) -> None:
        table.lay("seat3", "Kh")
        assert arrivals(table.look()) == [("seat3", Face.UP, "Kh")]

    def test_turned_down_it_has_no_name(self, table: Overhead) -> None:
        table.lay("seat3", "Kh")
        table.look()
        table.lying["Kh"].face = Face.DOWN
        (fact,) = table.look()
        assert isinstance(fact, CardTurned)
        assert (fact.face, fact.card) == (Face.DOWN, None)


class TestFaults:
    def test_a_label_that_flickers_is_doubt_and_never_another_card(self, table: Overhead) -> None:
        table.lay("board1", "6h")
        table.look()
        facts: list[Fact] = []
        for label in ("9h", "6h") * 10:
            table.reads("6h", label)
            facts += table.look()
        assert facts == []
        assert table.witness.faults["one card read as two"] == 10

    def test_a_label_that_changes_for_good_is_doubt_and_never_another_card(self, table: Overhead) -> None:
        table.lay("board1", "6h")
        table.look()
        table.reads("6h", "9h")
        facts = table.pass_time(30)
        assert facts == [
            SensorDoubted(BOARD, "the camera reads one card now as this, now as that", note(NoteKey.DOUBT_TWO_NAMES))
        ]

    def test_one_wrong_label_is_no_news(self, table: Overhead) -> None:
        table.lay("board1", "6h")
        table.look()
        table.reads("6h", "9h")
        table.look(2)
        table.reads("6h", "6h")
        assert table.pass_time(30) == []

    def test_one_name_on_two_cards_in_sight_is_evidence_of_a_fouled_deck(self, table: Overhead) -> None:
        table.lay("board1", "Kh")
        table.look()
        table.lay("seat4", "Kh'")
        facts = table.look(5)
        assert facts == []
        facts = table.look()
        assert arrivals(facts) == [("seat4", Face.UP, "Kh")]
        (double,) = [fact for fact in facts if isinstance(fact, CardDoubled)]
        assert double.card == "Kh"
        assert double.confidence < 0.9
        assert table.pass_time(10) == []

    def test_two_of_a_name_laid_together(self, table: Overhead) -> None:
        table.lay("board1", "Kh")
        table.lay("board2", "Kh'")
        assert [fact.card for fact in table.look(8) if isinstance(fact, CardDoubled)] == ["Kh"]

    def test_a_name_seen_twice_for_a_moment_is_none(self, table: Overhead) -> None:
        table.lay("board1", "Kh")
        table.look()
        table.lay("board2", "Qh")
        table.reads("Qh", "Kh")
        assert table.look(4) == []
        table.reads("Qh", "Qh")
        assert arrivals(table.look()) == [("board", Face.UP, "Qh")]
        assert table.pass_time(10) == []

    def test_a_lost_camera_unwatches_its_places_and_nothing_leaves_them(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        table.look()
        (lost,) = table.witness.observe(PartLost(CAMERA, "the picture is black", table.now))
        assert isinstance(lost, DeviceLost)
        assert {BOARD, BURN, parse_place("seat3")} <= {*lost.places}
        assert lost.why == "the picture is black"

    def test_a_camera_that_is_back_tells_a_snapshot_and_no_arrival(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        ref = refs(table.look())
        table.witness.observe(PartLost(CAMERA, "unplugged", table.now))
        table.lay("board2", "Kh")
        table.restart()
        assert named(table.witness.observe(PartFound(CAMERA, "", table.now))) == ["DeviceRestored"]
        (seen,) = table.look()
        assert isinstance(seen, TableSeen)
        assert [(str(c.place), c.card) for c in seen.cards] == [("board", "9c"), ("board", "Kh")]
        assert seen.cards[0].ref == ref[0]
        assert table.pass_time(30) == []

    def test_two_cards_changed_places_while_the_camera_was_lost(self, table: Overhead) -> None:
        """Their new numbers are each other's old ones: names tell which is which."""
        table.lay("board1", "9c")
        table.lay("board2", "Kh")
        table.look()
        table.witness.observe(PartLost(CAMERA, "unplugged", table.now))
        table.restart()
        table.witness.observe(PartFound(CAMERA, "", table.now))
        assert named(table.look()) == ["TableSeen"]
        assert table.pass_time(30) == []


class TestHands:
    def test_the_same_card_in_the_next_hand_is_another_token(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        before = refs(table.look())
        guide(table, "h1", "over")
        table.lift("9c")
        table.pass_time(5)
        guide(table, "h2", "dealing")
        table.lay("board1", "9c")
        after = refs(table.look())
        assert len(after) == 1
        assert after != before

    def test_a_card_left_lying_into_the_next_hand_is_no_arrival(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        table.look()
        guide(table, "h1", "over")
        guide(table, "h2", "dealing")
        assert table.pass_time(20) == []

    def test_what_went_away_is_forgotten_with_its_hand(self, table: Overhead) -> None:
        for hand in range(50):
            guide(table, f"g{hand}", "dealing")
            table.lay("board1", "9c", "2d", "Jh")
            table.lay("burn", "back", face=Face.DOWN)
            table.look()
            guide(table, f"g{hand}", "over")
            table.lift("9c", "2d", "Jh", "back")
            table.pass_time(5)
        guide(table, "last", "dealing")
        memory = table.witness.memory()
        assert memory.tags == ()


class TestRestart:
    def test_the_same_tokens_and_no_arrivals(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        table.lay("board2", "2d")
        table.lay("burn", "back", face=Face.DOWN)
        before = refs(table.look())
        again = witness(decode_memory(encode_memory(table.witness.memory())), "s")
        table.witness = again
        table.restart()
        (seen,) = table.look()
        assert isinstance(seen, TableSeen)
        assert {card.ref for card in seen.cards} == {*before}
        assert {(str(c.place), c.card) for c in seen.cards} == {("board", "9c"), ("board", "2d"), ("burn", None)}
        assert table.pass_time(30) == []

    def test_what_was_taken_away_meanwhile_leaves(self, table: Overhead) -> None:
        table.lay("board1", "9c")
        table.look()
        table.witness = witness(table.witness.memory(), "s")
        table.lift("9c")
        assert named(table.look()) == ["TableSeen"]
        assert named(table.pass_time(3)) == ["CardLeft"]


def test_no_deck_is_needed_and_no_name_of_a_hidden_card_is_ever_known(table: Overhead) -> None:
    """Whatever lies face down is told without a name, at every place and for ever."""
    table.lay("burn", "back", face=Face.DOWN)
    table.lay("seat1", "one", "two", face=Face.DOWN)
    told = table.pass_time(20)
    assert [card for _, _, card in arrivals(told)] == [None]
    assert RED.name.encode() not in encode_memory(table.witness.memory())
