"""What happens at the virtual table, and when: data alone, times in seconds from the stream's begin."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NewType

from felt.card import Card
from felt.fact import Face
from vision.stage.field import STUB_AT, Pose

CardNo = NewType("CardNo", int)
"""A card's number in its script: two cards of a fouled deck may have one name."""


@dataclass(frozen=True, slots=True)
class Move:
    """A card goes from where it is to `end`, and lands with `face` up or down. `gone`: it leaves the felt there.

    `spin`: whole degrees that it turns on its way beside the change of its angle.
    """

    card: CardNo
    began_s: float
    ended_s: float
    end: Pose
    face: Face
    spin: float = 0.0
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """An arm from `body` whose fingertips pass through `path`, (seconds, pose): in the picture from first to last."""

    body: Pose
    path: tuple[tuple[float, Pose], ...]
    look: int = 0

    def tip(self, at_s: float) -> Pose | None:
        """Where the fingertips are; None while the arm is not there."""
        if not self.path[0][0] <= at_s <= self.path[-1][0]:
            return None
        for (before_s, before), (after_s, after) in zip(self.path, self.path[1:], strict=False):
            if at_s <= after_s:
                return before.towards(after, eased((at_s - before_s) / max(after_s - before_s, 1e-6)))
        return self.path[-1][1]


@dataclass(frozen=True, slots=True)
class Toss:
    """A chip flies from `start` to `end`, lies there and is swept away at `gone_s`."""

    began_s: float
    ended_s: float
    start: Pose
    end: Pose
    gone_s: float
    look: int = 0


@dataclass(frozen=True, slots=True)
class Glint:
    """A spot of glare, `radius` mm, passing through `path`: (seconds, pose); where the path ends it stays."""

    radius: float
    path: tuple[tuple[float, Pose], ...]

    def at(self, at_s: float) -> Pose:
        """Where its middle is."""
        if at_s <= self.path[0][0]:
            return self.path[0][1]
        for (before_s, before), (after_s, after) in zip(self.path, self.path[1:], strict=False):
            if at_s <= after_s:
                return before.towards(after, (at_s - before_s) / max(after_s - before_s, 1e-6))
        return self.path[-1][1]


@dataclass(frozen=True, slots=True)
class Script:
    """One stretch of dealing. Every card begins in the stub, unseen; `moves` of one card follow each other."""

    cards: Mapping[CardNo, Card]
    length_s: float
    moves: tuple[Move, ...] = ()
    reaches: tuple[Reach, ...] = ()
    tosses: tuple[Toss, ...] = ()
    glints: tuple[Glint, ...] = ()
    stub: Pose = field(default=STUB_AT)


def eased(share: float) -> float:
    """Slow, fast, slow: how hands move."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)
