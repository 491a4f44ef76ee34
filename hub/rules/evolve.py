"""What a fact changes at the table, by mechanics alone: one small function for each kind of fact."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import (
    ActionTaken,
    BreakBegan,
    ButtonMoved,
    CardArrived,
    CardLeft,
    CardTurned,
    DeckChanged,
    DeckChecked,
    DeckHandled,
    DeviceLost,
    DeviceRestored,
    Fact,
    GapSeen,
    HandClosed,
    LevelChanged,
    PotPushed,
    RoundClosed,
    SeatChanged,
    SeatStatus,
    SensorDoubted,
    ShufflerReported,
    StepConfirmed,
    TableSeen,
    TimePassed,
    WatchChanged,
)
from felt.ids import FactId
from felt.situation import Action, Sense, Step
from hub.rules import betting as bets
from hub.rules.button import with_button
from hub.rules.deck import fault_found, handled, hear, replaced, shuffled_by_hand
from hub.rules.hand import Hand, unplaced
from hub.rules.landing import arrived, left, turned
from hub.rules.procedure import holds_board
from hub.rules.readiness import unready
from hub.rules.state import TableState, current
from hub.rules.streets import end_deal, settle_any, street_begun, unseen_street
from hub.rules.watching import doubted, gap, lost, restored, table_seen, watch


def evolve(state: TableState, fact_id: FactId, fact: Fact) -> TableState:
    """The table after `fact`, whatever any book says of it. A fact that changes nothing gives the same state."""
    step = _STEPS.get(type(fact))
    return state if step is None else step(state, fact_id, fact)


def _acted(state: TableState, _id: FactId, fact: ActionTaken) -> TableState:
    hand = state.hand
    if hand is None or hand.over is not None or fact.seat not in hand.seats:
        return state
    if not hand.deal_done:
        hand = end_deal(state, hand)
    if not hand.betting.open:
        hand = _next_street(state, hand, fact.action)
    hand = replace(hand, betting=bets.take_act(hand.betting, fact.seat, fact.action, fact.amount))
    return _after_betting(state, hand)


def _next_street(state: TableState, hand: Hand, action: Action | None) -> Hand:
    """An act where no round is open: of a street that no sensor sees, or that is not wholly there.

    Without a card of it on a board that sees every card, a check is one in the dark, and a closed round the last one.
    """
    hand = unseen_street(state, hand)
    if hand.betting.open or not hand.board_game or (state.open and holds_board(state)):
        return hand
    early = action in (None, Action.CHECK) and state.watch.sharp(Sense.BOARD)
    return hand if early and not unplaced(hand) else street_begun(hand)


def _after_betting(state: TableState, hand: Hand) -> TableState:
    """Board cards that lay there too early by a late tracker stand once the round is closed."""
    early = hand.board or not hand.board_game
    if early and not hand.betting.open and not (state.open and holds_board(state)):
        hand = settle_any(state, hand)
    return replace(state, hand=hand)


def _round_closed(state: TableState, _id: FactId, _fact: RoundClosed) -> TableState:
    hand = state.hand
    if hand is None or hand.over is not None:
        return state
    if not hand.deal_done:
        hand = end_deal(state, hand)
    if not hand.betting.open:
        hand = _next_street(state, hand, None)
    return _after_betting(state, replace(hand, betting=bets.close_round(hand.betting)))


def _pot_pushed(state: TableState, _id: FactId, fact: PotPushed) -> TableState:
    hand = state.hand
    return state if hand is None else replace(state, hand=replace(hand, awards=(*hand.awards, fact.seat)))


def _hand_closed(state: TableState, _id: FactId, _fact: HandClosed) -> TableState:
    hand = state.hand
    if hand is None or hand.over is not None:
        return state
    return replace(
        state,
        hand=replace(hand, over="closed", closed=True),
        closed_at=state.now,
        deck=replace(state.deck, did=frozenset(), by_hand=False),
    )


def _seat_changed(state: TableState, _id: FactId, fact: SeatChanged) -> TableState:
    seat, status = fact.seat, fact.status
    seats, away, penalty = state.seats, state.away, state.penalty
    if status is SeatStatus.JOINED:
        seats = tuple(sorted({*seats, seat}))
        away -= {seat}
        state = replace(state, newcomers=state.newcomers | {seat})
    elif status is SeatStatus.BACK:
        away, penalty = away - {seat}, penalty - {seat}
    elif status is SeatStatus.AWAY:
        away |= {seat}
    elif status is SeatStatus.PENALTY:
        penalty |= {seat}
    else:
        seats = tuple(other for other in seats if other != seat)
        away, penalty = away - {seat}, penalty - {seat}
    hand = state.hand
    if hand is not None and hand.over is None and seat in hand.seats:
        gone = status in (SeatStatus.AWAY, SeatStatus.LEFT)
        hand = replace(hand, away=hand.away | {seat} if gone else hand.away - {seat})
    return replace(state, seats=seats, away=away, penalty=penalty, hand=hand)


def _button_moved(state: TableState, _id: FactId, fact: ButtonMoved) -> TableState:
    """Between hands the next one has its button there; in a hand it is where the next move starts from."""
    hand = state.hand
    if hand is None or hand.over is not None:
        return replace(state, button=fact.seat, button_set=True)
    return replace(state, hand=with_button(hand, fact.seat), button_sure=True)


def _level(state: TableState, _id: FactId, fact: LevelChanged) -> TableState:
    return replace(state, stakes=replace(state.stakes, small=fact.small, big=fact.big, ante=fact.ante))


def _deck_handled(state: TableState, _id: FactId, fact: DeckHandled) -> TableState:
    return replace(state, deck=handled(state.deck, fact.what))


def _shuffler(state: TableState, _id: FactId, fact: ShufflerReported) -> TableState:
    return replace(state, deck=replace(state.deck, machine=hear(state.deck.machine, fact)))


def _deck_changed(state: TableState, _id: FactId, _fact: DeckChanged) -> TableState:
    return replace(state, deck=replaced(state.deck))


def _deck_checked(state: TableState, fact_id: FactId, fact: DeckChecked) -> TableState:
    fault = fault_found(fact_id, fact)
    if fault == state.deck.fault or (fault is not None and not state.watch.watching):
        return state
    return replace(state, deck=replace(state.deck, fault=fault))


def _confirmed(state: TableState, _id: FactId, fact: StepConfirmed) -> TableState:
    """A person's word on the deck: a step that is named, or what the STOP asks for when nothing else is due."""
    stopped = unready(state) if fact.step is None and current(state) is None else None
    step = stopped.step if stopped is not None else fact.step
    if step is Step.SHUFFLE:
        return replace(state, deck=shuffled_by_hand(state.deck))
    return replace(state, deck=replaced(state.deck)) if step is Step.REPLACE_DECK else state


def _time(state: TableState, _id: FactId, fact: TimePassed) -> TableState:
    return replace(state, now=Nanos(state.now + fact.milliseconds * NANOS_PER_MS))


def _break(state: TableState, _id: FactId, _fact: BreakBegan) -> TableState:
    return replace(state, on_break=True)


_STEPS: Final[dict[type, Callable[[TableState, FactId, Any], TableState]]] = {
    CardArrived: arrived,
    CardLeft: left,
    CardTurned: turned,
    ActionTaken: _acted,
    RoundClosed: _round_closed,
    PotPushed: _pot_pushed,
    HandClosed: _hand_closed,
    SeatChanged: _seat_changed,
    ButtonMoved: _button_moved,
    LevelChanged: _level,
    DeckHandled: _deck_handled,
    ShufflerReported: _shuffler,
    DeckChanged: _deck_changed,
    DeckChecked: _deck_checked,
    StepConfirmed: _confirmed,
    TimePassed: _time,
    TableSeen: table_seen,
    GapSeen: gap,
    WatchChanged: watch,
    DeviceLost: lost,
    DeviceRestored: restored,
    SensorDoubted: doubted,
    BreakBegan: _break,
}
