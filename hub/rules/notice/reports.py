"""What people say: a report in the words of the situations becomes an irregularity with the cards it is about."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from felt.fact import By, Face, PersonReported, QuestionAnswered
from felt.ids import FactId, Ref
from felt.place import SeatNo, Spot
from felt.situation import Question, Sense, Situation
from hub.rules.betting import live_seats
from hub.rules.hand import Hand, dealt_cards, due_cards, own_cards, street_size, unplaced
from hub.rules.irregularity import Irregularity, Moment
from hub.rules.notice.board import EARLY, STREET_OF
from hub.rules.notice.down_cards import exposure, open_count
from hub.rules.notice.exposure import SHOWN, ruled_shown
from hub.rules.notice.twice import boxed_names
from hub.rules.state import TableState
from hub.rules.told import number_told

COUNTED: Final = frozenset(
    {
        Situation.TOO_MANY_CARDS,
        Situation.TOO_FEW_CARDS,
        Situation.BUTTON_SHORT,
        Situation.SEAT_SKIPPED,
    }
)
REPEATABLE: Final = frozenset({Situation.BOXED_CARD, Situation.TOUCHED_MUCK})
"""What may be reported again in one hand without being the same event."""

FANTASY: Final = 14
"""What a player in fantasy is dealt at once (bfsp 8)."""

DECK: Final = frozenset({Situation.DECK_COUNT, Situation.DUPLICATE_CARD, Situation.FOREIGN_CARD})
_EARLY: Final = frozenset({*EARLY.values(), Situation.PREMATURE_STREET})
_BURNS: Final = frozenset({Situation.MISSING_BURN, Situation.EXTRA_BURN})
WIDE: Final = frozenset(
    {
        Situation.FOUR_CARD_FLOP,
        Situation.OVERFULL_FLOP,
        Situation.EXTRA_BOARD_CARD,
        Situation.SHORT_FLOP,
    }
)
_STUD_SHOWN: Final = frozenset({Situation.DOWN_CARD_EXPOSED, Situation.SEVENTH_UP})
_GONE: Final = frozenset({Situation.HAND_IN_MUCK, Situation.ALL_IN_MUCKED})


def reported(
    state: TableState, hand: Hand, fact_id: FactId, fact: PersonReported, moments: tuple[Moment, ...]
) -> Irregularity:
    """The irregularity that a report speaks of, with what the table knows filled in."""
    event = Irregularity(
        fact.situation,
        seat=fact.seat,
        cards=(fact.card,) if fact.card is not None else (),
        count=fact.count,
        street=hand.street,
        place=fact.place,
        reported=True,
        evidence=(fact_id,),
        text=fact.text,
    )
    for group, fill in _FILLS:
        if event.situation in group:
            return fill(state, hand, event, moments)
    return event


Fill = Callable[[TableState, Hand, Irregularity, tuple[Moment, ...]], Irregularity]


def count_is_right(hand: Hand, fact: PersonReported) -> bool:
    """A person counted a seat's cards, and they are as many as they should be."""
    if fact.situation is Situation.FANTASY_COUNT:
        return fact.count == FANTASY
    if fact.situation not in COUNTED or fact.seat is None or fact.count is None or not hand.game.has_betting:
        return False
    return fact.seat in hand.seats and fact.count == due_cards(hand)


_SHORT: Final = Situation.BUTTON_SHORT


def _counted(_state: TableState, hand: Hand, event: Irregularity, _moments: tuple[Moment, ...]) -> Irregularity:
    """A count tells which situation it is; a situation without a count tells the count."""
    seat, count, due = event.seat, event.count, due_cards(hand)
    if not hand.game.has_betting:
        return event if event.situation is Situation.SEAT_SKIPPED else replace(event, situation=Situation.OFC_COUNT)
    if event.situation is _SHORT and not hand.game.has_button:
        event = replace(event, situation=Situation.TOO_FEW_CARDS)
    if event.situation is _SHORT and seat is None:
        seat = hand.button
    if count is None:
        guess = {Situation.TOO_MANY_CARDS: due + 1, Situation.SEAT_SKIPPED: 0}
        return replace(event, seat=seat, count=guess.get(event.situation, due - 1), refs=_extra(hand, seat, event))
    if seat is not None and seat not in hand.seats and count:
        return replace(event, situation=Situation.UNENTITLED_HAND, refs=own_cards(hand, seat))
    if count > due:
        situation = Situation.TOO_MANY_CARDS
    elif count == 0:
        situation = Situation.SEAT_SKIPPED
    elif seat is not None and due - count == 1 and (_at_button(hand, seat) or event.situation is _SHORT):
        situation = Situation.BUTTON_SHORT
    else:
        situation = Situation.TOO_FEW_CARDS
    event = replace(event, situation=situation, seat=seat)
    return replace(event, refs=_extra(hand, seat, event))


