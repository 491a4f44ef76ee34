"""Every fault of a camera, made of frames: named within two seconds, and never a frame that could yield a card."""

from collections.abc import Callable, Iterable
from functools import partial

import cv2
import numpy as np
import pytest

from felt.clock import Nanos, seconds
from tests.vision import drawn
from tests.vision.enrolment.deck import deck
from vision.camera import Arrival, Frame, Health, Lost, Stills, Trouble, Verdict
from vision.geometry.drift import Reference
from vision.geometry.plane import Plane
from vision.picture import Picture
from vision.stage import LIGHTS, Stage, dealt_hand

FPS = 10
FELT = drawn.felt()
PLANE = Plane.scaled(1.0)
REFERENCE = Reference.of(FELT, PLANE)


def moved(dx: float, dy: float, degrees: float) -> Picture:
    """The felt as a camera sees it that was pushed, or turned about the middle of its picture."""
    matrix = cv2.getRotationMatrix2D((320, 240), -degrees, 1)
    matrix[:, 2] += np.array((dx, dy))
    return cv2.warpAffine(FELT, matrix, drawn.SIZE, borderMode=cv2.BORDER_REFLECT).astype(np.uint8)


def health(*, stills: Stills = Stills.FROZEN) -> Health:
    return Health(drawn.SIZE, REFERENCE, stills)


def frames(pictures: Iterable[Picture], start_s: float = 0.0) -> list[Arrival]:
    return [Frame(picture, seconds(start_s + n / FPS), n) for n, picture in enumerate(pictures)]


def taken(picture: Picture, count: int, start_s: float = 0.0) -> list[Arrival]:
    return frames((drawn.noisy(picture, seed) for seed in range(count)), start_s)


def verdicts(watch: Health, arrivals: list[Arrival]) -> list[Verdict]:
    return [watch.look(arrival) for arrival in arrivals]


BURNT = np.clip(FELT.astype(np.int32) + 240, 0, 255).astype(np.uint8)
SMALL = cv2.resize(FELT, (320, 240)).astype(np.uint8)
FAULTS: dict[Trouble, Callable[[], list[Arrival]]] = {
    Trouble.BLACK: lambda: taken(np.zeros_like(FELT), 2 * FPS, 1.0),
    Trouble.OVEREXPOSED: lambda: taken(BURNT, 2 * FPS, 1.0),
    Trouble.FROZEN: lambda: frames([drawn.noisy(FELT, 0)] * (2 * FPS), 1.0),
    Trouble.UNPLUGGED: lambda: [Lost("pulled out", seconds(1.0))],
    Trouble.SHIFTED: lambda: taken(moved(25, -10, 0), 2 * FPS, 1.0),
    Trouble.ROTATED: lambda: taken(moved(0, 0, 6), 2 * FPS, 1.0),
    Trouble.WRONG_SIZE: lambda: taken(SMALL, 2 * FPS, 1.0),
    Trouble.BLOCKED: lambda: taken(np.full_like(FELT, 90), 2 * FPS, 1.0),
}


def test_every_trouble_has_its_fault_here() -> None:
    assert set(FAULTS) == set(Trouble)


@pytest.mark.parametrize("trouble", Trouble)
def test_a_fault_is_named_within_two_seconds(trouble: Trouble) -> None:
    watch = health()
    verdicts(watch, taken(FELT, FPS))
    names = [verdict.trouble for verdict in verdicts(watch, FAULTS[trouble]())]
    assert names[-1] is trouble
    assert set(names) <= {None, trouble}


@pytest.mark.parametrize("trouble", sorted(set(Trouble) - {Trouble.FROZEN}))
def test_no_frame_of_a_fault_is_usable(trouble: Trouble) -> None:
    watch = health()
    verdicts(watch, taken(FELT, FPS))
    assert not any(verdict.usable for verdict in verdicts(watch, FAULTS[trouble]()))


def test_of_a_frozen_picture_only_its_first_is_usable() -> None:
    found = verdicts(health(), FAULTS[Trouble.FROZEN]())
    assert [verdict.usable for verdict in found] == [True] + [False] * (2 * FPS - 1)


