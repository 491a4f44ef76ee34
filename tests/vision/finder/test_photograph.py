"""Cards in a picture of which nothing is known: neither its scale nor what lies below them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision import drawn
from vision.finder.photograph import Judge, find
from vision.finder.segments import MOST, edges
from vision.geometry.plane import Plane
from vision.outline import Outline
from vision.picture import Picture, Points

GROUNDS = {"green": (60, 95, 30), "wood": (70, 110, 150), "black": (25, 25, 25), "light": (150, 190, 205)}


def ground(name: str) -> Picture:
    """A table top in a picture of 640 x 480."""
    rng = np.random.default_rng(5)
    shade = np.array(GROUNDS[name], np.float32) + rng.normal(0, 3, (480, 640, 1))
    return np.asarray(np.clip(shade, 0, 255), np.uint8)


def hits(outlines: list[Outline], cards: list[Points]) -> int:
    return sum(any(drawn.iou(outline.corners, card) > 0.75 for outline in outlines) for card in cards)


@pytest.mark.parametrize("name", GROUNDS)
@pytest.mark.parametrize(("scale", "degrees"), [(0.9, 0), (1.6, 20), (3.2, 65)])
def test_a_card_is_found_at_any_scale_and_on_any_ground(name: str, scale: float, degrees: float) -> None:
    picture, plane = ground(name), Plane.scaled(scale)
    card = drawn.lay(picture, plane, drawn.corners(320 / scale, 240 / scale, degrees))
    (outline,) = find(picture)
    assert drawn.corner_error(outline.corners, card) < 0.05 * 63 * scale
    assert outline.visible > 0.97


def test_a_large_picture_is_told_in_its_own_pixels() -> None:
    picture = np.full((1200, 1600, 3), GROUNDS["green"], np.uint8)
    card = drawn.lay(picture, Plane.scaled(4.0), drawn.corners(200, 150, 30))
    (outline,) = find(picture)
    assert drawn.corner_error(outline.corners, card) < 12


def test_cards_side_by_side_are_each_found() -> None:
    picture, plane = ground("wood"), Plane.scaled(1.5)
    spots = ((80, 100, 5), (170, 110, -20), (300, 200, 80), (120, 230, 0))
    cards = [drawn.lay(picture, plane, drawn.corners(*spot)) for spot in spots]
    outlines = find(picture)
    assert hits(outlines, cards) == len(outlines) == 4


def test_a_fan_is_both_its_cards_and_the_lower_one_is_seen_in_part() -> None:
    picture, plane = ground("wood"), Plane.scaled(2.0)
    cards = [drawn.lay(picture, plane, drawn.corners(*spot)) for spot in ((130, 120, -6), (168, 118, 8))]
    outlines = find(picture)
    assert hits(outlines, cards) == len(outlines) == 2
    upper, lower = outlines
    assert drawn.iou(upper.corners, cards[1]) > 0.75
    assert lower.visible < 0.85
    assert lower.seen is not None
    assert lower.bounds[2] < upper.bounds[2]


def test_a_card_cut_by_the_pictures_edge_is_found_and_seen_in_part() -> None:
    picture, plane = ground("black"), Plane.scaled(2.0)
    cards = [drawn.lay(picture, plane, drawn.corners(*spot)) for spot in ((100, 120, 0), (310, 120, 0))]
    outlines = find(picture)
    assert hits(outlines, cards) == 2
    cut = max(outlines, key=lambda outline: outline.centre[0])
    left, _, width, _ = cut.bounds
    assert left + width <= 642
    assert cut.visible < 0.75


def test_cards_of_one_picture_are_of_one_size_and_a_judge_says_which() -> None:
    picture = ground("wood")
    large = drawn.lay(picture, Plane.scaled(3.4), drawn.corners(130, 70, 4))
    small = drawn.lay(picture, Plane.scaled(1.2), drawn.corners(80, 200, 10))

    def only(card: Points) -> Judge:
        return lambda _, outlines: [float(drawn.iou(outline.corners, card) > 0.75) for outline in outlines]

    for card, other in ((large, small), (small, large)):
        outlines = find(picture, only(card))
        assert (hits(outlines, [card]), hits(outlines, [other])) == (1, 0)


def test_bare_paper_is_no_card() -> None:
    picture = ground("wood")
    picture[150:326, 200:326] = 235
    paper = np.array([(200, 150), (326, 150), (326, 326), (200, 326)], np.float32)
    assert hits(find(picture), [paper]) == 0


@pytest.mark.parametrize("shape", [(1, 1), (1, 400), (17, 900), (20, 20), (40, 3)])
def test_a_picture_may_be_of_any_size(shape: tuple[int, int]) -> None:
    assert find(np.full((*shape, 3), 200, np.uint8)) == []


@settings(max_examples=12, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000), kind=st.sampled_from(["noise", "blocks", "lines"]))
def test_whatever_is_in_a_picture_nothing_breaks(seed: int, kind: str) -> None:
    random = np.random.default_rng(seed)
    picture = np.zeros((240, 320, 3), np.uint8)
    if kind == "noise":
        picture = random.integers(0, 256, picture.shape, np.uint8)
    for _ in range(0 if kind == "noise" else 30):
        x, y = random.integers(0, 300), random.integers(0, 220)
        height, width = (random.integers(4, 120, 2)) if kind == "blocks" else sorted(random.integers(1, 200, 2))[:2]
        picture[y : y + height, x : x + width] = random.integers(0, 256, (1, 1, 3), np.uint8)
    for outline in find(picture):
        assert np.isfinite(outline.corners).all()
        assert 0 < outline.visible <= 1


def test_the_work_is_bounded_whatever_the_picture() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (480, 640), np.uint8)
    stripes = np.tile(np.array([0, 0, 0, 255, 255, 255], np.uint8), (480, 107))[:, :640].copy()
    stripes[::12] = 0
    for channel in (noise, stripes):
        assert len(edges(channel, 3.0)) <= MOST
