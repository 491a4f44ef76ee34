"""What the rules keep of one table between facts."""

from msgspec import Struct

from felt.setup import TableSetup
from hub.rules.ruling import Outcome


class TableState(Struct, frozen=True):
    """Everything the rules know of a table; equal facts and outcomes make equal states."""

    setup: TableSetup


class Turn(Struct, frozen=True):
    """What one fact led to: the new state, and the outcomes to record with the fact."""

    state: TableState
    outcomes: tuple[Outcome, ...] = ()
