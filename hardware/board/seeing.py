"""What makes a board's camera impossible: no source, a calibration that maps nothing, regions that cannot be."""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from felt.fault import ConfigFault
from felt.place import BURN, MUCK, STUB, Place, Spot, seat_place
from felt.situation import Sense
from hardware.board.camera import (
    CORNERS,
    NEEDS_SOURCE,
    VIRTUAL_SIZE,
    CalibrationPlan,
    CameraKind,
    CameraPlan,
    Corner,
    RegionPlan,
    virtual_seed,
)
from hardware.board.finding import Finding, Weight
from hardware.board.outline import area, crosses_itself, overlap
from hardware.board.plan import BOARD_SLOTS, Board

CARD_MM2: Final = 57 * 88
"""The smallest playing card, bridge size; a region holds at least one."""
LEAST_DETERMINANT: Final = 1e-12
"""Of a calibration that can be turned round; the camera's process takes no other."""
LEAST_PX: Final = 0.05
MOST_PX: Final = 50.0
"""Px a millimetre; far beyond what shows a card, near enough to tell a calibration that was clicked or typed wrong."""


def camera_faults(board: Board) -> Iterator[Finding]:
    """Every reason why the board's camera cannot be used as it is written."""
    camera = board.camera
    if camera is None:
        return
    if camera.kind in NEEDS_SOURCE and not camera.source:
        yield Finding("camera.source", f"a camera of kind {str(camera.kind)!r} has no source", "name its path")
    if camera.kind is CameraKind.VIRTUAL:
        yield from _virtual(camera)
    calibration = camera.calibration
    impossible = "" if calibration is None else _impossible(camera, calibration)
    if impossible:
        yield Finding("camera.calibration.px_to_mm", impossible, "calibrate again")
        return
    if camera.regions and calibration is None:
        yield Finding("camera.regions", "regions are millimetres of the felt, and the camera is not calibrated",
                      "feltwire vision calibrate, or four clicks on the page of feltwire vision watch")  # fmt: skip
    for at, region in enumerate(camera.regions):
        yield from _region(board, camera, region, f"camera.regions[{at}]")
    yield from _places(camera)


def camera_claims(board: Board) -> Iterator[Finding]:
    """Places at which the board claims to see faces and where nobody told the camera to look."""
    camera = board.camera
    if camera is None or not camera.regions or not board.watches(Sense.FACES):
        return
    spots = {place.spot for place in camera.places}
    slots = {place.number for place in camera.places if place.spot is Spot.BOARD}
    lacking = [f"seat{seat}" for seat in board.seats if Place(Spot.SEAT, seat) not in camera.places]
    if Spot.BOARD not in spots:
        lacking.append("board")
    elif None not in slots:
        lacking += [f"board{slot}" for slot in range(1, BOARD_SLOTS + 1) if slot not in slots]
    if lacking:
        missing = ", ".join(lacking)
        yield Finding("camera.regions", f"sense 'faces' is declared and no region is drawn for {missing}",
                      "draw it on the page of feltwire vision watch", Weight.CLAIM)  # fmt: skip


def _virtual(camera: CameraPlan) -> Iterator[Finding]:
    try:
        virtual_seed(camera.source)
    except ConfigFault as fault:
        yield Finding("camera.source", fault.what, fault.remedy)
    width, height = VIRTUAL_SIZE
    if (camera.width, camera.height) != VIRTUAL_SIZE:
        row = "camera.width" if camera.width != width else "camera.height"
        said = f"a virtual camera's pictures are {width} x {height} px, not {camera.width} x {camera.height}"
        yield Finding(row, said, "leave width and height out")


def drawable(board: Board) -> tuple[Place, ...]:
    """The places that a region of the board's camera may be of, in the order in which a technician draws them.

    Those of its table: the board's slots, burns, muck, the seats that it has, and the stub. What its file has a region
    of beside these is one, too.
    """
    slots = [Place(Spot.BOARD, slot) for slot in range(1, BOARD_SLOTS + 1)]
    table = [*slots, BURN, MUCK, *map(seat_place, board.seats), STUB]
    drawn = [] if board.camera is None else [region.place for region in board.camera.regions]
    return tuple(dict.fromkeys([*table, *drawn]))


def _region(board: Board, camera: CameraPlan, region: RegionPlan, row: str) -> Iterator[Finding]:
    place, corners = region.place, region.corners
    if place.spot is Spot.SEAT and place.number not in board.seats:
        yield Finding(f"{row}.place", f"the region of {place} is of no seat of this board")
    if not 3 <= len(corners) <= CORNERS:
        yield Finding(f"{row}.corners", f"the region of {place} has {len(corners)} corners", f"3 to {CORNERS}")
        return
    if not all(math.isfinite(value) for corner in corners for value in corner):
        yield Finding(f"{row}.corners", f"a corner of the region of {place} is nowhere", "draw it again")
        return
    if crosses_itself(corners):
        yield Finding(
            f"{row}.corners", f"the sides of the region of {place} cross", "name its corners in order around it"
        )
    elif area(corners) < CARD_MM2:
        size = f"{area(corners):.0f} mm2"
        yield Finding(
            f"{row}.corners", f"the region of {place} is {size}: no card lies in it", f"{CARD_MM2} mm2 or more"
        )
    outside = [corner for corner in corners if not _in_picture(camera, corner)]
    if outside:
        x, y = outside[0]
        said = f"the region of {place} leaves the picture of {camera.width} x {camera.height} px at {x:g}, {y:g} mm"
        yield Finding(f"{row}.corners", said, "move the camera, or draw the region smaller")


def _impossible(camera: CameraPlan, calibration: CalibrationPlan) -> str:
    """Why no camera above a table sees its felt like that; empty where one may."""
    if not calibration.finite:
        return "the calibration holds what is no number"
    if abs(calibration.determinant) < LEAST_DETERMINANT:
        return "the calibration maps the picture to a line"
    scales = [calibration.px_a_mm(x, y) for x in (0, camera.width) for y in (0, camera.height)]
    for scale in scales:
        if scale is None:
            return "by the calibration the picture shows more than the felt's horizon"
        if scale < 0:
            return "by the calibration the felt is seen mirrored"
        if not LEAST_PX <= scale <= MOST_PX:
            return f"by the calibration a millimetre is {scale:.2g} px in a corner of the picture"
    return ""


def _in_picture(camera: CameraPlan, corner: Corner) -> bool:
    if camera.calibration is None:
        return True
    px = camera.calibration.to_px(corner)
    return px is not None and -0.5 <= px[0] <= camera.width + 0.5 and -0.5 <= px[1] <= camera.height + 0.5


def _places(camera: CameraPlan) -> Iterator[Finding]:
    places = [region.place for region in camera.regions]
    for at, place in enumerate(places):
        if place in places[:at]:
            yield Finding(f"camera.regions[{at}].place", f"{place} has two regions", "keep one of them")
    if Place(Spot.BOARD) in places and any(place.spot is Spot.BOARD and place.number for place in places):
        yield Finding("camera.regions", "board and a slot of it both have a region", "either board, or board1-board5")
    for (_, one), (at, other) in combinations(enumerate(camera.regions), 2):
        drawn = all(3 <= len(each.corners) <= CORNERS for each in (one, other))
        if one.place != other.place and drawn and overlap(one.corners, other.corners):
            yield Finding(
                f"camera.regions[{at}].corners",
                f"the regions of {one.place} and of {other.place} overlap",
                "a card in both would lie at either",
            )
