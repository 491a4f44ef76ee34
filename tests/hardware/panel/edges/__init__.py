"""How contacts bounce: recorded and composed movements of push buttons, each file with its origin."""

import bisect
from pathlib import Path
from typing import Final

from msgspec import Struct

from felt.clock import Nanos

PULSE: Final = 62
"""Width in ns that is given to a pulse which was counted and not timed: the shortest that the recorder counts."""


class Movement(Struct, frozen=True):
    """A press or a release: the times at which the contact turned over, and how it stood before."""

    name: str
    presses: bool
    edges: tuple[Nanos, ...]

    @property
    def ends(self) -> Nanos:
        """When the contact has come to rest."""
        return self.edges[-1]

    def closed_at(self, at: Nanos) -> bool:
        """How the contact stands at a moment."""
        turned = bisect.bisect_right(self.edges, at) % 2 == 1
        return turned is self.presses


def movements(file: str) -> tuple[Movement, ...]:
    """All movements of one of the files beside this one."""
    lines = (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines()
    return tuple(_movement(line.split()) for line in lines if line and not line.startswith("#"))


def _movement(words: list[str]) -> Movement:
    what, number, how, *records = words
    presses = what == "press"
    edges: list[Nanos] = []
    closed = not presses
    for record in records:
        at, now_closed = Nanos(int(record[1:])), record[0] == "L"
        edges += [at] if now_closed is not closed else [Nanos(at - PULSE), at]
        closed = now_closed
    return Movement(f"{what}-{number}-{how}", presses, tuple(edges))


RECORDED: Final = movements("push-button.edges")
COMPOSED: Final = movements("composed.edges")
PRESSES: Final = tuple(each for each in RECORDED + COMPOSED if each.presses)
RELEASES: Final = tuple(each for each in RECORDED + COMPOSED if not each.presses)
