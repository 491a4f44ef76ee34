"""One piece of cardboard, followed while it lies where it lies."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

import numpy as np

from felt.card import Card
from felt.clock import Nanos
from felt.fact import Face, Share
from felt.place import Place
from vision.box import Box
from vision.outline import Outline
from vision.reading import Kind
from vision.sighting import TrackNo
from vision.tracking.gate import cells_of, drawn
from vision.tracking.light import Cells
from vision.tracking.matching import overlap
from vision.tracking.votes import ENOUGH, PATIENCE, Verdict, Votes

_AS_BEFORE: Final = 0.9
"""Two outlines of a card, and two shares seen of it, that have so much in common show a reader the same."""


class Phase(Enum):
    """How far a track has come."""

    VOTING = auto()
    """It is being read."""
    SETTLED = auto()
    """It has been read, and nothing has happened to it since."""
    CHECKING = auto()
    """Something was over it: it keeps its answer, and is to be compared with it before it is told again."""


@dataclass(eq=False)
class Track:
    """A card on the felt. `face` and `card` are its answer; `since`: still and in sight since, ns.

    `covered`: it was not found where it must lie. `busy`: something moves over it now, or it is not looked at yet.
    `altered`: it has looked otherwise since it settled. `disputed`: another card in clear view has its name.
    `stirred`: something has moved over it since it was last looked for. `upset`: so much has that another card may lie
    there now, unless it looks as it did before. `by_indices`: its picture misleads and is left out.
    """

    number: TrackNo
    outline: Outline
    place: Place | None
    shape: tuple[int, ...]
    since: Nanos
    phase: Phase = Phase.VOTING
    votes: Votes = field(default_factory=Votes)
    kind: Kind = Kind.NOTHING
    card: Card | None = None
    confidence: Share = 0.0
    covered: bool = False
    busy: bool = False
    altered: bool = False
    disputed: bool = False
    stirred: bool = False
    upset: bool = False
    by_indices: bool = False
    told: Nanos | None = None
    looked: Nanos | None = None
    checks: int = 0

    def __post_init__(self) -> None:
        self.lies_at(self.outline)

    @property
    def face(self) -> Face:
        """Which way up it lies."""
        return {Kind.FACE: Face.UP, Kind.JOKER: Face.UP, Kind.BACK: Face.DOWN}.get(self.kind, Face.UNKNOWN)

    @property
    def settled(self) -> bool:
        """True while its answer stands and it lies in clear view."""
        return self.phase is Phase.SETTLED and not (self.busy or self.covered)

    @property
    def unread(self) -> bool:
        """True for a face whose name the looks did not give: there is nothing to compare later looks with."""
        return self.kind is Kind.FACE and self.card is None

    @property
    def doubtful(self) -> bool:
        """True for what was looked at without coming to be known: it may have been found badly."""
        if self.phase is Phase.VOTING:
            return self.votes.looks >= ENOUGH
        return self.phase is Phase.SETTLED and (self.unread or self.kind is Kind.NOTHING)

    def found_at(self, outline: Outline) -> None:
        """It was found again: looks that told nothing no longer count where they were at something else."""
        if self.doubtful and not _alike(self.outline, outline):
            self.reads_anew()
        self.lies_at(outline)

    def lies_at(self, outline: Outline) -> None:
        """It was found again, a little better or worse."""
        self.outline, self.covered = outline, False
        self.box = Box.around(outline.corners)
        self._window, self._mask = cells_of(outline.corners, self.shape)
        self._ground = drawn(outline.corners, self.shape)
        self._cells = int(np.count_nonzero(self._mask))

    def share_of(self, cells: Cells) -> Share:
        """The share of its cells that are among these."""
        return np.count_nonzero(cells[self._window] & self._mask) / self._cells if self._cells else 0.0

    def mark(self, cells: Cells) -> None:
        """Add the cells that it lies on, however little, to `cells`."""
        window, mask = self._ground
        cells[window] |= mask

    def reads_anew(self, patience: int = PATIENCE) -> None:
        """What it was read as no longer counts; after `patience` looks it is told as unread."""
        self.phase, self.votes, self.told = Phase.VOTING, Votes(patience), None

    def settle(self, verdict: Verdict) -> None:
        """It is what the looks say."""
        self.phase, self.checks, self.altered = Phase.SETTLED, 0, False
        self.kind, self.card, self.confidence = verdict.kind, verdict.card, verdict.confidence


def _alike(one: Outline, other: Outline) -> bool:
    """True for two outlines in which a reader sees the same."""
    seen = abs(one.visible - other.visible) <= 1 - _AS_BEFORE
    return seen and overlap(one, other) >= _AS_BEFORE
