"""Cards before the camera, offered to a showing one after the other."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from felt.card import Card
from felt.fact import Face
from felt.place import parse_place
from tests.vision.enrolment.deck import Says, reading, shown
from tests.vision.process.stand_in import Lying, StandIn, card_at, ms
from vision.camera import Frame
from vision.enrolment import Prints, Showing
from vision.enrolment.table import LIFTED, Table
from vision.picture import CARD_HEIGHT, CARD_WIDTH, Picture
from vision.reading import Reading
from vision.sighting import TrackNo


def picture(*cards: str) -> Picture:
    """Cards side by side on black felt."""
    felt = np.zeros((200, 120 * max(1, len(cards)), 3), np.uint8)
    for at, card in enumerate(cards):
        felt[20 : 20 + CARD_HEIGHT, 120 * at : 120 * at + CARD_WIDTH] = shown(card, at)
    return felt


def lying(count: int, face: Face = Face.UP) -> list[Lying]:
    board = parse_place("board1")
    cards = []
    for at in range(count):
        outline = card_at(120 * at + CARD_WIDTH / 2, 20 + CARD_HEIGHT / 2)
        half = np.array([CARD_WIDTH / 2, CARD_HEIGHT / 2], np.float32)
        middle = np.array(outline.centre, np.float32)
        corners = np.array([middle - half, middle + half * (1, -1), middle + half, middle + half * (-1, 1)], np.float32)
        cards.append(Lying(TrackNo(at), board, None, face, outline=type(outline)(corners)))
    return cards


def offered(frames: int, cards: Sequence[Lying], says: Says, *names: str) -> tuple[Showing, list[str]]:
    tracker, showing = StandIn(), Showing(Prints("new"))
    tracker.lying = list(cards)
    table = Table(tracker, says, showing)
    said = [text for at in range(frames) for text in table.look(Frame(picture(*names), ms(33 * at), at))]
    return showing, said


def test_all_that_lies_there_is_taken_at_once_and_looked_at_twice() -> None:
    cards = ("Kh", "2c", "9s")
    showing, said = offered(5, lying(3), Says(*(reading(card) for card in cards * 2)), *cards)
    assert [text.split()[0] for text in said] == [*cards]
    assert all(len(showing.prints.looks(card)) == 2 for card in showing.prints.cards)


def test_backs_are_left_alone() -> None:
    showing, said = offered(3, lying(2, Face.DOWN), Says(), "Kh", "2c")
    assert (said, showing.prints.cards) == ([], ())


def test_while_one_card_is_asked_about_the_others_wait() -> None:
    showing, said = offered(1, lying(2), Says(reading("Kh", 0.4)), "Kh", "2c")
    assert len(said) == 1
    assert showing.asking


class Session:
    """Frames of 33 ms before a table, one after the other."""

    def __init__(self, *readings: Reading) -> None:
        self.tracker, self.showing = StandIn(), Showing(Prints("new"))
        self.table = Table(self.tracker, Says(*readings), self.showing)
        self.at = 0

    def frames(self, count: int, cards: Sequence[Lying], *names: str) -> list[str]:
        """What is said while these cards lie there."""
        self.tracker.lying = list(cards)
        return [text for _ in range(count) for text in self._frame(*names)]

    def _frame(self, *names: str) -> list[str]:
        self.at += 33
        return list(self.table.look(Frame(picture(*names), ms(self.at), self.at)))


GONE = round(LIFTED / ms(33)) + 2
"""Frames after which a card that is not seen has left the felt."""


def renumbered(cards: Sequence[Lying], by: int) -> list[Lying]:
    return [replace(card, number=TrackNo(card.number + by)) for card in cards]


def test_a_card_taken_back_is_not_taken_again_until_it_has_left_the_felt() -> None:
    session = Session(*[reading("Kh")] * 4)
    session.frames(5, lying(1), "Kh")
    assert "Lift it off the felt" in session.showing.answer("u")
    assert session.frames(2 * GONE, lying(1), "Kh") == []
    assert session.frames(GONE, [], "2c") == []
    assert session.frames(3, renumbered(lying(1), 9), "Kh") == ["Kh taken. 51 left."]


def test_a_card_taken_back_that_is_followed_anew_is_still_the_same_card() -> None:
    """A hand passes over it for a third of a second, and it is followed by another number."""
    session = Session(*[reading("Kh")] * 2)
    session.frames(5, lying(1), "Kh")
    session.showing.answer("u")
    session.frames(3, lying(1), "Kh")
    session.frames(10, [], "2c")
    assert session.frames(GONE, renumbered(lying(1), 5), "Kh") == []


def test_a_card_taken_back_and_hidden_for_long_has_not_left_the_felt() -> None:
    session = Session(*[reading("Kh")] * 2)
    session.frames(5, lying(1), "Kh")
    session.showing.answer("u")
    session.frames(3, lying(1), "Kh")
    session.frames(3 * GONE, [replace(card, covered=True) for card in lying(1)], "2c")
    assert session.frames(GONE, lying(1), "Kh") == []


def test_beside_a_card_taken_back_the_others_are_taken() -> None:
    session = Session(*[reading("Kh")] * 2, *[reading("2c")] * 2)
    session.frames(5, lying(1), "Kh")
    session.showing.answer("u")
    assert session.frames(GONE, lying(2), "Kh", "2c") == ["2c taken. 51 left."]


def test_another_card_laid_where_one_was_taken_back_is_taken() -> None:
    """The tracker goes on with the same number, as what it follows has only come to look otherwise."""
    session = Session(*[reading("Kh")] * 2, *[reading("2c")] * 2)
    session.frames(5, [replace(card, card=Card("Kh")) for card in lying(1)], "Kh")
    session.showing.answer("u")
    session.frames(2, [replace(card, card=Card("Kh")) for card in lying(1)], "Kh")
    assert session.frames(3, [replace(card, card=Card("2c")) for card in lying(1)], "2c") == ["2c taken. 51 left."]


@pytest.mark.parametrize("word", ["-", "u"])
def test_a_card_left_out_is_not_asked_about_again_until_it_has_left_the_felt(word: str) -> None:
    session = Session(*[reading("Kh", 0.4)] * 2)
    assert len(session.frames(3, lying(1), "Kh")) == 1
    assert "Lift it off the felt" in session.showing.answer(word)
    assert session.frames(2 * GONE, lying(1), "Kh") == []
    session.frames(GONE, [])
    assert session.frames(3, lying(1), "Kh")[0].startswith("Which card is this?")
