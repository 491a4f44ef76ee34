"""Camera and antennas over one table: from each alone, from both, and what comes of it when they do not agree."""

from collections.abc import Sequence

import pytest

from felt.clock import NANOS_PER_SECOND
from felt.fact import CardArrived, CardDoubled, CardLeft, CardTurned, DeviceLost, Face, Fact, SensorDoubted, TableSeen
from felt.ids import HandId
from felt.order import Guidance
from felt.place import BOARD, BURN, SeatNo, parse_place, seat_place
from firmware_bridge.reading import PartLost
from hardware.board import Board
from table_node.eye import DISPUTED_NS
from table_node.gaze import BELIEVED_NS
from tests.table_node.overhead import BOTH, CAMERA, Overhead, with_camera
from tests.table_node.tabletop import BLUE, BOARD_PLAN, RED, WEST, Tabletop, named, uid_of

SEATS_ONLY = Board(
    "antennas under the seats and the muck",
    BOARD_PLAN.seats,
    tuple(
        type(plan)(
            plan.id,
            plan.kind,
            {antenna: place for antenna, place in plan.antennas.items() if place not in (BOARD, BURN)},
        )
        for plan in BOARD_PLAN.readers
    ),
    BOARD_PLAN.senses,
)


class Table:
    """Antennas and a camera over one lay of cards; what the camera sees differs only where a test says so."""

    def __init__(self, board: Board, *decks: object, hand: str | None = "h1") -> None:
        self.under = Tabletop(decks or (RED,), board=board)  # type: ignore[arg-type]
        regions = () if board.camera is None else tuple(region.place for region in board.camera.regions)
        self.over = Overhead(self.under.witness, regions)
        facts = self.look()
        assert set(named(facts)) == {"TableSeen"}
        self.guide(hand, "dealing")

    def guide(self, hand: str | None, state: str) -> None:
        self.under.witness.guide(Guidance(1, HandId(hand) if hand else None, state), self.under.now)

    def put(self, place: str, *cards: str, face: Face = Face.DOWN) -> None:
        """Lay cards down, and tell the camera too when their faces show."""
        self.under.put(place.rstrip("12345") if place.startswith("board") else place, *cards)
        if face is Face.UP:
            self.over.lay(place, *cards)

    def pass_on(self, seconds: float) -> None:
        """Look on for that long, at what lies there."""
        until = self.under.now + seconds * NANOS_PER_SECOND
        while self.under.now < until:
            self.look()

    def look(self, times: int = 1) -> list[Fact]:
        """Sweeps of 240 ms and looks of 300 ms, in turn."""
        facts: list[Fact] = []
        for _ in range(times):
            facts += self.under.sweep()
            self.over.now = max(self.over.now, self.under.now)
            facts += self.over.look()
            self.under.now = max(self.over.now, self.under.now)
        return facts


def arrivals(facts: Sequence[Fact]) -> list[tuple[str, Face, str | None]]:
    return [(str(f.place), f.face, f.card) for f in facts if isinstance(f, CardArrived)]


def doubts(facts: Sequence[Fact]) -> list[str]:
    return [str(fact.place) for fact in facts if isinstance(fact, SensorDoubted)]


TABLES = {"antennas alone": BOARD_PLAN, "both": BOTH, "camera over the board": with_camera(SEATS_ONLY)}


@pytest.fixture(params=TABLES, ids=str)
def any_table(request: pytest.FixtureRequest) -> Table:
    return Table(TABLES[request.param])


def test_a_board_is_told_once_whoever_sees_it(any_table: Table) -> None:
    for slot, card in enumerate(("9c", "2d", "Jh"), 1):
        any_table.put(f"board{slot}", card, face=Face.UP)
    assert sorted(arrivals(any_table.look(20))) == [("board", Face.UP, card) for card in ("2d", "9c", "Jh")]


def test_a_hole_card_is_a_token_whoever_sees_the_board(any_table: Table) -> None:
    any_table.put("seat3", "Kh")
    assert arrivals(any_table.look(20)) == [("seat3", Face.DOWN, None)]


def test_a_card_of_the_board_comes_to_the_muck_as_the_same_card(any_table: Table) -> None:
    any_table.put("board2", "9c", face=Face.UP)
    came = any_table.look(6)
    any_table.under.put("muck", "9c")
    if any_table.over.lying:
        any_table.over.lift("9c")
    went = any_table.look(20)
    assert {f.ref for f in (*came, *went) if isinstance(f, CardArrived | CardLeft)} == {"r1"}
    assert named(went) == ["CardLeft", "CardArrived"]


