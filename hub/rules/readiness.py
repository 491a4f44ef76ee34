"""Whether the hand that was opened may be dealt from its deck: prevention, before any card falls."""

from typing import Final

from msgspec import Struct

from felt.situation import Step
from hub.rules.deck import Made, OwedDeck
from hub.rules.state import Progress, TableState, ruling_numbered


class Unready(Struct, frozen=True):
    """Why the dealer is stopped, and the step by which a person settles it (`StepConfirmed`)."""

    text: str
    step: Step


SORTED: Final = Unready("sorting: shuffle before the deal", Step.SHUFFLE)
FAULTY: Final = Unready("the deck was found wrong and not replaced: bring another before the deal", Step.REPLACE_DECK)
FEW: Final = Unready("too few players at this table: call the floor before the deal", Step.CALL_FLOOR)
STOPS: Final = {unready.text: unready for unready in (SORTED, FAULTY, FEW)}


def unready(state: TableState) -> Unready | None:
    """What stands between the open hand and its first card; a deck check says nothing of a redeal's deck."""
    hand, deck = state.hand, state.deck
    if hand is None or hand.over is not None or hand.total_dealt or hand.partial:
        return None
    if not state.watch.watching:
        return None
    due = any(replaces(state, progress) for progress in state.open)
    if deck.fault is not None and hand.redeal_of is None and not due:
        return FAULTY
    if deck.machine.taken is Made.SORTED:
        return SORTED
    least = max((book.least_players for book in state.chain), default=0)
    return FEW if len(hand.seats) < least else None


def replaces(state: TableState, progress: Progress) -> OwedDeck | None:
    """The deck that an open procedure still asks for."""
    ruling = ruling_numbered(state, progress.number)
    for index, plan in enumerate(() if ruling is None else ruling.steps):
        if plan.step is Step.REPLACE_DECK and index not in progress.done:
            return OwedDeck(progress.number, index)
    return None
