"""Where a camera looks: the regions of its board file as they lie in its picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np

from felt.fault import ConfigFault
from felt.place import Place
from hardware.board import CameraPlan, RegionPlan
from vision.geometry.plane import Plane
from vision.picture import Points


@dataclass(frozen=True, eq=False)
class Region:
    """A place's part of the picture: its corners, (n, 2) px."""

    place: Place
    corners: Points

    @property
    def hull(self) -> Points:
        """The least convex shape around it, (n, 2) px."""
        hull: Points = cv2.convexHull(self.corners)[:, 0].astype(np.float32)
        return hull

    def holds(self, x: float, y: float) -> bool:
        """True for a pixel inside or on the border."""
        return cv2.pointPolygonTest(self.corners, (x, y), False) >= 0


@dataclass(frozen=True, eq=False)
class Outlook:
    """The felt's plane and the places on it."""

    plane: Plane
    regions: tuple[Region, ...]

    @classmethod
    def of(cls, camera: CameraPlan, plane: Plane | None = None) -> Self:
        """What the board file says, on `plane` or else its own calibration; raises ConfigFault for too little."""
        if plane is None:
            plane = plane_of(camera)
        if not camera.regions:
            raise ConfigFault(
                "no region is drawn",
                where="[[camera.regions]]",
                remedy="draw them on the page of feltwire vision watch",
            )
        return cls(plane, drawn(camera.regions, plane))

    def place_of(self, x: float, y: float) -> Place | None:
        """The place at a pixel; None beside them all."""
        return next((region.place for region in self.regions if region.holds(x, y)), None)


def plane_of(camera: CameraPlan) -> Plane:
    """The felt as the board file's calibration tells it; raises ConfigFault where there is none."""
    if camera.calibration is None:
        raise ConfigFault(
            "the camera is not calibrated",
            where="[camera.calibration]",
            remedy="feltwire vision calibrate, or four clicks on the page of feltwire vision watch",
        )
    return Plane(np.array(camera.calibration.px_to_mm, np.float64).reshape(3, 3))


def drawn(regions: Sequence[RegionPlan], plane: Plane) -> tuple[Region, ...]:
    """Regions of the felt as they lie in the picture."""
    return tuple(Region(each.place, plane.to_px(np.array(each.corners, np.float32))) for each in regions)
