"""What makes a board's camera impossible: no source, a calibration that maps nothing, regions that cannot be."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from felt.place import Place, Spot
from felt.situation import Sense
from hardware.board.camera import NEEDS_SOURCE, CameraPlan, Corner, RegionPlan
from hardware.board.finding import Finding, Weight
from hardware.board.outline import area, crosses_itself, overlap
from hardware.board.plan import BOARD_SLOTS, Board

CARD_MM2: Final = 57 * 88
"""The smallest playing card, bridge size; a region holds at least one."""


def camera_faults(board: Board) -> Iterator[Finding]:
    """Every reason why the board's camera cannot be used as it is written."""
    camera = board.camera
    if camera is None:
        return
    if camera.kind in NEEDS_SOURCE and not camera.source:
        yield Finding("camera.source", f"a camera of kind {str(camera.kind)!r} has no source", "name its path")
    calibration = camera.calibration
    if calibration is not None and abs(calibration.determinant) < 1e-15:
        yield Finding("camera.calibration.px_to_mm", "the calibration maps the picture to a line", "calibrate again")
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


def _region(board: Board, camera: CameraPlan, region: RegionPlan, row: str) -> Iterator[Finding]:
    place, corners = region.place, region.corners
    if place.spot is Spot.SEAT and place.number not in board.seats:
        yield Finding(f"{row}.place", f"the region of {place} is of no seat of this board")
    if len(corners) < 3:
        yield Finding(f"{row}.corners", f"the region of {place} has {len(corners)} corners", "three or more")
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
        drawn = len(one.corners) >= 3 and len(other.corners) >= 3
        if one.place != other.place and drawn and overlap(one.corners, other.corners):
            yield Finding(
                f"camera.regions[{at}].corners",
                f"the regions of {one.place} and of {other.place} overlap",
                "a card in both would lie at either",
            )
