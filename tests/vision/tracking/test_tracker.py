"""Everything that can happen to a card on the felt, before a finder and a reader that know the truth."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from felt.card import Card
from felt.clock import NANOS_PER_MS, Nanos, seconds
from felt.fact import Face
from felt.place import parse_place
from tests.vision.stage.scripts import FIRST, SECOND, hand_over, laid, script
from tests.vision.tracking.fakes import CAMERA, Run, TruthFinder, reading
from vision.box import Box
from vision.outline import Outline
from vision.picture import Picture
from vision.reading import Kind, Reading
from vision.sighting import Sighting, TrackNo
from vision.stage import LIGHTS
from vision.stage.field import BOARD_AT, Pose
from vision.stage.script import CardNo, Glint, Move, Script, Toss
from vision.tracking import Track, Tracker
from vision.tracking.rounds import Rounds
from vision.tracking.track import Phase

AT_REST_S = 0.4
"""When `laid` has laid a card."""
LATEST_MS = 400
THIRD = CardNo(2)


def told_of(run: Run, place: str, began_s: float = 0.0, ended_s: float = 99.0) -> list[Sighting]:
    where = parse_place(place)
    return [one for one in run.sightings if one.place == where and seconds(began_s) <= one.ended <= seconds(ended_s)]


@pytest.mark.parametrize("light", LIGHTS)
def test_a_laid_card_is_told_within_400_ms_of_coming_to_rest(light: str) -> None:
    run = Run.of(script(laid("Kh", BOARD_AT[1]), length_s=1.2), light=light).play()
    first = run.sightings[0]
    assert (first.camera, first.place, first.face, first.card) == (CAMERA, parse_place("board2"), Face.UP, "Kh")
    assert AT_REST_S * 1000 < first.ended / NANOS_PER_MS <= AT_REST_S * 1000 + LATEST_MS
    assert seconds(AT_REST_S) - seconds(0.04) <= first.began < first.ended
    assert first.confidence > 0.9
    assert run.cards() == {"board2": {"Kh"}}


def test_five_cards_laid_at_once_are_all_told_within_400_ms() -> None:
    board = ("Kh", "7c", "2d", "As", "Th")
    moves = [laid(card, BOARD_AT[slot], number=CardNo(slot)) for slot, card in enumerate(board)]
    run = Run.of(script(*moves, cards=board, length_s=1.2)).play()
    for slot, card in enumerate(board, 1):
        first = told_of(run, f"board{slot}")[0]
        assert first.card == card
        assert first.ended / NANOS_PER_MS <= AT_REST_S * 1000 + LATEST_MS


@pytest.mark.parametrize("light", ["even", "dim", "cold", "warm"])
@pytest.mark.parametrize("way", [1, -1])
def test_a_card_over_which_a_glare_wanders_is_told_in_time_and_again_and_again(way: int, light: str) -> None:
    at = BOARD_AT[1]
    glint = Glint(70, ((0.0, Pose(at.x - way * 60, at.y)), (2.5, Pose(at.x + way * 60, at.y))))
    run = Run.of(script(laid("Kh", at), glints=(glint,), length_s=2.5), light=light).play()
    ends = [one.ended / NANOS_PER_MS for one in told_of(run, "board2")]
    assert run.cards() == {"board2": {"Kh"}}
    assert ends[0] <= AT_REST_S * 1000 + LATEST_MS
    assert max(after - before for before, after in pairwise(ends)) <= 500


def test_a_card_that_lies_in_view_is_told_again_every_300_ms_under_one_number() -> None:
    run = Run.of(script(laid("Kh", BOARD_AT[1]), length_s=2.5)).play()
    assert len(run.sightings) >= 6
    for before, after in pairwise(run.sightings):
        assert 300 <= (after.ended - before.ended) / NANOS_PER_MS <= 340
        assert after.began >= before.ended
    assert len({one.track for one in run.sightings}) == 1


def test_nothing_is_told_of_a_card_on_its_way() -> None:
    flight = Move(FIRST, 0.2, 1.6, BOARD_AT[4], Face.UP)
    assert Run.of(script(flight, length_s=1.6)).play().sightings == []


def test_a_slid_card_is_told_at_its_new_place_and_no_more_at_its_old_one() -> None:
    slid = Move(FIRST, 1.0, 1.3, BOARD_AT[1], Face.UP)
    run = Run.of(script(laid("Kh", BOARD_AT[0]), slid, length_s=2.2)).play()
    assert told_of(run, "board1", 0, 1.0)
    assert told_of(run, "board1", 1.05) == []
    assert {one.card for one in told_of(run, "board2", 1.3)} == {"Kh"}
    (track,) = run.tracker.tracks
    assert track.number != run.sightings[0].track


@pytest.mark.parametrize("step", [8.0, 14.0, 30.0])
def test_a_card_pushed_a_little_is_one_card_still(step: float) -> None:
    pushed = Move(FIRST, 1.0, 1.2, Pose(BOARD_AT[0].x, BOARD_AT[0].y + step), Face.UP)
    run = Run.of(script(laid("Kh", BOARD_AT[0]), pushed, length_s=2.2)).play()
    assert [track.card for track in run.tracker.tracks] == ["Kh"]
    assert told_of(run, "board1", 1.6)
    assert run.tracker.doubles == ()


def test_a_card_keeps_its_answer_and_its_number_under_a_hand_and_is_not_told_meanwhile() -> None:
    over = hand_over(Pose(BOARD_AT[2].x, BOARD_AT[2].y - 60), 1.2, 1.8)
    run = Run.of(script(laid("Kh", BOARD_AT[2]), reaches=(over,), length_s=2.8)).play()
    assert told_of(run, "board3", 0, 1.0)
    assert told_of(run, "board3", 1.2, 1.8) == []
    assert {one.card for one in told_of(run, "board3", 2.0)} == {"Kh"}
    assert len({one.track for one in run.sightings}) == 1


class Certain:
    """A reader that reads every card as one."""

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        return [reading(Kind.FACE, Card("Kh")) for _ in cards]


def test_a_face_that_could_not_be_read_under_a_hand_is_read_at_once_when_the_hand_has_left() -> None:
    corners = np.array([(50, 50), (113, 50), (113, 138), (50, 138)], np.float32)
    picture = np.full((240, 320, 3), 200, np.uint8)
    unread = Track(TrackNo(1), Outline(corners), None, picture.shape, Nanos(0), Phase.CHECKING, kind=Kind.FACE)
    rounds = Rounds(Certain())
    for look in range(5):
        rounds.read(picture, [unread], Nanos(look))
    assert unread.card == "Kh"


def test_a_turned_card_is_told_face_down_and_its_name_no_more() -> None:
    turned = Move(FIRST, 1.0, 1.3, BOARD_AT[0], Face.DOWN)
    run = Run.of(script(laid("Kh", BOARD_AT[0]), turned, length_s=2.2)).play()
    assert run.cards(0, 1.0) == {"board1": {"Kh"}}
    assert run.cards(1.05, 99) == {"board1": {"down"}}


def test_a_card_turned_up_is_told_by_name() -> None:
    down = Move(FIRST, 0.2, 0.4, BOARD_AT[0], Face.DOWN)
    up = Move(FIRST, 1.2, 1.5, BOARD_AT[0], Face.UP)
    run = Run.of(script(down, up, length_s=2.2)).play()
    assert run.cards(0, 1.2) == {"board1": {"down"}}
    assert run.cards(1.5, 99) == {"board1": {"Kh"}}


def test_a_removed_card_is_forgotten() -> None:
    away = Move(FIRST, 1.0, 1.3, Pose(640, 900), Face.DOWN, gone=True)
    run = Run.of(script(laid("Kh", BOARD_AT[0]), away, length_s=2.2)).play()
    assert told_of(run, "board1", 0, 1.0)
    assert told_of(run, "board1", 1.05) == []
    assert run.tracker.tracks == ()


def test_two_cards_with_one_name_that_are_seen_at_once_are_both_told() -> None:
    twins = script(
        laid("Kh", BOARD_AT[0]), laid("Kh", BOARD_AT[3], began_s=0.9, number=SECOND), cards=("Kh", "Kh"), length_s=2.5
    )
    run = Run.of(twins).play()
    assert {one.card for one in told_of(run, "board1", 1.6)} == {"Kh"}
    assert {one.card for one in told_of(run, "board4", 1.6)} == {"Kh"}
    assert run.tracker.doubles == ("Kh",)


def test_a_card_that_is_read_elsewhere_is_not_believed_to_lie_under_the_hand() -> None:
    under_hand = hand_over(Pose(BOARD_AT[0].x, BOARD_AT[0].y - 60), 1.0, 3.0)
    moved = Move(FIRST, 1.4, 1.6, BOARD_AT[4], Face.UP)
    run = Run.of(script(laid("Kh", BOARD_AT[0]), moved, reaches=(under_hand,), length_s=2.6)).play()
    assert told_of(run, "board1", 1.2) == []
    assert {one.card for one in told_of(run, "board5", 1.6)} == {"Kh"}
    assert run.tracker.doubles == ()


def test_two_cards_swapped_under_a_hand_are_told_as_they_lie_now() -> None:
    over = hand_over(Pose((BOARD_AT[1].x + BOARD_AT[2].x) / 2, BOARD_AT[1].y - 60), 1.2, 1.8)
    swap = (Move(FIRST, 1.4, 1.6, BOARD_AT[2], Face.UP), Move(SECOND, 1.4, 1.6, BOARD_AT[1], Face.UP))
    cards = (laid("Kh", BOARD_AT[1]), laid("7c", BOARD_AT[2], number=SECOND))
    run = Run.of(script(*cards, *swap, reaches=(over,), length_s=2.9)).play()
    assert run.cards(0, 1.1) == {"board2": {"Kh"}, "board3": {"7c"}}
    assert run.cards(1.4, 99) == {"board2": {"7c"}, "board3": {"Kh"}}


def test_a_fan_of_face_down_cards_is_counted() -> None:
    burns = [Move(CardNo(n), 0.2 + n * 0.5, 0.4 + n * 0.5, Pose(280 + n * 22, 330, 90), Face.DOWN) for n in range(3)]
    run = Run.of(script(*burns, cards=("Kh", "7c", "2d"), length_s=2.4)).play()
    assert [track.place for track in run.tracker.tracks] == [parse_place("burn")] * 3
    assert run.cards() == {"burn": {"down"}}
    assert len({one.track for one in told_of(run, "burn", 1.8)}) == 3


def test_the_lower_card_of_a_fan_keeps_its_name() -> None:
    lower, upper = laid("Kh", Pose(600, 330)), laid("7c", Pose(628, 330), began_s=0.9, number=SECOND)
    run = Run.of(script(lower, upper, length_s=2.2)).play()
    assert {track.card for track in run.tracker.tracks} == {"Kh", "7c"}


def test_a_card_wholly_covered_by_another_is_kept_but_not_told() -> None:
    lower, upper = laid("Kh", Pose(600, 330, 90)), laid("7c", Pose(600, 330), began_s=0.9, number=SECOND)
    run = Run.of(script(lower, upper, length_s=2.2)).play()
    hidden = [track for track in run.tracker.tracks if track.card == "Kh"]
    assert all(not track.settled for track in hidden) or told_of(run, "board2", 1.4) == []


def test_a_chip_on_a_card_does_not_change_its_name() -> None:
    toss = Toss(1.0, 1.2, Pose(640, 100), BOARD_AT[2], gone_s=1.9)
    run = Run.of(script(laid("Kh", BOARD_AT[2]), tosses=(toss,), length_s=2.8)).play()
    assert run.cards() == {"board3": {"Kh"}}
    assert len({one.track for one in run.sightings}) == 1
    assert told_of(run, "board3", 2.3)


def still_pictures(of: Script) -> tuple[Run, list[Picture]]:
    run = Run.of(of)
    shots = list(run.stage.shots())
    run.finder.truth, run.reader.shot = shots[-1].truth, shots[-1]
    return run, [shot.picture for shot in shots]


def looked(run: Run, pictures: list[Picture], first: int) -> list[Sighting]:
    frames = enumerate(pictures, first)
    return [one for number, picture in frames for one in run.tracker.look(picture, Nanos(seconds(number / 30)))]


def test_a_frozen_camera_tells_nothing() -> None:
    run, pictures = still_pictures(script(laid("Kh", BOARD_AT[0]), length_s=1.0))
    assert looked(run, [pictures[-1].copy() for _ in range(60)], 0) == []


@pytest.mark.parametrize("shade", [0, 255])
def test_a_black_or_burnt_out_camera_tells_nothing_and_a_card_is_told_again_after_it(shade: int) -> None:
    run, pictures = still_pictures(script(laid("Kh", BOARD_AT[0]), length_s=2.4))
    before = looked(run, pictures[:40], 0)
    assert {one.card for one in before} == {"Kh"}
    rng = np.random.default_rng(3)
    blind = [np.clip(shade + rng.normal(0, 2, pictures[0].shape), 0, 255).astype(np.uint8) for _ in range(20)]
    assert looked(run, blind, 40) == []
    after = looked(run, pictures[40:], 60)
    assert {(one.card, one.track) for one in after} == {("Kh", before[0].track)}


def test_pictures_of_noise_tell_nothing_and_raise_nothing() -> None:
    run, pictures = still_pictures(script(laid("Kh", BOARD_AT[0]), length_s=1.0))
    run.finder.truth = ()
    rng = np.random.default_rng(5)
    noise: list[Picture] = []
    for _ in range(12):
        frame = rng.integers(0, 256, pictures[0].shape, np.uint8)
        noise += [frame, np.clip(frame + rng.normal(0, 1, frame.shape), 0, 255).astype(np.uint8), pictures[-1] // 2]
    odd = [np.zeros((0, 0, 3), np.uint8), noise[0][:300], noise[1][:, :, 0], noise[2][:, ::-1]]
    assert looked(run, [*noise, *odd, *noise[::-1]], 0) == []


class Torn:
    """A reader that cannot tell a six from a nine."""

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        six, nine = reading(Kind.FACE, Card("6h")), reading(Kind.FACE, Card("9h"))
        return [Reading(six.kinds, ((six.ranks + nine.ranks) / 2).astype(np.float32), six.suits) for _ in cards]


def test_a_card_that_cannot_be_read_is_told_as_unread_and_is_tried_again() -> None:
    run = Run.of(script(laid("6h", BOARD_AT[0]), cards=("6h",), length_s=4.0))
    run.tracker = Tracker(CAMERA, run.stage.empty, run.finder, Torn(), lambda x, y: parse_place("board1"))
    run.play()
    assert {(one.face, one.card) for one in run.sightings} == {(Face.UP, None)}
    assert len({one.track for one in run.sightings}) == 1
    first = run.sightings[0].ended / NANOS_PER_MS
    assert first <= AT_REST_S * 1000 + 600  # twice as many looks


def test_a_place_is_clear_when_all_that_lies_there_is_a_known_card_or_felt() -> None:
    toss = Toss(1.2, 1.4, Pose(640, 100), Pose(BOARD_AT[0].x, BOARD_AT[0].y + 75), gone_s=2.4)
    run = Run.of(script(laid("Kh", BOARD_AT[0]), tosses=(toss,), length_s=3.2))
    x, y = BOARD_AT[0].x, BOARD_AT[0].y
    around = np.array([(x - 38, y - 70), (x + 38, y - 70), (x + 38, y + 95), (x - 38, y + 95)], np.float32)
    clear: dict[float, bool] = {}
    for shot in run.stage.shots():
        run.see(shot)
        clear[round(shot.at / 1e9, 2)] = run.tracker.clear(run.stage.plane.to_px(around))
    assert not clear[0.4]  # the card has just come
    assert clear[1.1]  # it is known
    assert not clear[2.0]  # a chip lies there
    assert clear[3.1]  # it was swept away


def test_after_forgetting_everything_is_told_anew_under_new_numbers() -> None:
    run, pictures = still_pictures(script(laid("Kh", BOARD_AT[0]), length_s=2.4))
    before = looked(run, pictures[:45], 0)
    run.tracker.forget()
    assert run.tracker.tracks == ()
    after = looked(run, pictures[45:], 45)
    assert {one.card for one in after} == {"Kh"}
    assert {one.track for one in before}.isdisjoint({one.track for one in after})


class Stammering:
    """A finder that finds every card twice, the second time a little elsewhere."""

    def __init__(self, finder: TruthFinder, off: float) -> None:
        self._finder = finder
        self._off = np.array((off, off / 2), np.float32)

    def find(self, picture: Picture, within: Box) -> list[Outline]:
        found = self._finder.find(picture, within)
        return [each for one in found for each in (one, Outline((one.corners + self._off).astype(np.float32)))]


@pytest.mark.parametrize("off", [1.0, 14.0])
def test_a_card_that_is_found_twice_is_one_card(off: float) -> None:
    run = Run.of(script(laid("Kh", BOARD_AT[0]), length_s=1.6))
    finder = Stammering(run.finder, off)
    run.tracker = Tracker(CAMERA, run.stage.empty, finder, run.reader, lambda x, y: parse_place("board1"))
    run.play()
    assert len({one.track for one in run.sightings}) == 1
    assert [track.card for track in run.tracker.tracks if track.card is not None] == ["Kh"]
    assert run.tracker.doubles == ()


def test_a_known_outline_moves_with_what_is_found() -> None:
    run = Run.of(script(laid("Kh", BOARD_AT[0]), length_s=1.2)).play()
    (track,) = run.tracker.tracks
    truth = Outline(run.stage.plane.to_px(np.array([(BOARD_AT[0].x, BOARD_AT[0].y)], np.float32)))
    assert np.hypot(*np.subtract(track.outline.centre, truth.centre)) < 2
