"""A deck shown once: what is taken, asked and taken back; what is kept; and what a reader makes of it."""

from pathlib import Path

import numpy as np
import pytest

from felt.card import DECK, SUITS, Card
from felt.fault import ConfigFault
from tests.vision.enrolment.deck import Says, deck, reading, shown
from vision.enrolment import LOOKS, DeckReader, Prints, Showing, load_prints, risks, save_prints
from vision.enrolment.gallery import Gallery, likest
from vision.enrolment.likeness import HEIGHT, WIDTH, print_of, seen_of, turned
from vision.enrolment.showing import AGAIN
from vision.picture import BLANK, Picture
from vision.reading import Kind


@pytest.fixture(scope="module")
def prints() -> Prints:
    """The drawn deck, each card shown twice."""
    made = Prints("drawn")
    for number, card in enumerate(DECK):
        for look in range(LOOKS):
            made.add(card, print_of(shown(card, 1000 * look + number)))
    return made


class TestLikeness:
    def test_light_and_cast_do_not_change_a_print(self) -> None:
        one, other = (print_of(shown("Kh", seed)).astype(np.int16) for seed in (1, 2))
        assert np.abs(one - other).mean() < 3

    def test_a_print_is_small_and_of_one_shape(self) -> None:
        assert print_of(shown("2c")).shape == (HEIGHT, WIDTH, 3)

    def test_what_is_blanked_is_not_seen(self) -> None:
        card = shown("Kh")
        card[:68] = BLANK
        seen = seen_of(card)
        assert not seen[:34].any()
        assert seen[36:].all()

    @pytest.mark.parametrize("level", [1.0, 0.45])
    @pytest.mark.parametrize("part", [np.s_[:, 40:], np.s_[:90], np.s_[:46, :]])
    def test_what_hides_a_card_is_no_paper_however_dim_the_light(self, level: float, part: tuple[slice, ...]) -> None:
        """A print's paper is told by what is seen: what is blanked may be the lightest thing there, and most of it."""
        lit = (shown("8c", 3) * level).astype(np.uint8)
        covered = lit.copy()
        covered[part] = BLANK
        seen = seen_of(covered)
        apart = np.abs(print_of(covered).astype(np.int16) - print_of(lit))[seen]
        assert np.median(apart) <= 3

    @pytest.mark.parametrize("about", [False, True])
    def test_every_card_is_nearest_to_itself_either_way_up(self, prints: Prints, about: bool) -> None:
        gallery = Gallery(prints)
        wrong = [
            (card, found)
            for number, card in enumerate(DECK)
            if (found := likest(gallery.distances(print_of(shown(card, 5000 + number, about=about))))[0]) != card
        ]
        assert wrong == []

    def test_a_card_a_pixel_beside_its_print_is_still_it(self, prints: Prints) -> None:
        gallery = Gallery(prints)
        for card in ("7h", "Qs", "Td"):
            moved = np.roll(shown(card, 8), (2, -2), axis=(0, 1))
            assert likest(gallery.distances(print_of(moved)))[0] == card

    @pytest.mark.parametrize("over", ["7c", "Qd", "As"])
    def test_what_lies_over_a_card_is_not_held_against_it(self, prints: Prints, over: str) -> None:
        """A sixth of each is under a neighbour's middle, and a finger's colour is over a twelfth."""
        gallery = Gallery(prints)
        for number, card in enumerate(("Kh", "9s", "4d", "Jc", "6h")):
            covered = shown(card, 82 + number)
            covered[100:, 40:] = shown(over, 85)[40:76, :56]
            covered[60:100, 70:] = (90, 120, 180)
            assert likest(gallery.distances(print_of(covered), seen_of(covered)))[0] == card


