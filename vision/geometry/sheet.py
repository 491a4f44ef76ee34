"""The sheets of markers that a technician prints and lays on the felt to calibrate a camera."""

from enum import StrEnum
from typing import Final, NamedTuple, NewType

import cv2
import numpy as np
from numpy.typing import NDArray

from felt.fault import BadInput
from vision.geometry.pdf import Page, Rectangle, Words, pdf
from vision.picture import Points

MarkerNo = NewType("MarkerNo", int)
"""A marker of the dictionary DICT_4X4_50."""

SHEETS: Final = 4
"""Sheets that may lie on a felt at once, each with its own markers."""
MARKER_MM: Final = 55.0
_CELLS: Final = 6
"""A marker is 4 x 4 bits and a black border of one."""
_COLUMNS_MM: Final = (25.0, 125.0)
_ROWS_MM: Final = (22.0, 102.0, 182.0)
A_SHEET: Final = len(_COLUMNS_MM) * len(_ROWS_MM)
"""Markers on each sheet."""
_RULER_MM: Final = 100.0


class Paper(StrEnum):
    """What a printer holds."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height (ISO 216; ANSI/ASME Y14.1)."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)


class Spot(NamedTuple):
    """Where a marker is printed: its number, and its corner nearest to the sheet's upper left one, mm."""

    number: MarkerNo
    x: float
    y: float

    @property
    def corners(self) -> Points:
        """(4, 2) mm of the sheet, clockwise from the marker's own upper left."""
        side = MARKER_MM
        own = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
        return own + np.array((self.x, self.y), np.float32)


def dictionary() -> cv2.aruco.Dictionary:
    """Of the printed markers."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def spots(sheet: int) -> list[Spot]:
    """The markers of sheet 0 to SHEETS - 1, the same on every paper."""
    if not 0 <= sheet < SHEETS:
        raise BadInput(f"there is no sheet {sheet + 1}", remedy=f"1 to {SHEETS}")
    places = [(x, y) for y in _ROWS_MM for x in _COLUMNS_MM]
    return [Spot(MarkerNo(sheet * A_SHEET + index), x, y) for index, (x, y) in enumerate(places)]


def sheet_of(number: MarkerNo) -> int | None:
    """The sheet on which a marker is printed; None for a marker of something else."""
    sheet = number // A_SHEET
    return sheet if 0 <= sheet < SHEETS else None


def printed(paper: Paper, sheets: int = SHEETS) -> bytes:
    """The sheets as a PDF in true size, one a page; raises BadInput for a number of sheets that there is not."""
    if not 1 <= sheets <= SHEETS:
        raise BadInput(f"{sheets} sheets cannot be printed", remedy=f"1 to {SHEETS}")
    return pdf([_page(paper, sheet) for sheet in range(sheets)])


def _page(paper: Paper, sheet: int) -> Page:
    width, height = paper.size_mm
    black = [dark for spot in spots(sheet) for dark in _marker(spot)]
    top = height - 22.0
    ruler = [Rectangle((width - _RULER_MM) / 2, top, _RULER_MM, 1.0)]
    told = [
        Words(
            (width - _RULER_MM) / 2, top - 2.0, 3.4, "This bar is 100.0 mm long: measure it. If not, print at 100 %."
        ),
        Words(25.0, 15.0, 4.2, f"Feltwire camera calibration, sheet {sheet + 1} of {SHEETS}: lay it flat on the felt."),
    ]
    return Page(width, height, black + ruler, told)


def _marker(spot: Spot) -> list[Rectangle]:
    """The dark cells, row by row as runs."""
    bits = cv2.aruco.generateImageMarker(dictionary(), int(spot.number), _CELLS, borderBits=1)
    cell = MARKER_MM / _CELLS
    found = []
    for row, cells in enumerate(np.asarray(bits, np.uint8)):
        for first, last in _dark_runs(cells):
            found.append(Rectangle(spot.x + first * cell, spot.y + row * cell, (last - first) * cell, cell))
    return found


def _dark_runs(cells: NDArray[np.uint8]) -> list[tuple[int, int]]:
    """First and one past the last of each run of black cells."""
    ends = np.flatnonzero(np.diff(np.concatenate([[0], (cells == 0).astype(np.int8), [0]])))
    return [(int(first), int(last)) for first, last in ends.reshape(-1, 2)]
