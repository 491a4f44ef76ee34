"""What of a card is shown to the reader when another one lies over it."""

import numpy as np
import pytest

from vision.outline import Outline
from vision.picture import BLANK, CARD_HEIGHT, CARD_WIDTH, Picture
from vision.tracking.shown import alone, without_picture

WHITE = 250
UPPER = np.s_[:56, :40]
LOWER = np.s_[CARD_HEIGHT - 56 :, CARD_WIDTH - 40 :]


def card_of_which(seen_to_px: float) -> Picture:
    """A white card in its own size, seen from its left side as far as that."""
    corners = np.array([(0, 0), (CARD_WIDTH, 0), (CARD_WIDTH, CARD_HEIGHT), (0, CARD_HEIGHT)], np.float32)
    part = np.array([(0, 0), (seen_to_px, 0), (seen_to_px, CARD_HEIGHT), (0, CARD_HEIGHT)], np.float32)
    picture = np.full((CARD_HEIGHT + 1, CARD_WIDTH + 1, 3), WHITE, np.uint8)
    seen = None if seen_to_px >= CARD_WIDTH else part
    return alone(picture, Outline(corners, seen_to_px / CARD_WIDTH, seen))


def test_a_card_that_nothing_covers_is_shown_as_it_is() -> None:
    assert (card_of_which(CARD_WIDTH) == WHITE).all()


@pytest.mark.parametrize("share", [0.91, 0.85, 0.75, 0.65, 0.5])
def test_a_corner_whose_index_a_neighbour_cuts_or_hides_is_not_shown(share: float) -> None:
    card = card_of_which(share * CARD_WIDTH)
    assert (card[LOWER] == BLANK).all()
    assert (card[UPPER] == WHITE).all()


def test_an_index_that_a_neighbour_no_more_than_touches_is_shown() -> None:
    card = card_of_which(CARD_WIDTH - 5)  # the index is 22 px wide and ends 2 px from the side: 19 of 22 are seen
    assert (card == WHITE).all()


def test_of_a_card_that_is_hidden_for_the_most_part_only_what_is_seen_is_shown() -> None:
    card = card_of_which(0.4 * CARD_WIDTH)
    assert (card[:, :38] == WHITE).all()
    assert (card[:, 40:] == BLANK).all()


def test_a_card_without_its_picture_keeps_its_indices_and_what_is_blank() -> None:
    card = np.full((CARD_HEIGHT, CARD_WIDTH, 3), WHITE, np.uint8)
    card[8:30, 6:18] = card[-30:-8, -18:-6] = 20  # the indices
    card[20:-20, 28:68] = (40, 60, 200)  # the picture
    card[100:, 60:] = BLANK
    bare = without_picture(card)
    assert (bare[:, 28:60] == WHITE).all()
    assert (bare[:, :26] == card[:, :26]).all()
    assert (bare[:, 70:] == card[:, 70:]).all()
    assert (bare[100:, 60:] == BLANK).all()


def test_a_card_of_which_nothing_is_seen_has_no_picture_to_take_away() -> None:
    blank = np.full((CARD_HEIGHT, CARD_WIDTH, 3), BLANK, np.uint8)
    assert (without_picture(blank) == BLANK).all()
