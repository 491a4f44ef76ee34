"""What a table's panel is told to do, and what its CONFIRM then says."""

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
