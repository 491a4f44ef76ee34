"""Synthetic pictures to read: as a finder would cut them out, with what they show. The same seed gives the same."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator

from felt.card import DECK, RANKS, SUITS
from vision.outline import Outline, rectified
from vision.picture import BLANK, CARD_HEIGHT, CARD_WIDTH, INDEX_HEIGHT, INDEX_WIDTH, Picture, Points
from vision.reading import Kind
from vision.train import scene
from vision.train.backdrop import backdrop
from vision.train.faces import Faces
from vision.train.light import Canvas, lit, photographed
from vision.train.print import back, cut_card, joker, reprinted

KINDS: Final = {Kind.FACE: 0.77, Kind.BACK: 0.07, Kind.JOKER: 0.03, Kind.CUT_CARD: 0.03, Kind.NOTHING: 0.10}
"""How often each kind is made."""
UNREAD: Final = -1
"""The rank and suit of what is no face."""
BLANKED: Final = 0.15
"""How often a side or a corner of the card is blank, as where a finder knows of what covers it."""
NARROWEST: Final = 32.0
WIDEST: Final = 170.0
"""Widths of a card in the camera's picture, px."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A (CARD_HEIGHT, CARD_WIDTH, 3) picture and what it shows: places in Kind, RANKS and SUITS."""

    picture: Picture
    kind: int
    rank: int = UNREAD
    suit: int = UNREAD


class Studio:
    """Makes samples from the faces of one role, on so many backdrops. What a seed gives depends on nothing else."""

    def __init__(self, faces: Faces, seed: int, backdrops: int = 160) -> None:
        self._faces = faces
        rng = np.random.default_rng([seed, 2])
        self._backdrops = [backdrop(rng) for _ in range(backdrops)]

    def sample(self, rng: Generator) -> Sample:
        """One picture."""
        kind = Kind(int(rng.choice(len(KINDS), p=list(KINDS.values()))))
        if kind is Kind.NOTHING:
            return Sample(self._nothing(rng), kind.value)
        if kind is not Kind.FACE:
            return Sample(self._seen(self._other(kind, rng), rng, 0.3), kind.value)
        face = self._faces.face(rng)
        art = reprinted(face, self._faces, self._backdrops, rng)
        rank, suit = DECK[face.card]
        return Sample(self._seen(art, rng, 0.45), kind.value, RANKS.index(rank), SUITS.index(suit))

    def _other(self, kind: Kind, rng: Generator) -> Picture:
        if kind is Kind.BACK:
            return back(self._faces, rng)
        return joker(self._faces, self._backdrops, rng) if kind is Kind.JOKER else cut_card(rng)

    def _any_card(self, rng: Generator) -> Picture:
        if rng.random() < 0.8:
            return reprinted(self._faces.face(rng), self._faces, self._backdrops, rng)
        return back(self._faces, rng)

    def _seen(self, art: Picture, rng: Generator, covering: float) -> Picture:
        """A card among others, photographed and cut out by corners that are a little off."""
        canvas, spot = self._table(rng)
        scene.put(canvas, art, spot, rng)
        if rng.random() < covering:
            self._cover(canvas, spot, rng)
        shot = photographed(lit(canvas, spot.width, rng), spot.width, rng)
        cut = _cut_out(shot, _missed(spot, rng), rng)
        if rng.random() < BLANKED:
            _blank(cut, rng)
        return cut

    def _table(self, rng: Generator) -> tuple[Canvas, scene.Spot]:
        width = float(np.exp(rng.uniform(np.log(NARROWEST), np.log(WIDEST))))
        height = width * float(rng.uniform(1.34, 1.58))
        canvas = scene.ground(width, height, self._backdrops, rng)
        spot = scene.laid(width, height, rng)
        if rng.random() < 0.3:
            for _ in range(int(rng.integers(1, 3))):
                scene.neighbour(canvas, self._any_card(rng), spot, float(rng.uniform(-0.15, 0.4)), rng)
        return canvas, spot

    def _cover(self, canvas: Canvas, spot: scene.Spot, rng: Generator) -> None:
        if rng.random() < 0.55:
            covered = float(rng.uniform(0.05, 0.45)) if rng.random() < 0.7 else float(rng.uniform(0.45, 0.75))
            scene.neighbour(canvas, self._any_card(rng), spot, covered, rng)
        else:
            scene.THINGS[int(rng.integers(len(scene.THINGS)))](canvas, spot, rng)

    def _nothing(self, rng: Generator) -> Picture:
        """The table without a card, or a cut-out that holds no card as a card is held."""
        canvas, spot = self._table(rng)
        bare = rng.random() < 0.4
        if not bare:
            scene.put(canvas, self._any_card(rng), spot, rng)
        if rng.random() < (0.6 if bare else 0.3):
            scene.THINGS[int(rng.integers(len(scene.THINGS)))](canvas, spot, rng)
        shot = photographed(lit(canvas, spot.width, rng), spot.width, rng)
        return _cut_out(shot, spot.corners if bare else _astray(spot, rng), rng)


