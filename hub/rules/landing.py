"""What cards that come, go and turn change at the table, by mechanics alone."""

from typing import Final

from msgspec.structs import replace

from felt.fact import Between, By, CardArrived, CardLeft, CardTurned, Face
from felt.ids import FactId
from felt.place import SeatNo, Spot
from felt.situation import Sense, Step, Tracker
from hub.rules import betting as bets
from hub.rules import standing
from hub.rules.deck import dealt_from
from hub.rules.hand import PRESSED_EARLY, Hand, all_in_muck, arrive, leave, own_cards, turn
from hub.rules.irregularity import swept
from hub.rules.procedure import holds_board
from hub.rules.state import TableState
from hub.rules.streets import complete_street, end_deal, settle_street
from hub.rules.stud import begin_betting, settle_seats, stand_seats

_MAKES_BURN: Final = frozenset({Step.DRAW_BURN, Step.EXCHANGE, Step.BURN, Step.BURN_EXTRA})

_BRINGS: Final = frozenset({Step.EXCHANGE, Step.DEAL_MISSING})
"""The steps that bring a new hole card to a seat."""


def arrived(state: TableState, fact_id: FactId, fact: CardArrived) -> TableState:
    """A card came to a place."""
    now = fact.between.by
    hand = state.hand
    if hand is None:
        return replace(state, now=now) if now > state.now else state
    if fact.ref in hand.stale:
        return state
    fresh = fact.ref not in hand.cards
    if hand.over is None and fresh and not hand.total_dealt and fact.place.spot is Spot.SEAT:
        state = replace(state, deck=dealt_from(state.deck))
    hand = _own_deal(arrive(hand, fact_id, fact))
    if hand.betting.skipped and fact.place.spot is Spot.SEAT and hand.over is None:
        hand = _let_in(hand, fact)
    if fresh and hand.over is None:
        hand = _dealt(state, hand, fact)
    elif not fresh and fact.place.spot is Spot.BURN and state.rulings and _is_pick(state, fact):
        hand = replace(hand, ready=(*hand.ready, fact.ref))
    elif not fresh and hand.over is None and fact.ref in hand.cards:
        hand = _wandered(hand, fact)
    return replace(state, hand=_tabled(hand), now=max(now, state.now))


def _own_deal(hand: Hand) -> Hand:
    """The machine was started before the last hand was over, and now seats get new cards: they are this hand's."""
    if hand.partial != PRESSED_EARLY or len(hand.dealt) < 2 or hand.betting.said or hand.betting.closed_rounds:
        return hand
    return hand if hand.board or hand.burns else replace(hand, partial=None, note=None)


def _let_in(hand: Hand, fact: CardArrived) -> Hand:
    """A seat that nobody waited for has a card after all: a new one, or one that no other hand can lack."""
    seat, origin = SeatNo(fact.place.number or 0), hand.cards[fact.ref].origin
    if origin != fact.place and origin.number in hand.seats:
        return hand
    return replace(hand, betting=bets.let_in(hand.betting, seat))


def _wandered(hand: Hand, fact: CardArrived) -> Hand:
    """A seat's last card came to the muck on its turn, or where acts are not tracked; or a card of it came back."""
    at = hand.cards[fact.ref]
    seat = SeatNo(at.origin.number or 0)
    if at.origin.spot is not Spot.SEAT or seat not in hand.betting.speaking:
        return hand
    betting = hand.betting
    if fact.place == at.origin:
        return replace(hand, betting=bets.unmuck(betting, seat)) if seat in betting.mucked else hand
    if fact.place.spot is not Spot.MUCK or seat in betting.out or seat in betting.dead or fact.by is By.DEALER:
        return hand
    turn_of = betting.mode is not Tracker.FULL or betting.pending[:1] == (seat,)
    if not turn_of or hand.dealt.get(seat, 0) < hand.game.hole_cards or not all_in_muck(hand, seat):
        return hand
    return replace(hand, betting=bets.muck(betting, seat), deal_done=True)


def _is_pick(state: TableState, fact: CardArrived) -> bool:
    """A card that a ruling makes a burn comes to the burn place: it is the next burn (bfsp 6.6.1, 6.6.3)."""
    hand = state.hand
    origin = hand.cards[fact.ref].origin.number if hand is not None and fact.ref in hand.cards else None
    return any(
        fact.ref in plan.refs or (plan.step is Step.BURN_EXTRA and plan.seat == origin)
        for ruling in state.rulings
        if ruling.number not in state.withdrawn
        for plan in ruling.steps
        if plan.step in _MAKES_BURN
    )


def _dealt(state: TableState, hand: Hand, fact: CardArrived) -> Hand:
    """A card came out of the stub in an open hand."""
    spot = fact.place.spot
    if spot is Spot.SEAT:
        if hand.deal_done and hand.board_game:
            return replace(hand, exposed=(*hand.exposed, fact.ref)) if _replaced_open(state, hand, fact) else hand
        if hand.deal_done:
            return settle_seats(state, hand)
        if fact.face is Face.UP and _should_be_down(state, hand, fact):
            hand = replace(hand, exposed=(*hand.exposed, fact.ref))
        return _end_deal(hand) if _all_dealt(hand) else hand
    if spot is Spot.BOARD or spot is Spot.BURN:
        if not hand.deal_done and hand.total_dealt and not (spot is Spot.BURN and _deal_goes_on(state, hand)):
            hand = end_deal(state, hand)
        if spot is Spot.BOARD and not (state.open and holds_board(state)):
            hand = settle_street(complete_street(hand, fact.ref)) if hand.board_game else _common_card(state, hand)
    return hand


