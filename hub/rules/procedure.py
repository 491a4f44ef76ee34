"""Procedures as closed loops: which steps may be done now, and how each is seen done.

A step that no sensor sees passes on the dealer's word or when a later step is seen. Finishing the betting and putting
cards back are free of each other; dealing a street waits for both.
"""

from collections.abc import Callable
from typing import Final

from felt.fact import (
    CardArrived,
    DeckChanged,
    DeckChecked,
    DeckEvent,
    DeckHandled,
    Face,
    Fact,
    StepConfirmed,
    StubEvent,
    StubHandled,
)
from felt.ids import Ref
from felt.place import SeatNo, Spot, seat_place
from felt.situation import Sense, Situation, Step, Tracker
from hub.rules import betting as bets
from hub.rules import standing
from hub.rules.deck import good_check
from hub.rules.hand import Hand, dealt_cards, own_cards, street_size, unplaced
from hub.rules.ruling import Ruling, StepPlan
from hub.rules.state import Progress, TableState

DEALS: Final = {Step.DEAL_FLOP: 1, Step.DEAL_TURN: 2, Step.DEAL_RIVER: 3}
"""The street that each dealing step deals."""

_TAIL: Final = frozenset({Step.BURN, *DEALS})
_FREE: Final = frozenset({Step.FINISH_BETTING, Step.KEEP_BURN})
GATHERING: Final = frozenset({Step.TAKE_BACK, Step.SET_ASIDE, Step.MIX})
"""The steps that lift the cards a ruling is about; until one is done, more of them may still land."""

MAKES_FIRST_BURN: Final = frozenset({Step.EXCHANGE, Step.BURN_EXTRA})
"""The steps by which a card of the deal becomes the burn before the first street (bfsp 6.6.1)."""

_AT_SEATS: Final = frozenset({Step.EXCHANGE, Step.DEAL_MISSING, Step.BURN_EXTRA})
_UNSEEN: Final = frozenset(
    {
        Step.STOP,
        Step.CALL_FLOOR,
        Step.GATHER_ALL,
        Step.SHUFFLE,
        Step.CUT,
        Step.REDEAL,
        Step.REPLACE_DECK,
        Step.RETURN,
        Step.SHUFFLE_STUB,
        Step.CUT_STUB,
        Step.KEEP_BURN,
        Step.RETURN_CHIPS,
        Step.CHOOSE_ALL_IN,
        Step.RESTORE,
        Step.CORRECT_POT,
        Step.MUCK_EXTRA,
        Step.DEAL_COMMON,
    }
)
"""What no sensor sees done."""

DEAL_GOES_ON: Final = frozenset({Step.SET_ASIDE})
PLAY_GOES_ON: Final = frozenset({Step.SET_ASIDE, Step.MUCK})
CARDS_GO_ON: Final = frozenset({*PLAY_GOES_ON, Step.RETURN, Step.SHUFFLE_STUB, Step.CUT_STUB})
"""Last steps that a further hole card, act, or burn or board card shows to be done or needless."""


def due(progress: Progress, ruling: Ruling) -> tuple[tuple[int, StepPlan], ...]:
    """The steps that may be done now, the next one first."""
    done = progress.done
    left = [(index, plan) for index, plan in enumerate(ruling.steps) if index not in done]
    if not left:
        return ()
    segment: list[tuple[int, StepPlan]] = []
    for each in left:
        segment.append(each)
        if each[1].step in DEALS:
            break
    tail = _TAIL if any(plan.step in DEALS for _, plan in segment) else frozenset()
    chain = [each for each in segment if each[1].step not in _FREE and each[1].step not in tail]
    free = [each for each in segment if each[1].step is Step.FINISH_BETTING]
    now = sorted([*chain[:1], *free]) or [each for each in segment if each[1].step in _TAIL][:1]
    if not done:
        now = [*now, *(each for each in segment if each[1].step is Step.KEEP_BURN)]
    return tuple(now)


