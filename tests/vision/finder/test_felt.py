"""Cards drawn on a felt whose scale is known: each found once, where it lies, and nothing else."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision import drawn
from vision.box import Box
from vision.finder.felt import FeltFinder
from vision.finder.layers import seen_part
from vision.geometry.plane import Plane
from vision.outline import Outline
from vision.picture import BRIDGE, POKER, CardSize, Picture, Points

FELT = drawn.felt()
STRAIGHT = Plane.scaled(1.2)
SLANTED = Plane.through(
    np.array([(60, 20), (590, 30), (630, 470), (10, 460)], np.float32),
    np.array([(0, 0), (480, 0), (480, 380), (0, 380)], np.float32),
)
WHOLE = Box(0, 0, *drawn.SIZE)


def found(picture: Picture, plane: Plane, size: CardSize = POKER) -> list[Outline]:
    return FeltFinder(plane, size, FELT).find(drawn.noisy(picture, 3), WHOLE)


def matched(outlines: list[Outline], cards: list[Points], least: float = 0.85) -> list[Outline]:
    """The outline of each card, in order; fails where there is none, or one too many."""
    assert len(outlines) == len(cards)
    nearest: list[Outline] = []
    for card in cards:
        shares = [drawn.iou(outline.corners, card) for outline in outlines]
        assert max(shares) > least
        nearest.append(outlines[shares.index(max(shares))])
    return nearest


def lone(degrees: float, plane: Plane, *, back: bool = False) -> tuple[Picture, Points]:
    picture = FELT.copy()
    return picture, drawn.lay(picture, plane, drawn.corners(260, 190, degrees), back=back)


@pytest.mark.parametrize("plane", [STRAIGHT, SLANTED], ids=["straight", "slanted"])
@pytest.mark.parametrize("degrees", [0, 14, 45, 77, 90, 133, 171])
def test_a_card_is_found_at_any_angle(degrees: float, plane: Plane) -> None:
    picture, card = lone(degrees, plane)
    (outline,) = matched(found(picture, plane), [card])
    assert drawn.corner_error(outline.corners, card) < 2.0
    assert outline.visible == 1.0
    assert outline.seen is None
    assert abs((outline.angle - degrees + 90) % 180 - 90) < 1.5 or plane is SLANTED


def test_a_card_that_lies_face_down_is_a_card() -> None:
    picture, card = lone(20, STRAIGHT, back=True)
    matched(found(picture, STRAIGHT), [card])


def test_an_empty_felt_has_none() -> None:
    assert found(FELT, STRAIGHT) == []


def test_a_flop_is_three_cards() -> None:
    picture = FELT.copy()
    cards = [drawn.lay(picture, STRAIGHT, drawn.corners(x, 200, turn)) for x, turn in ((120, 2), (192, -1), (262, 0))]
    matched(found(picture, STRAIGHT), cards)


FANS: dict[str, list[tuple[float, float, float]]] = {
    "half under": [(200, 200, 5), (235, 205, 5)],
    "in line": [(200, 200, 10), (230, 205.3, 10)],
    "crossed": [(200, 190, 0), (215, 205, 70)],
    "spread": [(190, 200, -12), (240, 200, 18)],
    "steps down": [(200, 170, 0), (222, 186, 2), (246, 204, -3)],
    "squeezed": [(200, 200, 0), (215, 200, 0)],
}
"""Where each card lies, mm and degrees, the lowest first."""


@pytest.mark.parametrize("back", [False, True], ids=["faces", "backs"])
@pytest.mark.parametrize("name", FANS)
def test_a_fan_is_all_of_its_cards(name: str, back: bool) -> None:
    picture = FELT.copy()
    cards = [drawn.lay(picture, STRAIGHT, drawn.corners(*spot), back=back) for spot in FANS[name]]
    outlines = matched(found(picture, STRAIGHT), cards, 0.8)
    assert outlines[-1].visible == pytest.approx(1.0, abs=0.06)


def test_what_is_seen_of_a_covered_card_is_told() -> None:
    picture = FELT.copy()
    lower = drawn.lay(picture, STRAIGHT, drawn.corners(200, 200, 0))
    upper = drawn.lay(picture, STRAIGHT, drawn.corners(242, 200, 0))
    below, above = matched(found(picture, STRAIGHT), [lower, upper])
    # 42 of its 63 mm are not under the other.
    assert below.visible == pytest.approx(42 / 63, abs=0.06)
    left, _, width, _ = below.bounds
    assert left == pytest.approx((200 - 31.5) * 1.2, abs=3)
    assert width == pytest.approx(42 * 1.2, abs=4)
    assert above.visible > 0.94


@pytest.mark.parametrize("aside", [2.0, 4.0])
def test_a_card_of_which_a_sliver_shows_is_not_told_as_a_second_one(aside: float) -> None:
    picture = FELT.copy()
    drawn.lay(picture, STRAIGHT, drawn.corners(200 - aside, 200, 10))
    upper = drawn.lay(picture, STRAIGHT, drawn.corners(200, 200, 10))
    matched(found(picture, STRAIGHT), [upper])


def test_a_part_that_is_only_slivers_is_not_called_the_whole_card() -> None:
    lower, upper = drawn.corners(100, 100, 0), drawn.corners(103, 100, 0)
    seen, share = seen_part(lower, [upper], (200, 200), np.zeros((0, 2), np.float32))
    assert share == 0
    assert seen is not None


@pytest.mark.parametrize("angle", range(0, 180, 15))
def test_what_is_seen_of_a_turned_card_below_another_has_its_whole_index(angle: int) -> None:
    lower = drawn.corners(200, 200, angle)
    aside = (lower[1] - lower[0]) * 0.45
    seen, share = seen_part(lower, [lower + aside], (400, 400), np.zeros((0, 2), np.float32))
    assert share == pytest.approx(0.45, abs=0.05)
    assert seen is not None
    across, down = (lower[1] - lower[0]) / 63, (lower[3] - lower[0]) / 88
    # A poker index begins 3 mm from the edges and ends 8 mm across and 20 mm down.
    for x_mm, y_mm in ((3, 3), (8, 3), (3, 20), (8, 20)):
        x, y = lower[0] + across * x_mm + down * y_mm
        assert cv2.pointPolygonTest(seen, (float(x), float(y)), measureDist=False) >= 0


def test_a_chip_on_a_card_hides_no_card() -> None:
    picture, card = lone(12, STRAIGHT)
    drawn.chip(picture, STRAIGHT, 280, 225)
    matched(found(picture, STRAIGHT), [card])
    picture, card = lone(12, STRAIGHT)
    drawn.chip(picture, STRAIGHT, 290, 150)  # over its edge
    matched(found(picture, STRAIGHT), [card])


def test_a_hand_on_a_card_leaves_the_card() -> None:
    picture, card = lone(0, STRAIGHT)
    drawn.hand(picture, (330, 479), (315, 270))
    matched(found(picture, STRAIGHT), [card])


def test_chips_and_arms_alone_are_no_cards() -> None:
    picture = FELT.copy()
    for x in (100, 150, 250):
        drawn.chip(picture, STRAIGHT, x, 130)
    drawn.hand(picture, (500, 479), (380, 260))
    assert found(picture, STRAIGHT) == []


@pytest.mark.parametrize("factor", [0.9, 1.1])
def test_what_is_not_of_a_cards_size_is_none(factor: float) -> None:
    picture = FELT.copy()
    drawn.lay(picture, STRAIGHT, drawn.corners(260, 190, 10, CardSize(63 * factor, 88 * factor)))
    assert found(picture, STRAIGHT) == []


@pytest.mark.parametrize(("x", "y"), [(8, 200), (525, 200), (260, 14), (260, 386)])
def test_a_card_that_goes_on_outside_the_picture_is_found_as_it_lies(x: float, y: float) -> None:
    picture = FELT.copy()
    card = drawn.lay(picture, STRAIGHT, drawn.corners(x, y, 8))
    matched(found(picture, STRAIGHT), [card], 0.8)


def test_a_bridge_card_is_found_as_one() -> None:
    picture = FELT.copy()
    card = drawn.lay(picture, STRAIGHT, drawn.corners(260, 190, 30, BRIDGE))
    matched(found(picture, STRAIGHT, BRIDGE), [card])
    assert found(picture, STRAIGHT, POKER) == []


@pytest.mark.parametrize("box", [(0, 0, 225, 480), (220, 0, 400, 480), (0, 0, 640, 185), (0, 205, 640, 200)])
@pytest.mark.parametrize("name", ["half under", "spread", "steps down"])
def test_cards_that_the_box_cuts_through_are_found_as_they_lie(name: str, box: tuple[int, int, int, int]) -> None:
    picture = FELT.copy()
    cards = [drawn.lay(picture, Plane.scaled(1.0), drawn.corners(*pose)) for pose in FANS[name]]
    outlines = FeltFinder(Plane.scaled(1.0), POKER, FELT).find(drawn.noisy(picture, 3), Box(*box))
    matched(outlines, cards)


def test_only_the_box_is_looked_at() -> None:
    picture = FELT.copy()
    card = drawn.lay(picture, STRAIGHT, drawn.corners(100, 100, 0))
    drawn.lay(picture, STRAIGHT, drawn.corners(400, 300, 0))
    finder = FeltFinder(STRAIGHT, POKER, FELT)
    matched(finder.find(picture, Box(60, 40, 150, 160)), [card])
    assert finder.find(picture, Box(-50, -50, 40, 40)) == []
    assert finder.find(picture, Box(700, 100, 50, 50)) == []


@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000), blocks=st.integers(0, 12))
def test_whatever_lies_there_nothing_breaks_and_cards_are_of_card_size(seed: int, blocks: int) -> None:
    random = np.random.default_rng(seed)
    picture = FELT.copy()
    for _ in range(blocks):
        x, y = random.integers(0, 560), random.integers(0, 400)
        height, width = random.integers(5, 160, 2)
        picture[y : y + height, x : x + width] = random.integers(0, 256, (1, 1, 3), np.uint8)
    for outline in found(picture, STRAIGHT):
        width_mm, height_mm = np.linalg.norm(np.diff(outline.corners[:3], axis=0), axis=1) / 1.2
        assert width_mm == pytest.approx(63, rel=0.07)
        assert height_mm == pytest.approx(88, rel=0.07)
        assert 0 < outline.visible <= 1
        assert np.isfinite(outline.corners).all()


@pytest.mark.parametrize("seed", range(3))
def test_noise_all_over_is_no_card(seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, FELT.shape, np.uint8)
    assert len(FeltFinder(STRAIGHT, POKER, FELT).find(noise, WHOLE)) == 0