class TestBoth:
    @pytest.fixture
    def table(self) -> Table:
        return Table(BOTH)

    def test_a_face_up_card_in_the_deal_arrives_so(self, table: Table) -> None:
        table.put("seat3", "Kh", face=Face.UP)
        assert arrivals(table.look(6)) == [("seat3", Face.UP, "Kh")]

    def test_a_card_turned_up_later_is_turned(self, table: Table) -> None:
        table.put("seat3", "Kh")
        table.look(6)
        table.over.lay("seat3", "Kh")
        (fact,) = table.look(6)
        assert isinstance(fact, CardTurned)
        assert (fact.face, fact.card) == (Face.UP, "Kh")

    @pytest.mark.parametrize("now", [Face.DOWN, Face.UP])
    def test_what_the_camera_saw_before_a_card_came_says_nothing_of_how_it_lies(self, table: Table, now: Face) -> None:
        """Words that waited while the node stood still: the card lay there in the hand before, the other way up."""
        waited = table.under.now
        table.pass_on(30)
        table.put("seat3", "Kh", face=now)
        assert arrivals(table.look(6)) == [("seat3", now, "Kh" if now is Face.UP else None)]
        lies_at = table.over.now
        table.over.lying.clear()
        table.over.lay("seat3", "Kh", face=Face.UP if now is Face.DOWN else Face.DOWN)
        table.over.now = waited
        assert table.over.look(10) == []
        table.over.now = lies_at
        turned = [fact for fact in table.over.look(10) if isinstance(fact, CardTurned)]
        assert [str(fact.place) for fact in turned] == ["seat3"]

    def test_two_names_for_one_board_card_are_doubt(self, table: Table) -> None:
        """The antenna says Kh, the camera is sure of Qh: no card is made of it, and the place is asked about."""
        table.put("board1", "Kh", face=Face.UP)
        table.over.reads("Kh", "Qh")
        facts = table.look(60)
        assert arrivals(facts) == [("board", Face.UP, "Kh")]
        assert doubts(facts) == ["board"]
        assert [fact for fact in facts if isinstance(fact, CardDoubled)] == []

    def test_the_doubt_comes_only_when_antennas_can_no_longer_be_late(self, table: Table) -> None:
        laid = table.under.now
        table.put("board1", "Kh", face=Face.UP)
        table.over.reads("Kh", "Qh")
        while not doubts(table.look()):
            pass
        assert DISPUTED_NS <= table.under.now - laid <= 2 * DISPUTED_NS

    def test_the_doubt_names_no_card_that_lies_face_down(self, table: Table) -> None:
        table.put("seat3", "Kh", "2c")
        table.over.lay("seat3", "Kh")
        table.over.reads("Kh", "Qh")
        facts = table.look(60)
        assert doubts(facts) == ["seat3"]
        assert not [fact for fact in facts if "Kh" in repr(fact) or "2c" in repr(fact)]

    def test_a_card_with_a_dead_tag_is_doubt_and_no_arrival(self, table: Table) -> None:
        table.under.unread.add(uid_of("Kh"))
        table.put("board1", "Kh", face=Face.UP)
        facts = table.look(60)
        assert arrivals(facts) == []
        assert doubts(facts) == ["board"]

    @pytest.mark.parametrize("pattern", [("Qh", "Kh"), ("Qh", "Kh", "Kh"), ("Qh", "Qh", "Kh")], ids=" ".join)
    def test_a_label_that_flickers_is_the_cameras_fault_and_no_doubt(self, table: Table, pattern: list[str]) -> None:
        table.put("board1", "Kh", face=Face.UP)
        facts: list[Fact] = []
        for label in [*pattern] * 20:
            table.over.reads("Kh", label)
            facts += table.look()
        assert doubts(facts) == []
        assert arrivals(facts) == [("board", Face.UP, "Kh")]

    def test_a_card_that_a_hand_covers_is_the_antennas_to_tell(self, table: Table) -> None:
        table.put("board1", "Kh", face=Face.UP)
        table.over.cover("Kh")
        assert arrivals(table.look(20)) == [("board", Face.UP, "Kh")]

    def test_a_shown_hand_that_leans_over_the_neighbours_region_is_his_no_longer_than_a_moment(
        self, table: Table
    ) -> None:
        table.put("seat3", "Kh")
        table.look(6)
        table.over.lay("seat4", "Kh")
        assert table.look(5) == []
        table.over.slide("Kh", "seat3")
        assert named(table.look(6)) == ["CardTurned"]

    def test_where_the_antenna_is_lost_nobody_disputes(self, table: Table) -> None:
        (lost,) = table.under.witness.observe(PartLost(WEST, "no answer", table.under.now))
        assert isinstance(lost, DeviceLost)
        table.under.silent.add(WEST)
        table.over.lay("board1", "Kh")
        assert doubts(table.look(60)) == []

    def test_a_lost_camera_unwatches_nothing_that_antennas_watch(self, table: Table) -> None:
        (lost,) = table.under.witness.observe(PartLost(CAMERA, "unplugged", table.under.now))
        assert lost == DeviceLost(CAMERA, "unplugged", ())
        table.put("board1", "9c")
        assert arrivals(table.look(6)) == [("board", Face.UP, "9c")]

    def test_after_the_hand_nothing_is_in_doubt_and_in_the_next_it_is_told_again(self, table: Table) -> None:
        table.put("board1", "Kh", face=Face.UP)
        table.over.reads("Kh", "Qh")
        assert doubts(table.look(60)) == ["board"]
        table.guide("h1", "over")
        assert doubts(table.look(60)) == []
        table.guide("h2", "dealing")
        assert doubts(table.look(60)) == ["board"]


