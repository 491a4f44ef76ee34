"""Decks that no one printed: the French deck laid out by a seed, its indices set in many typefaces."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.random import Generator

from felt.card import RANKS, SUITS
from vision.train.strokes import Pen, pen, stroked
from vision.train.suits import Forms, forms

WIDTH: Final = 200
HEIGHT: Final = 280

TYPEFACES: Final = (
    "Liberation Sans", "Liberation Serif", "Liberation Sans Narrow", "Liberation Mono", "FreeSans", "FreeSerif",
    "Nimbus Sans", "Nimbus Sans Narrow", "Nimbus Roman", "C059", "P052", "URW Bookman", "URW Gothic", "Nimbus Mono PS",
    "TeX Gyre Adventor", "TeX Gyre Bonum", "TeX Gyre Cursor", "TeX Gyre Heros", "TeX Gyre Heros Cn", "TeX Gyre Pagella",
    "TeX Gyre Schola", "TeX Gyre Termes", "Lato", "Roboto", "Roboto Condensed", "Linux Libertine O", "Linux Biolinum O",
    "Old Standard TT", "Quattrocento", "Cabin", "Dosis", "Yanone Kaffeesatz", "Bebas Neue", "Vollkorn",
    "Baskervald ADF Std", "Gillius ADF", "Gillius ADF Cond", "Gillius ADF No2",
)  # fmt: skip
"""Families in the locked font packages."""

_LARGEST_SUIT: Final = 66.0
"""The height, px, of an index's suit sign at most: with a rank above it, it stays in the corner."""

STROKES: Final = "strokes"
"""Where a typeface is asked for: none, but ranks drawn with a pen."""

PIP_TYPEFACES: Final = ("FreeSerif", "FreeSans", "FreeMono", "Linux Libertine O", "Standard Symbols PS")
_GLYPHS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

_FOURS: Final = tuple((x, y / 3) for x in (0, 1) for y in range(4))
_COLUMNS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "A": ((0.5, 0.5),),
    "2": ((0.5, 0.0), (0.5, 1.0)),
    "3": ((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),
    "4": ((0, 0.0), (1, 0.0), (0, 1.0), (1, 1.0)),
    "5": ((0, 0.0), (1, 0.0), (0, 1.0), (1, 1.0), (0.5, 0.5)),
    "6": ((0, 0.0), (1, 0.0), (0, 0.5), (1, 0.5), (0, 1.0), (1, 1.0)),
    "7": ((0, 0.0), (1, 0.0), (0, 0.5), (1, 0.5), (0, 1.0), (1, 1.0), (0.5, 0.25)),
    "8": ((0, 0.0), (1, 0.0), (0, 0.5), (1, 0.5), (0, 1.0), (1, 1.0), (0.5, 0.25), (0.5, 0.75)),
    "9": (*_FOURS, (0.5, 0.5)),
    "T": (*_FOURS, (0.5, 1 / 6), (0.5, 5 / 6)),
}
"""Where the pips of a number card stand, as shares of the pips' field."""


@dataclass(frozen=True, slots=True)
class Style:
    """What a printer decides once for a deck. Lengths are px of a face WIDTH x HEIGHT.

    Ranks are set in `typeface`, or where there is a `pen` drawn with it.
    """

    typeface: str
    weight: str
    pen: Pen | None
    pip_typeface: str | None
    forms: Forms
    inks: dict[str, str]
    paper: str
    index_size: float
    index_squeeze: float
    index_x: float
    index_y: float
    suit_size: float
    suit_beside: bool
    corners: int
    pip_size: float
    pip_squeeze: float
    frame: str
    centre: str
    courts: str


