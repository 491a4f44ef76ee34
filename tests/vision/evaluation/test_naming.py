"""Naming in a box: what is outside it is not shown, the surest outline answers."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from felt.card import RANKS, parse_card
from vision.box import Box
from vision.evaluation.manifest import Labelled, Photograph
from vision.evaluation.naming import named, read_in_box, shown_alone
from vision.outline import Outline
from vision.picture import BLANK, Picture
from vision.reading import Reading

HERE = Box(100, 60, 70, 98)


def a_picture() -> Picture:
    """White within the box, red all about."""
    picture = np.full((220, 300, 3), (0, 0, 200), np.uint8)
    picture[HERE.window] = 250
    return picture


class Whitest:
    """Is the surer the whiter a picture is; calls one with red in it a two of clubs, any other an ace of clubs."""

    def __init__(self) -> None:
        self.looked = 0

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        self.looked += len(cards)
        return [self._reading(card) for card in cards]

    def _reading(self, card: Picture) -> Reading:
        sure = float(np.float32((card.min(axis=2) > 240).mean()) * 0.9 + 0.05)
        red = bool(((card[:, :, 2] > 150) & (card[:, :, 0] < 100)).mean() > 0.2)
        ranks = np.full(13, (1 - sure) / 12, np.float32)
        ranks[0 if red else RANKS.index("A")] = sure
        return Reading(np.eye(5, dtype=np.float32)[0], ranks, np.eye(4, dtype=np.float32)[0])


def test_outside_the_box_the_picture_is_blank_and_inside_it_is_untouched() -> None:
    alone = shown_alone(a_picture(), HERE)
    assert (alone[HERE.window] == 250).all()
    # 0.02 x 98 = 1.96, two px of the surroundings are left, then nothing.
    assert tuple(alone[58, 130]) == (0, 0, 200)
    assert (alone[57] == BLANK).all()
    assert (alone[:, 97] == BLANK).all()
    assert (a_picture()[57] != BLANK).any()


def test_the_surest_outline_answers() -> None:
    reading = read_in_box(a_picture(), HERE, [], Whitest())
    assert reading is not None
    assert reading.card == "Ac"
    assert reading.confidence > 0.9


def test_a_found_outline_is_tried_where_it_lies_in_the_box_and_not_elsewhere() -> None:
    def tried(shift: tuple[float, float]) -> int:
        corners = np.array([(100, 60), (170, 60), (170, 158), (100, 158)], np.float32) + np.array(shift, np.float32)
        reader = Whitest()
        read_in_box(a_picture(), HERE, [Outline(corners)], reader)
        return reader.looked

    assert tried((0, 0)) == tried((120, 0)) + 1


def test_every_boxed_card_is_named_in_order_and_the_others_are_left_to_the_other_figure(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), a_picture())
    cards = (Labelled(parse_card("Ac"), HERE), Labelled(parse_card("9h"), None), Labelled(parse_card("Kh"), HERE))
    photograph = Photograph(tmp_path / "one.png", 300, 220, cards, "room", None)
    seen: list[Photograph] = []
    answers = named([photograph], lambda _: [], Whitest(), seen.append)
    assert [(one.truth, one.said, one.where) for one in answers] == [("Ac", "Ac", HERE), ("Kh", "Ac", HERE)]
    assert seen == [photograph]


@given(st.integers(-90, 89), st.integers(-90, 89), st.integers(1, 200), st.integers(1, 200))
@settings(max_examples=60, deadline=None)
def test_a_box_of_any_shape_is_answered_or_is_too_small(x: int, y: int, width: int, height: int) -> None:
    box = Box(x, y, width, height)
    assume(not box.common(Box(0, 0, 90, 90)).empty)
    reading = read_in_box(np.full((90, 90, 3), 120, np.uint8), box, [], Whitest())
    assert reading is None or 0.0 <= reading.confidence <= 1.0
