"""One measured figure beside its aim."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum


class Better(Enum):
    """Which way a figure should go."""

    HIGHER = "at least"
    LOWER = "at most"


@dataclass(frozen=True)
class Row:
    """`value` in `unit`; `aim` in the same unit, None where none was set; `note` says how it was measured."""

    name: str
    value: float
    unit: str
    aim: float | None = None
    better: Better = Better.HIGHER
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; None without an aim."""
        if self.aim is None:
            return None
        return self.value >= self.aim if self.better is Better.HIGHER else self.value <= self.aim


def per_second(work: Callable[[], int], *, rounds: int = 5) -> float:
    """The best of `rounds` runs of `work`, which returns how many things it did; things per second of wall time."""
    best = 0.0
    for _ in range(rounds):
        began = time.perf_counter()
        done = work()
        best = max(best, done / (time.perf_counter() - began))
    return best


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of `values` that at least `share` (0 to 1) of them do not exceed (nearest rank)."""
    if not values:
        raise ValueError("no values")
    rank = max(1, math.ceil(round(len(values) * share, 9)))
    return sorted(values)[rank - 1]