def _replaced_open(state: TableState, hand: Hand, fact: CardArrived) -> bool:
    """The dealer laid the card open that a procedure brings to the seat, before anybody acted."""
    if fact.face is not Face.UP or fact.by is By.PLAYER or _begun(hand) or swept(fact.between):
        return False
    still = {progress.number for progress in state.open}
    return any(
        plan.step in _BRINGS and plan.seat == fact.place.number
        for ruling in state.rulings
        if ruling.number in still
        for plan in ruling.steps
    )


def _deal_goes_on(state: TableState, hand: Hand) -> bool:
    """Nobody acted, where every act is told, and by readers that miss no card several seats lack one."""
    if hand.betting.mode is not Tracker.FULL or not state.watch.sharp(Sense.HOLE) or hand.partial or state.watch.blind:
        return False
    return hand.game.has_betting and sum(hand.dealt.get(seat, 0) < hand.game.hole_cards for seat in hand.seats) > 1


def _should_be_down(state: TableState, hand: Hand, fact: CardArrived) -> bool:
    """The game deals this card of the deal face down."""
    number = _round_of(state, hand, SeatNo(fact.place.number or 0), fact.between)
    return hand.game.has_betting and not hand.game.seat_card_up(number)


def _round_of(state: TableState, hand: Hand, seat: SeatNo, came: Between) -> int:
    """In which round of the deal, from 1, the seat got its card that `came` then.

    Where a reader may have missed one, the seat is as far as any other, and a round further than those dealt after it
    were before the card certainly came.
    """
    number = hand.dealt.get(seat, 0)
    if state.watch.sharp(Sense.HOLE) or seat not in hand.order:
        return number
    behind = hand.order[hand.order.index(seat) + 1 :]
    before = [1 + sum(hand.cards[ref].between.precedes(came) for ref in own_cards(hand, other)) for other in behind]
    return max(number, *(hand.dealt.get(at, 0) for at in hand.seats), *before)


def _common_card(state: TableState, hand: Hand) -> Hand:
    """One card for all is the last street where the deck runs out (tda RP-10, rrop stud)."""
    if not hand.game.has_betting or hand.street + 1 != hand.game.last_street or standing.known_open(hand.betting):
        return hand
    return hand if standing.decided(hand.betting) else stand_seats(state, hand)


def _all_dealt(hand: Hand) -> bool:
    need = hand.game.hole_cards
    if hand.total_dealt < need * len(hand.seats):
        return False
    dealt = hand.dealt
    return all(dealt.get(seat, 0) >= need for seat in hand.seats)


def _end_deal(hand: Hand) -> Hand:
    return begin_betting(replace(hand, deal_done=True))


def left(state: TableState, _id: FactId, fact: CardLeft) -> TableState:
    """A place sees a card no longer."""
    hand = state.hand
    now = max(fact.between.by, state.now)
    if hand is None:
        return replace(state, now=now)
    return replace(state, hand=leave(hand, fact.ref, fact.place), now=now)


def turned(state: TableState, fact_id: FactId, fact: CardTurned) -> TableState:
    """A card shows its other side."""
    hand = state.hand
    now = max(fact.between.by, state.now)
    if hand is None:
        return replace(state, now=now)
    hand = _dealt_up(state, turn(hand, fact_id, fact), fact)
    at = hand.cards.get(fact.ref)
    in_deal = at is not None and at.place.spot is Spot.SEAT and not _begun(hand)
    by_dealer = fact.by is By.DEALER or (fact.by is By.UNKNOWN and not hand.deal_done)
    if in_deal and by_dealer and fact.face is Face.UP and fact.ref not in hand.exposed and _down(hand, fact):
        hand = replace(hand, exposed=(*hand.exposed, fact.ref))
    return replace(state, hand=_tabled(hand), now=now)


def _tabled(hand: Hand) -> Hand:
    """Whose whole hands lie open, where only closed rounds are told: if all do, nobody can act any more."""
    if hand.betting.mode is not Tracker.ROUNDS or not hand.board_game or not hand.deal_done or hand.over is not None:
        return hand
    tabled = frozenset(seat for seat in bets.live_seats(hand.betting) if _lies_open(hand, seat))
    return hand if tabled == hand.betting.tabled else replace(hand, betting=replace(hand.betting, tabled=tabled))


def _lies_open(hand: Hand, seat: SeatNo) -> bool:
    own = own_cards(hand, seat)
    up = [ref for ref in own if hand.cards[ref].face is Face.UP and not hand.cards[ref].away]
    return len(up) == len(own) >= hand.game.hole_cards


def _dealt_up(state: TableState, hand: Hand, fact: CardTurned) -> Hand:
    """Stud: a card seen face up only now, where the seat still lacks an open one, was dealt so and seen late."""
    at = hand.cards.get(fact.ref)
    if hand.board_game or not hand.game.has_betting or at is None or at.up_first or fact.face is not Face.UP:
        return hand
    if at.place.spot is not Spot.SEAT or at.origin != at.place or fact.by is not By.UNKNOWN:
        return hand
    seat = SeatNo(at.place.number or 0)
    own = own_cards(hand, seat)
    newest = max(len(own), _round_of(state, hand, seat, at.between))
    due = sum(hand.game.seat_card_up(number) for number in range(1, newest + 1))
    open_now = sum(hand.cards[ref].up_first or ref in hand.exposed for ref in own)
    if open_now >= due:
        return hand
    return replace(hand, cards={**hand.cards, fact.ref: replace(at, up_first=True)})


def _down(hand: Hand, fact: CardTurned) -> bool:
    """The card was dealt face down, and should lie so."""
    at = hand.cards.get(fact.ref)
    return hand.game.has_betting and at is not None and not at.up_first


def _begun(hand: Hand) -> bool:
    return bool(hand.betting.said) or hand.street > 0 or hand.betting.closed_rounds > 0