def _at_button(hand: Hand, seat: SeatNo) -> bool:
    """The seat has the button, in a game that has one."""
    return hand.game.has_button and seat == hand.button


def _extra(hand: Hand, seat: SeatNo | None, event: Irregularity) -> tuple[Ref, ...]:
    """The cards beyond the right number, where the sensors saw them come."""
    if seat is None or event.situation is not Situation.TOO_MANY_CARDS:
        return ()
    return own_cards(hand, seat)[due_cards(hand) :]


def _stranger(_state: TableState, hand: Hand, event: Irregularity, _moments: tuple[Moment, ...]) -> Irregularity:
    """A hand at a seat without a right to it: as many cards as are seen there, else a whole one."""
    own = own_cards(hand, event.seat) if event.seat is not None else ()
    return replace(event, refs=own, count=event.count or len(own) or due_cards(hand))


def _early(_state: TableState, hand: Hand, event: Irregularity, _moments: tuple[Moment, ...]) -> Irregularity:
    if not hand.board_game:
        return _early_at_seats(hand, event)
    wanted = STREET_OF.get(event.situation)
    fresh = unplaced(hand)
    street = wanted or (hand.street + 1 if fresh else max(1, hand.street))
    refs = fresh if street > hand.street else _street(hand, street)
    since = hand.betting.mark if street <= hand.street else len(hand.betting.said)
    return replace(event, situation=EARLY.get(street, event.situation), street=street, refs=refs, since=since)


def _early_at_seats(hand: Hand, event: Irregularity) -> Irregularity:
    """The next street's cards at the seats while its betting is open, else those of the street that stands."""
    fresh = _beyond(hand, due_cards(hand))
    since = len(hand.betting.said) if fresh else hand.betting.mark
    return replace(
        event,
        situation=Situation.PREMATURE_STREET,
        street=hand.street + 1 if fresh else hand.street,
        refs=fresh,
        since=since,
    )


def _beyond(hand: Hand, count: int) -> tuple[Ref, ...]:
    """The cards that live seats got beyond so many."""
    return tuple(ref for seat in live_seats(hand.betting) for ref in own_cards(hand, seat)[count:])


def _street(hand: Hand, street: int) -> tuple[Ref, ...]:
    """The cards of a street that stands, with those that came too many."""
    first = sum(street_size(hand.game, number) for number in range(1, street))
    return (*hand.placed[first : first + street_size(hand.game, street)], *unplaced(hand))


def _burn(_state: TableState, hand: Hand, event: Irregularity, _moments: tuple[Moment, ...]) -> Irregularity:
    if not hand.board_game:
        return _burn_of_stud(hand, event)
    fresh = unplaced(hand)
    ahead = bool(fresh) or (event.situation is Situation.EXTRA_BURN and len(hand.ready) > 1)
    if ahead or hand.street == 0:
        refs = hand.ready[-1:] if event.situation is Situation.EXTRA_BURN else fresh
        return replace(event, street=hand.street + 1, refs=refs, since=len(hand.betting.said))
    refs = () if event.situation is Situation.EXTRA_BURN else _street(hand, hand.street)
    return replace(event, street=hand.street, refs=refs, since=hand.betting.mark, text="board")


def _burn_of_stud(hand: Hand, event: Irregularity) -> Irregularity:
    fresh = _beyond(hand, due_cards(hand))
    missing = event.situation is Situation.MISSING_BURN
    if fresh or hand.street == 0 or (not missing and len(hand.ready) > 1):
        refs = fresh if missing else hand.ready[-1:]
        return replace(event, street=hand.street + 1, refs=refs, since=len(hand.betting.said))
    refs = _beyond(hand, hand.game.seat_cards(hand.street - 1)) if missing else ()
    return replace(event, street=hand.street, refs=refs, since=hand.betting.mark, text="board")


def _wide(_state: TableState, hand: Hand, event: Irregularity, _moments: tuple[Moment, ...]) -> Irregularity:
    street = 1 if event.situation is not Situation.EXTRA_BOARD_CARD else max(1, hand.street)
    refs = _street(hand, street)
    return replace(event, street=street, refs=refs, count=event.count or len(refs), since=hand.betting.mark)