class TestShowing:
    def test_a_sure_card_is_taken_and_the_same_card_again_is_a_second_look(self) -> None:
        showing = Showing(Prints("new"))
        assert showing.show(shown("Kh", 1), reading("Kh")) == "Kh taken. 51 left."
        showing.show(shown("2c", 2), reading("2c"))
        assert showing.show(shown("Kh", 3), reading("Kh")) == ""
        assert len(showing.prints.looks(Card("Kh"))) == 2
        assert not showing.asking

    def test_a_doubtful_card_is_asked_and_the_answer_is_believed(self) -> None:
        showing = Showing(Prints("new"))
        assert showing.show(shown("9h", 1), reading("6h", 0.7)).startswith("Which card is this? 6h perhaps.")
        assert showing.asking
        assert showing.show(shown("2c", 1), reading("2c")) == ""
        assert showing.answer("9H") == "9h taken. 51 left."
        assert showing.prints.cards == ("9h",)

    def test_a_card_that_was_taken_anew_is_taken_back_once(self) -> None:
        showing = Showing(Prints("new"))
        showing.show(shown("Kh", 1), reading("Kh"))
        showing.show(shown("Qs", 2), reading("Kh"))
        showing.answer("Kh")
        assert showing.answer("u").startswith("Kh taken back.")
        assert showing.answer("u") == "Nothing was taken yet."

    @pytest.mark.parametrize(("typed", "taken"), [("10d", "Td"), ("td", "Td"), (" As ", "As")])
    def test_names_as_people_type_them(self, typed: str, taken: str) -> None:
        showing = Showing(Prints("new"))
        showing.show(shown("2c"), reading("2c", 0.5))
        showing.answer(typed)
        assert showing.prints.cards == (taken,)

    def test_a_word_that_is_no_card_is_asked_again(self) -> None:
        showing = Showing(Prints("new"))
        showing.show(shown("2c"), reading("2c", 0.5))
        assert "is no card" in showing.answer("king")
        assert showing.asking
        assert showing.answer("-") == f"Left out. {AGAIN}"
        assert showing.prints.cards == ()

    def test_another_card_of_a_name_that_was_taken_is_asked_about(self) -> None:
        """The network reads the six as a nine too: one of the two is wrong, and a person knows which."""
        showing = Showing(Prints("new"))
        showing.show(shown("6h", 1), reading("9h"))
        showing.show(shown("2c", 1), reading("2c"))
        assert "9h was shown already, and looks different" in showing.show(shown("9h", 2), reading("9h"))
        assert showing.answer("9h") == "9h taken anew: what was kept of 9h before is dropped. 50 left."
        assert showing.show(shown("6h", 3), reading("6h")) == "6h taken. 49 left."
        assert likest(Gallery(showing.prints).distances(print_of(shown("9h", 9))))[0] == "9h"

    def test_a_card_that_looks_like_another_one_is_not_passed_over(self) -> None:
        """Of this deck of bare indices a three looks like a five, if not looked at closely."""
        showing = Showing(Prints("new"))
        showing.show(shown("5h", 1), reading("5h"))
        asked = showing.show(shown("3h", 2), reading("3h"))
        assert "3h, but it looks like 5h, which was shown already" in asked
        assert showing.answer("3h") == "3h taken. 50 left."
        for card, seed in (("3h", 3), ("5h", 4)):
            assert showing.show(shown(card, seed), reading(card)) == ""
        assert all(len(showing.prints.looks(Card(card))) == 2 for card in ("3h", "5h"))

    def test_another_look_at_a_card_whose_name_was_typed_asks_no_more(self) -> None:
        """The network is sure that the jack is a three, which was not shown yet; the person knows better."""
        showing = Showing(Prints("new"))
        showing.show(shown("5h", 1), reading("5h"))
        assert showing.show(shown("Jh", 2), reading("3h", 0.8)).startswith("Which card is this? 3h perhaps.")
        showing.answer("Jh")
        assert showing.show_again(shown("Jh", 3), reading("3h")) == ""
        assert showing.prints.cards == ("5h", "Jh")
        assert len(showing.prints.looks(Card("Jh"))) == 2

    def test_the_last_card_is_taken_back_and_the_one_before_it(self) -> None:
        showing = Showing(Prints("new"))
        showing.show(shown("Kh", 1), reading("Kh"))
        showing.show(shown("2c", 1), reading("2c"))
        assert showing.answer("u") == f"2c taken back. {AGAIN} 51 left."
        assert showing.answer("undo") == f"Kh taken back. {AGAIN} 52 left."
        assert showing.answer("u") == "Nothing was taken yet."

    @pytest.mark.parametrize("kind", [Kind.BACK, Kind.JOKER, Kind.NOTHING, Kind.CUT_CARD])
    def test_what_is_no_face_is_nothing_to_take(self, kind: Kind) -> None:
        showing = Showing(Prints("new"))
        assert showing.show(shown("Kh"), reading("Kh", kind=kind)) == ""
        assert showing.prints.cards == ()

    def test_the_last_cards_are_named(self, prints: Prints) -> None:
        almost = Prints("almost", {card: prints.looks(card) for card in DECK[:-2]})
        showing = Showing(almost)
        assert showing.show(shown(DECK[-2], 3), reading(DECK[-2])) == f"{DECK[-2]} taken. 1 left: {DECK[-1]}"
        showing.show(shown(DECK[-1], 3), reading(DECK[-1]))
        assert showing.done


