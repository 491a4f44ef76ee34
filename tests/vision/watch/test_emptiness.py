"""What is told of a picture that is to be the empty felt's."""

import itertools

import numpy as np
import pytest

from felt.fact import Face
from tests.vision.enrolment.deck import deck
from vision.picture import Picture
from vision.recogniser import glancing_reader
from vision.stage import LIGHTS, Stage, dealt_hand
from vision.watch.emptiness import Stillness, faces_in

FELT: Picture = np.full((720, 1280, 3), (80, 90, 40), np.uint8)


def noisy(picture: Picture, seed: int) -> Picture:
    """Two grey levels of noise, as a sensor gives."""
    noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", LIGHTS)
def test_on_the_empty_felt_no_face_is_found(light: str) -> None:
    assert faces_in(Stage(dealt_hand(3), deck(), LIGHTS[light], 3).empty, glancing_reader()) == 0


def test_a_hand_in_play_is_not_the_empty_felt() -> None:
    """The first frame in which four cards lie face up whole and still."""
    stage = Stage(dealt_hand(3), deck(), LIGHTS["even"], 3)
    shot = next(
        shot
        for shot in itertools.islice(stage.shots(), 0, None, 15)
        if sum(card.face is Face.UP and card.visible == 1 for card in shot.truth) >= 4
    )
    assert faces_in(shot.picture, glancing_reader()) > 0


def test_noise_and_a_change_of_the_light_are_no_movement() -> None:
    stillness = Stillness()
    for number, level in enumerate((0, 0, 0, 12, 24, 36)):
        stillness.look(noisy((FELT + level).astype(np.uint8), number))
        assert stillness.still is (number >= 3)


def test_a_cards_width_that_changes_is_a_movement_for_three_pictures() -> None:
    stillness = Stillness()
    hand = FELT.copy()
    hand[300:340, 500:540] = 160
    seen = []
    for number, picture in enumerate([FELT] * 4 + [hand] * 4):
        stillness.look(noisy(picture, number))
        seen.append(stillness.still)
    assert seen == [False, False, False, True, False, False, False, True]


def test_after_a_hand_nothing_is_known() -> None:
    stillness = Stillness()
    for number in range(4):
        stillness.look(noisy(FELT, number))
    stillness.forget()
    assert not stillness.still
    stillness.look(FELT)
    assert not stillness.still
