"""One card's stay: right, wrong or unread, and how late."""

import numpy as np
import pytest

from felt.card import Card
from felt.clock import Nanos, seconds
from felt.fact import Face
from felt.ids import DeviceId
from felt.place import BOARD
from vision.outline import Outline
from vision.picture import Points
from vision.sighting import Sighting, TrackNo
from vision.stage.script import CardNo
from vision.stage.truth import CardTruth
from vision.tracking import Track
from vision.trial.stays import SETTLED_FRAMES, Book, Outcome

SQUARE = np.array([(0, 0), (63, 0), (63, 88), (0, 88)], np.float32)


def corners(x: float) -> Points:
    return SQUARE + np.array((x, 100), np.float32)


def truth(
    card: str,
    *,
    x: float = 100,
    face: Face = Face.UP,
    visible: float = 1.0,
    since_s: float = 0.0,
    number: int = 0,
    moving: bool = False,
) -> CardTruth:
    return CardTruth(CardNo(number), Card(card), face, corners(x), BOARD, moving, since_s, visible, visible)


def track(x: float = 100, number: int = 5) -> Track:
    return Track(TrackNo(number), Outline(corners(x)), BOARD, (720, 1280, 3), Nanos(0))


def sighting(card: str, number: int = 5) -> Sighting:
    return Sighting(DeviceId("c"), BOARD, Face.UP, Nanos(0), Nanos(1), card=Card(card), track=TrackNo(number))


def moment(frame: int) -> Nanos:
    return seconds(frame / 30)


def watched(book: Book, frames: int, card: CardTruth, told: dict[int, str]) -> None:
    for frame in range(frames):
        said = [sighting(told[frame])] if frame in told else []
        book.note([card], said, [track()], moment(frame))


def test_a_card_told_by_its_name_is_right_and_its_delay_is_counted_from_clear_sight() -> None:
    book = Book()
    watched(book, 30, truth("Kh"), {9: "Kh", 18: "Kh"})
    (stay,) = book.stays
    assert stay.outcome is Outcome.RIGHT
    assert stay.delay_ms == pytest.approx(300)  # nine frames of 1/30 s


def test_the_delay_is_counted_from_when_the_hand_was_gone() -> None:
    book = Book()
    for frame in range(10):
        book.note([truth("Kh", visible=0.6)], [], [track()], moment(frame))
    for frame in range(10, 40):
        said = [sighting("Kh")] if frame == 16 else []
        book.note([truth("Kh")], said, [track()], moment(frame))
    (stay,) = book.stays
    assert stay.delay_ms == pytest.approx(200)


def test_one_wrong_name_makes_a_stay_wrong_whatever_came_after() -> None:
    book = Book()
    watched(book, 30, truth("6h"), {9: "9h", 18: "6h"})
    assert [stay.outcome for stay in book.stays] == [Outcome.WRONG]


def test_a_card_never_named_is_unread() -> None:
    book = Book()
    watched(book, 30, truth("6h"), {})
    (stay,) = book.stays
    assert (stay.outcome, stay.delay_ms) == (Outcome.UNREAD, None)


def test_a_card_in_clear_sight_for_less_than_half_a_second_does_not_count_unless_it_was_told_wrong() -> None:
    short, wrong = Book(), Book()
    watched(short, SETTLED_FRAMES - 1, truth("6h"), {})
    watched(wrong, SETTLED_FRAMES - 1, truth("6h"), {9: "9h"})
    assert short.stays == []
    assert [stay.outcome for stay in wrong.stays] == [Outcome.WRONG]


def test_a_name_where_no_face_lies_is_counted_once_for_its_track() -> None:
    book = Book()
    watched(book, 30, truth("6h", face=Face.DOWN), {9: "6h", 18: "6h"})
    assert (book.stays, len(book.phantoms)) == ([], 1)
    book.note([truth("6h", x=400)], [sighting("6h")], [track()], moment(30))
    assert len(book.phantoms) == 1
    book.note([truth("6h", x=400)], [sighting("Kd", 6)], [track(number=6)], moment(31))
    assert len(book.phantoms) == 2


@pytest.mark.parametrize(("x", "said", "phantoms"), [(102, "6h", 0), (102, "9h", 1), (106, "6h", 1)])
def test_a_card_that_a_hand_takes_is_where_it_lay_for_its_first_three_mm(x: float, said: str, phantoms: int) -> None:
    book = Book()
    for frame in range(30):
        book.note([truth("6h", x=x, moving=True)], [sighting(said)] if frame == 9 else [], [track()], moment(frame))
    assert (book.stays, len(book.phantoms)) == ([], phantoms)


def test_of_two_cards_the_one_below_the_track_is_meant() -> None:
    book = Book()
    for frame in range(30):
        said = [sighting("7c", 6)] if frame == 9 else []
        both = [truth("Kh", number=0), truth("7c", x=130, number=1)]
        assert book.note(both, said, [track(130, 6)], moment(frame)) == []
    assert [stay.outcome for stay in book.stays] == [Outcome.UNREAD, Outcome.RIGHT]


def test_a_card_laid_anew_is_another_stay() -> None:
    book = Book()
    watched(book, 30, truth("Kh"), {9: "Kh"})
    watched(book, 30, truth("Kh", since_s=2.0), {})
    assert [stay.outcome for stay in book.stays] == [Outcome.RIGHT, Outcome.UNREAD]
