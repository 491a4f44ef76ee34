"""Every word of the closed lists has plain words, and the report menu offers only what a person can tell."""

import pytest

from felt.situation import Sense, Situation
from hub.views.report import REPORT_MENU
from hub.views.status import AlertKind
from hub.views.words import ALERT_WORDS, SENSE_WORDS, SITUATION_WORDS, listed, state_words

STUD_AND_OPEN_FACE = {
    Situation.DOWN_CARD_EXPOSED,
    Situation.SEVENTH_UP,
    Situation.SHORT_DECK,
    Situation.FANTASY_COUNT,
    Situation.OFC_COUNT,
}
THE_HUBS_OWN = {
    Situation.WRONG_STEP,
    Situation.PREMATURE_STREET,
    Situation.CLONED_CARD,
    Situation.WRONG_GAME_CARD,
    Situation.PENALTY_HAND,
    Situation.EXPOSED_FIRST_CARD,
    Situation.EXPOSED_SEVERAL,
}


def test_no_word_is_missing() -> None:
    assert set(SENSE_WORDS) == set(Sense)
    assert set(SITUATION_WORDS) == set(Situation)
    assert set(ALERT_WORDS) == set(AlertKind)


def test_the_menu_offers_each_situation_once() -> None:
    offered = [item.situation for group in REPORT_MENU for item in group.items]
    assert len(offered) == len(set(offered))
    assert set(Situation) - set(offered) == STUD_AND_OPEN_FACE | THE_HUBS_OWN


@pytest.mark.parametrize(
    ("game", "state", "words"),
    [
        ("holdem", "betting-1", "Betting, pre-flop"),
        ("holdem", "betting-4", "Betting, river"),
        ("stud", "betting-1", "Betting, third street"),
        ("stud", "betting-5", "Betting, seventh street"),
        ("holdem", "betting-9", "Betting round 9"),
        ("holdem", "procedure", "Putting it right"),
        ("holdem", "something", "something"),
    ],
)
def test_states_have_words(game: str, state: str, words: str) -> None:
    assert state_words(game, state) == words


def test_lists_read_as_sentences() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == [
        "nothing",
        "a",
        "a and b",
        "a, b and c",
    ]