class TestCameraOverTheBoard:
    @pytest.fixture
    def table(self) -> Table:
        return Table(TABLES["camera over the board"])

    def test_a_name_that_an_antenna_reads_in_a_hand_is_doubt(self, table: Table) -> None:
        """Whoever is wrong: a card lies on the board, and it is not known which."""
        table.put("seat3", "Kh", "2c")
        table.look(6)
        laid = table.under.now
        table.over.lay("board1", "Qh")
        table.over.reads("Qh", "Kh")
        facts: list[Fact] = []
        while not facts:
            facts = table.look()
        assert arrivals(facts) == [("board", Face.UP, None)]
        assert doubts(facts) == ["board"]
        assert table.under.now - laid >= BELIEVED_NS
        assert table.look(30) == []

    def test_a_name_that_lies_shown_at_a_seat_is_evidence_of_a_fouled_deck(self, table: Table) -> None:
        table.put("seat3", "Kh", face=Face.UP)
        table.look(6)
        table.over.lay("board1", "Kh'")
        facts = table.look(12)
        assert [(f.card, f.confidence < 0.9) for f in facts if isinstance(f, CardDoubled)] == [("Kh", True)]
        assert doubts(facts) == []

    def test_a_card_that_left_its_seat_for_the_board_is_the_same_card(self, table: Table) -> None:
        table.put("seat3", "Kh")
        before = [f.ref for f in table.look(6) if isinstance(f, CardArrived)]
        table.under.lift("Kh")
        table.over.lay("board1", "Kh")
        facts = table.look(12)
        assert named(facts) == ["CardLeft", "CardArrived"]
        assert [f.ref for f in facts if isinstance(f, CardArrived)] == before

    def test_with_two_decks_it_is_the_one_in_play(self) -> None:
        table = Table(TABLES["camera over the board"], RED, BLUE)
        table.under.put("seat3", uid_of("2c", copy=7))
        table.look(6)
        table.over.lay("board1", "Kh")
        came = table.look(3)
        table.over.lift("Kh")
        table.under.put("muck", uid_of("Kh", copy=7))
        went = table.look(20)
        assert named(went) == ["CardLeft", "CardArrived"]
        assert {f.ref for f in (*came, *went) if isinstance(f, CardArrived)} == {"r2"}

    def test_a_card_seen_before_any_deck_was_known_is_found_by_the_antenna(self) -> None:
        """Nothing says which of two decks the first card is of; the muck's antenna does."""
        table = Table(TABLES["camera over the board"], RED, BLUE)
        table.over.lay("board1", "Kh")
        came = table.look(3)
        assert arrivals(came) == [("board", Face.UP, "Kh")]
        table.over.lift("Kh")
        table.under.put("muck", uid_of("Kh", copy=7))
        went = table.look(20)
        assert named(went) == ["CardLeft", "CardArrived"]
        assert {f.ref for f in (*came, *went) if isinstance(f, CardArrived | CardLeft)} == {"r1"}
        assert arrivals(went) == [("muck", Face.DOWN, None)]


def test_a_snapshot_of_both_names_every_card_once() -> None:
    under = Tabletop(board=TABLES["camera over the board"])
    over = Overhead(under.witness)
    over.places = tuple(map(parse_place, (*(f"board{n}" for n in range(1, 6)), "burn")))
    under.put("seat3", "Kh")
    over.lay("board1", "9c")
    facts = [*under.sweep(), *over.look()]
    seen = [card for fact in facts if isinstance(fact, TableSeen) for card in fact.cards]
    assert sorted((str(card.place), card.card) for card in seen) == [("board", "9c"), ("seat3", None)]
    assert seat_place(SeatNo(3)) in {card.place for card in seen}
