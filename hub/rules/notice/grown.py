"""An error as the table shows it now: readers are slower than people, and its cards may have been read since."""

from msgspec.structs import replace

from felt.ids import Ref
from felt.situation import Situation
from hub.rules.betting import live_seats
from hub.rules.hand import Hand, own_cards
from hub.rules.irregularity import Irregularity
from hub.rules.notice.board import EARLY, street_refs
from hub.rules.state import TableState


def grown(state: TableState, event: Irregularity) -> Irregularity:
    """The irregularity with the cards that belong to it and were read after it was told or asked about."""
    hand = state.hand
    if hand is None or hand.over is not None:
        return event
    late = tuple(ref for ref in _cards(hand, event) if ref not in event.refs)
    if not late:
        return event
    refs = (*event.refs, *late)
    counted = event.situation is Situation.UNENTITLED_HAND and not event.reported
    return replace(event, refs=refs, count=len(refs) if counted else event.count)


def _cards(hand: Hand, event: Irregularity) -> tuple[Ref, ...]:
    if event.situation is Situation.UNENTITLED_HAND and event.seat is not None:
        return own_cards(hand, event.seat)
    if event.situation is Situation.MISSING_BURN and not hand.board_game and event.street:
        before = hand.game.seat_cards(event.street - 1)
        return tuple(ref for seat in live_seats(hand.betting) for ref in own_cards(hand, seat)[before:])
    of_a_street = event.situation is Situation.MISSING_BURN or event.situation in EARLY.values()
    return street_refs(hand, event.street) if of_a_street and hand.board_game and event.street else ()
