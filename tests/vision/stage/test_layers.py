"""What was laid, taken and lit piece by piece looks as if it had been so from the start."""

from collections.abc import Callable

import numpy as np
import pytest

from vision.box import Box
from vision.picture import Picture
from vision.stage.field import FRAME
from vision.stage.layers import WHOLE, Layers
from vision.stage.looks import glare
from vision.stage.sprite import Patch, seen, shadow_of, sprite

SIDE = 60
SPOT = glare(80)
CODING = 6
"""What coding in pieces may make of a grey level at JPEG quality 100: colours rounded twice, and pieces' borders."""


def layers() -> Layers:
    return Layers(np.full((FRAME[1], FRAME[0], 3), 60, np.uint8), 100, 0.8)


def square(level: int, x: float, y: float) -> list[Patch]:
    """A grey square, its middle at a pixel, and its shadow."""
    full = np.full((SIDE, SIDE), 255, np.uint8)
    thing = sprite(np.full((SIDE, SIDE, 3), level, np.uint8), full, 1.0, 0.9, 2.0)
    placing = np.array([(1, 0, x), (0, 1, y), (0, 0, 1)], np.float64)
    patch = seen(thing, [placing], np.ones((FRAME[1], FRAME[0], 3), np.float32), WHOLE)
    assert patch is not None
    shadow = shadow_of(patch, 0.5, WHOLE)
    return [patch] if shadow is None else [shadow, patch]


def spots(*corners: tuple[int, int]) -> list[tuple[Box, np.typing.NDArray[np.float32]]]:
    return [(Box(x, y, SPOT.shape[1], SPOT.shape[0]), SPOT) for x, y in corners]


def shown(of: Layers) -> Picture:
    return of.with_moving([]).copy()


@pytest.mark.parametrize("where", [(640, 330), (8, 715), (1279, 5)])
def test_what_moved_through_leaves_nothing_behind(where: tuple[int, int]) -> None:
    scene = layers()
    scene.put("lying", square(200, 600, 300))
    scene.shine(spots((560, 260)))
    before = shown(scene)
    assert np.abs(scene.with_moving(square(120, *where)).astype(int) - before).max() > CODING
    assert np.array_equal(shown(scene), before)


def _laid_into_a_still_glare(scene: Layers) -> None:
    scene.shine(spots((560, 260), (100, 100)))
    scene.shine(spots((560, 260), (120, 100)))
    scene.put("one", square(90, 620, 330))
    scene.shine(spots((560, 260), (140, 100)))


def _taken_out_of_a_still_glare(scene: Layers) -> None:
    scene.put("one", square(90, 620, 330))
    scene.put("other", square(30, 640, 340))
    scene.shine(spots((560, 260), (120, 100)))
    scene.take("other")
    scene.shine(spots((560, 260), (140, 100)))


def _crossed_by_a_glare(scene: Layers) -> None:
    scene.put("one", square(90, 620, 330))
    for x in (500, 540, 600):
        scene.shine(spots((560, 260), (x, 270)))
    scene.shine(spots((560, 260), (140, 100)))


def _met_while_it_moved(scene: Layers) -> None:
    scene.put("one", square(90, 620, 330))
    scene.shine(spots((560, 260), (120, 100)))
    scene.with_moving(square(10, 600, 310))
    scene.shine(spots((560, 260), (140, 100)))


@pytest.mark.parametrize(
    "history", [_laid_into_a_still_glare, _taken_out_of_a_still_glare, _crossed_by_a_glare, _met_while_it_moved]
)
def test_no_matter_how_it_came_about(history: Callable[[Layers], None]) -> None:
    scene, anew = layers(), layers()
    history(scene)
    anew.put("one", square(90, 620, 330))
    anew.shine(spots((560, 260), (140, 100)))
    assert np.abs(shown(scene).astype(int) - shown(anew)).max() <= CODING
