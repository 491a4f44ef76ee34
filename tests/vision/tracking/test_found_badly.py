"""A card that was found badly, as beside a hand, is searched for again once its looks tell nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count, cycle

import numpy as np
import pytest

from felt.card import Card
from felt.clock import Nanos, seconds
from felt.fact import Face
from felt.place import Place, parse_place
from tests.vision.stage.scripts import laid, script
from tests.vision.tracking.fakes import CAMERA, Run, TruthFinder
from vision.box import Box
from vision.outline import Outline
from vision.picture import Picture
from vision.sighting import Sighting
from vision.stage.field import BOARD_AT, Pose
from vision.stage.script import CardNo
from vision.tracking import Tracker
from vision.tracking.areas import TRIES
from vision.tracking.votes import ENOUGH, PATIENCE

FAN = (Pose(BOARD_AT[1].x - 24, BOARD_AT[1].y), Pose(BOARD_AT[1].x + 24, BOARD_AT[1].y))
"""The upper card leaves 48 of the lower one's 63 mm open."""


def turned(outline: Outline) -> Outline:
    """As found by a false corner: across the card."""
    middle = outline.corners.mean(axis=0)
    turn = np.radians(40)
    about = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    return Outline(((outline.corners - middle) @ about + middle).astype(np.float32), outline.visible)


def hidden(outline: Outline) -> Outline:
    """As found under a neighbour that in truth lies below it: all but a strip of it is blanked."""
    corners = outline.corners
    strip = np.array([corners[0], corners[0] * 0.9 + corners[1] * 0.1, corners[3] * 0.9 + corners[2] * 0.1, corners[3]])
    return replace(outline, visible=0.1, seen=strip.astype(np.float32))


def elsewhere() -> Callable[[Outline], Outline]:
    """As in a heap of mucked cards, that are found otherwise in each search."""
    random = np.random.default_rng(7)

    def way(outline: Outline) -> Outline:
        return Outline((turned(outline).corners + random.normal(0, 12, 2)).astype(np.float32))

    return way


WAYS = {"turned": turned, "hidden": hidden, "elsewhere": elsewhere()}


def at_board_2(x: float, y: float) -> Place | None:
    return parse_place("board2")


@dataclass
class Misled:
    """Finds what lies there `way` wrong in the first `wrong` of its `searches` that find something."""

    finder: TruthFinder
    way: str
    wrong: int
    searches: int = 0

    def find(self, picture: Picture, within: Box) -> list[Outline]:
        found = self.finder.find(picture, within)
        self.searches += bool(found)
        return [WAYS[self.way](outline) for outline in found] if self.searches <= self.wrong else found


class Still:
    """Cards that lie as the script laid them, filmed on and on with a sensor's noise."""

    def __init__(self, way: str, wrong: int, poses: Sequence[Pose] = FAN) -> None:
        cards = ("Kh", "7c")[: len(poses)]
        moves = [
            laid(card, pose, number=CardNo(number))
            for number, (card, pose) in enumerate(zip(cards, poses, strict=True))
        ]
        self.run = Run.of(script(*moves, cards=cards, length_s=1.0))
        shots = list(self.run.stage.shots())
        self.lying = shots[-1].picture
        self.run.reader.shot = shots[-1]
        self.run.finder.truth = [card for card in shots[-1].truth if card.face is Face.UP]
        self.misled = Misled(self.run.finder, way, wrong)
        self.tracker = Tracker(CAMERA, self.run.stage.empty, self.misled, self.run.reader, at_board_2)
        noise = np.random.default_rng(3).normal(0, 1.5, (5, *self.lying.shape))
        self._noise = cycle(noise.astype(np.float32))
        self._frames = count()

    def see(self, frames: int, *painted: Box) -> list[Sighting]:
        """What was told in so many more frames, with those boxes painted on each."""
        told: list[Sighting] = []
        for _ in range(frames):
            frame = self.lying.copy()
            for box in painted:
                frame[box.window] = (120, 140, 190)
            noisy = np.clip(frame + next(self._noise), 0, 255).astype(np.uint8)
            told += self.tracker.look(noisy, Nanos(seconds(next(self._frames) / 30)))
        return told


@pytest.mark.parametrize("way", ["turned", "hidden"])
def test_cards_of_a_fan_found_badly_are_read_after_all_and_nothing_else_stays(way: str) -> None:
    still = Still(way, wrong=1)
    told = still.see(60)
    assert {one.card for one in told if one.card} == {"Kh", "7c"}
    assert sorted(str(track.card) for track in still.tracker.tracks) == ["7c", "Kh"]


def test_a_card_found_badly_is_searched_for_as_soon_as_its_looks_tell_nothing() -> None:
    still = Still("hidden", wrong=1, poses=FAN[:1])
    frames = next(frame for frame in range(1, 60) if still.see(1))
    # Two frames until it is known to be still, looks until they tell nothing, and as many looks again.
    assert frames <= 3 + 2 * ENOUGH + 1


@pytest.mark.parametrize("way", ["hidden", "elsewhere"])
def test_what_cannot_be_told_is_searched_for_a_few_times_and_no_more(way: str) -> None:
    plain, still = Still(way, wrong=0, poses=FAN[:1]), Still(way, wrong=1000, poses=FAN[:1])
    for each in (plain, still):
        each.see(PATIENCE + 150)
    assert 0 < still.misled.searches - plain.misled.searches <= TRIES


def test_it_is_not_searched_for_beside_what_moves() -> None:
    still = Still("hidden", wrong=1, poses=FAN[:1])
    while not still.tracker.tracks:
        still.see(1)
    searches = still.misled.searches
    card = still.tracker.tracks[0].box
    for step in range(40):  # right beside it, never still
        still.see(1, Box(card.x + card.width + 10, card.y + 12 * (step % 4), 40, 40))
    assert still.misled.searches == searches
    assert still.see(30)[-1].card == Card("Kh")