def test_a_driver_that_hands_out_its_buffers_in_turn_is_frozen() -> None:
    """Four buffers, as V4L2 drivers have them: no picture is as the last, and none is new."""
    watch = health()
    found = verdicts(watch, frames([drawn.noisy(FELT, number % 4) for number in range(2 * FPS)]))
    assert [verdict.usable for verdict in found] == [True] * 4 + [False] * (2 * FPS - 4)
    assert found[-1].trouble is Trouble.FROZEN


def test_faults_that_take_turns_are_named_within_two_seconds() -> None:
    watch = health()
    verdicts(watch, taken(FELT, FPS))
    dark = [drawn.noisy(np.zeros_like(FELT), seed) for seed in range(FPS)]
    burnt = [drawn.noisy(BURNT, seed) for seed in range(FPS)]
    found = verdicts(watch, frames((each for pair in zip(dark, burnt, strict=True) for each in pair), 1.0))
    assert not any(verdict.usable for verdict in found)
    assert {verdict.trouble for verdict in found[FPS + 1 :]} == {Trouble.BLACK, Trouble.OVEREXPOSED}


def test_a_recording_may_stand_still() -> None:
    found = verdicts(health(stills=Stills.ALLOWED), FAULTS[Trouble.FROZEN]())
    assert all(verdict == Verdict(usable=True) for verdict in found)


@pytest.mark.parametrize("trouble", Trouble)
def test_a_fault_that_ends_is_over(trouble: Trouble) -> None:
    watch = health()
    verdicts(watch, FAULTS[trouble]())
    after = verdicts(watch, taken(FELT, FPS, 5.0))
    assert after[-1] == Verdict(usable=True)


def test_a_black_frame_or_two_are_no_trouble_and_no_use() -> None:
    found = verdicts(health(), taken(np.zeros_like(FELT), 3))
    assert found == [Verdict(usable=False)] * 3


def test_a_shift_tells_how_far_and_a_turn_how_much() -> None:
    shift = REFERENCE.shift(drawn.noisy(moved(30, 40, 0), 1))
    assert shift is not None
    assert shift.mm == pytest.approx(50, abs=1)  # 3-4-5, at 1 px a mm
    assert shift.degrees == pytest.approx(0, abs=0.1)
    turned = REFERENCE.shift(drawn.noisy(moved(0, 0, -12), 1))
    assert turned is not None
    assert turned.degrees == pytest.approx(-12, abs=0.2)
    assert turned.mm == pytest.approx(0, abs=1)


@pytest.mark.parametrize(
    ("dx", "dy", "degrees", "trouble"),
    [
        (14, 6, 0, Trouble.SHIFTED),
        (-30, 21, 0, Trouble.SHIFTED),
        (0, 0, 2.5, Trouble.ROTATED),
        (9, 9, -2, Trouble.ROTATED),
    ],
)
def test_a_felt_with_only_a_betting_line_tells_a_move_as_well(
    dx: float, dy: float, degrees: float, trouble: Trouble
) -> None:
    """The virtual table's: its marks are too alike to be recognised one by one."""
    empty = Stage(dealt_hand(3), deck(), LIGHTS["even"], 3).empty
    watch = Health((1280, 720), Reference.of(empty, PLANE), Stills.FROZEN)
    matrix = cv2.getRotationMatrix2D((640, 360), -degrees, 1)
    matrix[:, 2] += np.array((dx, dy))
    elsewhere = cv2.warpAffine(empty, matrix, (1280, 720), borderMode=cv2.BORDER_REFLECT).astype(np.uint8)
    found = verdicts(watch, grainy(elsewhere, 15))
    assert not any(verdict.usable for verdict in found)
    assert {verdict.trouble for verdict in found} == {None, trouble}
    assert all(verdict.usable for verdict in verdicts(watch, grainy(empty, 5, 3.0)))


def test_a_felt_with_only_a_betting_line_that_is_covered_is_blocked_and_not_moved() -> None:
    empty = Stage(dealt_hand(3), deck(), LIGHTS["even"], 3).empty
    watch = Health((1280, 720), Reference.of(empty, PLANE), Stills.FROZEN)
    noise = np.random.default_rng(4).integers(0, 255, empty.shape).astype(np.uint8)
    for picture in (np.full_like(empty, 120), noise):
        found = verdicts(watch, grainy(picture, 15))
        assert {verdict.trouble for verdict in found} == {None, Trouble.BLOCKED}
        watch = Health((1280, 720), Reference.of(empty, PLANE), Stills.FROZEN)


