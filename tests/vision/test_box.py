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


def test_boxes_that_touch_through_a_third_become_one() -> None:
    boxes = [Box(0, 0, 3, 3), Box(6, 0, 3, 3), Box(2, 0, 5, 2), Box(50, 50, 2, 2), Box(9, 9, 0, 4)]
    assert merged(boxes) == [Box(0, 0, 9, 3), Box(50, 50, 2, 2)]
