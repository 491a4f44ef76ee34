"""What a table's panel is told to do, and what its CONFIRM then says."""

import pytest
from msgspec.structs import replace

from felt.fact import StepConfirmed
from felt.situation import Step
from hardware.panel import PanelButton
from hub.floor.guidance import guidance
from hub.floor.terms import Authority
from table_node.panel import facts_of
from tests.hub.views import pictures


def test_a_stop_that_a_person_settles_is_a_step_that_confirm_says() -> None:
    told = guidance(pictures.SORTED, 1, Authority.ANNOUNCE)
    assert told.stop == "sorting: shuffle before the deal"
    assert [(step.step, step.sensed) for step in told.steps] == [(Step.SHUFFLE, False)]
    assert facts_of(PanelButton.CONFIRM, told) == (StepConfirmed(Step.SHUFFLE),)


def test_in_shadow_mode_nothing_is_asked() -> None:
    assert guidance(pictures.SORTED, 1, Authority.SILENT).steps == ()


@pytest.mark.parametrize(("game", "cards"), [("holdem", 2), ("omaha4", 4), ("omaha5", 5), ("stud", 7), ("ofc", 17)])
@pytest.mark.parametrize("authority", Authority)
def test_a_table_is_told_how_many_cards_the_game_gives_a_seat(game: str, cards: int, authority: Authority) -> None:
    """bfsp 5.6.1, 5.7, 5.8 and 8: two, four or five, seven, and five then four times three."""
    assert guidance(replace(pictures.SORTED, game=game), 1, authority).seat_cards == cards
