"""The pictures that the camera's picture is made of: what lies still is kept, and only what moves is drawn anew."""

from collections.abc import Sequence
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
        self._spots: list[Box] = []
        self._glaring: list[Box] = []
        self._coded = felt.copy()
        self._fresh: list[Box] = []  # coded as they are: coded again they would not even change at their borders
        self._shown = felt.copy()
        self._stale: list[Box] = []  # where what is shown is not what is coded
        self._code(WHOLE)

    def put(self, key: object, patches: Sequence[Patch]) -> None:
        """Something lies still now, above all that lay before."""
        self._still.append((key, tuple(patches)))
        for patch in patches:
            patch.over(self._picture, WHOLE)
            patch.gleam(self._shine, WHOLE)
        for box in merged(patch.box.common(WHOLE) for patch in patches):
            self._code(box)

    def take(self, key: object) -> None:
        """Something lies there no longer."""
        gone = [patch.box for other, patches in self._still if other == key for patch in patches]
        self._still = [entry for entry in self._still if entry[0] != key]
        for box in merged(box.common(WHOLE) for box in gone):
            picture, shine = self._picture[box.window], self._shine[box.window]
            picture[:] = self._felt[box.window]
            shine[:] = _FELT_GLOSS
            for _, patches in self._still:
                for patch in patches:
                    patch.over(picture, box)
                    patch.gleam(shine, box)
            self._code(box)

    def shine(self, spots: Sequence[tuple[Box, NDArray[np.float32]]]) -> None:
        """The spots of glare are there now, and nowhere else."""
        now, before = [box for box, _ in spots], self._spots
        self._spots = [box.common(WHOLE) for box in now if box.touches(WHOLE)]
        moved = {*self._spots} ^ {*before}
        self._fresh = [box for box in self._fresh if not any(box.touches(spot) for spot in moved)]
        for box in before:
            self._glare[box.window] = 0
        for box, spot in spots:
            common = box.common(WHOLE)
            if not common.empty:
                window = common.moved(-box.x, -box.y).window
                np.maximum(self._glare[common.window], spot[window], out=self._glare[common.window])
        self._glaring = merged(self._spots) if self._strength else []
        for box in merged([*now, *before]):
            if self._aligned(box) not in self._fresh:
                self._code(box)

    def with_moving(self, patches: Sequence[Patch]) -> Picture:
        """The scene with these above it, in their order; good until the next call."""
        for box in self._stale:
            self._shown[box.window] = self._coded[box.window]
        self._stale = merged(self._aligned(patch.box) for patch in patches)
        for box in self._stale:
            self._shown[box.window] = self._finished(box, patches)
        return self._shown

    def _code(self, box: Box) -> None:
        box = self._aligned(box)
        if not box.empty:
            self._coded[box.window] = self._finished(box, ())
            self._stale.append(box)
            self._fresh = [*(other for other in self._fresh if not other.touches(box)), box]

    def _finished(self, box: Box, above: Sequence[Patch]) -> Picture:
        """What the camera makes of the still scene there and of what is above it."""
        part = self._picture[box.window].copy()
        for patch in above:
            patch.over(part, box)
        for glaring in self._glaring:
            lit = glaring.common(box)
            if not lit.empty:
                self._brighten(part[lit.moved(-box.x, -box.y).window], lit, above)
        return coded_as_jpeg(part, self._jpeg)

    def _brighten(self, part: Picture, box: Box, above: Sequence[Patch]) -> None:
        shine = self._shine[box.window].copy()
        for patch in above:
            patch.gleam(shine, box)
        light = cv2.cvtColor(self._glare[box.window] * shine * self._strength, cv2.COLOR_GRAY2BGR)
        np.copyto(part, np.minimum(light + part, 255), casting="unsafe")

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
