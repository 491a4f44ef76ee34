"""The pictures that the camera's picture is made of: what lies still is kept, and only what moves is drawn anew."""

from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box import Box, merged
from vision.picture import Picture
from vision.stage.field import FRAME
from vision.stage.light import coded_as_jpeg
from vision.stage.sprite import Patch

WHOLE: Final = Box(0, 0, *FRAME)
_BLOCK: Final = 16
"""JPEG codes colour in blocks of 16 px."""
_FELT_GLOSS: Final = 26

Draw = Callable[[Picture, Picture, Box], None]
"""Draws into a picture and its gloss, both of the box."""


class Layers:
    """A still scene in which patches lie one above the other, and pictures of it with moving things above.

    `felt`: the empty felt as it is lit. `jpeg`: quality. `glare`: its strength.
    """

    def __init__(self, felt: Picture, jpeg: int, glare: float) -> None:
        self._felt = felt
        self._jpeg = jpeg
        self._strength = glare
        self._still: list[tuple[object, tuple[Patch, ...]]] = []
        self._picture = felt.copy()
        self._shine = np.full(felt.shape[:2], _FELT_GLOSS, np.uint8)
        self._glare = np.zeros(felt.shape[:2], np.float32)
        self._coded = felt.copy()
        self._code(WHOLE)

    def put(self, key: object, patches: Sequence[Patch]) -> None:
        """Something lies still now, above all that lay before."""
        self._still.append((key, tuple(patches)))
        self._redraw([patch.box for patch in patches])

    def take(self, key: object) -> None:
        """Something lies there no longer."""
        gone = [patch.box for other, patches in self._still if other == key for patch in patches]
        self._still = [entry for entry in self._still if entry[0] != key]
        self._redraw(gone)

    def shine(self, spots: Sequence[tuple[Box, NDArray[np.float32]]], before: Sequence[Box]) -> None:
        """The spots of glare are there now; `before` is where they were."""
        for box in before:
            self._glare[box.common(WHOLE).window] = 0
        for box, spot in spots:
            common = box.common(WHOLE)
            if not common.empty:
                window = common.moved(-box.x, -box.y).window
                np.maximum(self._glare[common.window], spot[window], out=self._glare[common.window])
        for box in merged([*(box for box, _ in spots), *before]):
            self._code(box)

    def with_moving(self, patches: Sequence[Patch]) -> Picture:
        """The scene with these above it, in their order."""
        picture = self._coded.copy()
        for box in merged(self._aligned(patch.box) for patch in patches):
            part, shine = self._picture[box.window].copy(), self._shine[box.window].copy()
            for patch in patches:
                patch.over(part, shine, box)
            picture[box.window] = self._finished(part, shine, box)
        return picture

    def _redraw(self, boxes: Sequence[Box]) -> None:
        for box in merged(box.common(WHOLE) for box in boxes):
            part, shine = self._felt[box.window].copy(), np.full((box.height, box.width), _FELT_GLOSS, np.uint8)
            for _, patches in self._still:
                for patch in patches:
                    patch.over(part, shine, box)
            self._picture[box.window] = part
            self._shine[box.window] = shine
            self._code(box)

    def _code(self, box: Box) -> None:
        box = self._aligned(box)
        if not box.empty:
            self._coded[box.window] = self._finished(self._picture[box.window], self._shine[box.window], box)

    def _finished(self, part: Picture, shine: Picture, box: Box) -> Picture:
        glare = self._glare[box.window]
        if self._strength and glare.any():
            light = (glare * shine * self._strength)[:, :, None]
            part = np.minimum(part + light, 255).astype(np.uint8)
        return coded_as_jpeg(part, self._jpeg)

    @staticmethod
    def _aligned(box: Box) -> Box:
        x, y = box.x // _BLOCK * _BLOCK, box.y // _BLOCK * _BLOCK
        right = -(-(box.x + box.width) // _BLOCK) * _BLOCK
        bottom = -(-(box.y + box.height) // _BLOCK) * _BLOCK
        return Box(x, y, right - x, bottom - y).common(WHOLE)


def bright(picture: Picture, factors: NDArray[np.float32]) -> Picture:
    """A picture as it is lit."""
    lit: Picture = np.clip(picture * factors, 0, 255).astype(np.uint8)
    return lit


def blurred(picture: Picture, blur: float) -> Picture:
    """A picture as the lens shows it."""
    return cv2.GaussianBlur(picture, (0, 0), blur).astype(np.uint8) if blur > 0 else picture
