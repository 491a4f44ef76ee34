"""One fact in, a state and its outcomes out."""

from felt.fact import Fact
from felt.ids import FactId
from felt.setup import TableSetup
from hub.rules.ruling import Outcome
from hub.rules.state import TableState, Turn


def open_table(setup: TableSetup, *, prefix: str = "h") -> TableState:
    """A table before its first hand; hands are named `prefix` and a number. Raises BadInput for an unknown book."""
    return TableState(setup)


def advance(state: TableState, fact_id: FactId, fact: Fact) -> Turn:
    """Take in one fact: see what changed, rule on it, follow the procedure. Never raises."""
    return Turn(state)


def absorb(state: TableState, fact_id: FactId, fact: Fact, outcomes: tuple[Outcome, ...]) -> TableState:
    """Take in a fact with its recorded outcomes: the same state as `advance` gave then, with nothing decided anew."""
    return state


def dispute_open(state: TableState) -> bool:
    """True while a report about the newest hand is still heard by the table's book."""
    return True


def next_due_ms(state: TableState) -> int | None:
    """Milliseconds until something held is due: say `TimePassed` by then. None when nothing waits."""
    return None