def _missed(spot: scene.Spot, rng: Generator) -> Points:
    """The card's corners as a finder gives them: near, now and then only roughly."""
    error = np.clip(rng.normal(0, 0.02, (4, 2)), -0.05, 0.05) * spot.width
    corners = spot.corners + error
    if rng.random() < 0.2:
        turn = np.radians(rng.uniform(-7, 7))
        about = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
        corners = (corners - spot.centre) @ about * rng.uniform(0.9, 1.14, 2) + spot.centre
        corners = corners + rng.uniform(-0.06, 0.06, 2) * (spot.width, spot.height)
    return corners.astype(np.float32)


def _astray(spot: scene.Spot, rng: Generator) -> Points:
    """Corners of no card: across it, beside it, of a piece of it, or of much more than it."""
    sort = int(rng.integers(4))
    turn, zoom, shift = 0.0, 1.0, np.zeros(2)
    if sort == 0:
        turn = float(rng.uniform(35, 145)) * float(rng.choice([-1, 1]))
    elif sort == 1:
        side = rng.uniform(0, 2 * np.pi)
        shift = np.array([np.cos(side) * spot.width, np.sin(side) * spot.height]) * rng.uniform(0.55, 0.9)
    elif sort == 2:
        zoom = float(rng.uniform(0.2, 0.5))
        shift = rng.uniform(-0.12, 0.12, 2) * (spot.width, spot.height)
    else:
        zoom = float(rng.uniform(1.8, 2.6))
    turned = np.radians(turn)
    about = np.array([(np.cos(turned), np.sin(turned)), (-np.sin(turned), np.cos(turned))])
    return ((spot.corners - spot.centre) @ about * zoom + spot.centre + shift).astype(np.float32)


def _blank(cut: Picture, rng: Generator) -> None:
    """Blank the corner of one index, or one side up to two thirds of the way across."""
    if rng.random() < 0.3:
        upper, lower = np.s_[:INDEX_HEIGHT, :INDEX_WIDTH], np.s_[-INDEX_HEIGHT:, -INDEX_WIDTH:]
        cut[upper if rng.random() < 0.5 else lower] = BLANK
        return
    side = np.radians(float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 9)))
    along = np.array([np.cos(side), np.sin(side)])
    half = np.array([CARD_WIDTH, CARD_HEIGHT]) / 2
    reach = float(np.abs(along) @ half)
    edge = half + along * reach * (1 - 2 * float(rng.uniform(0.03, 0.66)))
    aside = np.array([-along[1], along[0]]) * 400
    corners = np.array([edge - aside, edge + aside, edge + aside + along * 400, edge - aside + along * 400])
    cv2.fillPoly(cut, [corners.astype(np.int32)], (BLANK, BLANK, BLANK))


def _cut_out(shot: Picture, corners: Points, rng: Generator) -> Picture:
    if rng.random() < 0.5:
        corners = np.roll(corners, 2, axis=0)
    return rectified(shot, Outline(corners))
