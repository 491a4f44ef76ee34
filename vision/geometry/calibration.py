"""How the felt lies in a camera's picture, from printed sheets that lie anywhere on it, or from four clicks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from felt.fault import BadInput
from vision.geometry.plane import Plane
from vision.geometry.sheet import A_SHEET, MarkerNo, dictionary, sheet_of, spots
from vision.picture import Picture, Points

WORST_MM: Final = 1.0
"""Marks that are further off than this, root mean square, are not those of one flat felt and a true print."""
LEAST_MARKERS: Final = 4
_ROUNDS: Final = 30
_STEP: Final = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The felt's plane; `error_mm` is how far the marks lie from where they should, root mean square.

    `markers`: the px corners, (4, 2), of each marker that it was found from; none after clicks. `spread`: the
    share of the picture inside the hull of the marks: outside it the plane is extrapolated.
    """

    plane: Plane
    error_mm: float
    spread: float
    markers: Mapping[MarkerNo, Points]


def calibrated(picture: Picture) -> Calibration:
    """From a picture of at least one sheet lying flat; the first sheet's upper left corner is 0, 0 mm of the felt.

    Raises BadInput where too few markers are seen, or where they do not fit one plane within WORST_MM.
    """
    seen = markers_in(picture)
    sheets = {sheet: _pairs(sheet, seen) for sheet in _sheets(seen)}
    if not sheets:
        raise BadInput(
            f"{len(seen)} markers of the sheets are seen, and no sheet's {LEAST_MARKERS}",
            remedy="lay the printed sheets flat, in even light, whole in the picture",
        )
    plane, inset = _fitted(list(sheets.values()))
    error = _error_mm(plane, inset, list(sheets.values()))
    if error > WORST_MM:
        raise BadInput(
            f"the markers are {error:.1f} mm off on average, and may be {WORST_MM} mm",
            remedy="print at 100 % and measure the bar; lay the sheets flat; a lens that bends lines cannot be used",
        )
    return Calibration(plane, error, _spread(list(seen.values()), picture), seen)


def clicked(px: Points, mm: Points, picture_size: tuple[int, int]) -> Calibration:
    """From four points of a picture of `picture_size` (width, height), clicked, (4, 2), and where they lie on the felt.

    Raises BadInput where the points are not the corners of a convex four-sided shape, in the same order in both.
    """
    for points, where in ((px, "picture"), (mm, "felt")):
        if points.shape != (4, 2) or not np.isfinite(points).all():
            raise BadInput(f"four points of the {where} are needed", remedy="click the four corners")
        if not cv2.isContourConvex(points.astype(np.float32)[:, None]) or abs(cv2.contourArea(points)) < 100.0:
            raise BadInput(f"the points of the {where} are not the corners of a field", remedy="in order around it")
    if (cv2.contourArea(px, oriented=True) > 0) != (cv2.contourArea(mm, oriented=True) > 0):
        raise BadInput("the points go one way round in the picture and the other on the felt", remedy="the same order")
    share = abs(cv2.contourArea(px)) / (picture_size[0] * picture_size[1])
    return Calibration(Plane.through(px, mm), 0.0, float(share), {})


