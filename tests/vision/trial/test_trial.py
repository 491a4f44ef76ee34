"""A trial end to end with readers that are right, wrong and silent; and what its report says of them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from felt.card import DECK, Card
from tests.vision.stage.scripts import SECOND, laid, script
from tests.vision.tracking.fakes import TruthReader, deck, reading
from vision.enrolment import LOOKS, Prints
from vision.enrolment.gallery import Gallery, nearest
from vision.finder.felt import FeltFinder
from vision.picture import POKER, Picture
from vision.reading import Kind, Reader, Reading
from vision.stage import LIGHTS, Stage
from vision.stage.field import BOARD_AT
from vision.trial.__main__ import Decks, tasks
from vision.trial.hands import Played, follow
from vision.trial.report import counted, so_far, told
from vision.trial.sheet import slip_sheet
from vision.trial.shown import shown


class Always:
    """A reader that says one thing of every card."""

    def __init__(self, answer: Reading) -> None:
        self._answer = answer

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        return [self._answer for _ in cards]


def played(reader: Reader) -> Played:
    two = script(laid("Kh", BOARD_AT[0]), laid("7c", BOARD_AT[3], number=SECOND), length_s=1.6)
    stage = Stage(two, deck(), LIGHTS["even"], 1)
    if isinstance(reader, TruthReader):
        reader.shot = list(Stage(two, deck(), LIGHTS["even"], 1).shots())[-1]
    finder = FeltFinder(stage.plane, POKER, stage.empty)
    return follow(stage, finder, reader, seed=1, deck="drawn", light="even")


def test_a_reader_that_knows_is_right_of_both_cards() -> None:
    hand = played(TruthReader())
    count = counted([hand])
    assert (count.right, count.wrong, count.unread) == (2, 0, 0)
    assert len(hand.frame_ms) == 48
    assert hand.slips == ()


def test_a_reader_that_says_one_name_of_all_is_wrong_once_and_never_sure_of_two() -> None:
    hand = played(Always(reading(Kind.FACE, Card("Kh"), 0.9)))
    count = counted([hand])
    assert count.settled == 2
    assert count.wrong <= 1


def test_whoever_stops_a_trial_knows_what_it_came_to() -> None:
    hand = played(TruthReader())
    assert so_far([hand, hand], 200) == "2 of 200 hands: 4 right, 0 wrong, 0 unread"


def test_a_reader_that_knows_nothing_leaves_both_unread() -> None:
    even = Reading(reading(Kind.FACE).kinds, np.full(13, 1 / 13, np.float32), np.full(4, 0.25, np.float32))
    count = counted([played(Always(even))])
    assert (count.right, count.wrong, count.unread) == (0, 0, 2)


def test_a_wrong_name_is_on_the_sheet_with_what_the_card_was() -> None:
    hand = played(Always(reading(Kind.FACE, Card("2s"))))
    assert {(slip.said, slip.truth) for slip in hand.slips} <= {("2s", "Kh"), ("2s", "7c")}
    assert hand.slips
    assert slip_sheet(hand.slips).shape[0] > 136


def test_the_report_names_decks_lights_bounds_and_costs() -> None:
    words = told([played(TruthReader())])
    for expected in ("1 hands", "drawn", "even", "100.00 (34.24-100.00)", "0.00 (0.00-65.76)", "ms median", "ms mean"):
        assert expected in words  # 2 of 2 by Wilson: 1 / (1 + 1.96**2 / 2) = 0.3424


def test_hands_go_round_decks_and_lights_and_seeds_do_not_meet() -> None:
    decks = [Path("a"), Path("b")]
    first, second = list(tasks(20, 7, decks, Decks.STRANGE)), list(tasks(20, 8, decks, Decks.STRANGE))
    assert {(task.deck, task.light) for task in first} == {(deck, light) for deck in decks for light in LIGHTS}
    assert len({task.seed for task in [*first, *second]}) == 40


def test_a_deck_is_shown_with_every_card_under_its_own_name() -> None:
    prints = shown(deck(), 1)
    assert prints.missing == ()
    assert {len(prints.looks(card)) for card in prints.cards} == {LOOKS}
    firsts = Gallery(Prints("firsts", {card: prints.looks(card)[:1] for card in prints.cards}))
    itself = [card for card in DECK if nearest(firsts, prints.looks(card)[1])[0] == card]
    assert len(itself) > 40  # the drawn deck's cards look much alike; under another card's name hardly any would be


def test_a_sheet_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing"):
        slip_sheet([])