def holds_board(state: TableState) -> bool:
    """An open procedure says which board cards come now."""
    for progress in state.open:
        for ruling in state.rulings:
            if ruling.number == progress.number and any(plan.step in DEALS for plan in ruling.steps):
                return True
    return False


def upcoming(progress: Progress, ruling: Ruling, step: Step) -> int | None:
    """The index of the first undone `step` before or with the next street to deal."""
    for index, plan in enumerate(ruling.steps):
        if index in progress.done:
            continue
        if plan.step is step:
            return index
        if plan.step in DEALS:
            return None
    return None


def passable(state: TableState, plan: StepPlan) -> bool:
    """A step that may count as done when a later one is seen: no sensor of this table would have seen it."""
    step, watch = plan.step, state.watch
    if step in _UNSEEN:
        return True
    if step is Step.FINISH_BETTING:
        return state.setup.tracker is Tracker.NONE
    if step in _AT_SEATS:
        return not watch.sees(Sense.HOLE)
    if step is Step.BURN or step is Step.DRAW_BURN:
        return not watch.sharp(Sense.BURN)
    if step is Step.MUCK:
        return True
    if step in GATHERING:
        return not plan.refs or not watch.sees(Sense.BOARD)
    return not watch.sees(Sense.BOARD)


def is_done(state: TableState, hand: Hand, plan: StepPlan, fact: Fact | None) -> bool:
    """Tells whether the table as it is now, or `fact`, shows the step done."""
    check = _CHECKS.get(plan.step)
    return check is not None and check(state, hand, plan, fact)


def confirmed(state: TableState, progress: Progress, ruling: Ruling, fact: StepConfirmed) -> tuple[int, ...]:
    """The steps that a person's word completes: the named one, else the first due one that no sensor sees."""
    now = due(progress, ruling)
    if fact.step is not None:
        for index, plan in now:
            if plan.step is fact.step:
                return (index,)
        return _by_word(state, progress, ruling, fact.step)
    for index, plan in now:
        if not plan.sensed and plan.step is not Step.KEEP_BURN:
            return (index,)
    return (now[0][0],) if now else ()


def _by_word(state: TableState, progress: Progress, ruling: Ruling, step: Step) -> tuple[int, ...]:
    """A person says that a later step is done: what was to be lifted before it was, if any of it was."""
    hand = state.hand
    passed: list[int] = []
    for index, plan in enumerate(ruling.steps):
        if index in progress.done or plan.step is Step.FINISH_BETTING:
            continue
        if plan.step is step:
            return (*passed, index)
        begun = plan.step in GATHERING and hand is not None and any(_gone(hand, ref) for ref in plan.refs)
        if not begun and not passable(state, plan):
            return ()
        passed.append(index)
    return ()


def _gone(hand: Hand, ref: Ref) -> bool:
    at = hand.cards.get(ref)
    return at is None or at.away or at.place.spot not in (Spot.BOARD, Spot.BURN, Spot.SEAT)


def overtaken(state: TableState, hand: Hand, progress: Progress, ruling: Ruling, fact: Fact) -> tuple[int, ...]:
    """Steps that count as done because `fact` shows a later one done."""
    drawn = fact.ref if isinstance(fact, CardArrived) and fact.place.spot is Spot.BURN else None
    return _later(state, progress, ruling, lambda plan: is_done(state, hand, plan, fact), drawn)


def _later(
    state: TableState, progress: Progress, ruling: Ruling, shown: Callable[[StepPlan], bool], drawn: Ref | None
) -> tuple[int, ...]:
    """`drawn` is a card that comes to the burn place now: one of those to be mixed shows that they were.

    A street that nobody saw dealt has no betting that could be seen finished.
    """
    passed: list[int] = []
    for index, plan in enumerate(ruling.steps):
        if index in progress.done:
            continue
        if plan.step is Step.FINISH_BETTING and any(ruling.steps[before].step in DEALS for before in passed):
            return ()
        if passed and shown(plan):
            return (*passed, index)
        if not passable(state, plan) and not (plan.step is Step.MIX and drawn in plan.refs):
            return ()
        passed.append(index)
    return ()