class TestFile:
    def test_what_is_kept_is_read_again_and_goes_on(self, tmp_path: Path, prints: Prints) -> None:
        half = Prints("half", {card: prints.looks(card) for card in DECK[:26]})
        save_prints(tmp_path / "decks" / "half.prints", half)
        again = load_prints(tmp_path / "decks" / "half.prints")
        assert (again.name, again.cards, len(again.missing)) == ("half", DECK[:26], 26)
        assert all(np.array_equal(a, b) for a, b in zip(again.looks(DECK[3]), half.looks(DECK[3]), strict=True))
        assert [file.name for file in (tmp_path / "decks").iterdir()] == ["half.prints"]

    def test_a_file_that_is_no_deck(self, tmp_path: Path) -> None:
        for content in (b"", b"not a file of prints", b"PK\x03\x04broken"):
            (tmp_path / "x.prints").write_bytes(content)
            with pytest.raises(ConfigFault, match=r"x\.prints"):
                load_prints(tmp_path / "x.prints")
        with pytest.raises(ConfigFault):
            load_prints(tmp_path / "nowhere.prints")

    def test_a_deck_file_of_another_kind_or_with_a_strange_card(self, tmp_path: Path) -> None:
        look = np.zeros((1, HEIGHT, WIDTH, 3), np.uint8)
        for kind, card in (("feltwire prints 9", "Kh"), ("feltwire prints 1", "Xx")):
            with (tmp_path / "x.prints").open("wb") as file:
                np.savez(file, kind=np.array(kind), name=np.array("x"), cards=np.array([card]), looks=look)
            with pytest.raises(ConfigFault, match="holds"):
                load_prints(tmp_path / "x.prints")


