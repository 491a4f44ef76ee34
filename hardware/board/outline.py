"""Polygons on the felt: which cross themselves, and which lie on one another."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from hardware.board.camera import Corner

_HAIR: Final = 1e-9


def area(corners: Sequence[Corner]) -> float:
    """The area inside, mm2."""
    return abs(sum(x * v - u * y for (x, y), (u, v) in _edges(corners))) / 2


def crosses_itself(corners: Sequence[Corner]) -> bool:
    """True when two sides of the polygon cross."""
    return any(_cross(*one, *other) for one, other in combinations(_edges(corners), 2))


def overlap(one: Sequence[Corner], other: Sequence[Corner]) -> bool:
    """True when two polygons share more than a border."""
    if any(_cross(*a, *b) for a in _edges(one) for b in _edges(other)):
        return True
    return any(_inside(point, other) for point in _probes(one)) or any(_inside(point, one) for point in _probes(other))


def _edges(corners: Sequence[Corner]) -> list[tuple[Corner, Corner]]:
    return list(zip(corners, [*corners[1:], *corners[:1]], strict=True))


def _probes(corners: Sequence[Corner]) -> list[Corner]:
    """Corners and the middles of sides and diagonals: of two polygons that overlap, one holds one of the other's."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in combinations(corners, 2)]
    return [point for point in (*corners, *middles) if point in corners or _inside(point, corners)]


def _turn(a: Corner, b: Corner, c: Corner) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """True when the two lines cross between their ends; touching is no crossing."""
    return _turn(a, b, c) * _turn(a, b, d) < -_HAIR and _turn(c, d, a) * _turn(c, d, b) < -_HAIR


def _inside(point: Corner, corners: Sequence[Corner]) -> bool:
    """True strictly inside; a point on the border is not."""
    x, y = point
    within = False
    for a, b in _edges(corners):
        if (
            abs(_turn(a, b, point)) < _HAIR
            and min(a[0], b[0]) <= x <= max(a[0], b[0])
            and min(a[1], b[1]) <= y <= max(a[1], b[1])
        ):
            return False
        if (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]):
            within = not within
    return within
