"""The virtual table while a deck is shown: every card, one after the other, and never one more while it waits."""

from itertools import islice, pairwise

import numpy as np

from felt.card import DECK, Card
from felt.clock import seconds
from felt.fact import Face
from vision.picture import POKER
from vision.process.spread import EACH_S, TOGETHER, lying, spread
from vision.process.virtual import ShownDeck
from vision.stage import FRAME, drawn_deck
from vision.stage.field import FRAME_RATE
from vision.stage.state import Course


def test_each_of_the_52_cards_comes_to_lie_alone_face_up_and_all_leave() -> None:
    script = spread()
    course = Course(script)
    moments = [number / FRAME_RATE for number in range(round(script.length_s * FRAME_RATE))]
    still = [[state for state in course.at(at) if not state.moving] for at in moments]
    order = [script.cards[max(states, key=lambda state: state.since_s).number] for states in still if states]
    assert list(dict.fromkeys(order)) == list(DECK)
    width, height = POKER
    for states in still:
        assert {state.face for state in states} <= {Face.UP}
        assert len(states) <= TOGETHER
        places = np.array([(state.pose.x, state.pose.y) for state in states]).reshape(-1, 2)
        apart = np.abs(places[:, None] - places)
        beside = (apart[:, :, 0] > width) | (apart[:, :, 1] > height)
        assert beside.sum() == len(states) * (len(states) - 1)
        assert (places > height / 2).all()
        assert (places < np.array(FRAME) - height / 2).all()
    assert not any(still[-round(1.5 * FRAME_RATE) :])


def test_what_is_said_to_lie_there_does_and_long_enough_to_be_read() -> None:
    script = spread()
    course = Course(script)
    for number in range(len(DECK)):
        landed = next(move.ended_s for move in script.moves if move.card == number)
        assert DECK[number] not in lying(seconds(landed - 0.01))
        assert list(lying(seconds(landed + 0.01))) == list(DECK[max(0, number + 1 - TOGETHER) : number + 1])
        there = [script.cards[state.number] for state in course.at(landed + 0.01) if not state.moving]
        assert set(there) == set(lying(seconds(landed + 0.01)))
    landings = sorted(move.ended_s for move in script.moves if not move.gone)
    assert min(after - before for before, after in pairwise(landings)) > EACH_S - 0.01
    assert not lying(seconds(script.length_s - 0.01))


def test_nothing_more_is_laid_down_while_it_waits() -> None:
    laid: list[Card] = []
    asking = False

    def lays(card: Card) -> None:
        laid.append(card)

    shown = ShownDeck(drawn_deck(), 7, lambda: asking, lays).pictures(7)
    while not laid:
        last = next(shown)
    asking = True
    assert all(np.array_equal(picture, last) for picture in islice(shown, 60))
    assert laid == [DECK[0]]
    asking = False
    while len(laid) < 2:
        assert not np.array_equal(next(shown), last)
    assert laid == list(DECK[:2])