def style(rng: Generator, typeface: str) -> Style:
    """A printer's taste; STROKES for a typeface are no typeface but a pen."""
    size = float(rng.choice([rng.uniform(24, 38), rng.uniform(38, 60), rng.uniform(60, 84)], p=[0.5, 0.35, 0.15]))
    suit = min(size * float(rng.uniform(0.5, 1.2)), _LARGEST_SUIT)
    return Style(
        typeface=typeface,
        weight=str(rng.choice(["normal", "bold", "bold"])),
        pen=pen(rng) if typeface == STROKES else None,
        pip_typeface=str(rng.choice(PIP_TYPEFACES)) if rng.random() < 0.3 else None,
        forms=forms(rng),
        inks=_inks(rng),
        paper=_paper(rng),
        index_size=size,
        index_squeeze=float(rng.uniform(0.6, 1.05)),
        index_x=max(6 + size * 0.3, suit * 0.42 + 5) + float(rng.uniform(0, 6)),
        index_y=6 + size * 0.8 + float(rng.uniform(-2, 8)),
        suit_size=suit,
        suit_beside=bool(rng.random() < 0.15),
        corners=4 if rng.random() < 0.2 else 2,
        pip_size=float(rng.uniform(34, 54)),
        pip_squeeze=float(rng.uniform(0.8, 1.15)),
        frame=str(rng.choice(["", "", "line", "panel"])),
        centre=str(rng.choice(["pips", "pips", "one", "one", "rank", "empty"])),
        courts=str(rng.choice(["figure", "figure", "figure", "one", "rank", "empty"])),
    )


def _inks(rng: Generator) -> dict[str, str]:
    black = f"rgb({rng.integers(0, 65)},{rng.integers(0, 60)},{rng.integers(0, 75)})"
    red = f"rgb({rng.integers(170, 240)},{rng.integers(0, 60)},{rng.integers(0, 60)})"
    if rng.random() < 0.8:
        return {"c": black, "s": black, "d": red, "h": red}
    blue = f"rgb({rng.integers(0, 50)},{rng.integers(30, 110)},{rng.integers(150, 240)})"
    orange = f"rgb({rng.integers(220, 250)},{rng.integers(120, 190)},{rng.integers(0, 60)})"
    green = f"rgb({rng.integers(0, 60)},{rng.integers(100, 170)},{rng.integers(0, 90)})"
    return {"c": green, "s": black, "d": str(rng.choice([blue, orange])), "h": red}


def _paper(rng: Generator) -> str:
    if rng.random() < 0.7:
        return "rgb(255,255,255)"
    warm = int(rng.integers(225, 250))
    return f"rgb({warm},{warm - int(rng.integers(0, 12))},{warm - int(rng.integers(0, 40))})"


def sheet(look: Style, rng: Generator) -> str:
    """The deck's 52 faces as one drawing: suits c d h s down, ranks two to ace across."""
    cells = [
        f'<svg x="{column * WIDTH}" y="{row * HEIGHT}" width="{WIDTH}" height="{HEIGHT}">{_face(look, r, s, rng)}</svg>'
        for row, s in enumerate(SUITS)
        for column, r in enumerate(RANKS)
    ]
    size = f'width="{13 * WIDTH}" height="{4 * HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(cells)}</svg>'


def _face(look: Style, rank: str, suit: str, rng: Generator) -> str:
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{look.paper}"/>', _frame(look, rng)]
    parts.append(_middle(look, rank, suit, rng))
    corner = _index(look, rank, suit)
    parts += [corner, _turned(corner)]
    if look.corners == 4:
        across = _index(look, rank, suit, WIDTH - 2 * look.index_x)
        parts += [across, _turned(across)]
    return "".join(parts)


def _turned(drawing: str) -> str:
    return f'<g transform="rotate(180 {WIDTH / 2} {HEIGHT / 2})">{drawing}</g>'


def _frame(look: Style, rng: Generator) -> str:
    if not look.frame:
        return ""
    inset = look.index_x + look.index_size * 0.4
    tint = f"rgb({','.join(str(v) for v in rng.integers(200, 256, 3))})" if look.frame == "panel" else "none"
    return (
        f'<rect x="{inset:.1f}" y="{inset * 0.7:.1f}" width="{WIDTH - 2 * inset:.1f}"'
        f' height="{HEIGHT - 1.4 * inset:.1f}"'
        f' fill="{tint}" stroke="rgb(60,60,90)" stroke-width="1.5"/>'
    )


def _index(look: Style, rank: str, suit: str, shift: float = 0.0) -> str:
    x = look.index_x + shift
    squeeze = look.index_squeeze * (0.72 if rank == "T" else 1.0)
    letter = _rank(look, rank, suit, (x, look.index_y), (look.index_size, squeeze))
    if look.suit_beside:
        return letter + pip(look, suit, x + look.suit_size, look.index_y - look.index_size * 0.3, look.suit_size)
    return letter + pip(look, suit, x, look.index_y + look.suit_size * 0.7, look.suit_size)


