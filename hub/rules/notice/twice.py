"""One card said or seen twice: two reports add up to two cards only where they cannot be of the same one."""

from felt.card import Card
from felt.fact import Face, PersonReported
from felt.note import Note, NoteKey, note
from felt.situation import Situation
from hub.rules.hand import Hand, own_cards
from hub.rules.notice.exposure import SHOWN, ruled_shown
from hub.rules.ruling import Ruling
from hub.rules.state import TableState


def told_before(state: TableState, hand: Hand, fact: PersonReported) -> Note | None:
    """Why a report may speak of the very card that was ruled on already, in words for whoever made it; else None."""
    if fact.situation is Situation.BOXED_CARD:
        return _boxed_before(state, hand, fact)
    if fact.situation in SHOWN and hand.board_game:
        return _shown_before(state, hand, fact)
    return None


def boxed_names(state: TableState) -> frozenset[Card]:
    """The boxed cards of this hand that were told by name and ruled on."""
    return frozenset(card for ruling in _boxed(state) if ruling.event is not None for card in ruling.event.cards)


def _boxed(state: TableState) -> tuple[Ruling, ...]:
    """Rulings on boxed cards that stand."""
    return tuple(
        ruling
        for ruling in state.rulings
        if ruling.situation is Situation.BOXED_CARD and ruling.number not in state.withdrawn
    )


def _boxed_before(state: TableState, hand: Hand, fact: PersonReported) -> Note | None:
    if fact.card is None:
        unclear = bool(_boxed(state)) and not hand.deal_done
        return note(NoteKey.REPORT_PERHAPS_TOLD, situation=fact.situation) if unclear else None
    told = _named_before(state, fact.card)
    return note(NoteKey.REPORT_TOLD, situation=fact.situation, card=fact.card) if told else None


def _named_before(state: TableState, card: Card) -> bool:
    """Ruled on by this name, whether or not the floor let the ruling fall."""
    return any(
        ruling.situation is Situation.BOXED_CARD and ruling.event is not None and card in ruling.event.cards
        for ruling in state.rulings
    )


def _shown_before(state: TableState, hand: Hand, fact: PersonReported) -> Note | None:
    """Of the same seat: without a name, or with one where the first card has none, it may be the same card."""
    earlier = ruled_shown(state)
    if earlier is None or (None not in (fact.seat, earlier.seat) and fact.seat != earlier.seat):
        return None
    known = _names_of(hand, earlier)
    if fact.card is not None and fact.card in known:
        return note(NoteKey.REPORT_TOLD, situation=fact.situation, card=fact.card)
    another = bool(known) if fact.card is not None else _another_lies_open(hand, earlier)
    return None if another else note(NoteKey.REPORT_PERHAPS_SHOWN, situation=fact.situation)


def _names_of(hand: Hand, ruling: Ruling) -> frozenset[Card]:
    """What is known of the card that a ruling is about, by people and by sensors."""
    told = ruling.event.cards if ruling.event is not None else ()
    seen = (hand.cards[ref].card for ref in ruling.refs if ref in hand.cards)
    return frozenset((*told, *(card for card in seen if card is not None)))


def _another_lies_open(hand: Hand, ruling: Ruling) -> bool:
    """A card that the ruling is not about lies face up at the seat."""
    own = own_cards(hand, ruling.seat) if ruling.seat is not None else ()
    return any(ref not in ruling.refs and hand.cards[ref].face is Face.UP for ref in own)
