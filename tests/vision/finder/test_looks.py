"""The pixels nearest to points, inside a picture and beyond its edge, in any number."""

import numpy as np
import pytest

from vision.finder.looks import Outside, nearest, nearest_at
from vision.picture import Points

HEIGHT, WIDTH = 40, 50
POINTS: Points = np.array([[(3.4, 2.6), (49.4, 39.4)], [(-0.6, 5.0), (20.0, 39.6)]], np.float32)
"""The first two are inside, the last two beyond the left and the lower edge."""


@pytest.mark.parametrize("kind", [np.uint8, np.int16])
@pytest.mark.parametrize("channels", [(), (2,), (3,), (4,)])
def test_each_point_is_told_by_the_pixel_nearest_to_it(kind: type[np.uint8], channels: tuple[int, ...]) -> None:
    picture = np.random.default_rng(1).integers(1, 200, (HEIGHT, WIDTH, *channels)).astype(kind)
    inside = nearest(picture, POINTS, Outside.THE_EDGE)
    assert inside.dtype == kind
    assert np.array_equal(inside, [[picture[3, 3], picture[39, 49]], [picture[5, 0], picture[39, 20]]])
    beyond = nearest(picture, POINTS, Outside.ZERO)
    assert np.array_equal(beyond[0], inside[0])
    assert not beyond[1].any()


@pytest.mark.parametrize("outside", Outside)
@pytest.mark.parametrize("rows", [0, 1, 40_000])
def test_places_are_told_as_points_are(outside: Outside, rows: int) -> None:
    random = np.random.default_rng(2)
    picture = random.integers(1, 200, (HEIGHT, WIDTH, 2)).astype(np.int16)
    points = random.uniform(-5, 55, (rows, 2, 2)).astype(np.float32)
    told = nearest_at(picture, points[..., 0], points[..., 1], outside)
    assert np.array_equal(told, nearest(picture, points, outside))


def test_more_points_than_opencv_maps_at_once_are_all_told() -> None:
    picture = np.arange(HEIGHT * WIDTH).reshape(HEIGHT, WIDTH).astype(np.int16)
    x, y = np.arange(70_000) % WIDTH, np.arange(70_000) // WIDTH % HEIGHT
    points = np.stack([x, y], axis=1).astype(np.float32)[:, None]
    assert np.array_equal(nearest(picture, points, Outside.ZERO)[:, 0], y * WIDTH + x)


def test_no_points_have_no_pixels() -> None:
    assert nearest(np.zeros((5, 5, 3), np.uint8), np.zeros((0, 16, 2), np.float32), Outside.ZERO).shape == (0, 16, 3)
