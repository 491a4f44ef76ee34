"""What the camera looks at: its picture on the felt and the region of each place, to scale."""

from typing import Final

from felt.place import Spot
from hardware.board.camera import CalibrationPlan, CameraPlan, Corner
from hardware.board.drawing.svg import INK, LINE, SOFT, Point, Svg

VIEW_WIDTH: Final = 640.0
_FILLS: Final = {Spot.BOARD: "#dcebf7", Spot.SEAT: "#e3efe8", Spot.BURN: "#fbeadb", Spot.MUCK: "#f3e3ee"}


def draw_view(svg: Svg, camera: CameraPlan, calibration: CalibrationPlan, at: Point) -> float:
    """The camera's picture with its upper left at `at`, `VIEW_WIDTH` wide; returns its height with its heading."""
    scale = VIEW_WIDTH / camera.width
    top = at.y + 26
    heading = f"{camera.id}: {camera.width} x {camera.height} px, {len(camera.regions)} regions"
    svg.text(Point(at.x, at.y + 14), heading, size=13, anchor="start", fill=SOFT)
    svg.box(Point(at.x, top), VIEW_WIDTH, camera.height * scale, fill="#f8fafc", stroke=LINE, radius=2)
    for region in camera.regions:
        seen = [calibration.to_px(corner) for corner in region.corners]
        drawn = [Point(at.x + x * scale, top + y * scale) for x, y in _known(seen)]
        if len(drawn) < 3:
            continue
        points = " ".join(f"{point.x:.1f},{point.y:.1f}" for point in drawn)
        fill = _FILLS.get(region.place.spot, "#eef2f7")
        svg.add("polygon", points=points, fill=fill, stroke=INK, stroke_width=1)
        x, y = (sum(values) / len(drawn) for values in zip(*((point.x, point.y) for point in drawn), strict=True))
        svg.text(Point(x, y + 4), str(region.place), size=11)
    return 26 + camera.height * scale


def _known(seen: list[Corner | None]) -> list[Corner]:
    return [corner for corner in seen if corner is not None]
