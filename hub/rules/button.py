"""Where the button is: known for certain or only supposed; and what must not be ruled before somebody has said it.

The button moves from hand to hand by itself, so a hand that nobody saw open may have put it one seat off.
"""

from typing import Final

from msgspec.structs import replace

from felt.games import deal_order
from felt.place import SeatNo
from felt.situation import Situation
from hub.rules.articles.book import Rulebook
from hub.rules.articles.decide import Found, decide
from hub.rules.hand import Hand, due_cards, posts
from hub.rules.irregularity import Irregularity
from hub.rules.state import TableState

_SHORT: Final = frozenset({Situation.TOO_FEW_CARDS, Situation.BUTTON_SHORT})
_ORDER: Final = frozenset({Situation.WRONG_FIRST_SEAT, Situation.OUT_OF_SEQUENCE})
_SHOWN: Final = frozenset({Situation.EXPOSED_FIRST_CARD, Situation.EXPOSED_HOLE_CARD})


def with_button(hand: Hand, seat: SeatNo) -> Hand:
    """The hand once somebody said where its button is: the deal and the blinds go by it."""
    if seat == hand.button or not hand.game.has_button:
        return replace(hand, button=seat, button_sure=True)
    small, big = posts(hand.game, hand.seats, seat)
    order = deal_order(hand.seats, seat)
    return replace(hand, button=seat, small=small, big=big, order=order, button_sure=True)


def in_doubt(chain: tuple[Rulebook, ...], state: TableState, hand: Hand, event: Irregularity) -> bool:
    """The books' answer hangs on where the button is, and that is only supposed, or a person says otherwise."""
    if not hand.game.has_button:
        return False
    if event.situation in _ORDER:
        return not event.reported and not hand.button_sure
    other = _otherwise(hand, event)
    if other is None or (hand.button_sure and not _contradicts(hand, event)):
        return False
    return _answer(chain, state, hand, event) != _answer(chain, state, hand, other)


def _contradicts(hand: Hand, event: Irregularity) -> bool:
    return event.situation is Situation.BUTTON_SHORT and event.seat != hand.button


def _otherwise(hand: Hand, event: Irregularity) -> Irregularity | None:
    """The same event if the button were elsewhere; None where that makes no difference to what it is called."""
    if event.situation in _SHORT and event.seat is not None and event.count == due_cards(hand) - 1:
        (situation,) = _SHORT - {event.situation}
        return replace(event, situation=situation)
    if event.situation in _SHOWN and not event.reported and not event.opening and not hand.deal_done:
        if hand.dealt.get(event.seat or SeatNo(0)) != 1:
            return None
        (situation,) = _SHOWN - {event.situation}
        return replace(event, situation=situation, first=not event.first)
    return None


def _answer(chain: tuple[Rulebook, ...], state: TableState, hand: Hand, event: Irregularity) -> tuple[object, ...]:
    """What the books would say, as far as it can be told apart."""
    answer = decide(chain, state, hand, event)
    if isinstance(answer, Found):
        article = answer.article
        return answer.book.id, article.clause, article.kind, article.steps
    return (answer,)


def named_anew(supposed: SeatNo | None, hand: Hand, event: Irregularity) -> Irregularity | None:
    """The event now that the button is known, which was `supposed` to be elsewhere; None when it was none."""
    if event.situation in _ORDER:
        return event if supposed == hand.button else None
    if event.situation in _SHORT:
        at_button = event.seat == hand.button
        return replace(event, situation=Situation.BUTTON_SHORT if at_button else Situation.TOO_FEW_CARDS)
    if event.situation in _SHOWN and not event.opening:
        first = event.seat in (hand.small, hand.big)
        situation = Situation.EXPOSED_FIRST_CARD if first else Situation.EXPOSED_HOLE_CARD
        return replace(event, situation=situation, first=first)
    return event
