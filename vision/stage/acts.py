"""What hands do at the table: carry, pitch, cover, toss. Each writes its moves, reaches and chips into a script."""

from typing import Final

import numpy as np

from felt.fact import Face
from felt.place import SeatNo
from vision.stage.field import BODIES, DEALER_BODY, SEATS, STUB_AT, Pose
from vision.stage.script import CardNo, Move, Reach, Toss

_HOME: Final = Pose(700, 800)
_GRIP: Final = 24.0
"""How far from a card's middle towards the body the fingertips hold it, mm."""


class Acts:
    """Collects what happens. Times are s since the stream's begin, poses mm."""

    def __init__(self, random: np.random.Generator) -> None:
        self._random = random
        self.moves: list[Move] = []
        self.reaches: list[Reach] = []
        self.tosses: list[Toss] = []
        self.poses: dict[CardNo, Pose] = {}
        self.faces: dict[CardNo, Face] = {}
        self._dealer_look = int(random.integers(25))
        self._player_looks = {seat: int(random.integers(25)) for seat in SEATS}

    def carry(self, cards: list[CardNo], ends: list[Pose], face: Face, began: float, *, took: float, by: Pose) -> float:
        """A hand takes cards, carries them to `ends` and draws back; the moment at which they lie."""
        home, look = self._arm(by)
        start = _gripped(self.poses.get(cards[0], STUB_AT), by)
        end = _gripped(ends[0], by)
        for card, pose in zip(cards, ends, strict=True):
            self.move(card, pose, face, began, took=took)
        lay = began + took
        away = lay + self._random.uniform(0.02, 0.25)
        path = ((began - 0.16, home), (began, start), (lay, end), (away, end), (away + 0.22, home))
        self.reaches.append(Reach(by, path, look))
        return lay

    def move(self, card: CardNo, end: Pose, face: Face, began: float, *, took: float, spin: float = 0.0) -> float:
        """A card goes alone; the moment at which it lies."""
        self.moves.append(Move(card, began, began + took, end, face, spin))
        self.poses[card], self.faces[card] = end, face
        return began + took

    def cover(self, at: Pose, began: float, took: float, by: Pose) -> None:
        """A hand rests over a point and draws back."""
        home, look = self._arm(by)
        nearby = Pose(at.x + self._random.uniform(-12, 12), at.y + self._random.uniform(-12, 12))
        path = ((began - 0.3, home), (began, at), (began + took / 2, nearby), (began + took, at))
        self.reaches.append(Reach(by, (*path, (began + took + 0.3, home)), look))

    def hold(self, points: list[tuple[float, Pose]], by: Pose) -> None:
        """A hand passes through points at given times, coming from its body and going back there."""
        home, look = self._arm(by)
        self.reaches.append(Reach(by, ((points[0][0] - 0.25, home), *points, (points[-1][0] + 0.25, home)), look))

    def toss(self, start: Pose, end: Pose, began: float, gone: float) -> None:
        """A chip is thrown and lies until it is swept up."""
        look = int(self._random.integers(6))
        self.tosses.append(Toss(began, began + self._random.uniform(0.2, 0.4), start, end, gone, look))

    def near(self, pose: Pose, spread: float, turn: float = 0.0) -> Pose:
        """A pose that a person takes for that one: off by some mm (sigma) and degrees."""
        dx, dy = self._random.normal(0, spread, 2)
        return Pose(pose.x + float(dx), pose.y + float(dy), pose.angle + float(self._random.normal(0, turn)))

    def _arm(self, by: Pose) -> tuple[Pose, int]:
        if by == DEALER_BODY:
            return _HOME, self._dealer_look
        seat = seat_of(by)
        return by.towards(SEATS[seat], 0.25), self._player_looks[seat]


def seat_of(body: Pose) -> SeatNo:
    """Whose body that is; raises KeyError for a stranger's."""
    return {pose: seat for seat, pose in BODIES.items()}[body]


def _gripped(card: Pose, by: Pose) -> Pose:
    away = np.array((by.x - card.x, by.y - card.y))
    towards = away / max(float(np.linalg.norm(away)), 1.0) * _GRIP
    return Pose(card.x + float(towards[0]), card.y + float(towards[1]))
