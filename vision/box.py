"""An upright rectangle of whole pixels."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from vision.picture import Points


class Box(NamedTuple):
    """`x` and `y` of its upper left pixel, `width` and `height`, px; empty where either is not above 0."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def around(cls, points: Points, margin: int = 0) -> "Box":
        """The box around points, and `margin` px more on each side."""
        left, top = np.floor(points.min(axis=0)).astype(int) - margin
        right, bottom = np.ceil(points.max(axis=0)).astype(int) + margin + 1
        return cls(int(left), int(top), int(right - left), int(bottom - top))

    @classmethod
    def whole(cls, shape: Sequence[int]) -> "Box":
        """All of a picture, or of any other array of rows and columns, by its shape."""
        return cls(0, 0, shape[1], shape[0])

    @property
    def empty(self) -> bool:
        """True where it holds no pixel."""
        return self.width <= 0 or self.height <= 0

    @property
    def window(self) -> tuple[slice, slice]:
        """What cuts the box out of a picture: rows, then columns. Only for a box that lies inside it."""
        return slice(self.y, self.y + self.height), slice(self.x, self.x + self.width)

    def common(self, other: "Box") -> "Box":
        """What both cover; may be empty."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Box(x, y, right - x, bottom - y)

    def lies_in(self, other: "Box") -> bool:
        """True where it has no pixel that the other has not."""
        return self.common(other) == self

    def touches(self, other: "Box") -> bool:
        """True where both have a pixel in common."""
        return max(self.x, other.x) < min(self.x + self.width, other.x + other.width) and max(self.y, other.y) < min(
            self.y + self.height, other.y + other.height
        )

    def joined(self, other: "Box") -> "Box":
        """The least box around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        bottom = max(self.y + self.height, other.y + other.height)
        return Box(x, y, right - x, bottom - y)

    def grown(self, margin: int) -> "Box":
        """`margin` px more on each side; fewer where it is below 0."""
        return Box(self.x - margin, self.y - margin, self.width + 2 * margin, self.height + 2 * margin)

    def moved(self, dx: int, dy: int) -> "Box":
        """The same size elsewhere."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)


def merged(boxes: Iterable[Box]) -> list[Box]:
    """Boxes of which no two touch, around all that were given; empty ones are left out."""
    apart: list[Box] = []
    for box in boxes:
        if box.empty:
            continue
        while touching := [other for other in apart if other.touches(box)]:
            apart = [other for other in apart if other not in touching]
            for other in touching:
                box = box.joined(other)
        apart.append(box)
    return apart
