"""Pixels and millimetres in each other's terms."""

import numpy as np
import pytest

from felt.fault import BadInput
from vision.geometry.plane import Plane

POINTS = np.array([(0, 0), (100, 0), (640, 360), (1279, 719)], np.float32)


def test_a_view_straight_down_is_a_scale() -> None:
    plane = Plane.scaled(2.0)
    assert plane.to_mm(POINTS) == pytest.approx(POINTS / 2)
    assert plane.to_px(POINTS) == pytest.approx(POINTS * 2)
    assert plane.px_per_mm(POINTS) == pytest.approx(2.0)


def test_four_points_make_the_plane_through_them() -> None:
    mm = np.array([(0, 0), (1000, 0), (1000, 500), (0, 500)], np.float32)
    px = np.array([(200, 100), (1000, 120), (1200, 700), (80, 650)], np.float32)
    plane = Plane.through(px, mm)
    assert plane.to_mm(px) == pytest.approx(mm, abs=0.01)
    assert plane.to_px(mm) == pytest.approx(px, abs=0.01)
    assert plane.to_mm(plane.to_px(mm / np.float32(3))) == pytest.approx(mm / 3, abs=0.01)


def test_what_is_near_the_camera_has_more_pixels_a_millimetre() -> None:
    mm = np.array([(0, 0), (1000, 0), (1000, 500), (0, 500)], np.float32)
    plane = Plane.through(np.array([(300, 100), (900, 100), (1200, 700), (0, 700)], np.float32), mm)
    far, near = plane.px_per_mm(np.array([(600, 110)], np.float32)), plane.px_per_mm(np.array([(600, 690)], np.float32))
    assert far < near


def test_what_cannot_be_undone_is_no_plane() -> None:
    with pytest.raises(BadInput, match="invertible"):
        Plane(np.zeros((3, 3)))
    with pytest.raises(BadInput, match="3 x 3"):
        Plane(np.eye(2))
