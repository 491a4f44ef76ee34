"""A board's camera: where its pictures come from, how the felt lies in them, and where it looks for cards."""

import math
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from felt.fault import ConfigFault
from felt.ids import DeviceText
from felt.place import Place

Pixels = Annotated[int, Meta(ge=160, le=7_680)]
FramesPerSecond = Annotated[int, Meta(ge=1, le=120)]
CORNERS: Final = 40
"""Corners of a region, at most."""
Corner = tuple[float, float]
"""x to the right and y down: mm of the felt in a region, px of the picture in a marker."""

Homography = tuple[float, float, float, float, float, float, float, float, float]
"""Nine numbers, row by row: a picture's (x, y, 1) px to the felt's mm, up to scale."""


class CameraKind(StrEnum):
    """Where pictures come from."""

    DEVICE = "device"
    """A USB or other V4L2 camera; `source` is its device file, the first one found where there is none."""
    PI = "pi"
    """The Pi's own camera port."""
    FOLDER = "folder"
    """Picture files of the folder `source`, in the order of their names."""
    VIDEO = "video"
    """The video file `source`."""
    VIRTUAL = "virtual"
    """The rendered table; `source` is its seed."""


VIRTUAL_SIZE: Final = (1280, 720)
"""Width and height of the rendered table's pictures, px."""
SEED_DIGITS: Final = 18
"""The digits of a seed, at most."""
NEEDS_SOURCE: Final = frozenset({CameraKind.FOLDER, CameraKind.VIDEO})


def virtual_seed(source: str) -> int:
    """The seed that a virtual camera's source names, 0 where it names none; raises ConfigFault for anything else."""
    if len(source) > SEED_DIGITS or (source and not (source.isascii() and source.isdigit())):
        raise ConfigFault(
            f"{source[:40]!r} is no seed of a virtual table",
            remedy=f"a whole number of at most {SEED_DIGITS} digits, or nothing",
        )
    return int(source or 0)


class MarkerPlan(Struct, frozen=True):
    """A printed marker as it lay in the picture when the camera was calibrated: its four corners, px."""

    number: Annotated[int, Meta(ge=0)]
    corners: tuple[Corner, Corner, Corner, Corner]


class CalibrationPlan(Struct, frozen=True):
    """How the felt lies in the picture. `error_mm`: how far the marks were from where they should be, root mean square.

    `markers` are what tells later that the camera was moved; none after a calibration by clicks.
    """

    px_to_mm: Homography
    error_mm: Annotated[float, Meta(ge=0.0)] = 0.0
    markers: tuple[MarkerPlan, ...] = ()

    def to_px(self, corner: Corner) -> Corner | None:
        """Where a point of the felt lies in the picture; None when nowhere."""
        a, b, c, d, e, f, g, h, i = self.px_to_mm
        x, y = corner
        across = (e * i - f * h) * x + (c * h - b * i) * y + (b * f - c * e)
        down = (f * g - d * i) * x + (a * i - c * g) * y + (c * d - a * f)
        depth = (d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d)
        return None if abs(depth) < 1e-12 else (across / depth, down / depth)

    def px_a_mm(self, x: float, y: float) -> float | None:
        """Px a millimetre at a pixel; below 0 where the felt is seen mirrored, None on and beyond its horizon.

        The Jacobian of a homography H at a point of depth w is det H / w**3; the picture's first pixel has depth `i`.
        """
        _, _, _, _, _, _, g, h, i = self.px_to_mm
        share = (g * x + h * y + i) / i if i else 0.0
        if share <= 0.0:
            return None
        stretch = share * share * share * i * i * i / self.determinant  # a power would overflow, and raise
        return math.copysign(math.sqrt(abs(stretch)), stretch)

    @property
    def finite(self) -> bool:
        """False where a number is none."""
        return all(map(math.isfinite, (*self.px_to_mm, self.error_mm)))

    @property
    def determinant(self) -> float:
        """Zero where the picture would be squeezed into a line."""
        a, b, c, d, e, f, g, h, i = self.px_to_mm
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


class RegionPlan(Struct, frozen=True):
    """The part of the felt where a place's cards lie: its corners in order around it, mm."""

    place: Place
    corners: tuple[Corner, ...]


class CameraPlan(Struct, frozen=True):
    """A camera that sees face-up cards. `felt`: its picture of the empty felt, a PNG file.

    Without regions it tells of cards and nobody knows where they lie; its process does not start then.
    """

    id: DeviceText
    kind: CameraKind = CameraKind.DEVICE
    source: str = ""
    width: Pixels = 1280
    height: Pixels = 720
    fps: FramesPerSecond = 30
    felt: Path | None = None
    calibration: CalibrationPlan | None = None
    regions: tuple[RegionPlan, ...] = ()

    @property
    def places(self) -> frozenset[Place]:
        """Every place that has a region."""
        return frozenset(region.place for region in self.regions)
