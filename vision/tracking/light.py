"""Whether a cell of the picture looks otherwise because something is there, or because other light falls on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

_FOOT: Final = 4.0
"""Grey levels that keep noise in the dark from counting as a change of colour."""
_TINGE: Final = 0.08
"""Under another light all colours of a cell grow or shrink by one factor, within this."""
_SHADE: Final = (0.6, 1.6)
"""The factors that a shadow or a glare makes."""
_SOFT: Final = 0.08
"""How far a cell's factor may be off those around it: shadows have no print."""
_NEXT: Final = np.array([-1, 0, 1])

Planes: TypeAlias = NDArray[np.float32]
"""(3, rows, columns): the mean blue, green and red of each cell."""
Cells: TypeAlias = NDArray[np.bool_]
"""(rows, columns), one for each cell of the picture."""
Spots: TypeAlias = NDArray[np.intp]
"""(..., n), numbers of cells, counted row by row."""


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """The cells' colours in this frame, in the frames before, and when each was last looked at."""

    now: Planes
    before: Sequence[Planes]
    seen: Planes

    def moves(self, cells: Cells) -> Cells:
        """Those of `cells` that differ from each of the frames before by their light alone, if at all."""
        return self._alone(cells, self.before)

    def changed(self, cells: Cells) -> Cells:
        """Those of `cells` that differ by their light alone from when they were last looked at."""
        return self._alone(cells, (self.seen,))

    def _alone(self, cells: Cells, thens: Sequence[Planes]) -> Cells:
        spots = np.flatnonzero(cells)
        for then in thens:
            if len(spots):
                spots = spots[_same_colour(self.now, then, spots)]
        alone = np.zeros_like(cells)
        alone.ravel()[spots] = True
        return alone


def _same_colour(now: Planes, then: Planes, spots: Spots) -> NDArray[np.bool_]:
    factors = _factors(now, then, spots)
    least, most = factors.min(axis=0), factors.max(axis=0)
    same: NDArray[np.bool_] = (most - least < _TINGE) & (least > _SHADE[0]) & (most < _SHADE[1])
    lit = np.flatnonzero(same)
    around = _factors(now, then, _with_neighbours(spots[lit], now.shape)).mean(axis=(0, 1))
    same[lit] = np.abs(factors[:, lit].mean(axis=0) - around) < _SOFT
    return same


def _factors(now: Planes, then: Planes, spots: Spots) -> NDArray[np.float32]:
    """(3, ..., n) by which each colour has grown."""
    after, before = (planes.reshape(3, -1).take(spots, axis=1) + np.float32(_FOOT) for planes in (now, then))
    return np.asarray(after / before, np.float32)


def _with_neighbours(spots: Spots, shape: tuple[int, ...]) -> Spots:
    """(9, n) each cell and the eight around it; beyond the picture's edge, those inside it once more."""
    rows, columns = shape[1:]
    down, across = (np.abs(place + _NEXT[:, None]) for place in divmod(spots, columns))
    down, across = (most - np.abs(most - place) for most, place in ((rows - 1, down), (columns - 1, across)))
    return np.asarray((down[:, None] * columns + across).reshape(9, -1), np.intp)
