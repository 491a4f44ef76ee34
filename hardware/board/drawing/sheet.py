"""The whole drawing: the table above, what it is wired to below."""

from itertools import cycle
from typing import Final

from hardware.board.drawing.svg import LINE, SOFT, Point, Svg
from hardware.board.drawing.table import draw_felt, draw_pads, draw_people, place_point
from hardware.board.drawing.view import VIEW_WIDTH, draw_view
from hardware.board.drawing.wiring import (
    BOX_HEIGHT,
    PI_HEIGHT,
    PIN_PITCH,
    Device,
    devices,
    draw_device,
    draw_panel,
    draw_pi,
    port_point,
    usb_words,
)
from hardware.board.plan import Board
from hardware.panel.plan import PanelPlan

READER_COLOURS: Final = ("#0b6e99", "#b4540a", "#00775b", "#a03a7c", "#5b4fb3", "#7a6200", "#aa2e25", "#33667a")
"""Dark enough on white to be read as text (4.5 to 1 and more)."""

_WIDTH: Final = 1400.0
_GAP: Final = 22.0
_DEVICES_Y: Final = 690.0
_USB_Y: Final = 810.0
_PI_Y: Final = 880.0


def draw(board: Board) -> str:
    """The wiring of `board` as an SVG file's text."""
    svg = Svg()
    colours = {reader.id: colour for reader, colour in zip(board.readers, cycle(READER_COLOURS), strict=False)}
    middle = Point(0, 0)
    boxes = tuple(sorted(devices(board, colours), key=lambda box: _pull(board, box, middle)))
    wanted = sum(box.width for box in boxes) + _GAP * (len(boxes) + 1)
    width = max(_WIDTH, wanted)
    centre = Point(width / 2, 360)
    _heading(svg, board, width)
    draw_felt(svg, centre)
    corners = _draw_devices(svg, board, boxes, centre, width)
    draw_people(svg, board, centre)
    draw_pads(svg, board, centre, colours)
    for box, corner in zip(boxes, corners, strict=True):
        draw_device(svg, box, corner)
    bottom = _draw_computer(svg, board, len(boxes), width)
    if board.camera is not None and board.camera.calibration is not None:
        corner = Point((width - VIEW_WIDTH) / 2, bottom)
        bottom += draw_view(svg, board.camera, board.camera.calibration, corner) + 30
    return svg.document(width, bottom, f"Wiring of {board.name}")


def _pull(board: Board, box: Device, centre: Point) -> float:
    """How far right a device's antennas lie, so that cables cross little; machines and cameras stand at the end."""
    if box.reader is None or not box.reader.antennas:
        return float("inf")
    points = [place_point(board, place, centre) for place in box.reader.antennas.values()]
    return sum(point.x for point in points) / len(points)


def _heading(svg: Svg, board: Board, width: float) -> None:
    svg.text(Point(28, 40), board.name, size=23, anchor="start", weight="bold")
    svg.text(Point(28, 63), f"cards with {board.tags} tags", size=13.5, anchor="start", fill=SOFT)
    svg.text(Point(width - 28, 34), "senses and the share that each misses", size=12.5, anchor="end", fill=SOFT)
    for line, quality in enumerate(board.senses):
        words = f"{quality.sense}  {quality.miss_rate:g}"
        svg.text(Point(width - 28, 53 + 17 * line), words, size=12.5, anchor="end")


def _draw_devices(svg: Svg, board: Board, boxes: tuple[Device, ...], centre: Point, width: float) -> list[Point]:
    """The cables of every device; returns the upper left corner of each box."""
    room = sum(box.width for box in boxes) + _GAP * max(0, len(boxes) - 1)
    x = (width - room) / 2
    corners = []
    for box in boxes:
        corner = Point(x, _DEVICES_Y)
        corners.append(corner)
        x += box.width + _GAP
        if box.reader is not None:
            for antenna, place in sorted(box.reader.antennas.items()):
                end = port_point(box, antenna, corner)
                svg.cable(place_point(board, place, centre), end, stroke=box.colour, width=2, sag=0.62)
        if board.camera is not None and box.title == board.camera.id:
            view, top = Point(centre.x + 150, centre.y - 20), Point(corner.x + box.width / 2, corner.y)
            svg.cable(view, top, stroke=SOFT, width=1.5, sag=0.62, dashed="6 6")
        foot = Point(corner.x + box.width / 2, corner.y + BOX_HEIGHT)
        svg.cable(foot, Point(foot.x, _USB_Y), stroke=SOFT)
    return corners


def _draw_computer(svg: Svg, board: Board, count: int, width: float) -> float:
    """USB line, Pi and panel; returns the height of the sheet."""
    svg.box(Point(40, _USB_Y), width - 80, 30, fill="#eef2f7", stroke=LINE)
    svg.text(Point(width / 2, _USB_Y + 20), usb_words(count), size=13, fill=SOFT)
    pi_width = 176 + 20 * PIN_PITCH + 60
    panel = board.panel if isinstance(board.panel, PanelPlan) else None
    left = 60.0 if panel else (width - pi_width) / 2
    svg.cable(Point(left + 88, _USB_Y + 30), Point(left + 88, _PI_Y), stroke=SOFT)
    draw_pi(svg, Point(left, _PI_Y), pi_width, board)
    if panel is None:
        return _PI_Y + PI_HEIGHT + 30
    at = Point(left + pi_width + 60, _PI_Y)
    svg.add(
        "line", x1=left + pi_width, y1=_PI_Y + 118, x2=at.x, y2=_PI_Y + 118, stroke="#3b7a57", stroke_width=6,
        stroke_linecap="round",
    )  # fmt: skip
    return max(_PI_Y + PI_HEIGHT + 30, at.y + draw_panel(svg, at, panel) + 30)
