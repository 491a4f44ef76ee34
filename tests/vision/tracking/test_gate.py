"""What a frame is taken to show: nothing, something moving, something changed, or nothing to trust."""

import numpy as np
import pytest

from vision.picture import Picture
from vision.tracking.gate import CELL, Gate, Motion, cells_of

SIZE = (240, 320, 3)
FELT = np.full(SIZE, (60, 90, 30), np.uint8)
CARD = np.s_[80:160, 96:160]


def noisy(picture: Picture, seed: int, level: float = 3.0) -> Picture:
    noise = np.random.default_rng(seed).normal(0, level, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def with_card(shade: int = 230) -> Picture:
    picture = FELT.copy()
    picture[CARD] = shade
    return picture


def looked(gate: Gate, pictures: list[Picture], first: int = 0) -> list[Motion]:
    looks = [gate.look(noisy(picture, first + number)) for number, picture in enumerate(pictures)]
    return [look for look in looks if look is not None]


def started() -> Gate:
    gate = Gate(FELT)
    looked(gate, [FELT] * 5, 1000)
    return gate


def test_noise_alone_neither_moves_nor_changes_anything() -> None:
    for look in looked(started(), [FELT] * 50):
        assert not look.moving.any()
        assert not look.changed.any()
        assert not look.covered.any()


def test_a_light_that_flickers_as_a_whole_moves_nothing() -> None:
    flicker = [np.clip(with_card() * (1 + 0.04 * np.sin(turn)), 0, 255).astype(np.uint8) for turn in range(20)]
    gate = started()
    looked(gate, [with_card()] * 6, 2000)
    for look in looked(gate, flicker):
        assert not look.moving.any()


def test_what_appears_moves_for_three_frames_and_has_then_changed_where_it_lies() -> None:
    looks = looked(started(), [with_card()] * 5)
    assert [bool(look.moving.any()) for look in looks] == [True, True, True, False, False]
    assert not looks[2].changed.any()
    cells = np.zeros_like(looks[3].changed)
    cells[80 // CELL : 160 // CELL, 96 // CELL : 160 // CELL] = True
    assert np.array_equal(looks[3].changed, cells)
    assert np.array_equal(looks[3].covered, cells)
    assert looks[4].still[cells].max() == 2


def test_what_was_accepted_has_not_changed_until_it_changes_again() -> None:
    gate = started()
    gate.accept(looked(gate, [with_card()] * 4)[-1].changed)
    assert not looked(gate, [with_card()] * 3, 50)[-1].changed.any()
    assert looked(gate, [FELT] * 4, 90)[-1].changed.any()


def printed(at_y: int = 80, at_x: int = 96) -> Picture:
    """A white card with four rows of black pips."""
    picture = FELT.copy()
    picture[at_y : at_y + 80, at_x : at_x + 64] = 230
    for y in range(at_y + 8, at_y + 72, 20):
        for x in (at_x + 10, at_x + 40):
            picture[y : y + 12, x : x + 14] = 20
    return picture


def shadowed(picture: Picture, edge: float) -> Picture:
    """A soft shadow of a third over what lies left of x = `edge`."""
    share = 1 - 0.33 / (1 + np.exp((np.arange(SIZE[1]) - edge) / 10))
    return np.clip(picture * share[None, :, None], 0, 255).astype(np.uint8)


def moved_on_card(looks: list[Motion]) -> list[tuple[int, int]]:
    """How many cells of the card moved in each look, and how many of those in their light alone."""
    window = np.s_[80 // CELL : 160 // CELL, 96 // CELL : 160 // CELL]
    return [(int(look.moving[window].sum()), int(look.shaded(look.moving)[window].sum())) for look in looks]


def test_a_shadow_that_wanders_over_a_card_moves_its_light_alone() -> None:
    gate = started()
    gate.accept(looked(gate, [printed()] * 6)[-1].changed)
    looks = looked(gate, [shadowed(printed(), edge) for edge in range(60, 200, 4)], 100)
    counts = moved_on_card(looks[5:])
    assert sum(moved for moved, _ in counts) > 200
    assert sum(shaded for _, shaded in counts) > 0.95 * sum(moved for moved, _ in counts)


@pytest.mark.parametrize("step", [(0, 5), (4, 0), (3, 3)])
def test_a_card_that_slides_over_its_like_is_no_shadow(step: tuple[int, int]) -> None:
    gate = started()
    gate.accept(looked(gate, [printed()] * 6)[-1].changed)
    slid = [printed(80 + step[0] * number, 96 + step[1] * number) for number in range(1, 8)]
    for moved, shaded in moved_on_card(looked(gate, slid, 100)):
        assert moved - shaded > 0.25 * 80


def test_a_shadow_that_stays_has_changed_in_its_light_alone() -> None:
    gate = started()
    gate.accept(looked(gate, [printed()] * 6)[-1].changed)
    look = looked(gate, [shadowed(printed(), 128)] * 5, 100)[-1]
    assert look.changed.any()
    assert look.shaded(look.changed).sum() > 0.9 * look.changed.sum()


def test_a_slow_drift_of_one_corner_s_light_is_followed() -> None:
    slope = np.linspace(0, 1, SIZE[1])[None, :, None]
    gate, changed = started(), 0
    for step in range(200):
        drifted = np.clip(FELT * (1 + slope * 0.1 * step / 200), 0, 255).astype(np.uint8)
        look = gate.look(noisy(drifted, step))
        assert look is not None
        changed += int(look.changed.sum())
    assert changed == 0


@pytest.mark.parametrize("shade", [0, 4, 252, 255])
def test_a_black_or_burnt_out_picture_shows_nothing(shade: int) -> None:
    gate = started()
    assert gate.look(noisy(np.full(SIZE, shade, np.uint8), 1, 1.0)) is None


def test_a_frozen_picture_shows_nothing_after_its_first_time() -> None:
    gate, frozen = started(), noisy(with_card(), 7)
    assert gate.look(frozen) is not None
    assert gate.look(frozen.copy()) is None


@pytest.mark.parametrize("shape", [(120, 160, 3), (320, 240, 3), (240, 320)])
def test_a_picture_of_another_size_shows_nothing(shape: tuple[int, ...]) -> None:
    assert started().look(np.full(shape, 90, np.uint8)) is None


def test_a_shape_s_cells_are_those_that_it_covers() -> None:
    corners = np.array([(96, 80), (160, 80), (160, 160), (96, 160)], np.float32)
    window, mask = cells_of(corners, SIZE)
    cells = np.zeros((SIZE[0] // CELL, SIZE[1] // CELL), bool)
    cells[window] = mask
    assert set(zip(*np.nonzero(cells), strict=True)) <= {
        (row, column) for row in range(10, 20) for column in range(12, 20)
    }
    assert np.count_nonzero(cells) >= 0.8 * 80


def test_a_shape_outside_the_picture_has_no_cells() -> None:
    _, mask = cells_of(np.array([(900, 900), (960, 900), (960, 980), (900, 980)], np.float32), SIZE)
    assert mask.size == 0
