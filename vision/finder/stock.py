"""Where card stock lies along the sides of quads, in a picture of which nothing else is known."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.finder.layers import Evidence, Flags
from vision.finder.looks import Outside, nearest
from vision.finder.quads import Quads, sides, spread
from vision.finder.relief import ORIGIN, Border, Relief
from vision.picture import Picture

RISE: Final = 7.0
"""Levels a px that an edge rises at least."""
_FAINT: Final = 3.0
"""The same, where card stock is on both sides."""
_TONE: Final = 0.14
"""How far the same stock may be off in colour, of its brightest channel."""
_LIGHT: Final = (0.4, 1.6)
"""How much darker and brighter it may be: a shadow falls across cards."""
_FLAT: Final = (12.0, 0.08)
"""Levels, or share of the stock's, within which two colours are no edge."""
_SMOOTH: Final = (8.0, 0.05)
"""The same, from one look to the next: card stock is smoother than carpet, wood and print."""
_BLANK: Final = 0.99
"""A card of which so much is bare stock is none."""


class _Colours(NamedTuple):
    """(n, 4, SAMPLES, 3) just inside and outside the border, and (n, 1, 1, 3) the stock."""

    inside: NDArray[np.float32]
    outside: NDArray[np.float32]
    stock: NDArray[np.float32]


def testimony(quads: Quads, border: Border, relief: Relief, picture: Picture) -> Evidence:
    """What the looks at the border of each quad say."""
    rise = border.rise(relief, RISE)
    steep = rise > RISE
    colours = _colours(quads, border, picture, steep)
    level = colours.stock.max(axis=-1)
    within, without = (_like(colour, colours.stock) for colour in (colours.inside, colours.outside))
    apart = np.abs(colours.inside - colours.outside).max(axis=-1)
    on_stock = within & without & (apart < np.maximum(_FLAT[0], _FLAT[1] * level))
    smooth = _smooth(colours.inside, steep, level[..., 0])
    supports = ((steep & within) | ((rise > _FAINT) & on_stock)) & smooth[..., None]
    denies = ~supports & on_stock
    beyond = border.beyond((picture.shape[1], picture.shape[0]), ORIGIN)
    return Evidence(supports & ~beyond, denies & ~beyond, ~supports & ~denies & ~within & ~beyond, beyond)


def printed(quads: Quads, relief: Relief, picture: Picture) -> NDArray[np.bool_]:
    """(n,) whether something is printed on it."""
    if not len(quads):
        return np.zeros(0, bool)
    border = Border.of(quads)
    stock = _colours(quads, border, picture, border.rise(relief, RISE) > RISE).stock
    bare = _like(nearest(picture, spread(quads, 16, 22), Outside.THE_EDGE).astype(np.float32), stock[:, 0])
    return np.asarray(bare.mean(axis=1) < _BLANK)


def _colours(quads: Quads, border: Border, picture: Picture, steep: Flags) -> _Colours:
    length = sides(quads)
    short = np.minimum(length[:, 0] + length[:, 2], length[:, 1] + length[:, 3]) / 2
    off = border.inward * np.maximum(2.0, short * 0.022).astype(np.float32)[:, None, None, None]
    inside = nearest(picture, border.points + off, Outside.THE_EDGE).astype(np.float32)
    outside = nearest(picture, border.points - off, Outside.THE_EDGE).astype(np.float32)
    stock = np.zeros((len(quads), 3), np.float32)
    seen = steep.any(axis=(1, 2))
    if seen.any():
        at_edges = np.where(steep[seen][..., None], inside[seen], np.nan)
        stock[seen] = np.nanmedian(at_edges.reshape(int(seen.sum()), -1, 3), axis=1)
    return _Colours(inside, outside, stock[:, None, None])


def _like(colour: NDArray[np.float32], stock: NDArray[np.float32]) -> Flags:
    """Whether it may be the same stock, in another light."""
    level = colour.max(axis=-1, keepdims=True)
    full = np.maximum(stock.max(axis=-1, keepdims=True), 1)
    tone = np.abs(colour / np.maximum(level, 1) - stock / full).max(axis=-1)
    share = (level / full)[..., 0]
    return np.asarray((tone < _TONE) & (share > _LIGHT[0]) & (share < _LIGHT[1]))


def _smooth(inside: NDArray[np.float32], steep: Flags, level: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n, 4) whether the colour along each side stays the same from look to look, where its edge is seen."""
    step = np.abs(np.diff(inside, axis=2)).max(axis=-1)
    both = steep[:, :, 1:] & steep[:, :, :-1]
    steps = np.where(both, step, np.nan)
    steps[~both.any(axis=2)] = 0
    return np.asarray(np.nanmedian(steps, axis=2) < np.maximum(_SMOOTH[0], _SMOOTH[1] * level))
