"""What no ruling can do any more, and what can happen once more."""

from typing import Final

from felt.situation import Kind, Sense, Situation, Step
from hub.rules.betting import live_seats
from hub.rules.hand import PRESSED_EARLY, Hand
from hub.rules.irregularity import Irregularity
from hub.rules.notice.reports import COUNTED
from hub.rules.ruling import Ruling
from hub.rules.standing import decided, told_folded
from hub.rules.state import TableState


def too_late(hand: Hand, ruling: Ruling) -> bool:
    """Neither chips nor cards of the deal go back once a person ended the hand, or its one pot was pushed."""
    if hand.over is None and not (hand.awards and decided(hand.betting)):
        return False
    return ruling.kind is Kind.MISDEAL or (ruling.kind is Kind.FIX and ruling.situation in COUNTED)


_SHOWN: Final = frozenset(
    {Situation.EXPOSED_HOLE_CARD, Situation.EXPOSED_FIRST_CARD, Situation.EXPOSED_SEVERAL, Situation.DOWN_CARD_EXPOSED}
)
"""Cards that the dealer showed; what puts that right takes a burn, which open-face has not."""


def no_clause(state: TableState, hand: Hand, event: Irregularity) -> bool:
    """No book has a word for a count before the first card, a card past the last street, a burn within the deal."""
    if hand.partial == PRESSED_EARLY and event.situation in COUNTED:
        return True  # whose cards were counted, this hand's or the last one's, nobody knows
    if event.situation in COUNTED and event.reported and _not_dealt(state, hand):
        return True
    if event.situation is Situation.UNENTITLED_HAND and not event.reported:
        return event.seat in hand.seats
    if event.situation in _SHOWN:
        return not hand.game.has_betting
    if event.situation is Situation.EXTRA_BOARD_CARD:
        return event.street > hand.game.last_street
    return event.situation is Situation.EXTRA_BURN and not hand.deal_done and not event.reported


def _not_dealt(state: TableState, hand: Hand) -> bool:
    """The last hand is over, and readers that see hole cards have seen none of this one."""
    seen = state.watch.whole(Sense.HOLE) and hand.partial is None
    earlier = state.previous is not None or hand.redeal_of is not None
    return seen and earlier and not hand.cards and hand.over is None


def leaves_nobody(hand: Hand, ruling: Ruling) -> bool:
    """The last hand that lives would fall for its player's absence: who wins the pot, no book says."""
    if ruling.kind is not Kind.DEAD or ruling.situation not in (Situation.ABSENT_HAND, Situation.PENALTY_HAND):
        return False
    return live_seats(hand.betting) == (ruling.seat,)


_TO_SEAT: Final = frozenset({Step.EXCHANGE, Step.BURN_EXTRA, Step.DEAL_MISSING})


def needless(hand: Hand, ruling: Ruling) -> bool:
    """A hand that its player was heard to fold is dead already, and is not given back.

    Nor are cards brought to one that is out, or taken from it.
    """
    seat, betting = ruling.seat, hand.betting
    if seat is None:
        return False
    if seat in betting.out | betting.dead and any(plan.step in _TO_SEAT for plan in ruling.steps):
        return True
    if not told_folded(betting, seat):
        return False
    return ruling.kind is Kind.DEAD or any(plan.step is Step.RESTORE for plan in ruling.steps)


def befell_again(state: TableState, event: Irregularity) -> bool:
    """The stub fell anew: what the fall before it called for was done to the end, so this is none of its reports."""
    if event.situation is not Situation.DROPPED_STUB:
        return False
    fell = [ruling for ruling in state.rulings if ruling.situation is event.situation and ruling.steps]
    still = {progress.number for progress in state.open}
    return bool(fell) and not any(ruling.number in still | state.withdrawn for ruling in fell)
