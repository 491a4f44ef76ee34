"""Cards in one photograph of unknown scale, on an unknown ground."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder.layers import Evidence, Layers, Terms, seen_part
from vision.finder.quads import NONE, Quads, Shape, at_corners, distinct, in_bays, on_sides, shaped, sides, spread, upright_first
from vision.finder.relief import SAMPLES, Border, Relief, far_side_snapped, snapped
from vision.finder.segments import Channel, RightAngle, corners, edges, joined, look
from vision.outline import Outline
from vision.picture import POKER, CardSize, Picture

_LONGEST: Final = 640
"""Larger pictures are looked at in this size, px."""
_ANGLE: Final = RightAngle(tilt=14.0, gap=0.4, overrun=0.06, least_gap=9.0)
_SHAPE: Final = Shape(squarest=1.15, longest=1.75, taper=0.78, square=0.9)
_TERMS: Final = Terms(least_worth=0.16, least_ratio=0.33, least_seen=0.15, cost=0.25)
_RISE: Final = 7.0
"""Levels a px that an edge rises at least."""
_FAINT: Final = 3.0
"""The same, where card stock is on both sides."""
_NARROWEST: Final = 18.0
"""Shorter sides cannot be read, px."""
_BLANK: Final = 0.99
_MOST: Final = 160


def find(picture: Picture) -> list[Outline]:
    """Every card that lies in `picture`, those on top first; corners in px of `picture`."""
    scale = min(1.0, _LONGEST / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    small = small.astype(np.uint8, copy=False)
    channel = channel_of(small)
    relief = Relief.of(channel)
    quads, worth = candidates(channel, relief, small)
    quads, worth = printed(quads, worth, relief, small)
    best: tuple[float, list[Outline]] = (0.0, [])
    for size in sizes(quads, worth):
        members = of_size(quads, size)
        border = Border.of(members)
        evidence = testimony(border, relief, small, members)
        placed = Layers.of(members, border, evidence, _TERMS).best()
        score = sum(sorted((c.worth for c in placed), reverse=True)[:1]) + 0.1 * sum(c.worth - _TERMS.cost for c in placed)
        if score > best[0]:
            best = score, outlines(members, border, evidence, placed, small, scale)
    return best[1]


def of_size(quads: Quads, size: CardSize) -> Quads:
    length = sides(quads)
    mean = np.sqrt((length[:, 0] + length[:, 2]) * (length[:, 1] + length[:, 3])) / 2
    ratio = mean / np.sqrt(size.width * size.height)
    return quads[(ratio > 0.78) & (ratio < 1.28)]


def outlines(members, border, evidence, placed, small, scale):
    found: list[Outline] = []
    above: list[NDArray[np.float32]] = []
    for card in placed:
        quad = members[card.index]
        shown = ~(evidence.covered | evidence.beyond)[card.index]
        seen, visible = seen_part(quad, above, (small.shape[1], small.shape[0]), border.points[card.index][shown])
        above.append(quad)
        part = None if seen is None else seen / np.float32(scale)
        found.append(Outline(upright_first(quad) / np.float32(scale), min(1.0, visible), part))
    return found


def channel_of(picture: Picture) -> Channel:
    low, high = picture.min(axis=2), picture.max(axis=2)
    return cv2.addWeighted(low, 1 + SAT, high, -SAT, 0)


SAT = 0


def candidates(channel: Channel, relief: Relief, picture: Picture) -> tuple[Quads, NDArray[np.float32]]:
    segments = joined(edges(channel, 9.0), 40.0)
    angles = corners(segments, _ANGLE)
    quads = shaped(in_bays(segments, angles, POKER.height / POKER.width, 20.0), _SHAPE, _NARROWEST)
    quads = shaped(far_side_snapped(quads, relief, 0.15, _RISE), _SHAPE, _NARROWEST)
    guessed = shaped(on_sides(segments, angles, POKER.height / POKER.width, 40.0), _SHAPE, _NARROWEST)
    guessed, _ = worthiest(guessed, relief, picture, 0.1, 0.9)
    guessed = shaped(snapped(guessed, relief, 0.1, _RISE), _SHAPE, _NARROWEST)
    quads = np.concatenate([quads, guessed])
    quads, worth = worthiest(quads, relief, picture, 0.3, 0.8)
    if not len(quads):
        return quads, worth
    found = [quads]
    for size in sizes(quads, worth):
        laid = shaped(at_corners(segments, angles, size), _SHAPE, _NARROWEST)
        laid = shaped(snapped(laid, relief, 0.07, _RISE), _SHAPE, _NARROWEST)
        found.append(worthiest(laid, relief, picture, 0.1, 0.85)[0])
    return worthiest(np.concatenate(found), relief, picture, 0.1, 0.85)


def printed(
    quads: Quads, worth: NDArray[np.float32], relief: Relief, picture: Picture
) -> tuple[Quads, NDArray[np.float32]]:
    """Those that are not blank."""
    if not len(quads):
        return quads, worth
    border = Border.of(quads)
    stock = card_stock(border, relief, picture, quads)
    bare = _like(look(picture, spread(quads, 16, 22)).astype(np.float32), stock[:, None])
    kept = bare.mean(axis=1) < _BLANK
    return quads[kept], worth[kept]


def sizes(quads: Quads, worth: NDArray[np.float32]) -> list[CardSize]:
    """The sizes of the best candidates, at most three that differ, px."""
    found: list[CardSize] = []
    for index in np.argsort(-worth, kind="stable"):
        if found and (worth[index] < 0.5 or len(found) == 4):
            break
        length = sides(quads[index][None])[0]
        one, other = float(length[0] + length[2]) / 2, float(length[1] + length[3]) / 2
        size = CardSize(min(one, other), max(one, other))
        if all(abs(np.log(size.width / known.width)) > 0.12 for known in found):
            found.append(size)
    return found


def worthiest(
    quads: Quads, relief: Relief, picture: Picture, least: float, share: float
) -> tuple[Quads, NDArray[np.float32]]:
    if not len(quads):
        return NONE, np.zeros(0, np.float32)
    border = Border.of(quads)
    evidence = testimony(border, relief, picture, quads)
    worth = (
        (evidence.supports * 1.0 - evidence.denies * 0.8 - evidence.covered * 0.2) * ~evidence.beyond * border.share
    ).sum(axis=(1, 2))
    kept = distinct(quads, worth, share, _MOST)
    kept = kept[worth[kept] > least]
    return quads[kept], worth[kept]


def testimony(border: Border, relief: Relief, picture: Picture, quads: Quads) -> Evidence:
    rise = border.rise(relief)
    steep = rise > _RISE
    inside, outside = aside(border, picture, quads)
    stock = card_stock(border, relief, picture, quads)[:, None, None]
    level = stock.max(axis=-1)
    within, without = _like(inside, stock), _like(outside, stock)
    height, width = picture.shape[:2]
    x, y = border.points[..., 0], border.points[..., 1]
    beyond = (x < 0) | (y < 0) | (x > width - 1) | (y > height - 1)
    flat = np.abs(inside - outside).max(axis=-1) < np.maximum(12, 0.08 * level)
    on_stock = within & without & flat
    step = np.abs(np.diff(inside, axis=2)).max(axis=-1)
    pairs = steep[:, :, 1:] & steep[:, :, :-1]
    rough = np.where(pairs, step, np.nan)
    rough[~pairs.any(axis=2)] = 0
    smooth = np.nanmedian(rough, axis=2) < np.maximum(8, 0.05 * level[..., 0])
    supports = (((rise > _RISE) & within) | ((rise > _FAINT) & on_stock)) & smooth[..., None]
    denies = ~supports & on_stock
    return Evidence(supports & ~beyond, denies & ~beyond, ~supports & ~denies & ~within & ~beyond, beyond)


def aside(border: Border, picture: Picture, quads: Quads) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The colours just inside and just outside the border, (n, 4, SAMPLES, 3)."""
    length = sides(quads)
    short = np.minimum(length[:, 0] + length[:, 2], length[:, 1] + length[:, 3]) / 2
    off = np.maximum(2.0, short * 0.022).astype(np.float32)[:, None, None, None]
    inside = look(picture, border.points + border.inward * off).astype(np.float32)
    return inside, look(picture, border.points - border.inward * off).astype(np.float32)


def card_stock(border: Border, relief: Relief, picture: Picture, quads: Quads) -> NDArray[np.float32]:
    """The colour inside the sides that are seen, (n, 3)."""
    n = len(quads)
    steep = border.rise(relief) > _RISE
    inside, _ = aside(border, picture, quads)
    weighed = np.where(steep[..., None], inside, np.nan).reshape(n, -1, 3)
    any_rise = steep.any(axis=(1, 2))
    stock = np.zeros((n, 3), np.float32)
    if any_rise.any():
        stock[any_rise] = np.nanmedian(weighed[any_rise], axis=1)
    return stock


def _like(colour: NDArray[np.float32], stock: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether it may be the same stock, in another light."""
    level = colour.max(axis=-1, keepdims=True)
    full = stock.max(axis=-1, keepdims=True)
    tone = np.abs(colour / np.maximum(level, 1) - stock / np.maximum(full, 1)).max(axis=-1)
    share = (level / np.maximum(full, 1))[..., 0]
    return (tone < 0.14) & (share > 0.4) & (share < 1.6)
