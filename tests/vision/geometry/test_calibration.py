"""Sheets drawn into pictures with a known view: where the felt truly is, and what is refused."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from felt.fault import BadInput
from vision.geometry.calibration import WORST_MM, Calibration, calibrated, clicked, markers_in
from vision.geometry.plane import Plane
from vision.geometry.sheet import MARKER_MM, SHEETS, MarkerNo, dictionary, spots
from vision.picture import Picture

SIZE = (1280, 720)
FINE = 3
FIELD = np.array([(x, y) for x in range(0, 1201, 150) for y in range(0, 601, 150)], np.float32)
"""Points all over the felt, mm."""
VIEWS = {
    "straight down": [(0, 0), (1280, 0), (1280, 720), (0, 720)],
    "from one side": [(150, 20), (1130, 40), (1270, 700), (10, 690)],
    "from the other side": [(1240, 700), (30, 660), (170, 30), (1150, 60)],
}
LAID = {0: (90.0, 60.0, 0.0), 1: (900.0, 90.0, 8.0), 2: (520.0, 330.0, -25.0), 3: (340.0, 450.0, 90.0)}
"""Where each sheet's upper left corner lies, mm, and how it is turned, degrees."""


def view(name: str) -> NDArray[np.float64]:
    """(3, 3) from felt mm, a field of 1280 x 720 mm, to px."""
    field = np.array([(0, 0), (1280, 0), (1280, 720), (0, 720)], np.float32)
    return cv2.getPerspectiveTransform(field, np.array(VIEWS[name], np.float32)).astype(np.float64)


def laid(sheet: int) -> NDArray[np.float64]:
    """(3, 3) from mm of a sheet to mm of the felt."""
    x, y, degrees = LAID[sheet]
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([(cos, -sin, x), (sin, cos, y), (0, 0, 1)])


def inverse(to_px: NDArray[np.float64]) -> Plane:
    """The plane whose mm lie at the px that `to_px` says."""
    return Plane(np.asarray(np.linalg.inv(to_px), np.float64))


def pictured(name: str, sheets: tuple[int, ...], *, stretch: float = 1.0) -> Picture:
    """A green felt with white sheets on it. `stretch`: a printer that prints too wide."""
    fine = np.full((SIZE[1] * FINE, SIZE[0] * FINE, 3), (60, 110, 40), np.uint8)
    for sheet in sheets:
        plane = inverse(view(name) @ laid(sheet) @ np.diag([stretch, 1.0, 1.0]))
        _fill(fine, plane, (0, 0, 210, 297), 255)
        for spot in spots(sheet):
            cells = cv2.aruco.generateImageMarker(dictionary(), spot.number, 6, borderBits=1)
            _fill(fine, plane, (spot.x, spot.y, MARKER_MM, MARKER_MM), 0)
            for row, column in np.argwhere(np.asarray(cells) > 0):
                cell = MARKER_MM / 6
                _fill(fine, plane, (spot.x + column * cell, spot.y + row * cell, cell, cell), 255)
    return cv2.resize(fine, SIZE, interpolation=cv2.INTER_AREA).astype(np.uint8)


def _fill(fine: Picture, plane: Plane, box: tuple[float, float, float, float], level: int) -> None:
    """A rectangle of the sheet, x, y, width and height in mm. A pixel's middle is whole, and FINE pixels make one."""
    x, y, width, height = box
    mm = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], np.float32)
    px = plane.to_px(mm) * FINE + (FINE - 1) / 2
    cv2.fillConvexPoly(fine, np.rint(px * 16).astype(np.int32), (level, level, level), cv2.LINE_8, 4)


