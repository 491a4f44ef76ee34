"""Boxes of pixels: what they share, what holds them both."""

import numpy as np
import pytest

from vision.box import Box, merged


def test_a_box_around_points_holds_each_of_them() -> None:
    box = Box.around(np.array([(1.2, 5.0), (9.8, 2.5)], np.float32))
    assert box == Box(1, 2, 10, 4)  # columns 1 to 10, rows 2 to 5
    assert Box.around(np.array([(1.2, 5.0), (9.8, 2.5)], np.float32), 2) == Box(-1, 0, 14, 8)


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        (Box(0, 0, 4, 4), Box(2, 3, 4, 4), Box(2, 3, 2, 1)),
        (Box(0, 0, 4, 4), Box(4, 0, 4, 4), None),
        (Box(0, 0, 9, 9), Box(3, 3, 2, 2), Box(3, 3, 2, 2)),
    ],
)
def test_boxes_share_what_both_cover(one: Box, other: Box, common: Box | None) -> None:
    assert one.touches(other) is other.touches(one) is (common is not None)
    if common is not None:
        assert one.common(other) == other.common(one) == common


def test_a_whole_picture_is_as_wide_as_its_columns_and_as_high_as_its_rows() -> None:
    assert Box.whole((720, 1280, 3)) == Box(0, 0, 1280, 720)


def test_a_box_grows_and_shrinks_on_each_side() -> None:
    assert Box(5, 6, 10, 20).grown(2) == Box(3, 4, 14, 24)
    assert Box(5, 6, 10, 20).grown(-2) == Box(7, 8, 6, 16)


@pytest.mark.parametrize(
    ("inner", "lies"),
    [(Box(0, 0, 9, 9), True), (Box(3, 3, 6, 6), True), (Box(3, 3, 7, 6), False), (Box(-1, 3, 2, 2), False)],
)
def test_a_box_lies_in_another_that_has_all_its_pixels(inner: Box, lies: bool) -> None:
    assert inner.lies_in(Box(0, 0, 9, 9)) is lies


def test_boxes_that_touch_through_a_third_become_one() -> None:
    boxes = [Box(0, 0, 3, 3), Box(6, 0, 3, 3), Box(2, 0, 5, 2), Box(50, 50, 2, 2), Box(9, 9, 0, 4)]
    assert merged(boxes) == [Box(0, 0, 9, 3), Box(50, 50, 2, 2)]
