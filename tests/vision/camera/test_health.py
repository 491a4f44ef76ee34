"""Every fault of a camera, made of frames: named within two seconds, and never a frame that could yield a card."""

from collections.abc import Callable, Iterable

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
