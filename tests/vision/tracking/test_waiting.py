"""What must not keep a card waiting: its neighbours, what passes over it, an arm beside it that was there before."""

from collections.abc import Callable, Sequence
from itertools import count

import numpy as np
import pytest

from felt.card import Card
from felt.clock import Nanos, seconds
from felt.fact import Face
from felt.place import parse_place
from tests.vision.stage.scripts import SECOND, laid, script
from tests.vision.tracking.fakes import CAMERA, Run, reading
from vision.box import Box
from vision.outline import Outline
from vision.picture import Picture
from vision.reading import Kind, Reading
from vision.sighting import Sighting, TrackNo
from vision.stage.field import BOARD_AT
from vision.stage.truth import CardTruth
from vision.tracking import Track, Tracker
from vision.tracking.rounds import Rounds
from vision.tracking.votes import ENOUGH, PATIENCE

STILL = 3
"""Frames after which what has come to rest is still."""
SKIN = (120, 140, 190)


class Film:
    """A card that lies on the felt, filmed frame by frame with something painted over the picture."""

    def __init__(self) -> None:
        self.run = Run.of(script(laid("Kh", BOARD_AT[0]), length_s=1.0))
        shots = list(self.run.stage.shots())
        self.truth: Sequence[CardTruth] = shots[-1].truth
        self.card = Box.around(self.truth[0].corners)
        self.bare, self.lying = shots[0].picture, shots[-1].picture
        self.run.finder.truth, self.run.reader.shot = self.truth, shots[-1]
        self._random = np.random.default_rng(2)
        self._frames = count()

    def see(self, picture: Picture, *painted: Box) -> list[Sighting]:
        """One more frame, of `picture` with those boxes painted, and the noise of a sensor."""
        frame = picture.copy()
        for box in painted:
            frame[box.window] = SKIN
        noisy = frame + self._random.normal(0, 1.5, frame.shape)
        at = Nanos(seconds(next(self._frames) / 30))
        return self.run.tracker.look(np.clip(noisy, 0, 255).astype(np.uint8), at)

    def half_read_and_passed_over(self, frames: int) -> None:
        """The card is looked at two times too few; then something passes over it for so many frames."""
        while self.run.reader.reads < ENOUGH - 2:
            assert self.see(self.lying) == []
        for step in range(frames):
            self.see(self.lying, Box(self.card.x + 8 * step, self.card.y + 20, 40, 48))

    def frames_until(self, seen: Callable[[], bool], most: int) -> int:
        """How many frames of the card, with nothing over it, pass until that; `most` if it does not."""
        return next((number for number in range(most) if seen()), most)


def test_cards_that_come_at_once_are_told_at_once() -> None:
    run = Run.of(script(laid("Kh", BOARD_AT[0]), laid("7c", BOARD_AT[1], number=SECOND), length_s=1.5)).play()
    first = {card: min(one.ended for one in run.sightings if one.card == card) for card in ("Kh", "7c")}
    assert first["Kh"] == first["7c"]


def test_what_passes_over_a_card_and_leaves_it_as_it_was_costs_none_of_the_looks_at_it() -> None:
    film = Film()
    film.half_read_and_passed_over(2)
    assert film.run.reader.reads == ENOUGH - 2  # it was not looked at meanwhile
    assert film.frames_until(lambda: bool(film.see(film.lying)), 30) < 30
    assert film.run.reader.reads == ENOUGH


def test_a_card_is_looked_at_in_the_first_frame_in_which_what_passed_over_it_is_gone() -> None:
    film = Film()
    film.half_read_and_passed_over(2)
    film.see(film.lying)
    assert film.run.reader.reads == ENOUGH - 1


def test_another_card_that_comes_where_one_was_being_read_is_read_from_the_beginning() -> None:
    film = Film()
    film.half_read_and_passed_over(4)
    other = Run.of(script(laid("7c", BOARD_AT[0]), cards=("7c",), length_s=1.0))
    shot = list(other.stage.shots())[-1]
    film.run.finder.truth, film.run.reader.shot = shot.truth, shot
    told = [one for _ in range(30) for one in film.see(shot.picture)]
    assert {one.card for one in told} == {"7c"}
    assert film.run.reader.reads >= 2 * ENOUGH - 2


def test_a_card_that_was_missed_under_a_hand_is_found_as_soon_as_the_hand_has_gone() -> None:
    film = Film()
    for _ in range(20):
        film.see(film.lying)
    (track,) = film.run.tracker.tracks
    assert track.settled
    film.run.finder.truth = ()
    chip = Box(film.card.x + film.card.width + 8, film.card.y + 8, 40, 40)  # has the card's box searched
    for step in range(12):
        film.see(film.lying, chip, Box(film.card.x + 32 * (step % 2), film.card.y, 32, 80), arm(step))
    assert track.covered
    film.run.finder.truth = film.truth
    steps = count()
    assert film.frames_until(lambda: (film.see(film.lying, chip, arm(next(steps))), not track.covered)[1], 30) <= STILL


def arm(step: int) -> Box:
    """An arm that reaches in from the lower edge, far from the card, its hand never quite still."""
    return Box(1000, 400 + 8 * (step % 2), 96, 320 - 8 * (step % 2))


