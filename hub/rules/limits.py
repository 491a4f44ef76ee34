"""What no ruling can do any more: take back a hand that is over, or kill or restore one that was folded."""

from felt.situation import Kind, Step
from hub.rules.betting import decided, told_folded
from hub.rules.hand import Hand
from hub.rules.notice.reports import COUNTED
from hub.rules.ruling import Ruling


def too_late(hand: Hand, ruling: Ruling) -> bool:
    """Neither chips nor cards of the deal go back once a person ended the hand, or its one pot was pushed."""
    if hand.over is None and not (hand.awards and decided(hand.betting)):
        return False
    return ruling.kind is Kind.MISDEAL or (ruling.kind is Kind.FIX and ruling.situation in COUNTED)


def needless(hand: Hand, ruling: Ruling) -> bool:
    """A hand that its player was heard to fold is dead already, and is not given back."""
    if ruling.seat is None or not told_folded(hand.betting, ruling.seat):
        return False
    return ruling.kind is Kind.DEAD or any(plan.step is Step.RESTORE for plan in ruling.steps)
