"""From a box to the outlines that a card in it may have: the true one is always among them."""

import cv2
import numpy as np
import pytest

from vision.box import Box
from vision.evaluation.boxes import ASPECT, outlines
from vision.outline import Outline
from vision.picture import Picture, Points

WIDTH, HEIGHT = 90.0, 90.0 * ASPECT


def a_card(degrees: float, centre: tuple[float, float] = (200, 160)) -> Points:
    turn = np.radians(degrees)
    upright = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (WIDTH / 2, HEIGHT / 2)
    about = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    return np.asarray(upright @ about + centre, np.float32)


def a_picture(corners: Points, ground: int = 40) -> Picture:
    picture = np.full((320, 400, 3), ground, np.uint8)
    cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], (235, 235, 235))
    return picture


def around(corners: Points) -> Box:
    return Box.around(corners)


def off(outline: Outline, corners: Points) -> float:
    """How far the outline's worst corner is from the card's, as a share of the card's width, either way up."""
    return min(float(np.abs(np.roll(corners, turned, 0) - outline.corners).max()) for turned in (0, 2)) / WIDTH


@pytest.mark.parametrize("degrees", range(-90, 90, 6))
def test_a_card_in_full_view_at_any_angle_is_among_them(degrees: int) -> None:
    corners = a_card(degrees)
    tried = outlines(a_picture(corners), around(corners))
    assert min(off(one, corners) for one in tried) < 0.06


@pytest.mark.parametrize("degrees", range(-90, 90, 15))
def test_even_where_nothing_stands_out_from_the_ground_it_is_nearly_among_them(degrees: int) -> None:
    corners = a_card(degrees)
    tried = outlines(np.full((320, 400, 3), 235, np.uint8), around(corners))
    assert min(off(one, corners) for one in tried) < 0.06


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ((0.0, 0.35, 0.0, 1.0), "left"),
        ((0.65, 1.0, 0.0, 1.0), "right"),
        ((0.0, 1.0, 0.0, 0.5), "top"),
        ((0.0, 1.0, 0.6, 1.0), "foot"),
    ],
)
def test_of_an_upright_card_s_visible_side_the_whole_card_is_among_them(
    part: tuple[float, float, float, float], name: str
) -> None:
    corners = a_card(0)
    (x, y), (width, height) = corners[0], corners[2] - corners[0]
    left, right, top, bottom = part
    box = Box(
        round(float(x + left * width)),
        round(float(y + top * height)),
        round(float((right - left) * width)),
        round(float((bottom - top) * height)),
    )
    tried = outlines(np.full((320, 400, 3), 235, np.uint8), box)
    assert min(off(one, corners) for one in tried) < 0.06, name


def test_every_outline_is_clockwise_and_begins_with_a_short_side() -> None:
    for degrees in (0, 30, 80):
        corners = a_card(degrees)
        for one in outlines(a_picture(corners), around(corners)):
            sides = [float(np.hypot(*(one.corners[(i + 1) % 4] - one.corners[i]))) for i in range(4)]
            assert sides[0] <= sides[1] + 1e-3
            first, second = one.corners[1] - one.corners[0], one.corners[2] - one.corners[1]
            assert first[0] * second[1] - first[1] * second[0] > 0


def test_a_box_at_the_picture_s_edge_and_a_tiny_one_do_no_harm() -> None:
    picture = a_picture(a_card(0))
    assert outlines(picture, Box(-20, -10, 100, 120))
    assert outlines(picture, Box(380, 300, 60, 80))
    assert isinstance(outlines(picture, Box(10, 10, 3, 4)), list)
