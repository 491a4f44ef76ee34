"""The printed sheets: true to size on paper, and readable by a camera."""

import re

import cv2
import numpy as np
import pytest

from felt.fault import BadInput
from vision.geometry.pdf import Page, Rectangle, Words, pdf
from vision.geometry.sheet import MARKER_MM, Paper, dictionary, printed, spots

A_POINT_MM = 25.4 / 72
RECTANGLE = re.compile(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f")


def pages(document: bytes) -> list[tuple[tuple[float, float], list[tuple[float, ...]]]]:
    """Width and height of each page, mm, and its rectangles: x, y from below, width, height."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", document)
    streams = re.findall(rb"stream\n(.*?)\nendstream", document, re.DOTALL)
    return [
        (
            (float(width) * A_POINT_MM, float(height) * A_POINT_MM),
            [tuple(float(value) * A_POINT_MM for value in found) for found in RECTANGLE.findall(stream)],
        )
        for (width, height), stream in zip(boxes, streams, strict=True)
    ]


@pytest.mark.parametrize(("paper", "size"), [(Paper.A4, (210, 297)), (Paper.LETTER, (215.9, 279.4))])
def test_pages_are_of_the_papers_size(paper: Paper, size: tuple[float, float]) -> None:
    found = pages(printed(paper))
    assert [page for page, _ in found] == [pytest.approx(size, abs=0.01)] * 4


@pytest.mark.parametrize("paper", Paper)
def test_every_printed_marker_is_read_where_it_should_be(paper: Paper) -> None:
    for sheet, ((width, height), black) in enumerate(pages(printed(paper))):
        dots_a_mm = 4
        page = np.full((round(height * dots_a_mm), round(width * dots_a_mm)), 255, np.uint8)
        for x, y, across, up in black:
            left, top = round(x * dots_a_mm), round((height - y - up) * dots_a_mm)
            page[top : top + round(up * dots_a_mm), left : left + round(across * dots_a_mm)] = 0
        found, numbers, _ = cv2.aruco.ArucoDetector(dictionary()).detectMarkers(page)
        seen = dict(zip((int(number) for number in np.asarray(numbers).ravel()), found, strict=True))
        assert sorted(seen) == [spot.number for spot in spots(sheet)]
        for spot in spots(sheet):
            assert np.asarray(seen[spot.number]).reshape(4, 2) / dots_a_mm == pytest.approx(spot.corners, abs=0.5)


@pytest.mark.parametrize("paper", Paper)
def test_markers_and_bar_lie_on_the_paper_with_a_margin_for_the_printer(paper: Paper) -> None:
    for (width, height), black in pages(printed(paper)):
        for x, y, across, up in black:
            assert min(x, y, width - x - across, height - y - up) >= 10
        assert max(across for _, _, across, _ in black) == pytest.approx(100.0, abs=0.001)


def test_the_same_sheets_are_the_same_bytes() -> None:
    assert printed(Paper.A4) == printed(Paper.A4)


@pytest.mark.parametrize("sheets", [0, 5])
def test_there_are_one_to_four_sheets(sheets: int) -> None:
    with pytest.raises(BadInput, match="1 to 4"):
        printed(Paper.A4, sheets)
    assert len(pages(printed(Paper.A4, 2))) == 2


def test_a_document_points_at_each_of_its_objects() -> None:
    document = pdf([Page(10, 20, [Rectangle(1, 2, 3, 4)], [Words(1, 1, 3, "a (b) \\ c")])])
    table = int(document.split(b"startxref\n")[1].split()[0])
    starts = [int(start) for start in re.findall(rb"(\d{10}) 00000 n ", document[table:])]
    assert [document[start:].split(b"\n")[0] for start in starts] == [b"%d 0 obj" % n for n in range(1, 6)]
    assert b"(a \\(b\\) \\\\ c) Tj" in document
    assert b"/PrintScaling /None" in document


def test_a_rectangle_is_measured_from_the_upper_left_corner() -> None:
    ((_, black),) = pages(pdf([Page(100, 200, [Rectangle(10, 20, 30, 40)], [])]))
    assert black == [pytest.approx((10, 200 - 20 - 40, 30, 40), abs=0.001)]


def test_a_marker_is_55_mm_wide() -> None:
    first = spots(0)[0]
    assert first.corners[1, 0] - first.corners[0, 0] == MARKER_MM == 55
