"""What a fact changes at the table, by mechanics alone: one small function for each kind of fact."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import (
    ActionTaken,
    BreakBegan,
    ButtonMoved,
    By,
    CardArrived,
    CardLeft,
    CardTurned,
    DeckChanged,
    DeckChecked,
    DeckEvent,
    DeckHandled,
    DeviceLost,
    DeviceRestored,
    Face,
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
    ShufflerState,
    TableSeen,
    TimePassed,
    WatchChanged,
)
from felt.ids import FactId, Ref
from felt.place import SeatNo, Spot
from felt.situation import Sense, Step, Tracker
from hub.rules import betting as bets
from hub.rules.hand import CardAt, Hand, arrive, leave, speakers, street_size, turn, unplaced
from hub.rules.procedure import holds_board
from hub.rules.state import Deck, TableState, Watch

_MAKES_BURN: Final = frozenset({Step.DRAW_BURN, Step.EXCHANGE, Step.BURN, Step.BURN_EXTRA})


def evolve(state: TableState, fact_id: FactId, fact: Fact) -> TableState:
    """The table after `fact`, whatever any book says of it. A fact that changes nothing gives the same state."""
    step = _STEPS.get(type(fact))
    return state if step is None else step(state, fact_id, fact)


def _arrived(state: TableState, fact_id: FactId, fact: CardArrived) -> TableState:
    now = fact.between.by
    hand = state.hand
    if hand is None:
        return replace(state, now=now) if now > state.now else state
    if fact.ref in hand.stale:
        return state
    fresh = fact.ref not in hand.cards
    deck = state.deck
    if deck.did and hand.over is None and fresh and not hand.total_dealt and fact.place.spot is Spot.SEAT:
        state = replace(state, deck=replace(deck, did=frozenset()))
    hand = arrive(hand, fact_id, fact)
    if fresh and hand.over is None:
        hand = _dealt(state, hand, fact)
    elif not fresh and fact.place.spot is Spot.BURN and state.rulings and _is_pick(state, fact):
        hand = replace(hand, ready=(*hand.ready, fact.ref))
    elif not fresh and hand.over is None and fact.ref in hand.cards:
        hand = _wandered(hand, fact)
    return replace(state, hand=hand, now=max(now, state.now))


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
    if not turn_of or hand.dealt.get(seat, 0) < hand.game.hole_cards or not _all_in_muck(hand, seat):
        return hand
    return replace(hand, betting=bets.muck(betting, seat), deal_done=True)


def _all_in_muck(hand: Hand, seat: SeatNo) -> bool:
    return all(
        at.place.spot is Spot.MUCK
        for at in hand.cards.values()
        if at.origin.spot is Spot.SEAT and at.origin.number == seat
    )


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
        if hand.deal_done:
            return hand
        if fact.face is Face.UP and hand.board_game:
            hand = replace(hand, exposed=(*hand.exposed, fact.ref))
        return _end_deal(hand) if _all_dealt(hand) else hand
    if spot is Spot.BOARD or spot is Spot.BURN:
        if not hand.deal_done and hand.total_dealt:
            hand = end_deal(state, hand)
        if spot is Spot.BOARD and not (state.open and holds_board(state)):
            hand = settle_street(hand)
    return hand


def _all_dealt(hand: Hand) -> bool:
    need = hand.game.hole_cards
    if hand.total_dealt < need * len(hand.seats):
        return False
    dealt = hand.dealt
    return all(dealt.get(seat, 0) >= need for seat in hand.seats)


def _end_deal(hand: Hand) -> Hand:
    return replace(hand, deal_done=True)


def end_deal(state: TableState, hand: Hand) -> Hand:
    """The deal is over although some seat lacks a card; nobody waits for a seat that was never seen to get one."""
    hand = replace(hand, deal_done=True)
    if not hand.total_dealt or not state.watch.sees(Sense.HOLE):
        return hand
    skipped = frozenset(seat for seat in hand.seats if not hand.dealt.get(seat))
    if not skipped or len(skipped) * 2 >= len(hand.seats):
        return hand
    return replace(hand, betting=bets.leave_out(hand.betting, skipped))


def settle_street(hand: Hand) -> Hand:
    """Let the board cards stand as the next street when they are as many as it needs and nothing speaks against it."""
    need = street_size(hand.game, hand.street + 1)
    if not need or bets.known_open(hand.betting) or bets.decided(hand.betting):
        return hand
    fresh = unplaced(hand)
    if len(fresh) < need:
        return hand
    return stand(hand, fresh[:need])


def stand(hand: Hand, cards: tuple[Ref, ...]) -> Hand:
    """These cards are the next street: its burn is used up and its betting round opens."""
    street = hand.street + 1
    betting = bets.open_round(hand.betting, street, speakers(hand, street), hand.stakes.big)
    return replace(
        hand,
        street=street,
        placed=(*hand.placed, *cards),
        ready=hand.ready[1 + hand.owed :],
        owed=0,
        used=(*hand.used[: street - 1], hand.ready[:1]),
        betting=betting,
        deal_done=True,
    )


def _left(state: TableState, _id: FactId, fact: CardLeft) -> TableState:
    hand = state.hand
    now = max(fact.between.by, state.now)
    if hand is None:
        return replace(state, now=now)
    return replace(state, hand=leave(hand, fact.ref, fact.place), now=now)


def _turned(state: TableState, fact_id: FactId, fact: CardTurned) -> TableState:
    hand = state.hand
    now = max(fact.between.by, state.now)
    if hand is None:
        return replace(state, now=now)
    hand = turn(hand, fact_id, fact)
    at = hand.cards.get(fact.ref)
    in_deal = at is not None and at.place.spot is Spot.SEAT and not _begun(hand)
    by_dealer = fact.by is By.DEALER or (fact.by is By.UNKNOWN and not hand.deal_done)
    if in_deal and by_dealer and fact.face is Face.UP and fact.ref not in hand.exposed and hand.board_game:
        hand = replace(hand, exposed=(*hand.exposed, fact.ref))
    return replace(state, hand=hand, now=now)


def _begun(hand: Hand) -> bool:
    return bool(hand.betting.said) or hand.street > 0 or hand.betting.closed_rounds > 0


def _acted(state: TableState, _id: FactId, fact: ActionTaken) -> TableState:
    hand = state.hand
    if hand is None or hand.over is not None or fact.seat not in hand.seats:
        return state
    if not hand.deal_done:
        hand = end_deal(state, hand)
    if not hand.betting.open:
        hand = _unseen_street(state, hand)
    hand = replace(hand, betting=bets.take_act(hand.betting, fact.seat, fact.action, fact.amount))
    return _after_betting(state, hand)


def _unseen_street(state: TableState, hand: Hand) -> Hand:
    """Play goes on after a closed round at a table that sees no board: the next street was dealt."""
    if state.watch.sees(Sense.BOARD) or state.open or hand.betting.mode is Tracker.NONE or bets.decided(hand.betting):
        return hand
    return stand(hand, ()) if street_size(hand.game, hand.street + 1) else hand


def _after_betting(state: TableState, hand: Hand) -> TableState:
    """Board cards that lay there too early by a late tracker stand once the round is closed."""
    if hand.board and not hand.betting.open and not (state.open and holds_board(state)):
        hand = settle_street(hand)
    return replace(state, hand=hand)


def _round_closed(state: TableState, _id: FactId, _fact: RoundClosed) -> TableState:
    hand = state.hand
    if hand is None or hand.over is not None:
        return state
    if not hand.deal_done:
        hand = end_deal(state, hand)
    if not hand.betting.open:
        hand = _unseen_street(state, hand)
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
        deck=replace(state.deck, did=frozenset()),
    )


def _seat_changed(state: TableState, _id: FactId, fact: SeatChanged) -> TableState:
    seat, status = fact.seat, fact.status
    seats, away, penalty = state.seats, state.away, state.penalty
    if status is SeatStatus.JOINED:
        seats = tuple(sorted({*seats, seat}))
        away -= {seat}
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
    return replace(state, hand=replace(hand, button=fact.seat))


def _level(state: TableState, _id: FactId, fact: LevelChanged) -> TableState:
    return replace(state, stakes=replace(state.stakes, small=fact.small, big=fact.big, ante=fact.ante))


def _deck_handled(state: TableState, _id: FactId, fact: DeckHandled) -> TableState:
    deck = state.deck
    mixed = fact.what in (DeckEvent.SHUFFLE, DeckEvent.WASH)
    return replace(state, deck=replace(deck, did=deck.did | {fact.what}, sorted=deck.sorted and not mixed))


def _shuffler(state: TableState, _id: FactId, fact: ShufflerReported) -> TableState:
    if fact.state is ShufflerState.SORTING:
        return replace(state, deck=replace(state.deck, sorted=True))
    if fact.state is ShufflerState.SHUFFLING and state.deck.sorted:
        return replace(state, deck=replace(state.deck, sorted=False))
    return state


def _deck_changed(state: TableState, _id: FactId, _fact: DeckChanged) -> TableState:
    return replace(state, deck=Deck())


def _deck_checked(state: TableState, _id: FactId, fact: DeckChecked) -> TableState:
    right = fact.count == fact.expected and not fact.doubled and not fact.foreign
    return replace(state, deck=replace(state.deck, fault=None)) if right and state.deck.fault else state


def _time(state: TableState, _id: FactId, fact: TimePassed) -> TableState:
    return replace(state, now=Nanos(state.now + fact.milliseconds * NANOS_PER_MS))


def _partial(state: TableState, why: str) -> TableState:
    hand = state.hand
    if hand is None or hand.over is not None or hand.partial:
        return state
    return replace(state, hand=replace(hand, partial=why))


def _table_seen(state: TableState, _id: FactId, fact: TableSeen) -> TableState:
    """A node started anew: its clock began again, and it claims no arrivals."""
    state = replace(_partial(state, "the sensors started during the hand"), now=Nanos(0), held=())
    hand = state.hand
    if hand is None or hand.over is not None:
        return state
    cards, held, board, burns = dict(hand.cards), dict(hand.held), hand.board, hand.burns
    for seen in fact.cards:
        if seen.ref in cards or seen.ref in hand.stale:
            continue
        cards[seen.ref] = CardAt(place=seen.place, origin=seen.place, face=seen.face, card=seen.card)
        if seen.place.spot is Spot.SEAT and seen.place.number:
            held[seen.place.number] = (*held.get(seen.place.number, ()), seen.ref)  # type: ignore[index, call-overload]
        elif seen.place.spot is Spot.BOARD:
            board = (*board, seen.ref)
        elif seen.place.spot is Spot.BURN:
            burns = (*burns, seen.ref)
    return replace(state, hand=replace(hand, cards=cards, held=held, board=board, burns=burns))


def _gap(state: TableState, _id: FactId, _fact: GapSeen) -> TableState:
    return _partial(state, "some of the hand's messages are missing")


def _watch(state: TableState, _id: FactId, fact: WatchChanged) -> TableState:
    watch = state.watch
    senses = watch.senses if fact.senses is None else {quality.sense: quality.miss_rate for quality in fact.senses}
    state = replace(state, watch=replace(watch, watching=fact.watching, why=fact.why, senses=senses))
    return state if fact.watching else _partial(state, "watching was stopped during the hand")


def _lost(state: TableState, _id: FactId, fact: DeviceLost) -> TableState:
    lost = {**state.watch.lost, fact.part: fact.places}
    state = replace(state, watch=_blinded(state.watch, lost))
    return _partial(state, f"{fact.part} was lost during the hand") if fact.places else state


def _restored(state: TableState, _id: FactId, fact: DeviceRestored) -> TableState:
    lost = {part: places for part, places in state.watch.lost.items() if part != fact.part}
    return replace(state, watch=_blinded(state.watch, lost))


def _doubted(state: TableState, _id: FactId, fact: SensorDoubted) -> TableState:
    lost = {**state.watch.lost, f"doubt {fact.place}": (fact.place,)}
    return replace(state, watch=_blinded(state.watch, lost))


def _blinded(watch: Watch, lost: dict[str, tuple[Any, ...]]) -> Watch:
    return replace(watch, lost=lost, blind=frozenset(place for places in lost.values() for place in places))


def _break(state: TableState, _id: FactId, _fact: BreakBegan) -> TableState:
    return replace(state, on_break=True)


_STEPS: Final[dict[type, Callable[[TableState, FactId, Any], TableState]]] = {
    CardArrived: _arrived,
    CardLeft: _left,
    CardTurned: _turned,
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
    TimePassed: _time,
    TableSeen: _table_seen,
    GapSeen: _gap,
    WatchChanged: _watch,
    DeviceLost: _lost,
    DeviceRestored: _restored,
    SensorDoubted: _doubted,
    BreakBegan: _break,
}
