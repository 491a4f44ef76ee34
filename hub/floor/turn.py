"""The floor's one call into the rules, and what happens when they break their promise never to raise."""

import structlog

from felt.fact import Fact
from felt.ids import FactId
from hub.rules import TableState, Turn, absorb, advance
from hub.rules.ruling import Outcome

_log = structlog.get_logger(__name__)


def advanced(state: TableState, who: FactId, fact: Fact) -> tuple[Turn, str | None]:
    """The rules' turn on a fact, and None; or, when the rules fail, the state as it was and what went wrong.

    The fact is kept either way: a bug in the rules must not cost a table its record, nor stop it.
    """
    try:
        return advance(state, who, fact), None
    except Exception as error:
        _log.exception("the rules failed", fact=who, kind=type(fact).__name__)
        return Turn(state), f"{type(error).__name__}: {error}"


def absorbed(state: TableState, who: FactId, fact: Fact, outcomes: tuple[Outcome, ...]) -> TableState:
    """The state after a recorded fact; unchanged where the rules fail on it, as they did when it was recorded."""
    try:
        return absorb(state, who, fact, outcomes)
    except Exception:
        _log.exception("the rules failed", fact=who, kind=type(fact).__name__)
        return state
