"""Own outlines held against labels: which answers for which, what is left over, what counts as wrong."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from felt.card import RANKS, SUITS, parse_card
from vision.box import Box
from vision.evaluation.manifest import Labelled, Photograph
from vision.evaluation.unaided import Found, Unaided, faces, held, overlap
from vision.outline import Outline
from vision.picture import Picture
from vision.reading import Kind, Reading


def a_photograph(*cards: tuple[str, Box | None], complete: bool | None = None) -> Photograph:
    labelled = tuple(Labelled(parse_card(name), box) for name, box in cards)
    return Photograph(Path("none.png"), 400, 300, labelled, "room", complete)


def found(name: str, box: Box, confidence: float = 0.9) -> Found:
    return Found(box, parse_card(name), confidence)


HERE = Box(100, 100, 60, 80)
"""4800 px in area."""
THERE = Box(300, 100, 60, 80)


def test_overlap_is_what_is_common_over_what_is_covered() -> None:
    assert overlap(HERE, HERE) == 1.0
    assert overlap(HERE, THERE) == 0.0
    # Half of each is common: 2400 of 4800 + 4800 - 2400.
    assert overlap(HERE, Box(130, 100, 60, 80)) == 2400 / 7200


def test_an_outline_answers_where_half_is_common_and_not_below() -> None:
    # 20 px aside: 40 x 80 common, 3200 of 6400, which is half. One more and it is not.
    for aside, said in ((20, "Kh"), (21, None)):
        told = Unaided()
        held(a_photograph(("Kh", HERE)), [found("Kh", HERE.moved(aside, 0))], told)
        assert [answer.said for answer in told.answers] == [said]


def test_the_nearest_outline_answers_even_if_another_is_right() -> None:
    told = Unaided()
    held(a_photograph(("Kh", HERE)), [found("Kh", HERE.moved(10, 0)), found("Qh", HERE.moved(1, 0))], told)
    assert [answer.said for answer in told.answers] == ["Qh"]
    assert not told.answers[0].right


def test_an_outline_answers_once() -> None:
    told = Unaided()
    held(a_photograph(("Kh", HERE), ("Qh", HERE)), [found("Kh", HERE)], told)
    assert [answer.said for answer in told.answers] == ["Kh", None]


def test_where_no_box_is_given_the_name_must_occur_among_what_is_left() -> None:
    told = Unaided()
    photograph = a_photograph(("Kh", None), ("Kh", HERE), ("2c", None))
    held(photograph, [found("Kh", HERE), found("Kh", THERE, 0.7)], told)
    assert [(a.truth, a.said, a.confidence) for a in told.answers] == [
        ("Kh", "Kh", 0.9),
        ("Kh", "Kh", 0.7),
        ("2c", None, 0.0),
    ]


def test_what_is_left_over_is_an_extra_only_where_every_card_is_listed() -> None:
    for complete, names in ((True, ["9c"]), (False, []), (None, [])):
        told = Unaided()
        held(a_photograph(("Kh", HERE), complete=complete), [found("Kh", HERE), found("9c", THERE)], told)
        assert [extra.said for extra in told.extras] == names


class Scripted:
    """Reads what it is told to, one reading a picture."""

    def __init__(self, *readings: Reading) -> None:
        self._readings = readings

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        assert len(cards) == len(self._readings)
        return list(self._readings)


def reading(kind: Kind, name: str, sure: float) -> Reading:
    """All heads give `sure` to their answer and share out the rest."""

    def head(count: int, place: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        chances = np.full(count, (1 - sure) / (count - 1), np.float32)
        chances[place] = sure
        return chances

    return Reading(head(5, kind.value), head(13, RANKS.index(name[0])), head(4, SUITS.index(name[1])))


def test_faces_are_told_the_surest_first_and_backs_and_bare_felt_are_not_told() -> None:
    picture = np.zeros((300, 400, 3), np.uint8)
    corners = np.array([(100, 100), (160, 100), (160, 180), (100, 180)], np.float32)
    outlines = [Outline(corners + np.float32(shift)) for shift in (0, 20, 40, 60)]
    reader = Scripted(
        reading(Kind.FACE, "Kh", 0.8),
        reading(Kind.BACK, "Kh", 0.9),
        reading(Kind.NOTHING, "2c", 0.9),
        reading(Kind.FACE, "9s", 0.95),
    )
    told = faces(picture, lambda _: outlines, reader)
    assert [(one.card, one.box) for one in told] == [("9s", Box(160, 160, 60, 80)), ("Kh", Box(100, 100, 60, 80))]
    assert cv2.contourArea(corners) == 4800