def test_a_card_that_is_laid_where_an_arm_lay_does_not_wait_for_the_felt_beside_it() -> None:
    film = Film()
    below = film.card.y + film.card.height
    resting = Box(film.card.x, below, film.card.width, film.bare.shape[0] - below)
    film.run.finder.truth = ()
    for _ in range(60):
        assert film.see(film.bare, resting) == []
    film.run.finder.truth = film.truth
    # The frame that ends its stillness is searched and looked at too.
    assert film.frames_until(lambda: bool(film.see(film.lying)), 60) <= STILL + ENOUGH - 1


class Misled:
    """A reader that a court card's picture misleads: it knows `card` only where there is none, and else its rank and
    what `knows` says.
    """

    def __init__(self, card: str, knows: str = "kind") -> None:
        self.card, self.knows = Card(card), knows
        self.with_picture = self.without = 0

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        return [self._read(card) for card in cards]

    def _read(self, card: Picture) -> Reading:
        sure = reading(Kind.FACE, self.card)
        if card[20:-20, 28:68].std(axis=(0, 1)).max() < 1:
            self.without += 1
            return sure
        self.with_picture += 1
        if self.knows == "kind":
            return Reading(sure.kinds, sure.ranks, np.full(4, 0.25, np.float32))
        kinds = np.zeros(len(Kind), np.float32)
        kinds[[Kind.FACE.value, Kind.JOKER.value]] = (0.7, 0.3) if self.knows == "suit" else (0.3, 0.7)
        return Reading(kinds, sure.ranks, sure.suits)


@pytest.mark.parametrize(("card", "name"), [("Ks", "Ks"), ("Jc", "Jc"), ("Qh", "Qh"), ("9s", None), ("As", None)])
def test_a_court_card_whose_suit_stays_open_is_read_by_its_indices_alone(card: str, name: str | None) -> None:
    run = Run.of(script(laid("Kh", BOARD_AT[0]), length_s=1.4))
    misled = Misled(card)
    run.tracker = Tracker(CAMERA, run.stage.empty, run.finder, misled, lambda x, y: parse_place("board1"))
    run.play()
    (told, *_) = [one for one in run.sightings if one.face is Face.UP]
    assert told.card == name
    looks = (ENOUGH, ENOUGH) if name else (PATIENCE, 0)
    assert (misled.with_picture, misled.without) == looks


@pytest.mark.parametrize(
    ("card", "knows", "name"), [("Kc", "suit", "Kc"), ("Js", "suit", "Js"), ("9c", "suit", None), ("Kc", "joker", None)]
)
def test_a_court_card_that_may_be_a_joker_is_read_by_its_indices_alone(card: str, knows: str, name: str | None) -> None:
    run = Run.of(script(laid("Kh", BOARD_AT[0]), length_s=1.4))
    misled = Misled(card, knows)
    run.tracker = Tracker(CAMERA, run.stage.empty, run.finder, misled, lambda x, y: parse_place("board1"))
    run.play()
    (told, *_) = run.sightings
    assert told.card == name
    assert misled.without == (ENOUGH if name else 0)


class Torn:
    """A reader that cannot tell a six from a nine, and counts its looks."""

    def __init__(self) -> None:
        self.reads = 0

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        self.reads += len(cards)
        six, nine = reading(Kind.FACE, Card("6h")), reading(Kind.FACE, Card("9h"))
        return [Reading(six.kinds, ((six.ranks + nine.ranks) / 2).astype(np.float32), six.suits) for _ in cards]


class Measuring(Torn):
    """Torn, too, and notes how far apart the two dark bars are that are printed on the card, px."""

    def __init__(self) -> None:
        super().__init__()
        self.apart: list[int] = []

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        for card in cards:
            bars = np.flatnonzero(card[60:76, :, 1].mean(axis=0) < 125)
            self.apart.append(int(bars[-1] - bars[0]))
        return super().read(cards)


def test_looks_at_a_card_in_doubt_see_it_in_different_breadths() -> None:
    corners = np.array([(50, 50), (145, 50), (145, 185), (50, 185)], np.float32)
    picture = np.full((240, 320, 3), 200, np.uint8)
    picture[50:186, 56:60] = picture[50:186, 136:140] = 20
    track, measuring = Track(TrackNo(1), Outline(corners), None, picture.shape, Nanos(0)), Measuring()
    rounds = Rounds(measuring)
    for look in range(PATIENCE):
        rounds.read(picture, [track], Nanos(look))
    plain, doubted = measuring.apart[:ENOUGH], measuring.apart[ENOUGH:]
    apart = 83 * 96 / 95  # from px 56 to 139; the card's 95 px are shown as 96
    assert plain == [pytest.approx(apart, abs=1)] * ENOUGH
    # Cut out 3.3 % and 1.7 % wider and narrower, the bars come nearer to each other and move apart by as much.
    assert sorted(doubted) == [pytest.approx(apart / by, abs=1) for by in (1.033, 1.017, 1, 0.983, 0.967)]


@pytest.mark.parametrize("retries", [1, 2, 3])
def test_a_card_that_stays_unread_is_given_five_looks_a_second(retries: int) -> None:
    # Found before 0.6 s, given up ten looks later, before 1 s; then a second's rest and five looks, each time.
    length_s = 1.0 + retries * (1 + 5 / 30)
    run = Run.of(script(laid("6h", BOARD_AT[0]), cards=("6h",), length_s=length_s))
    torn = Torn()
    run.tracker = Tracker(CAMERA, run.stage.empty, run.finder, torn, lambda x, y: parse_place("board1"))
    run.play()
    assert torn.reads == PATIENCE + retries * ENOUGH