def _shown(state: TableState, hand: Hand, event: Irregularity, _moments: tuple[Moment, ...]) -> Irregularity:
    """An exposed card: which one, whether it was a blind's first, and whether another one was exposed before."""
    if not hand.board_game:
        return _open_card(hand, event)
    earlier, seat = ruled_shown(state), event.seat
    ref = _face_up(hand, event)
    refs = (ref,) if ref is not None else ()
    if earlier is not None and not (refs and refs == earlier.refs):
        all_refs = (*earlier.refs, *refs)
        return replace(
            event, situation=Situation.EXPOSED_SEVERAL, refs=all_refs, by_dealer=True, replaces=earlier.number
        )
    number = hand.dealt.get(seat, 0) if seat is not None else 0
    counted = state.watch.sees(Sense.HOLE)  # else no sensor knows how many cards of the deal came before
    first = event.situation is Situation.EXPOSED_FIRST_CARD or (
        counted and not hand.deal_done and number == 1 and seat in (hand.small, hand.big)
    )
    said_first = event.situation is Situation.EXPOSED_FIRST_CARD
    opening = (counted and hand.total_dealt == 1) or (said_first and seat == hand.order[0])
    place = hand.order.index(seat) + 1 if said_first and seat in hand.order else None
    return replace(
        event,
        situation=Situation.EXPOSED_FIRST_CARD if first or opening else Situation.EXPOSED_HOLE_CARD,
        refs=refs,
        count=place or (hand.total_dealt if counted and not hand.deal_done else None),
        first=first,
        opening=opening,
        by_dealer=True,
    )


def _open_card(hand: Hand, event: Irregularity) -> Irregularity:
    """Stud: which card lies open that should not, and how many of the seat's cards do."""
    ref = _face_up(hand, event)
    count = open_count(hand, event.seat) if event.seat is not None else 0
    situation = event.situation if event.situation in _STUD_SHOWN else exposure(hand)
    return replace(
        event, situation=situation, refs=(ref,) if ref is not None else (), count=max(1, count), by_dealer=True
    )


def _face_up(hand: Hand, event: Irregularity) -> Ref | None:
    """The card of the seat that was seen, else the newest one there."""
    if event.seat is None:
        return None
    own = own_cards(hand, event.seat)
    for ref in own:
        at = hand.cards[ref]
        if (event.cards and at.card in event.cards) or (not event.cards and at.face is Face.UP):
            return ref
    return own[-1] if own else None


def _absent(_state: TableState, _hand: Hand, event: Irregularity, moments: tuple[Moment, ...]) -> Irregularity:
    """A person says so: it is as if the moment at which the book looks had come."""
    return replace(event, moment=moments[0] if moments else Moment.DEAL_COMPLETE)


def _gone(_state: TableState, hand: Hand, event: Irregularity, _moments: tuple[Moment, ...]) -> Irregularity:
    refs = dealt_cards(hand, event.seat)
    in_muck = [at for ref in refs if (at := hand.cards[ref]).place.spot is Spot.MUCK]
    seen = any(at.by is By.DEALER for at in in_muck)
    by_dealer = event.situation is Situation.ALL_IN_MUCKED or "dealer" in event.text or seen
    return replace(event, refs=refs, by_dealer=by_dealer)


def _boxed(state: TableState, hand: Hand, event: Irregularity, _moments: tuple[Moment, ...]) -> Irregularity:
    """Boxed cards are counted in the deal only, and by their names: one without a name may be any of the others."""
    if hand.deal_done:
        return replace(event, count=1, text="after the deal")
    return replace(event, count=max(1, len(boxed_names(state) | set(event.cards))))


_FILLS: Final[tuple[tuple[frozenset[Situation], Fill], ...]] = (
    (COUNTED, _counted),
    (frozenset({Situation.UNENTITLED_HAND}), _stranger),
    (_EARLY, _early),
    (_BURNS, _burn),
    (WIDE, _wide),
    (SHOWN, _shown),
    (_STUD_SHOWN, lambda _state, hand, event, _moments: _open_card(hand, event)),
    (_GONE, _gone),
    (frozenset({Situation.ABSENT_HAND}), _absent),
    (frozenset({Situation.BOXED_CARD}), _boxed),
)


def reported_answer(state: TableState, fact: QuestionAnswered) -> PersonReported | None:
    """An answer to `card-count` that nobody asked for is a report of that count."""
    hand = state.hand
    count = number_told(fact.value)
    if hand is None or fact.question is not Question.CARD_COUNT or fact.seat is None or count is None:
        return None
    if count == due_cards(hand):
        return None
    return PersonReported(Situation.TOO_FEW_CARDS, fact.seat, count=min(count, 99))
