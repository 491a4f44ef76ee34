"""Counts of a seat's cards that are no error: the deal goes on, or what was dealt there has left the seat since."""

from typing import Final

from felt.fact import PersonReported
from felt.note import Note, NoteKey, note
from felt.place import SeatNo, seat_place
from felt.situation import Sense, Situation
from hub.rules.hand import Hand, dealt_cards, due_cards, own_cards, present
from hub.rules.notice.order import of_the_rounds
from hub.rules.notice.reports import COUNTED
from hub.rules.standing import told_folded
from hub.rules.state import TableState

_ONE_SHORT: Final = frozenset({Situation.TOO_FEW_CARDS, Situation.BUTTON_SHORT})


def explained(state: TableState, hand: Hand, fact: PersonReported) -> Note | None:
    """Why a count that differs from the whole hand is no error, in words for whoever made it; None where it may be.

    A person's count of a live hand that lies there beats the sensors'.
    """
    seat = hand.button if fact.seat is None and fact.situation is Situation.BUTTON_SHORT else fact.seat
    if fact.situation not in COUNTED or seat not in hand.seats or seat is None or not hand.game.has_betting:
        return None
    if _right_so_far(state, hand, seat, fact):
        return note(NoteKey.COUNT_GOES_ON)
    count = _told(hand, fact)
    if count is None or count >= due_cards(hand):
        return None
    if _left(state, hand, seat, count):
        return note(NoteKey.COUNT_LEFT)
    folded = count == 0 and told_folded(hand.betting, seat)
    return note(NoteKey.COUNT_FOLDED) if folded and (hand.dealt.get(seat, 0) or not _reads(state, hand, seat)) else None


def _told(hand: Hand, fact: PersonReported) -> int | None:
    """How many cards the seat is said to have."""
    if fact.count is not None or fact.situation is Situation.TOO_MANY_CARDS:
        return fact.count
    return 0 if fact.situation is Situation.SEAT_SKIPPED else due_cards(hand) - 1


def _reads(state: TableState, hand: Hand, seat: SeatNo) -> bool:
    """The sensors see the cards of this seat in this hand."""
    return state.watch.sees(Sense.HOLE) and hand.partial is None and not state.watch.is_blind(seat_place(seat))


def _left(state: TableState, hand: Hand, seat: SeatNo, count: int) -> bool:
    """The readers saw its whole hand come; it was folded, killed or pushed away, or just so much of it lies there."""
    if not _reads(state, hand, seat):
        return False
    dealt, betting = len(dealt_cards(hand, seat)), hand.betting
    if told_folded(betting, seat) or seat in betting.dead:
        return dealt >= hand.game.hole_cards
    if dealt < due_cards(hand):
        return False
    if hand.over is not None and count == 0:
        return True
    lie = present(hand, own_cards(hand, seat))
    seen_elsewhere = dealt - len(own_cards(hand, seat)) + count >= due_cards(hand)
    return len(lie) == count and (seen_elsewhere or state.watch.sharp(Sense.HOLE))


def _right_so_far(state: TableState, hand: Hand, seat: SeatNo, fact: PersonReported) -> bool:
    """The deal certainly goes on at other seats, and the count is what this seat has by the card that came furthest."""
    if hand.deal_done or seat not in hand.order or hand.partial or state.watch.blind:
        return False
    if not state.watch.sharp(Sense.HOLE):
        return False  # the others' card that was not seen may lie there: the deal may be over
    dealt = {other: of_the_rounds(state, hand, other) for other in hand.order}
    others = [cards for other, cards in dealt.items() if other != seat]
    if not any(dealt.values()) or all(cards >= due_cards(hand) for cards in others):
        return False
    rounds, last = max((dealt[other], at) for at, other in enumerate(hand.order))
    reached = hand.order.index(seat) <= last
    right = {rounds if reached else rounds - 1} if hand.button_sure else {rounds, rounds - 1}
    if fact.count is None and _not_yet(hand, seat, fact.situation, reached=reached):
        return dealt[seat] in right
    count = 0 if fact.situation is Situation.SEAT_SKIPPED and fact.count is None else fact.count
    return count in right


def _not_yet(hand: Hand, seat: SeatNo, situation: Situation, *, reached: bool) -> bool:
    """A report without a count may speak of a card that the seat has still to get: so many as are seen there count."""
    if situation is Situation.SEAT_SKIPPED:
        return not reached
    return situation in _ONE_SHORT and hand.dealt.get(seat, 0) < due_cards(hand)
