"""Where every card of a script is at a moment."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from felt.fact import Face
from vision.stage.field import Pose
from vision.stage.script import CardNo, Move, Script, eased


@dataclass(frozen=True, slots=True)
class CardState:
    """One card out of the stub. `since_s`: at rest or moving since. `stretch`: the share of its width that shows."""

    number: CardNo
    pose: Pose
    face: Face
    moving: bool
    since_s: float
    stretch: float = 1.0


class Course:
    """The moves of a script, card by card."""

    def __init__(self, script: Script) -> None:
        self._stub = script.stub
        self._moves: dict[CardNo, list[Move]] = defaultdict(list)
        for move in sorted(script.moves, key=lambda move: move.began_s):
            self._moves[move.card].append(move)

    def at(self, at_s: float) -> list[CardState]:
        """Every card that is out of the stub and on the felt then; those that came to rest first, first."""
        found = [state for card, moves in self._moves.items() if (state := self._state(card, moves, at_s)) is not None]
        return sorted(found, key=lambda state: (state.moving, state.since_s))

    def _state(self, card: CardNo, moves: list[Move], at_s: float) -> CardState | None:
        begun = [move for move in moves if move.began_s <= at_s]
        if not begun:
            return None
        move = begun[-1]
        if at_s >= move.ended_s:
            return None if move.gone else CardState(card, move.end, move.face, False, move.ended_s)
        before = begun[-2] if len(begun) > 1 else None
        start, face = (self._stub, Face.DOWN) if before is None else (before.end, before.face)
        share = eased((at_s - move.began_s) / (move.ended_s - move.began_s))
        pose = start.towards(Pose(move.end.x, move.end.y, move.end.angle + move.spin), share)
        stretch = 1.0
        if face is not move.face:
            stretch = max(0.05, abs(float(np.cos(np.pi * share))))
            face = face if share < 0.5 else move.face
        return CardState(card, pose, face, True, move.began_s, stretch)
