"""Where things lie on the virtual table, in mm, and how its camera sees them.

The field is 1280 x 720 mm of felt, x to the right and y down as the camera sees it, the dealer at the lower edge.
"""

from dataclasses import dataclass
from math import hypot
from typing import Final

import numpy as np

from felt.place import BURN, MUCK, Place, SeatNo, Spot, seat_place
from vision.geometry.plane import Plane
from vision.picture import POKER, CardSize, Points

FIELD: Final = (1280.0, 720.0)
"""What the camera sees of the felt, mm."""
FRAME: Final = (1280, 720)
"""The camera's picture, px."""
FRAME_RATE: Final = 30


@dataclass(frozen=True, slots=True)
class Pose:
    """A middle, mm, and degrees clockwise from upright as the camera sees it."""

    x: float
    y: float
    angle: float = 0.0

    def towards(self, other: "Pose", share: float) -> "Pose":
        """The pose at `share`, 0 to 1, of the way to `other`."""
        return Pose(
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
            self.angle + (other.angle - self.angle) * share,
        )


STUB_AT: Final = Pose(640, 640)
BURN_AT: Final = Pose(300, 330, 90)
MUCK_AT: Final = Pose(985, 440)
DEALER_BODY: Final = Pose(640, 900)
BOARD_AT: Final = tuple(Pose(485 + 77.5 * slot, 330) for slot in range(5))
SEATS: Final = {
    SeatNo(1): Pose(250, 560, 45),
    SeatNo(2): Pose(130, 300, 90),
    SeatNo(3): Pose(300, 110, 160),
    SeatNo(4): Pose(640, 95, 180),
    SeatNo(5): Pose(980, 110, 200),
    SeatNo(6): Pose(1150, 300, 270),
    SeatNo(7): Pose(1030, 590, 315),
}
"""The middle of each seat's cards, turned so that their upper edge points away from the player."""
BODIES: Final = {
    SeatNo(1): Pose(60, 930),
    SeatNo(2): Pose(-330, 330),
    SeatNo(3): Pose(210, -330),
    SeatNo(4): Pose(640, -360),
    SeatNo(5): Pose(1070, -330),
    SeatNo(6): Pose(1610, 330),
    SeatNo(7): Pose(1230, 930),
}
"""Where each player's arm comes from, outside the picture."""
_MIDDLES: Final = {seat_place(seat): pose for seat, pose in SEATS.items()} | {BURN: BURN_AT, MUCK: MUCK_AT}
_REACH: Final = 125.0


def place_at(x: float, y: float) -> Place | None:
    """The place whose middle is nearest to a point of the field, mm; None where no place is."""
    for slot, pose in enumerate(BOARD_AT, 1):
        if abs(x - pose.x) <= 38 and abs(y - pose.y) <= 75:
            return Place(Spot.BOARD, slot)
    away = {place: hypot(x - pose.x, y - pose.y) for place, pose in _MIDDLES.items()}
    nearest = min(away, key=away.__getitem__)
    return nearest if away[nearest] <= _REACH else None


def card_corners(pose: Pose, size: CardSize = POKER, stretch: float = 1.0) -> Points:
    """A card's corners, mm, clockwise from its upper left; `stretch` scales its width, as a card being turned shows."""
    half_x, half_y = size.width / 2 * stretch, size.height / 2
    corners = np.array([(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)])
    turn = np.radians(pose.angle)
    rotation = np.array([(np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))])
    turned: Points = (corners @ rotation.T + (pose.x, pose.y)).astype(np.float32)
    return turned


def mounted(random: np.random.Generator) -> Plane:
    """A camera over the table as people mount one: a little off the middle, a little turned, a little tilted."""
    width, height = FIELD
    field = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    askew = np.radians(random.uniform(-1, 1))
    rotation = np.array([(np.cos(askew), -np.sin(askew)), (np.sin(askew), np.cos(askew))])
    middle = field.mean(axis=0)
    seen = (field - middle) @ rotation.T + np.array(FRAME) / 2 + random.uniform(-14, 14, (4, 2))
    return Plane.through(seen.astype(np.float32), field)
