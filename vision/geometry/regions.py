"""The parts of the felt where a place's cards lie."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from felt.fault import BadInput
from felt.place import Place
from vision.picture import Points


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """Where the cards of `place` lie: `corners` (n, 2) mm of the felt, in order around it, at least three."""

    place: Place
    corners: Points

    def __post_init__(self) -> None:
        if len(self.corners) < 3 or abs(cv2.contourArea(self.corners.astype(np.float32))) < 1.0:
            raise BadInput(f"the region of {self.place} has no area", remedy="three corners or more, around it")

    def inside(self, x: float, y: float) -> float:
        """mm from the point to the region's edge, above 0 inside."""
        return float(cv2.pointPolygonTest(self.corners.astype(np.float32)[:, None], (x, y), measureDist=True))


class Regions:
    """All of a table's regions. Where two overlap, the one whose edge is further away has the point."""

    def __init__(self, regions: Iterable[Region]) -> None:
        self._regions = tuple(regions)
        places = [region.place for region in self._regions]
        for place in places:
            if places.count(place) > 1:
                raise BadInput(f"{place} has two regions", remedy="one for each place")

    def at(self, x: float, y: float) -> Place | None:
        """The place to which the point, mm, belongs; None on open felt."""
        depth, place = max(
            ((region.inside(x, y), region.place) for region in self._regions), key=_depth, default=(-1.0, None)
        )
        return place if depth >= 0 else None

    def of(self, place: Place) -> Region | None:
        """The region of a place."""
        return next((region for region in self._regions if region.place == place), None)


def _depth(found: tuple[float, Place]) -> float:
    return found[0]
