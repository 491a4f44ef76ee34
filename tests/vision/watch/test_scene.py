"""The page's picture from straight above."""

import numpy as np
import pytest

from vision.geometry.plane import Plane
from vision.watch.scene import WIDEST, overhead


@pytest.mark.parametrize("stretch", [(1.0, 1.0), (50.0, 0.2), (0.2, 50.0), (1.0, 1e-6)])
def test_the_picture_is_never_larger_than_a_page_nor_empty(stretch: tuple[float, float]) -> None:
    """A field whose sides were said the wrong way round, or with a digit too many."""
    view = overhead(Plane(np.diag([*stretch, 1.0])), 1280, 720)
    assert max(view.width, view.height) == WIDEST
    assert min(view.width, view.height) >= 1
    # Both sides by one scale: 1280 px by 720 px, stretched.
    assert view.width / view.height == pytest.approx(1280 * stretch[0] / (720 * stretch[1]), rel=0.5) or 1 in (
        view.width,
        view.height,
    )


def test_an_uncalibrated_tall_picture_fits_as_well() -> None:
    view = overhead(None, 1080, 1920)
    assert (view.width, view.height) == (720, 1280)