class TestReader:
    def test_agreed_is_surer_than_the_network_alone(self, prints: Prints) -> None:
        (read,) = DeckReader(Says(reading("Kh", 0.8)), prints).read([shown("Kh", 77)])
        assert read.card == "Kh"
        assert read.confidence > 0.9

    @pytest.mark.parametrize("suit", ["Kc", "Ks"])
    def test_what_the_network_leaves_open_the_prints_decide(self, prints: Prints, suit: str) -> None:
        """Clubs or spades, each one half: 0.5 / (0.5 + 0.02 * 0.5) = 0.98."""
        open_ = reading("Kc", 1.0)
        open_.suits[:] = [0.5 if each in "cs" else 0.0 for each in SUITS]
        (read,) = DeckReader(Says(open_), prints).read([shown(suit, 79)])
        assert read.card == suit
        assert read.suits.max() == pytest.approx(0.98, abs=0.001)

    @pytest.mark.parametrize(("card", "said"), [("9h", "6h"), ("6h", "9h"), ("Jc", "Js"), ("Qd", "Jd"), ("As", "2c")])
    def test_contradicted_is_never_read_however_sure_the_network_is(self, prints: Prints, card: str, said: str) -> None:
        (read,) = DeckReader(Says(reading(said, 0.9999)), prints).read([shown(card, 78)])
        assert read.confidence <= 0.51

    @pytest.mark.parametrize(("sure", "suit", "after"), [(0.9995, "c", 0.9967), (0.8, "s", 0.625)])
    def test_prints_that_lean_to_another_card_outweigh_a_doubt_and_not_a_certainty(
        self, prints: Prints, monkeypatch: pytest.MonkeyPatch, sure: float, suit: str, after: float
    ) -> None:
        """As a witness who is astray 0.15 of the time: 0.15 * 0.9995 / (0.15 * 0.9995 + 0.0005) = 0.9967 for clubs,
        and 0.2 / (0.15 * 0.8 + 0.2) = 0.625 for spades. The distances' share is (80 + 9) / (100 + 9) = 0.82."""
        monkeypatch.setattr(Gallery, "distances", lambda *_: {Card("Kc"): 100.0, Card("Ks"): 80.0})
        said = reading("Kc", 1.0)
        said.suits[:] = [{"c": sure, "s": 1 - sure}.get(each, 0.0) for each in SUITS]
        (read,) = DeckReader(Says(said), prints).read([shown("Ks")])
        assert SUITS[int(read.suits.argmax())] == suit
        assert float(read.suits.max()) == pytest.approx(after, abs=1e-3)

    @pytest.mark.parametrize("card", ["Kh", "8c", "As"])
    def test_where_the_prints_tell_nothing_the_networks_answer_stands(self, prints: Prints, card: str) -> None:
        """All but a strip of paper is covered, which every card of the deck has there."""
        covered = shown(card, 82)
        covered[:, 24:] = BLANK
        covered[:60] = covered[80:] = BLANK
        (read,) = DeckReader(Says(reading(card, 0.97)), prints).read([covered])
        assert read.card == card
        assert read.confidence == pytest.approx(0.97, abs=1e-3)

    def test_backs_and_cards_that_were_not_shown_are_the_networks_to_tell(self, prints: Prints) -> None:
        half = Prints("half", {card: prints.looks(card) for card in DECK[:26]})
        back, strange = DeckReader(Says(reading("2c", kind=Kind.BACK), reading("As", 0.97)), half).read(
            [shown("2c"), shown("As")]
        )
        assert back.kind is Kind.BACK
        assert strange.confidence == pytest.approx(0.97, abs=1e-4)

    def test_an_empty_deck_changes_nothing(self) -> None:
        (read,) = DeckReader(Says(reading("Kh", 0.8)), Prints("empty")).read([shown("Kh")])
        assert read.confidence == pytest.approx(0.8, abs=1e-4)

    def test_chances_stay_chances(self, prints: Prints) -> None:
        for said, sure in (("6h", 0.9999), ("6h", 0.3), ("9h", 0.6)):
            (read,) = DeckReader(Says(reading(said, sure)), prints).read([shown("9h", 80)])
            for chances in (read.ranks, read.suits):
                assert float(chances.sum()) == pytest.approx(1, abs=1e-5)
                assert (chances >= 0).all()

    def test_a_card_half_blanked_is_judged_by_the_other_half(self, prints: Prints) -> None:
        covered: Picture = shown("Kh", 81)
        covered[:, 50:] = BLANK
        (read,) = DeckReader(Says(reading("Kh", 0.9)), prints).read([covered])
        assert read.card == "Kh"


class TestRisks:
    def test_two_cards_that_are_one_are_the_first_risk(self, prints: Prints) -> None:
        alike = Prints("alike", {card: prints.looks(card) for card in DECK if card != "9h"})
        for look in prints.looks(Card("6h")):
            alike.add(Card("9h"), look)
        first = risks(alike)[0]
        assert ({first.one, first.other}, first.why) == ({"6h", "9h"}, "6 and 9")
        assert first.share == pytest.approx(0, abs=1e-3)

    def test_a_deck_of_plain_colours_holds_none(self) -> None:
        """Cards as different as can be: each another grey block at another place."""
        random = np.random.default_rng(4)
        apart = Prints(
            "apart", {card: (random.integers(0, 255, (HEIGHT, WIDTH, 3)).astype(np.uint8),) for card in DECK}
        )
        assert risks(apart) == ()

    def test_a_deck_that_was_not_shown(self) -> None:
        assert risks(Prints("none")) == ()


def test_a_print_turned_twice_is_itself() -> None:
    look = print_of(shown("7c"))
    assert np.array_equal(turned(turned(look)), look)
    assert deck().name