def _lifted(_state: TableState, hand: Hand, plan: StepPlan, _fact: Fact | None) -> bool:
    """None of the cards lies on the board, at the burns or at a seat any more."""
    if not plan.refs:
        return False
    return all(_gone(hand, ref) for ref in plan.refs)


def _mixed(_state: TableState, hand: Hand, plan: StepPlan, _fact: Fact | None) -> bool:
    """Each card was lifted or turned face down."""
    if not plan.refs:
        return False
    for ref in plan.refs:
        at = hand.cards.get(ref)
        if at is not None and not at.away and at.place.spot is Spot.BOARD and at.face is not Face.DOWN:
            return False
    return True


def _drawn(_state: TableState, _hand: Hand, plan: StepPlan, fact: Fact | None) -> bool:
    if not isinstance(fact, CardArrived) or fact.place.spot is not Spot.BURN:
        return False
    return not plan.refs or fact.ref in plan.refs


def _returned(_state: TableState, hand: Hand, plan: StepPlan, _fact: Fact | None) -> bool:
    return bool(plan.refs) and not any(ref in hand.cards for ref in plan.refs)


def _betting_done(state: TableState, hand: Hand, _plan: StepPlan, _fact: Fact | None) -> bool:
    return state.setup.tracker is not Tracker.NONE and not standing.known_open(hand.betting)


def _stub(what: StubEvent, deck: DeckEvent) -> Callable[[TableState, Hand, StepPlan, Fact | None], bool]:
    def seen(_state: TableState, _hand: Hand, _plan: StepPlan, fact: Fact | None) -> bool:
        if isinstance(fact, StubHandled):
            return fact.what is what
        return isinstance(fact, DeckHandled) and fact.what is deck

    return seen


def _burned(_state: TableState, _hand: Hand, _plan: StepPlan, fact: Fact | None) -> bool:
    return isinstance(fact, CardArrived) and fact.place.spot is Spot.BURN


def _street_dealt(state: TableState, hand: Hand, plan: StepPlan, _fact: Fact | None) -> bool:
    if strangers(state, hand, plan):
        return False
    return len(unplaced(hand)) >= street_size(hand.game, DEALS[plan.step])


def strangers(state: TableState, hand: Hand, plan: StepPlan) -> tuple[Ref, ...]:
    """Cards on the board that the street cannot have: it is made of the cards that were mixed and not drawn, and of new
    ones only as far as those do not suffice (bfsp 6.6.3, 6.6.8, tda 39-A, 39-B)."""
    mixed = _mixed_for(state, plan)
    if not mixed or not state.watch.sharp(Sense.BOARD) or hand.partial:
        return ()
    fresh = [ref for ref in unplaced(hand) if ref not in mixed]
    return tuple(fresh[max(0, street_size(hand.game, DEALS[plan.step]) + 1 - len(mixed)) :])


def _mixed_for(state: TableState, plan: StepPlan) -> tuple[Ref, ...]:
    """The cards that an open procedure mixes and draws the burn from, where it deals its street by this step."""
    still = {progress.number for progress in state.open}
    for ruling in state.rulings:
        if ruling.number in still and plan in ruling.steps and ruling.situation is not Situation.WRONG_STEP:
            return next((each.refs for each in ruling.steps if each.step is Step.DRAW_BURN), ())
    return ()


def _common_dealt(_state: TableState, _hand: Hand, _plan: StepPlan, fact: Fact | None) -> bool:
    return isinstance(fact, CardArrived) and fact.place.spot is Spot.BOARD


