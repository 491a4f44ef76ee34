"""The four suit signs as printers draw them: forms of a seed, heavy and slender, hollow-sided and round."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from numpy.random import Generator

Forms: TypeAlias = Mapping[str, str]
"""Of each suit the path of its sign about the origin, 100 high, every part of it drawn clockwise."""

_HALF: Final = 50.0


def forms(rng: Generator) -> Forms:
    """One printer's four signs."""
    return {"c": _club(rng), "d": _diamond(rng), "h": _leaf(rng, 1), "s": _spade(rng)}


def _diamond(rng: Generator) -> str:
    """Two points up and down, two aside; its sides hollow, straight or a little round."""
    wide, round_ = float(rng.uniform(28, 48)), 1 + float(rng.uniform(-0.4, 0.15))
    x, y = wide / 2 * round_, _HALF / 2 * round_
    return (
        f"M0,-50 Q{x:.1f},{-y:.1f} {wide:.1f},0 Q{x:.1f},{y:.1f} 0,50"
        f" Q{-x:.1f},{y:.1f} {-wide:.1f},0 Q{-x:.1f},{-y:.1f} 0,-50 Z"
    )


def _leaf(rng: Generator, way: int) -> str:
    """Two lobes and a point: a heart, or for a `way` of -1 a spade's leaf, which is one upside down."""
    wide, shoulder, cleft = float(rng.uniform(36, 50)), float(rng.uniform(-26, -10)), float(rng.uniform(-36, -14))
    crest = -(_HALF + (shoulder + cleft) / 8) / 0.75
    inner, belly = wide * float(rng.uniform(0.02, 0.3)), wide * float(rng.uniform(0.15, 0.7))
    low, waist = float(rng.uniform(16, 36)), float(rng.uniform(-6, 16))

    def at(x: float, y: float) -> str:
        return f"{x * way:.1f},{y * way:.1f}"

    return (
        f"M{at(0, _HALF)} C{at(-belly, low)} {at(-wide, waist)} {at(-wide, shoulder)}"
        f" C{at(-wide, crest)} {at(-inner, crest)} {at(0, cleft)}"
        f" C{at(inner, crest)} {at(wide, crest)} {at(wide, shoulder)}"
        f" C{at(wide, waist)} {at(belly, low)} {at(0, _HALF)} Z"
    )


def _spade(rng: Generator) -> str:
    """The leaf hangs from the top and ends a little above the foot of its stem."""
    short = float(rng.uniform(0.78, 0.95))
    return _squeezed(_leaf(rng, -1), short) + _stem(rng, -10.0)


def _squeezed(path: str, share: float) -> str:
    """A path pressed to a share of its height, its top where it was."""
    parts = []
    for part in path.split():
        command = part[0] if part[0].isalpha() else ""
        if part == "Z":
            parts.append(part)
            continue
        x, y = part.removeprefix(command).split(",")
        parts.append(f"{command}{x},{(float(y) + _HALF) * share - _HALF:.1f}")
    return " ".join(parts)


def _club(rng: Generator) -> str:
    """Three lobes, the lower two aside, and what is between them."""
    lobe = float(rng.uniform(17, 26))
    aside = float(rng.uniform(0.8, 1.25)) * lobe
    above, below = lobe - _HALF, float(rng.uniform(0, 16))
    lobes = "".join(
        f"M{x - lobe:.1f},{y:.1f} a{lobe:.1f},{lobe:.1f} 0 1 1 {2 * lobe:.1f},0"
        f" a{lobe:.1f},{lobe:.1f} 0 1 1 {-2 * lobe:.1f},0 Z "
        for x, y in ((0.0, above), (aside, below), (-aside, below))
    )
    return f"{lobes}M0,{above:.1f} L{aside:.1f},{below:.1f} L{-aside:.1f},{below:.1f} Z" + _stem(rng, below - 4)


def _stem(rng: Generator, top: float) -> str:
    """From `top` to the foot, as wide there as above, or flared."""
    neck = float(rng.uniform(2, 7))
    foot = neck + float(rng.uniform(0, 16))
    bend = float(rng.uniform(top / 2 + 25, 46))
    return (
        f" M{-neck:.1f},{top:.1f} L{neck:.1f},{top:.1f} Q{neck:.1f},{bend:.1f} {foot:.1f},50"
        f" L{-foot:.1f},50 Q{-neck:.1f},{bend:.1f} {-neck:.1f},{top:.1f} Z"
    )
