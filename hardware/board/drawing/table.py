"""The table from above: rail, felt, seats, and an antenna under each place that has one. The dealer sits below."""

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Final

from felt.ids import DeviceId
from felt.place import Place, SeatNo, Spot
from hardware.board.drawing.svg import INK, SOFT, Point, Svg
from hardware.board.plan import Board

RADII: Final = Point(540, 235)
_FIRST, _LAST = 122.0, 418.0
"""Angles of the first and the last seat, clockwise from the right: the dealer's place at 90 stays free."""
_PAD: Final = Point(58, 42)
FELT: Final = "#e3efe8"
RAIL: Final = "#8a6d4f"


def place_point(board: Board, place: Place, centre: Point) -> Point:
    """The middle of a place's antenna."""
    if place.spot is Spot.SEAT and place.number is not None:
        return _on_ring(board, SeatNo(place.number), centre, 0.76)
    if place.spot is Spot.BOARD:
        slot = 3 if place.number is None else place.number
        return Point(centre.x + (slot - 3) * 66, centre.y - 20)
    lower = {Spot.BURN: Point(-165, 88), Spot.STUB: Point(0, 120), Spot.MUCK: Point(165, 88), Spot.ASIDE: Point(0, 60)}
    offset = lower.get(place.spot, Point(240, 60))
    return Point(centre.x + offset.x, centre.y + offset.y)


def draw_felt(svg: Svg, centre: Point) -> None:
    """Rail and felt."""
    for grown, fill in ((26, RAIL), (0, FELT)):
        svg.add(
            "ellipse", cx=centre.x, cy=centre.y, rx=RADII.x + grown, ry=RADII.y + grown, fill=fill, stroke=INK,
            stroke_width=1.5,
        )  # fmt: skip


def draw_people(svg: Svg, board: Board, centre: Point) -> None:
    """Where the dealer and the players sit."""
    svg.box(Point(centre.x - 62, centre.y + RADII.y + 4), 124, 30, fill="#fff7e6")
    svg.text(Point(centre.x, centre.y + RADII.y + 24), "dealer", size=15)
    for seat in board.seats:
        at = _on_ring(board, seat, centre, 1.15)
        svg.disc(at, 19, fill="#fff7e6")
        svg.text(Point(at.x, at.y + 5.5), str(seat), size=16, weight="bold")


def draw_pads(svg: Svg, board: Board, centre: Point, colours: Mapping[DeviceId, str]) -> None:
    """The antennas, each in its reader's colour."""
    for reader in board.readers:
        for antenna, place in reader.antennas.items():
            at = place_point(board, place, centre)
            wide = 330 if place == Place(Spot.BOARD) else _PAD.x
            corner = Point(at.x - wide / 2, at.y - _PAD.y / 2)
            svg.box(corner, wide, _PAD.y, stroke=colours[reader.id])
            svg.text(Point(at.x, at.y - 2), str(place), size=14, weight="bold", fill=colours[reader.id])
            svg.text(Point(at.x, at.y + 14), f"{_short(reader.id, wide)} {antenna}", size=11, fill=SOFT)


def _short(name: str, wide: float) -> str:
    most = int(wide / 7) - 2
    return name if len(name) <= most else name[: most - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _on_ring(board: Board, seat: SeatNo, centre: Point, share: float) -> Point:
    """A point `share` of the way to a seat at the felt's edge. Seats go clockwise from the dealer's left."""
    at = board.seats.index(seat) if seat in board.seats else 0
    turn = _FIRST + (_LAST - _FIRST) * (at / (len(board.seats) - 1) if len(board.seats) > 1 else 0.5)
    return Point(
        centre.x + RADII.x * share * cos(radians(turn)),
        centre.y + (RADII.y * share + (16 if share > 1 else 0)) * sin(radians(turn)),
    )
