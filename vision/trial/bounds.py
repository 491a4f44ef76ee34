"""How sure a share is that was counted."""

from math import sqrt
from typing import Final

_Z: Final = 1.959964
"""Standard deviations either side that hold 95 of 100."""


def wilson(count: int, of: int) -> tuple[float, float]:
    """The 95 % bounds (Wilson's score interval) of the share of which `count` were met in `of`; (0, 1) of none."""
    if of == 0:
        return 0.0, 1.0
    share, spread = count / of, _Z**2 / of
    middle = (share + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * sqrt(share * (1 - share) / of + spread / (4 * of))
    return max(0.0, middle - half), min(1.0, middle + half)
