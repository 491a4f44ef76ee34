"""The newest picture and what is known of it, for the page: from straight above, in the felt's millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from felt.card import Card
from felt.fact import Face, Share
from felt.place import Place
from hardware.board import CameraPlan
from vision.camera import Trouble, Verdict
from vision.camera.health import GOOD
from vision.geometry.plane import Plane
from vision.picture import Picture, Points
from vision.process.outlook import drawn
from vision.process.teller import Trail
from vision.watch.emptiness import Stillness
from vision.watch.shutter import NO_PICTURE, Shutter

WIDEST: Final = 1280
"""Pixels of the page's picture at most, either way."""
_QUALITY: Final = 80
_MOVED: Final = frozenset({Trouble.SHIFTED, Trouble.ROTATED, Trouble.BLOCKED})
"""These say that the felt does not lie as in its picture: what a new picture of it mends."""
Spot = tuple[float, float]


class Seen(Struct, frozen=True):
    """A card as the page draws it: corners in px of the page's picture."""

    track: int
    place: str
    face: Face
    card: Card | None
    confidence: Share
    covered: bool
    corners: tuple[Spot, ...]


class Drawn(Struct, frozen=True):
    """A region as the page draws it."""

    place: str
    corners: tuple[Spot, ...]


class State(Struct, frozen=True):
    """What the page is told. `closed`: why nothing is shown, empty when pictures may be; then all else is empty too.

    `origin` and `px_per_mm` say where on the felt the picture's first pixel lies, and how large a millimetre is;
    `places` of what a region may be drawn.
    """

    camera: str
    closed: str
    trouble: str = ""
    number: int = 0
    width: int = 0
    height: int = 0
    calibrated: bool = False
    px_per_mm: float = 1.0
    origin: Spot = (0.0, 0.0)
    error_mm: float = 0.0
    cards: tuple[Seen, ...] = ()
    regions: tuple[Drawn, ...] = ()
    frame_ms: float = 0.0
    places: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Overhead:
    """How a camera's picture becomes the page's: `to_page` is (3, 3), px to px."""

    to_page: np.ndarray[tuple[int, int], np.dtype[np.float64]]
    width: int
    height: int
    px_per_mm: float
    origin: Spot

    def points(self, px: Points) -> tuple[Spot, ...]:
        """Pixels of the camera as pixels of the page."""
        moved = cv2.perspectiveTransform(px.reshape(1, -1, 2).astype(np.float64), self.to_page)[0]
        return tuple((round(float(x), 1), round(float(y), 1)) for x, y in moved)


def overhead(plane: Plane | None, width: int, height: int) -> Overhead:
    """The page's view of a camera's picture: straight from above where it is calibrated, else as it is."""
    if plane is None:
        scale = min(1.0, WIDEST / max(width, height))
        to_page = np.diag([scale, scale, 1.0])
        return Overhead(to_page, round(width * scale), round(height * scale), 1.0, (0.0, 0.0))
    edge = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    low, high = plane.to_mm(edge).min(axis=0), plane.to_mm(edge).max(axis=0)
    scale = WIDEST / float((high - low).max())
    shift = np.array([[scale, 0, -scale * low[0]], [0, scale, -scale * low[1]], [0, 0, 1.0]])
    wide, tall = (max(1, round(scale * float(span))) for span in high - low)
    return Overhead(shift @ plane.px_to_mm, wide, tall, scale, (float(low[0]), float(low[1])))


class Scene:
    """One camera's page. Keeps one picture, and none while the shutter is closed. `places`: what regions may be of."""

    def __init__(self, camera: CameraPlan, plane: Plane | None, shutter: Shutter, places: Sequence[Place] = ()) -> None:
        self._camera = camera
        self._places = tuple(map(str, places))
        self._shutter = shutter
        self._overhead = overhead(plane, camera.width, camera.height)
        self._calibrated = plane is not None
        self._regions = _regions(camera, plane, self._overhead)
        self._picture: Picture | None = None
        self._stillness = Stillness()
        self._number = 0
        self._trails: Sequence[Trail] = ()
        self._verdict = GOOD
        self.trouble = ""
        self.frame_ms = 0.0

    def take(self, picture: Picture, trails: Sequence[Trail], verdict: Verdict = GOOD) -> None:
        """The newest picture, what to make of it, and the cards that are followed in it.

        Forgotten at once while the shutter is closed.
        """
        if self._shutter.closed:
            self.lose()
            return
        self._stillness.look(picture)
        self._picture, self._trails, self._verdict = picture, tuple(trails), verdict
        self._number += 1

    def lose(self) -> None:
        """There is no picture any more: an old one must not pass for what lies there now."""
        self._picture, self._trails = None, ()
        self._stillness.forget()

    @property
    def of_its_size(self) -> bool:
        """True while there is a picture, and of the size that the board file says."""
        return self._picture is not None and self._picture.shape[1::-1] == self.camera_size

    @property
    def of_a_felt(self) -> bool:
        """True for a picture that shows this camera's felt as it lies now, wherever the camera looks."""
        return self._verdict.usable or self._verdict.trouble in _MOVED

    @property
    def camera_size(self) -> tuple[int, int]:
        """The camera's picture, (width, height) px."""
        return self._camera.width, self._camera.height

    def mm(self, corners: Sequence[Spot]) -> tuple[Spot, ...]:
        """Points of the page's picture, px, as points of the felt, mm."""
        left, top = self._overhead.origin
        scale = self._overhead.px_per_mm
        return tuple((round(left + x / scale, 1), round(top + y / scale, 1)) for x, y in corners)

    @property
    def raw(self) -> Picture | None:
        """The newest picture as the camera gave it, None while nothing may be shown."""
        return None if self._shutter.closed else self._picture

    @property
    def still(self) -> bool:
        """True while nothing moves in the picture."""
        return self._stillness.still

    @property
    def followed(self) -> int:
        """How many cards are followed in the newest picture, face up or down, read or not."""
        return len(self._trails)

    def jpeg(self, *, straight: bool) -> bytes | None:
        """The newest picture, from straight above or as the camera gave it; None while nothing may be shown."""
        picture = self.raw
        if picture is None:
            return None
        if straight:
            size = (self._overhead.width, self._overhead.height)
            picture = cv2.warpPerspective(picture, self._overhead.to_page, size).astype(np.uint8)
        return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1])

    def state(self) -> State:
        """What the page may know now."""
        closed = self._shutter.closed
        if not closed and self._picture is None:
            closed = NO_PICTURE
        if closed:
            return State(self._camera.id, closed, self.trouble)
        view = self._overhead
        plan = self._camera.calibration
        return State(
            self._camera.id,
            "",
            self.trouble,
            self._number,
            view.width,
            view.height,
            self._calibrated,
            view.px_per_mm,
            view.origin,
            0.0 if plan is None else plan.error_mm,
            tuple(self._seen(trail) for trail in self._trails),
            self._regions,
            round(self.frame_ms, 2),
            self._places,
        )

    def _seen(self, trail: Trail) -> Seen:
        corners = self._overhead.points(trail.outline.corners)
        place = "" if trail.place is None else str(trail.place)
        card = trail.card if trail.face is Face.UP else None
        sure = round(float(trail.confidence), 4)
        return Seen(trail.number, place, trail.face, card, sure, trail.covered, corners)


def _regions(camera: CameraPlan, plane: Plane | None, view: Overhead) -> tuple[Drawn, ...]:
    if plane is None:
        return ()
    return tuple(Drawn(str(each.place), view.points(each.corners)) for each in drawn(camera.regions, plane))