def markers_in(picture: Picture) -> dict[MarkerNo, Points]:
    """The corners of each of the sheets' markers that is seen once, px."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    found, numbers, _ = cv2.aruco.ArucoDetector(dictionary(), settings).detectMarkers(picture)
    if not found:
        return {}
    ours = [(MarkerNo(int(number)), corners) for number, corners in zip(numbers.ravel(), found, strict=True)]
    once = {number for number, _ in ours if sum(other == number for other, _ in ours) == 1}
    return {
        number: np.asarray(corners, np.float32).reshape(4, 2)
        for number, corners in sorted(ours, key=lambda pair: pair[0])
        if number in once and sheet_of(number) is not None
    }


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """The marks of one sheet: (n, 2) px, and (n, 2) mm of that sheet."""

    px: NDArray[np.float64]
    true_mm: NDArray[np.float64]

    def mm(self, inset: float) -> NDArray[np.float64]:
        """The marks where every marker's side is short by `inset` at both ends, as blur and a thin print make it."""
        inward = np.tile([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)], (len(self.true_mm) // 4, 1))
        return np.asarray(self.true_mm + inset * inward)


def _sheets(seen: Mapping[MarkerNo, Points]) -> list[int]:
    """Those of which enough markers are seen."""
    sheets = sorted({sheet for number in seen if (sheet := sheet_of(number)) is not None})
    return [
        sheet for sheet in sheets if sum(sheet_of(number) == sheet for number in seen) >= min(LEAST_MARKERS, A_SHEET)
    ]


def _pairs(sheet: int, seen: Mapping[MarkerNo, Points]) -> _Pairs:
    here = [spot for spot in spots(sheet) if spot.number in seen]
    px = np.concatenate([seen[spot.number] for spot in here])
    return _Pairs(px.astype(np.float64), np.concatenate([spot.corners for spot in here]).astype(np.float64))


def _fitted(sheets: Sequence[_Pairs]) -> tuple[Plane, float]:
    """The plane on which every sheet has its true size, wherever it lies, and the markers' inset, mm; the felt's
    millimetres are those of the first sheet.

    The unknowns are the plane, (8,), the inset, and for each further sheet where it lies and how it is turned, (3,):
    found by Gauss and Newton from what the first sheet alone says.
    """
    first = sheets[0]
    mm_to_px = np.asarray(cv2.findHomography(first.true_mm, first.px)[0], np.float64)
    poses = [_laid(mm_to_px, one) for one in sheets[1:]]
    unknown = np.concatenate([(mm_to_px / mm_to_px[2, 2]).ravel()[:8], [0.0], *poses])
    scale = np.maximum(np.abs(unknown), 1e-3)
    for _ in range(_ROUNDS):
        off = _off_px(unknown, sheets)
        slopes = np.stack(
            [(_off_px(unknown + step, sheets) - off) / _STEP for step in np.diag(np.full(len(unknown), _STEP) * scale)],
            axis=1,
        )
        better, *_ = np.linalg.lstsq(slopes, -off, rcond=None)
        unknown = unknown + better * scale
        if np.abs(better).max() < 1e-9:
            break
    return Plane(np.asarray(np.linalg.inv(_homography(unknown)), np.float64)), float(unknown[8])


def _laid(mm_to_px: NDArray[np.float64], sheet: _Pairs) -> NDArray[np.float64]:
    """x, y, mm, and turn, radians, of a further sheet on the plane of the first."""
    felt = Plane(np.asarray(np.linalg.inv(mm_to_px), np.float64)).to_mm(sheet.px.astype(np.float32)).astype(np.float64)
    middle = sheet.true_mm.mean(axis=0)
    here, there = sheet.true_mm - middle, felt - felt.mean(axis=0)
    cross = (here[:, 0] * there[:, 1] - here[:, 1] * there[:, 0]).sum()
    turn = float(np.arctan2(cross, (here * there).sum()))
    x, y = felt.mean(axis=0) - _turned(middle[None], turn)[0]
    return np.array([x, y, turn])


def _off_px(unknown: NDArray[np.float64], sheets: Sequence[_Pairs]) -> NDArray[np.float64]:
    homography = _homography(unknown)
    off = []
    for index, sheet in enumerate(sheets):
        felt = sheet.mm(float(unknown[8]))
        if index:
            x, y, turn = unknown[6 + 3 * index : 9 + 3 * index]
            felt = _turned(felt, float(turn)) + np.array((x, y))
        mapped = np.concatenate([felt, np.ones((len(felt), 1))], axis=1) @ homography.T
        off.append((mapped[:, :2] / mapped[:, 2:] - sheet.px).ravel())
    return np.concatenate(off)


def _homography(unknown: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.append(unknown[:8], 1.0).reshape(3, 3)


def _turned(points: NDArray[np.float64], turn: float) -> NDArray[np.float64]:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(points @ np.array([(cos, sin), (-sin, cos)]))


def _error_mm(plane: Plane, inset: float, sheets: Sequence[_Pairs]) -> float:
    """How far each sheet's marks are from their places when the sheet is laid as well as it can be, mm."""
    squares = []
    for sheet in sheets:
        felt = plane.to_mm(sheet.px.astype(np.float32)).astype(np.float64)
        x, y, turn = _laid(plane.mm_to_px, sheet)
        squares.append(((_turned(sheet.mm(inset), float(turn)) + np.array((x, y)) - felt) ** 2).sum(axis=1))
    return float(np.sqrt(np.concatenate(squares).mean()))


def _spread(markers: Sequence[Points], picture: Picture) -> float:
    hull = cv2.convexHull(np.concatenate(list(markers)))
    return float(cv2.contourArea(hull) / (picture.shape[0] * picture.shape[1]))