def _rank(look: Style, rank: str, suit: str, place: tuple[float, float], size: tuple[float, float]) -> str:
    """A rank about x of `place`, standing on its y; `size` of the type, and how far it is squeezed."""
    if look.pen is not None:
        return stroked(look.pen, rank, place, size, look.inks[suit])
    return (
        f'<g transform="translate({place[0]:.1f} {place[1]:.1f}) scale({size[1]:.2f} 1)"><text text-anchor="middle"'
        f' font-family="{look.typeface}" font-weight="{look.weight}" font-size="{size[0]:.1f}"'
        f' letter-spacing="{-0.08 * size[0] if rank == "T" else 0:.1f}" fill="{look.inks[suit]}">'
        f"{'10' if rank == 'T' else rank}</text></g>"
    )


def pip(look: Style, suit: str, x: float, y: float, size: float) -> str:
    """One suit sign `size` high about (x, y)."""
    if look.pip_typeface:
        return (
            f'<g transform="translate({x:.1f} {y + size * 0.36:.1f}) scale({look.pip_squeeze:.2f} 1)">'
            f'<text text-anchor="middle" font-family="{look.pip_typeface}" font-size="{size * 1.15:.1f}"'
            f' fill="{look.inks[suit]}">{_GLYPHS[suit]}</text></g>'
        )
    tall = size / 100
    return (
        f'<path transform="translate({x:.1f} {y:.1f}) scale({tall * look.pip_squeeze:.3f} {tall:.3f})"'
        f' d="{look.forms[suit]}" fill="{look.inks[suit]}"/>'
    )


def _middle(look: Style, rank: str, suit: str, rng: Generator) -> str:
    """What stands between the indices. That a figure makes a court and pips a number is no law: only the index is."""
    centre = look.courts if rank in "JQK" else look.centre
    if centre == "figure" or rng.random() < 0.04:
        return _court(look, suit, rng)
    if centre == "empty":
        return ""
    if rank == "A":
        ornament = _court(look, suit, rng) if rng.random() < 0.3 else ""
        return ornament + pip(look, suit, WIDTH / 2, HEIGHT / 2, float(rng.uniform(50, 150)))
    if centre == "one":
        return pip(look, suit, WIDTH / 2, HEIGHT / 2, float(rng.uniform(70, 260)))
    if centre == "rank":
        return _rank(look, rank, suit, (WIDTH / 2, HEIGHT / 2 + 45), (130, 1.0))
    return _pips(look, rank, suit)


def _pips(look: Style, rank: str, suit: str) -> str:
    inset, top = WIDTH * 0.3, HEIGHT * 0.16
    drawn = []
    for across, down in _COLUMNS[rank]:
        one = pip(look, suit, inset + across * (WIDTH - 2 * inset), top + down * (HEIGHT - 2 * top), look.pip_size)
        x, y = inset + across * (WIDTH - 2 * inset), top + down * (HEIGHT - 2 * top)
        drawn.append(f'<g transform="rotate(180 {x:.1f} {y:.1f})">{one}</g>' if down > 0.5 else one)
    return "".join(drawn)


def _court(look: Style, suit: str, rng: Generator) -> str:
    """A figure of random patches, the same from both ends, the suit beside it: what a court card is to a stranger."""
    left, top = WIDTH * 0.22, HEIGHT * 0.12
    wide, tall = WIDTH - 2 * left, HEIGHT / 2 - top
    patches = []
    for _ in range(int(rng.integers(8, 22))):
        corners = rng.uniform((left, top), (left + wide, top + tall), (int(rng.integers(3, 6)), 2))
        colour = rng.choice(np.array(["#d22", "#fc3", "#124", "#24b", "#111", "#fff", "#fdc", "#363", "#888"]))
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)
        patches.append(f'<polygon points="{points}" fill="{colour}" stroke="#222" stroke-width="0.8"/>')
    half = "".join(patches)
    if rng.random() < 0.6:
        half += pip(look, suit, left + 14, top + 16, 30)
    return half + _turned(half)