def turned_about(felt: Picture, dx: float = 0, dy: float = 0) -> Picture:
    """The felt as a camera sees it that was put back the wrong way round, and so far beside."""
    about = felt[::-1, ::-1]
    size = (felt.shape[1], felt.shape[0])
    beside = np.array([[1, 0, dx], [0, 1, dy]], np.float64)
    return cv2.warpAffine(about, beside, size, borderMode=cv2.BORDER_REFLECT).astype(np.uint8)


def one_sided() -> Picture:
    """The virtual table's felt with a line before the dealer: its marks are few, and half a turn shows."""
    felt = oval(3).copy()
    cv2.line(felt, (260, 640), (1020, 640), (190, 200, 190), 5, cv2.LINE_AA)
    return felt


def oval(seed: int, light: str = "even") -> Picture:
    """The virtual table's felt: a betting line that looks the same after half a turn, on a cloth that does not."""
    return Stage(dealt_hand(seed), deck(), LIGHTS[light], seed).empty


HALF_TURNED: dict[str, Callable[[], Picture]] = {
    "words": lambda: FELT,
    "one line": one_sided,
    "oval 3": partial(oval, 3),
    "oval 5": partial(oval, 5),
    "oval 7": partial(oval, 7),
    "oval in dim light": partial(oval, 3, "dim"),
    "oval in glaring light": partial(oval, 3, "glaring"),
}
"""Felts that look another way round after half a turn, and some of which the line does not."""


@pytest.mark.parametrize("felt", HALF_TURNED)
@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (12, -8)])
def test_a_camera_put_back_the_wrong_way_round_is_rotated(felt: str, dx: float, dy: float) -> None:
    empty = HALF_TURNED[felt]()
    watch = Health((empty.shape[1], empty.shape[0]), Reference.of(empty, PLANE), Stills.FROZEN)
    found = verdicts(watch, grainy(turned_about(empty, dx, dy), 15))
    assert not any(verdict.usable for verdict in found)
    assert {verdict.trouble for verdict in found} == {None, Trouble.ROTATED}
    assert all(verdict.usable for verdict in verdicts(watch, grainy(empty, 5, 3.0)))


@pytest.mark.parametrize("felt", sorted(set(HALF_TURNED) - {"words"}))
def test_half_a_turn_is_told_where_no_mark_is_recognised(felt: str) -> None:
    """By the edges and, where they look the same both ways, by the cloth; a turn and a shift come out as they were."""
    empty = HALF_TURNED[felt]()
    (frame,) = grainy(turned_about(empty, 12, -8), 1)
    assert isinstance(frame, Frame)
    told = Reference.of(empty, PLANE).slid(frame.picture)
    assert told is not None
    assert abs(told.degrees) == pytest.approx(180, abs=0.5)
    assert (told.x_mm, told.y_mm) == pytest.approx((12, -8), abs=4)  # a slide is told in steps of 3 px


def ring_on_bare_cloth() -> Picture:
    """An oval whose middle is 10 px beside the picture's, on cloth without nap, wear or light."""
    felt = np.full((720, 1280, 3), (60, 95, 30), np.uint8)
    return np.asarray(cv2.ellipse(felt, (640, 350), (500, 215), 0, 0, 360, (170, 190, 160), 4, cv2.LINE_AA), np.uint8)


def test_half_a_turn_that_nothing_tells_from_a_move_is_called_a_move_and_shows_no_card() -> None:
    """The oval has gone 20 px down, whether the camera was turned or pushed."""
    empty = ring_on_bare_cloth()
    watch = Health((1280, 720), Reference.of(empty, PLANE), Stills.FROZEN)
    found = verdicts(watch, grainy(turned_about(empty), 15))
    assert not any(verdict.usable for verdict in found)
    assert {verdict.trouble for verdict in found} == {None, Trouble.SHIFTED}


BOTH_WAYS: dict[str, Callable[[], Picture]] = {
    "words": lambda: np.maximum(FELT, FELT[::-1, ::-1]),
    "an oval": lambda: np.maximum(one := oval(3), one[::-1, ::-1]),
    "bare cloth": lambda: np.maximum(one := ring_on_bare_cloth(), one[::-1, ::-1]),
}
"""Felts that look the same after half a turn, to the last fibre: the camera's own middle is that of the felt."""


