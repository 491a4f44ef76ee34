"""Ranks drawn in single strokes, as plotters, stencils and some plain printers set them."""

from dataclasses import dataclass
from typing import Final

from numpy.random import Generator

_STROKES: Final = {
    "A": "M0,100 L30,0 L60,100 M12,64 L48,64",
    "2": "M3,26 C3,-9 57,-9 57,27 C57,52 20,68 2,100 L58,100",
    "3": "M4,18 C12,-8 56,-6 54,26 C53,46 36,48 24,48 C40,48 58,54 57,74 C56,107 8,108 2,80",
    "4": "M42,100 L42,0 L0,68 L60,68",
    "5": "M54,0 L12,0 L7,46 C28,34 58,40 58,68 C58,106 10,108 2,82",
    "6": "M52,12 C38,-8 4,-6 3,56 C2,112 58,112 57,68 C56,34 14,34 4,62",
    "7": "M2,0 L58,0 L22,100",
    "8": "M30,46 C2,44 4,0 30,0 C56,0 58,44 30,46 C-8,48 -8,100 30,100 C68,100 68,48 30,46 Z",
    "9": "M8,88 C22,108 56,106 57,44 C58,-12 2,-12 3,32 C4,66 46,66 56,38",
    "T": "M0,16 L14,0 L14,100 M66,0 C38,0 38,100 66,100 C94,100 94,0 66,0 Z",
    "J": "M46,0 L46,72 C46,108 4,108 2,74",
    "Q": "M30,0 C70,0 70,100 30,100 C-10,100 -10,0 30,0 Z M36,70 L60,104",
    "K": "M4,0 L4,100 M56,0 L4,62 M20,44 L58,100",
}
"""Each rank's path, 100 high from its top and 60 wide, ten 88."""
_BAR: Final = " M22,0 L64,0"
"""What some printers put on a jack's hook."""
_WIDE: Final = {rank: 88 if rank == "T" else 60 for rank in _STROKES}
_HIGH: Final = 0.72
"""A rank's height as a share of a typeface's size: what capitals have."""


@dataclass(frozen=True, slots=True)
class Pen:
    """`width` of a stroke in hundredths of a rank's height; whether the jack's hook carries a bar."""

    width: float
    barred: bool


def pen(rng: Generator) -> Pen:
    """A thin or a thick one."""
    return Pen(float(rng.uniform(7, 21)), bool(rng.random() < 0.5))


def stroked(pen: Pen, rank: str, place: tuple[float, float], size: tuple[float, float], ink: str) -> str:
    """A rank about x of `place`, standing on its y; `size` is that of type as large, and how far it is squeezed."""
    path = _STROKES[rank] + (_BAR if rank == "J" and pen.barred else "")
    tall = size[0] * _HIGH / 100
    return (
        f'<path transform="translate({place[0]:.1f} {place[1]:.1f}) scale({tall * size[1]:.3f} {tall:.3f})'
        f' translate({-_WIDE[rank] / 2} -100)" d="{path}" fill="none" stroke="{ink}" stroke-width="{pen.width:.1f}"'
        f' stroke-linejoin="round"/>'
    )