def off_mm(found: Calibration, name: str, margin_px: float) -> float:
    """How far the found plane is from the true one, mm, at worst, where the marks are around or within `margin_px`."""
    first = min(sheet for sheet in LAID if any(number // 6 == sheet for number in found.markers))
    truly = inverse(view(name) @ laid(first))
    px = inverse(view(name)).to_px(FIELD)
    hull = cv2.convexHull(np.concatenate(list(found.markers.values())))
    near = [cv2.pointPolygonTest(hull, (float(x), float(y)), measureDist=True) > -margin_px for x, y in px]
    inside = ((px > 0) & (px < np.array(SIZE))).all(axis=1) & np.array(near)
    return float(np.linalg.norm(found.plane.to_mm(px[inside]) - truly.to_mm(px[inside]), axis=1).max())


@pytest.mark.parametrize("name", VIEWS)
def test_four_sheets_laid_anywhere_give_the_felt_to_half_a_millimetre(name: str) -> None:
    found = calibrated(pictured(name, (0, 1, 2, 3)))
    assert len(found.markers) == 24
    assert found.error_mm < 0.4
    assert off_mm(found, name, 20) < 0.5
    assert off_mm(found, name, 1280) < 1.0


def test_two_sheets_far_apart_do_too() -> None:
    found = calibrated(pictured("from one side", (1, 3)))
    assert off_mm(found, "from one side", 1280) < 1.0
    assert found.error_mm < 0.4


def test_one_sheet_gives_a_plane_and_says_how_little_of_the_picture_it_saw() -> None:
    found = calibrated(pictured("straight down", (2,)))
    # Its markers span 155 x 215 mm at 1 px a mm, of 1280 x 720.
    assert found.spread == pytest.approx(155 * 215 / (1280 * 720), rel=0.05)
    assert off_mm(found, "straight down", 20) < 0.5


def test_a_picture_without_sheets_is_refused() -> None:
    with pytest.raises(BadInput, match="0 markers of the sheets are seen"):
        calibrated(np.full((720, 1280, 3), 90, np.uint8))


def test_a_sheet_of_which_too_little_is_seen_is_refused() -> None:
    picture = pictured("straight down", (0,))
    picture[150:] = 60
    with pytest.raises(BadInput, match="2 markers of the sheets are seen"):
        calibrated(picture)


def test_a_print_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(BadInput, match="mm off on average") as refused:
        calibrated(pictured("straight down", (0, 1, 2, 3), stretch=1.04))
    assert "print at 100 %" in str(refused.value)
    assert str(WORST_MM) in str(refused.value)


def test_a_marker_that_is_there_twice_is_no_mark() -> None:
    picture = pictured("straight down", (0,))
    picture[80:160, 800:1100] = picture[80:160, 100:400]
    seen = markers_in(picture)
    assert MarkerNo(0) not in seen
    assert MarkerNo(5) in seen


@pytest.mark.parametrize("name", VIEWS)
def test_four_clicks_give_the_plane(name: str) -> None:
    mm = np.array([(100, 100), (1100, 100), (1100, 600), (100, 600)], np.float32)
    px = inverse(view(name)).to_px(mm)
    found = clicked(px, mm, SIZE)
    truly = inverse(view(name)).to_px(FIELD)
    assert found.plane.to_mm(truly) == pytest.approx(FIELD, abs=0.5)


SQUARE = np.array([(0, 0), (100, 0), (100, 100), (0, 100)], np.float32)


@pytest.mark.parametrize(
    ("px", "mm", "why"),
    [
        (SQUARE[:3], SQUARE, "four points of the picture"),
        (SQUARE, SQUARE[[0, 2, 1, 3]], "points of the felt are not the corners"),
        (SQUARE * 0.05, SQUARE, "points of the picture are not the corners"),
        (SQUARE, SQUARE[::-1].copy(), "one way round in the picture"),
        (SQUARE * np.float32("nan"), SQUARE, "four points of the picture"),
    ],
)
def test_clicks_that_make_no_field_are_refused(px: NDArray[np.float32], mm: NDArray[np.float32], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        clicked(px, mm, SIZE)


def test_every_sheet_has_markers_of_its_own() -> None:
    numbers = [spot.number for sheet in range(SHEETS) for spot in spots(sheet)]
    assert len(set(numbers)) == len(numbers) == 24