def _exchanged(_state: TableState, hand: Hand, plan: StepPlan, _fact: Fact | None) -> bool:
    if plan.seat is None:
        return False
    own = own_cards(hand, plan.seat)
    if any(ref in own and not hand.cards[ref].away for ref in plan.refs):
        return False
    need = hand.game.hole_cards
    if not hand.board_game:
        others = (seat for seat in bets.live_seats(hand.betting) if seat != plan.seat)
        need = max((len(own_cards(hand, seat)) for seat in others), default=need)
    return len([ref for ref in own if ref not in plan.refs]) >= need


def _mucked(_state: TableState, hand: Hand, plan: StepPlan, _fact: Fact | None) -> bool:
    seat = plan.seat
    if seat is None or not dealt_cards(hand, seat):
        return False
    if not hand.deal_done and hand.over is None and len(hand.seats) > 1:
        return False
    return all(hand.cards[ref].away for ref in own_cards(hand, seat))


def _extra_burned(_state: TableState, hand: Hand, plan: StepPlan, _fact: Fact | None) -> bool:
    """One of the seat's cards came to the burn place, whichever the dealer took."""
    return any(hand.cards[ref].origin.number == plan.seat for ref in hand.burns if _from_seat(hand, ref))


def _from_seat(hand: Hand, ref: Ref) -> bool:
    return ref in hand.cards and hand.cards[ref].origin.spot is Spot.SEAT


def _served(_state: TableState, hand: Hand, plan: StepPlan, fact: Fact | None) -> bool:
    """A card comes to the seat and makes its hand whole; a hand that merely looks whole was miscounted by sensors."""
    if plan.seat is None or not isinstance(fact, CardArrived) or fact.place != seat_place(plan.seat):
        return False
    return whole(hand, plan)


def whole(hand: Hand, plan: StepPlan) -> bool:
    """The seat of a step has as many cards as the game deals it, as far as the sensors see."""
    return plan.seat is not None and len(own_cards(hand, plan.seat)) >= hand.game.hole_cards


def _restored(_state: TableState, hand: Hand, plan: StepPlan, fact: Fact | None) -> bool:
    if not isinstance(fact, CardArrived) or fact.place.spot is not Spot.SEAT or fact.place.number != plan.seat:
        return False
    return plan.seat is not None and len(own_cards(hand, SeatNo(plan.seat))) >= hand.game.hole_cards


def _new_deck(_state: TableState, _hand: Hand, _plan: StepPlan, fact: Fact | None) -> bool:
    return isinstance(fact, DeckChanged) or (isinstance(fact, DeckChecked) and good_check(fact))


_CHECKS: Final[dict[Step, Callable[[TableState, Hand, StepPlan, Fact | None], bool]]] = {
    Step.TAKE_BACK: _lifted,
    Step.SET_ASIDE: _lifted,
    Step.MIX: _mixed,
    Step.DRAW_BURN: _drawn,
    Step.RETURN: _returned,
    Step.FINISH_BETTING: _betting_done,
    Step.SHUFFLE_STUB: _stub(StubEvent.SHUFFLED, DeckEvent.SHUFFLE),
    Step.CUT_STUB: _stub(StubEvent.CUT, DeckEvent.CUT),
    Step.SHUFFLE: _stub(StubEvent.SHUFFLED, DeckEvent.SHUFFLE),
    Step.CUT: _stub(StubEvent.CUT, DeckEvent.CUT),
    Step.BURN: _burned,
    Step.DEAL_FLOP: _street_dealt,
    Step.DEAL_TURN: _street_dealt,
    Step.DEAL_RIVER: _street_dealt,
    Step.DEAL_COMMON: _common_dealt,
    Step.EXCHANGE: _exchanged,
    Step.MUCK: _mucked,
    Step.DEAL_MISSING: _served,
    Step.BURN_EXTRA: _extra_burned,
    Step.RESTORE: _restored,
    Step.REPLACE_DECK: _new_deck,
}
