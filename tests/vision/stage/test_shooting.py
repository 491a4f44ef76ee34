"""Pictures and their truth."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from felt.card import DECK
from felt.clock import seconds
from felt.fact import Face
from felt.place import parse_place
from tests.vision.stage.scripts import FIRST, SECOND, hand_over, laid, script
from vision.box import Box
from vision.outline import Outline, rectified
from vision.stage import LIGHTS, Shot, Stage, dealt_hand, drawn_deck
from vision.stage.field import BOARD_AT, FRAME_RATE, Pose
from vision.stage.script import CardNo, Move, Script, Toss

DECK_DRAWN = drawn_deck()
EVEN = LIGHTS["even"]


def shots(of: Script, *, seed: int = 1, light: str = "even") -> list[Shot]:
    return list(Stage(of, DECK_DRAWN, LIGHTS[light], seed).shots())


def at(taken: list[Shot], moment_s: float) -> Shot:
    return taken[round(moment_s * FRAME_RATE)]


def test_the_same_seed_shows_the_same_pictures_and_another_one_others() -> None:
    short = script(laid("Kh", BOARD_AT[0]), length_s=0.5)
    first, again, other = (shots(short, seed=seed) for seed in (5, 5, 6))
    assert all(np.array_equal(a.picture, b.picture) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0].picture, other[0].picture)


def test_frames_come_thirty_a_second_and_differ_by_noise_even_when_nothing_moves() -> None:
    taken = shots(script(length_s=1.0))
    assert [shot.at for shot in taken] == [seconds(number / 30) for number in range(30)]
    assert taken[3].picture.shape == (720, 1280, 3)
    assert not np.array_equal(taken[3].picture, taken[4].picture)
    assert np.abs(taken[3].picture.astype(int) - taken[4].picture).mean() < 4


def test_a_card_is_out_of_sight_then_on_its_way_then_at_rest() -> None:
    taken = shots(script(laid("Kh", BOARD_AT[2], began_s=0.5, took_s=0.2)))
    assert at(taken, 0.3).truth == ()
    (moving,) = at(taken, 0.6).truth
    assert moving.moving
    (lying,) = at(taken, 1.0).truth
    assert (lying.card, lying.face, lying.moving, lying.since_s) == ("Kh", Face.UP, False, 0.7)
    assert (lying.place, lying.visible, lying.index) == (parse_place("board3"), 1.0, 1.0)


@pytest.mark.parametrize("angle", [0, 37, 90, 200])
def test_the_truth_s_corners_cut_the_card_s_face_out_of_the_picture(angle: float) -> None:
    where = Pose(500, 300, angle)
    shot = at(shots(script(laid("7c", where), cards=("7c",))), 1.0)
    seen = rectified(shot.picture, Outline(shot.truth[0].corners)).astype(np.float32)
    likeness = {
        card: float(cv2.matchTemplate(seen, cv2.resize(face, (96, 136)).astype(np.float32), cv2.TM_CCOEFF_NORMED)[0, 0])
        for card, face in DECK_DRAWN.faces.items()
    }
    assert max(likeness, key=likeness.__getitem__) == "7c"
    assert likeness[DECK[DECK.index(shot.truth[0].card)]] > 0.9


def test_where_no_card_lies_the_picture_is_the_empty_felt() -> None:
    stage = Stage(script(laid("Kh", BOARD_AT[0])), DECK_DRAWN, EVEN, 1)
    shot = list(stage.shots())[45]
    far = Box(900, 80, 200, 150).window
    assert np.abs(shot.picture[far].astype(float) - stage.empty[far]).mean() < 4


def test_a_card_half_over_another_hides_half_of_it_and_one_index() -> None:
    below, above = Pose(500, 300), Pose(531.5, 300)  # half a card's 63 mm to the right
    taken = shots(script(laid("Kh", below), laid("7c", above, began_s=0.6, number=SECOND)))
    lower, upper = at(taken, 1.5).truth
    assert (lower.number, upper.number) == (FIRST, SECOND)
    assert lower.visible == pytest.approx(0.5, abs=0.03)
    assert lower.index == pytest.approx(1.0, abs=0.05)
    assert upper.visible == 1.0


def test_a_hand_over_a_card_hides_it_and_gives_it_back() -> None:
    card = Pose(640, 330)
    taken = shots(script(laid("Kh", card), reaches=(hand_over(Pose(640, 250), 0.8, 1.2),)))
    assert at(taken, 1.0).truth[0].visible < 0.3
    assert at(taken, 1.9).truth[0].visible == 1.0
    changed = np.abs(at(taken, 1.0).picture.astype(int) - at(taken, 1.9).picture)[400:600, 600:680]
    assert changed.mean() > 20


def test_a_chip_on_a_card_hides_its_share_until_it_is_swept() -> None:
    card = Pose(640, 330)
    toss = Toss(0.5, 0.7, Pose(640, 100), card, gone_s=1.3)
    taken = shots(script(laid("Kh", card), tosses=(toss,)))
    hidden = np.pi * 19.5**2 / (63 * 88)
    assert at(taken, 1.0).truth[0].visible == pytest.approx(1 - hidden, abs=0.02)
    assert at(taken, 1.8).truth[0].visible == 1.0


def test_a_card_is_turned_through_its_edge_and_shows_its_other_side() -> None:
    where = Pose(500, 300)
    turned = Move(FIRST, 0.8, 1.2, where, Face.DOWN)
    taken = shots(script(laid("Kh", where), turned))
    edge = at(taken, 1.0).truth[0]
    assert edge.moving
    assert np.linalg.norm(edge.corners[1] - edge.corners[0]) < 10
    assert at(taken, 1.5).truth[0].face is Face.DOWN


def test_a_removed_card_is_gone_and_the_felt_is_as_it_was() -> None:
    away = Move(FIRST, 1.0, 1.2, Pose(640, 900), Face.DOWN, gone=True)
    stage = Stage(script(laid("Kh", BOARD_AT[0]), away), DECK_DRAWN, EVEN, 1)
    shot = list(stage.shots())[50]
    assert shot.truth == ()
    assert np.abs(shot.picture.astype(float) - stage.empty)[200:450].mean() < 4


def test_a_moving_card_smears_more_the_longer_the_shutter_is_open() -> None:
    passing = script(Move(CardNo(0), 0.1, 0.5, Pose(640, 100), Face.UP), length_s=0.4)

    def sharpness(exposure_s: float) -> float:
        stage = Stage(passing, DECK_DRAWN, replace(EVEN, exposure_s=exposure_s), 1)
        shot = at(list(stage.shots()), 0.3)
        cut = rectified(shot.picture, Outline(shot.truth[0].corners))
        return float(cv2.Laplacian(cut, cv2.CV_64F).std())

    assert sharpness(1 / 30) < sharpness(1 / 500)


@pytest.mark.parametrize("light", LIGHTS)
def test_each_light_shows_a_white_card_far_above_its_felt_and_not_burnt_out_by_exposure(light: str) -> None:
    shot = at(shots(script(laid("Kh", Pose(640, 360))), light=light), 1.2)
    card = rectified(shot.picture, Outline(shot.truth[0].corners))
    felt = shot.picture[500:560, 300:400]
    assert np.median(card) > 2 * felt.mean()
    assert np.percentile(card, 90) < 253


def test_a_dealt_hand_is_one_deck_a_board_of_five_and_a_showdown() -> None:
    for seed in range(20):
        hand = dealt_hand(seed)
        assert sorted(hand.cards.values()) == sorted(DECK)
        ended = {move.card: move for move in hand.moves if move.ended_s <= 10.6}
        board = [move for move in ended.values() if move.face is Face.UP and 450 < move.end.x < 830]
        assert len(board) == 5
        assert all(first.ended_s <= 15 for first in hand.moves)


def test_a_card_s_moves_follow_each_other() -> None:
    for seed in range(20):
        last: dict[CardNo, float] = {}
        for move in sorted(dealt_hand(seed).moves, key=lambda move: move.began_s):
            assert move.began_s >= last.get(move.card, 0.0)
            last[move.card] = move.ended_s