@pytest.mark.parametrize("felt", BOTH_WAYS)
@pytest.mark.parametrize("gain", [0.7, 1.0, 1.2])
def test_over_a_felt_that_looks_the_same_both_ways_a_good_camera_is_good(felt: str, gain: float) -> None:
    """Also with cards and an arm on one side of it, in less and in more light."""
    empty = BOTH_WAYS[felt]()
    watch = Health((empty.shape[1], empty.shape[0]), Reference.of(empty, PLANE), Stills.FROZEN)
    played = empty.copy()
    for x in range(150, 500, 75):
        drawn.lay(played, PLANE, drawn.corners(x, 300, 3))
    drawn.hand(played, (empty.shape[1] - 40, 0), (420, 200))
    for start, picture in ((0.0, empty), (2.0, played)):
        lit = np.clip(picture * gain, 0, 255).astype(np.uint8)
        assert all(verdict.usable for verdict in verdicts(watch, grainy(lit, 12, start)))


COVERED = {"left": (0, 2 / 3, 1), "right": (1 / 3, 1, 1), "far": (0, 1, 2 / 3)}
"""Where what covers a felt begins and ends across, and ends below: shares of the picture."""


@pytest.mark.parametrize("felt", BOTH_WAYS)
@pytest.mark.parametrize("side", COVERED)
def test_a_good_camera_of_which_most_is_covered_is_blocked_and_neither_moved_nor_turned(felt: str, side: str) -> None:
    """What is covered is missing after half a turn as well: no turn explains it."""
    empty = BOTH_WAYS[felt]()
    height, width = empty.shape[:2]
    watch = Health((width, height), Reference.of(empty, PLANE), Stills.FROZEN)
    covered = empty.copy()
    left, right, bottom = COVERED[side]
    covered[: round(bottom * height), round(left * width) : round(right * width)] = (90, 110, 140)
    found = verdicts(watch, grainy(covered, 15))
    assert {verdict.trouble for verdict in found} <= {None, Trouble.BLOCKED}


def grainy(picture: Picture, count: int, start_s: float = 0.0) -> list[Arrival]:
    noise = np.random.default_rng(count).normal(0, 2, (count, 1, *picture.shape[1:]))
    return frames((np.clip(picture + grain, 0, 255).astype(np.uint8) for grain in noise), start_s)


def test_a_shift_by_a_millimetre_or_two_is_no_trouble() -> None:
    assert all(verdict.usable for verdict in verdicts(health(), taken(moved(2, 1, 0.2), 2 * FPS)))


def test_cards_chips_and_an_arm_are_no_trouble() -> None:
    picture = FELT.copy()
    for x in range(150, 500, 75):
        drawn.lay(picture, PLANE, drawn.corners(x, 240, 3))
    drawn.hand(picture, (600, 0), (420, 200))
    assert all(verdict.usable for verdict in verdicts(health(), taken(picture, 2 * FPS)))


@pytest.mark.parametrize("gain", [0.6, 1.3])
def test_other_light_is_no_trouble(gain: float) -> None:
    picture = np.clip(FELT * gain, 0, 255).astype(np.uint8)
    assert all(verdict.usable for verdict in verdicts(health(), taken(picture, 2 * FPS)))


def test_a_felt_without_marks_says_that_no_shift_can_be_told() -> None:
    plain = Reference.of(np.full_like(FELT, 80), PLANE)
    assert REFERENCE.enough
    assert not plain.enough
    assert plain.shift(FELT) is None


def test_an_uncalibrated_camera_is_watched_for_all_but_shifts() -> None:
    watch = Health(drawn.SIZE, None, Stills.FROZEN)
    assert all(verdict.usable for verdict in verdicts(watch, FAULTS[Trouble.SHIFTED]()))
    assert verdicts(watch, FAULTS[Trouble.BLACK]())[-1].trouble is Trouble.BLACK


def test_the_detail_says_what_is_wrong() -> None:
    found = verdicts(health(), FAULTS[Trouble.WRONG_SIZE]())
    assert found[0] == Verdict(False, Trouble.WRONG_SIZE, "320 x 240 px came, 640 x 480 were asked for")
    lost = health().look(Lost("pulled out", Nanos(0)))
    assert lost == Verdict(False, Trouble.UNPLUGGED, "pulled out")
