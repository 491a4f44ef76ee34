"""Cards before the camera, offered to a showing one after the other."""

from collections.abc import Sequence

import numpy as np

from felt.fact import Face
from felt.place import parse_place
from tests.vision.enrolment.deck import Says, reading, shown
from tests.vision.process.stand_in import Lying, StandIn, card_at, ms
from vision.camera import Frame
from vision.enrolment import Prints, Showing
from vision.enrolment.__main__ import Table
from vision.picture import CARD_HEIGHT, CARD_WIDTH, Picture
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
