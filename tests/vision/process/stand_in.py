"""A tracker that says what a test lays before it, and frames that are only a time."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from felt.card import Card
from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import Face
from felt.ids import DeviceId
from felt.place import Place, parse_place
from hardware.board import CalibrationPlan, CameraPlan, RegionPlan
from vision.outline import Outline
from vision.picture import Picture, Points
from vision.process.outlook import Outlook
from vision.sighting import Sighting, TrackNo

CAMERA = DeviceId("overhead")
PLAN = CameraPlan(
    CAMERA,
    width=640,
    height=360,
    calibration=CalibrationPlan((0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0)),
    regions=tuple(
        RegionPlan(parse_place(place), ((left, 0.0), (left + 100, 0.0), (left + 100, 100.0), (left, 100.0)))
        for place, left in (("board1", 0.0), ("burn", 120.0))
    ),
)
OUTLOOK = Outlook.of(PLAN)
FELT: Picture = np.zeros((360, 640, 3), np.uint8)


def card_at(x: float, y: float) -> Outline:
    """A card's outline around a pixel."""
    return Outline(np.array([(x - 30, y - 44), (x + 30, y - 44), (x + 30, y + 44), (x - 30, y + 44)], np.float32))


@dataclass
class Lying:
    """A card as the tracker would follow it."""

    number: TrackNo
    place: Place | None
    card: Card | None
    face: Face = Face.UP
    confidence: float = 0.98
    outline: Outline = field(default_factory=lambda: card_at(100, 100))
    covered: bool = False


class StandIn:
    """Follows what `lying` holds; tells each card once, when it is new."""

    def __init__(self) -> None:
        self.lying: list[Lying] = []
        self.covered: set[tuple[float, float]] = set()
        self.forgotten = 0
        self.looks = 0
        self._told: set[TrackNo] = set()

    @property
    def tracks(self) -> Sequence[Lying]:
        return tuple(self.lying)

    def look(self, picture: Picture, at: Nanos) -> list[Sighting]:
        self.looks += 1
        fresh = [each for each in self.lying if each.number not in self._told and each.place is not None]
        self._told |= {each.number for each in fresh}
        return [
            Sighting(CAMERA, each.place, each.face, at, at, each.card, each.confidence, each.number)
            for each in fresh
            if each.place is not None
        ]

    def clear(self, corners: Points) -> bool:
        return (float(corners[:, 0].min()), float(corners[:, 1].min())) not in self.covered

    def forget(self) -> None:
        self.forgotten += 1
        self.lying = []


def ms(count: float) -> Nanos:
    """Milliseconds as the clock counts."""
    return Nanos(round(count * NANOS_PER_MS))
