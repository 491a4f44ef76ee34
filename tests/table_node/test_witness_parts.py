"""The witness and its parts: readers lost and found, and a camera beside the antennas."""

from msgspec.structs import replace

from felt.card import Card
from felt.clock import Nanos
from felt.fact import (
    CardTurned,
    DeviceLost,
    DeviceRestored,
    Face,
    TableSeen,
)
from felt.ids import DeviceId
from felt.place import BURN, MUCK, parse_place
from firmware_bridge.reading import AntennaNo, AntennaRead, PartFound, PartLost, antenna_part
from tests.table_node.tabletop import BOARD_PLAN, EAST, WEST, Tabletop, named, uid_of
from tests.table_node.told import arrivals, places_left
from vision.sighting import Sighting

CAMERA = DeviceId("overhead")
SHUFFLER = DeviceId("shuffler")


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


class TestSightings:
    def sight(
        self, table: Tabletop, place: str, card: str | None, face: Face = Face.UP, sure: float = 1.0
    ) -> list[object]:
        named_card = Card(card) if card else None
        seen = Sighting(CAMERA, parse_place(place), face, table.now, table.now, named_card, sure)
        return [*table.witness.observe(seen)]

    def sights(self, table: Tabletop, place: str, *cards: str) -> list[object]:
        """The camera tells the cards that it reads at a place one after the other, every 0.3 s."""
        facts: list[object] = []
        for card in cards:
            facts += [*table.pass_time(0.3), *self.sight(table, place, card)]
        return facts

    def test_a_hole_card_seen_face_up_is_turned_and_named(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        (fact,) = self.sights(table, "seat3", "Kh", "Kh")
        assert isinstance(fact, CardTurned)
        assert (fact.ref, fact.face, fact.card) == ("r1", Face.UP, "Kh")
        assert self.sight(table, "seat3", "Kh") == []

    def test_a_hole_card_is_turned_when_its_name_is_read_twice_in_a_while(self, table: Tabletop) -> None:
        """One look may have misread another card that lies there; the camera tells each card again every 0.3 s."""
        table.put("seat3", "Kh", "2c")
        table.sweep(4)
        assert self.sights(table, "seat3", "Kh") == []
        table.pass_time(5)
        assert self.sights(table, "seat3", "Kh") == []
        assert [type(fact) for fact in self.sights(table, "seat3", "Kh")] == [CardTurned]

    def test_beside_an_open_card_a_name_is_believed_when_both_are_read(self, table: Tabletop) -> None:
        """A camera that reads 2c for Kh again and again does not see Kh then."""
        table.put("seat3", "Kh", "2c")
        table.sweep(4)
        assert len(self.sights(table, "seat3", "Kh", "Kh")) == 1
        assert self.sights(table, "seat3", "2c", "2c", "2c") == []
        (fact,) = self.sights(table, "seat3", "Kh", "2c")
        assert isinstance(fact, CardTurned)
        assert fact.card == "2c"

    def test_a_new_open_card_that_is_misread_turns_no_card_beside_it(self, table: Tabletop) -> None:
        """Qs was named there and no antenna has told it yet; one look reads the hole card's name on it."""
        table.put("seat3", "Kh")
        table.sweep(4)
        table.put("seat3", "Qs")
        facts = [each for card in ("Qs", "Kh", "Kh") for each in (*table.sweep(), *self.sight(table, "seat3", card))]
        assert not [fact for fact in facts if isinstance(fact, CardTurned)]
        assert arrivals(facts) == [("seat3", "r2", Face.UP, "Qs")]

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
        self.sights(table, "seat3", "Kh", "Kh")
        (fact,) = self.sight(table, "seat3", None, Face.DOWN)
        assert isinstance(fact, CardTurned)
        assert (fact.face, fact.card) == (Face.DOWN, None)

    def test_a_shown_card_that_is_mucked_is_nameless_again(self, table: Tabletop) -> None:
        table.put("seat3", "Kh")
        table.sweep(2)
        self.sight(table, "seat3", "Kh")
        table.put("muck", "Kh")
        assert arrivals(table.sweep(3)) == [("muck", "r1", Face.DOWN, None)]
