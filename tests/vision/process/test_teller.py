"""Frames to words: sightings, views of every place, and how the camera stands."""

import pytest

from felt.card import Card
from felt.fault import ConfigFault
from felt.place import BURN, Place, Spot, parse_place
from hardware.board import CameraPlan
from tests.vision.process.stand_in import CAMERA, FELT, OUTLOOK, PLAN, Lying, StandIn, card_at, ms
from vision.process.outlook import Outlook
from vision.process.teller import Teller
from vision.sighting import Condition, Sighting, TrackNo, View

BOARD1 = Place(Spot.BOARD, 1)


@pytest.fixture
def tracker() -> StandIn:
    return StandIn()


@pytest.fixture
def teller(tracker: StandIn) -> Teller:
    return Teller(CAMERA, OUTLOOK, tracker)


def test_the_first_word_is_how_the_camera_stands(teller: Teller) -> None:
    assert teller.look(FELT, ms(0))[0] == Condition(CAMERA, ms(0))


def test_a_new_card_is_told_with_a_view_of_every_place_in_the_same_frame(teller: Teller, tracker: StandIn) -> None:
    teller.look(FELT, ms(0))
    tracker.lying.append(Lying(TrackNo(3), BOARD1, Card("Kh")))
    words = teller.look(FELT, ms(33))
    assert [word.card for word in words if isinstance(word, Sighting)] == ["Kh"]
    views = {word.place: word for word in words if isinstance(word, View)}
    assert views[BOARD1] == View(CAMERA, BOARD1, ms(0), ms(33), (TrackNo(3),))
    assert views[BURN].cards == ()


def test_the_views_come_again_every_300_ms_and_a_quiet_frame_says_nothing(teller: Teller) -> None:
    said = [(at, type(word).__name__) for at in range(0, 1000, 100) for word in teller.look(FELT, ms(at)) if at]
    assert [at for at, name in said if name == "View"] == [300, 300, 600, 600, 900, 900]
    assert {name for _, name in said} == {"View"}


def test_a_covered_place_is_not_clear(teller: Teller, tracker: StandIn) -> None:
    left_of_the_board = tuple(map(float, OUTLOOK.regions[0].hull.min(axis=0)))
    tracker.covered.add((left_of_the_board[0], left_of_the_board[1]))
    views = {word.place: word.clear for word in teller.look(FELT, ms(400)) if isinstance(word, View)}
    assert views == {BOARD1: False, BURN: True}


def test_a_card_that_is_gone_is_told_by_its_place_in_the_same_frame(teller: Teller, tracker: StandIn) -> None:
    tracker.lying.append(Lying(TrackNo(3), BOARD1, Card("Kh")))
    teller.look(FELT, ms(0))
    tracker.lying.clear()
    assert [word.cards for word in teller.look(FELT, ms(33)) if isinstance(word, View)] == [(), ()]


def test_a_camera_that_is_not_well_says_so_every_second_and_tells_of_no_card(teller: Teller, tracker: StandIn) -> None:
    tracker.lying.append(Lying(TrackNo(3), BOARD1, Card("Kh")))
    teller.look(FELT, ms(0))
    said = [word for at in range(100, 2200, 100) for word in teller.suffer("the picture is black", ms(at))]
    assert said == [Condition(CAMERA, ms(at), "the picture is black") for at in (100, 1100, 2100)]
    assert teller.trouble == "the picture is black"
    assert tracker.forgotten == 1
    assert teller.look(FELT, ms(2200))[0] == Condition(CAMERA, ms(2200))


def test_a_pixel_lies_at_the_place_whose_region_holds_it() -> None:
    """Half a millimetre a pixel: the burn's region of 120 to 220 mm is 240 to 440 px."""
    assert OUTLOOK.place_of(10, 10) == BOARD1
    assert OUTLOOK.place_of(300, 100) == BURN
    assert OUTLOOK.place_of(220, 100) is None
    assert card_at(300, 100).centre == (300, 100)


def test_a_camera_without_calibration_or_regions_says_what_to_do() -> None:
    with pytest.raises(ConfigFault, match=r"not calibrated.*four clicks"):
        Outlook.of(CameraPlan(CAMERA))
    with pytest.raises(ConfigFault, match="no region is drawn"):
        Outlook.of(CameraPlan(CAMERA, calibration=PLAN.calibration))
    assert parse_place("burn") == BURN


def test_one_card_followed_twice_over_is_told_once(teller: Teller, tracker: StandIn) -> None:
    """Its middle is found 8 px beside where it was, of a card 88 px long."""
    tracker.lying += [
        Lying(TrackNo(3), BOARD1, Card("Kh"), outline=card_at(100, 100)),
        Lying(TrackNo(4), BOARD1, Card("Kh"), outline=card_at(106, 105)),
    ]
    words = teller.look(FELT, ms(0))
    assert [word.track for word in words if isinstance(word, Sighting)] == [3]
    assert [word.cards for word in words if isinstance(word, View)] == [(TrackNo(3),), ()]


def test_two_cards_of_one_name_side_by_side_are_both_told(teller: Teller, tracker: StandIn) -> None:
    tracker.lying += [
        Lying(TrackNo(3), BOARD1, Card("Kh"), outline=card_at(60, 100)),
        Lying(TrackNo(4), BOARD1, Card("Kh"), outline=card_at(85, 100)),
    ]
    assert [word.track for word in teller.look(FELT, ms(0)) if isinstance(word, Sighting)] == [3, 4]
