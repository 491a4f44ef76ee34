"""One fact in, a state and its outcomes out."""

from typing import Final

from msgspec.structs import replace

from felt.clock import NANOS_PER_MS
from felt.fact import (
    ActionTaken,
    CardArrived,
    DeckEvent,
    DeckHandled,
    Fact,
    FactWithdrawn,
    HandOpened,
    QuestionAnswered,
    RoundClosed,
    RulingOverruled,
    StepConfirmed,
)
from felt.games import game_named
from felt.ids import FactId
from felt.note import NoteKey, note
from felt.place import Spot
from felt.setup import TableSetup
from felt.situation import Sense, Step
from hub.rules.answering import answered
from hub.rules.apply import apply
from hub.rules.books import SHELF, Shelf
from hub.rules.evolve import evolve
from hub.rules.hand import Hand, present
from hub.rules.notice import notice
from hub.rules.notice.watcher import dispute_heard
from hub.rules.opening import fresh_table, next_hand
from hub.rules.procedure import CARDS_GO_ON, DEAL_GOES_ON, PLAY_GOES_ON
from hub.rules.readiness import replaces
from hub.rules.referee import Referee
from hub.rules.ruling import (
    HandBegan,
    HandEnded,
    Outcome,
    ProcedureCompleted,
    RulingWithdrawn,
    StepDone,
)
from hub.rules.state import NEVER, Entry, TableState, Turn
from hub.rules.undo import absorb_refolded, withdraw

_OPENING: Final = frozenset({DeckEvent.SHUFFLE, DeckEvent.RIFFLE, DeckEvent.CUT, DeckEvent.WASH})


def open_table(setup: TableSetup, *, prefix: str = "h", shelf: Shelf = SHELF) -> TableState:
    """A table before its first hand; hands are named `prefix` and a number.

    Raises BadInput for a game that is not dealt, or a book that is not on the shelf.
    """
    game_named(setup.game)
    return fresh_table(setup, prefix, shelf.chain(setup.rulebook, setup.game))


def reopen_table(setup: TableSetup, *, prefix: str = "h") -> TableState:
    """A table of the past, to be replayed: nothing is decided there, so no book is needed. It must not `advance`."""
    return fresh_table(setup, prefix, ())


def advance(state: TableState, fact_id: FactId, fact: Fact) -> Turn:
    """Take in one fact: see what changed, rule on it, follow the procedure. Never raises."""
    if isinstance(fact, FactWithdrawn):
        return withdraw(state, fact_id, fact, advance)
    flow = Referee(state, state.chain)
    _open(flow, fact)
    before = flow.state
    after = evolve(before, fact_id, fact)
    flow.state = after
    _rule(flow, before, after, fact_id, fact)
    return Turn(_remember(flow.state, fact_id, fact), tuple(flow.outcomes))


def absorb(state: TableState, fact_id: FactId, fact: Fact, outcomes: tuple[Outcome, ...]) -> TableState:
    """Take in a fact with its recorded outcomes: the same state as `advance` gave then, with nothing decided anew."""
    if isinstance(fact, FactWithdrawn):
        return absorb_refolded(state, fact_id, fact, outcomes, absorb)
    opened = next((at for at, outcome in enumerate(outcomes) if isinstance(outcome, HandBegan)), None)
    split = 0 if opened is None else opened + 1
    for outcome in outcomes[:split]:
        state = apply(state, outcome)
    state = evolve(state, fact_id, fact)
    for outcome in outcomes[split:]:
        state = apply(state, outcome)
    return _remember(state, fact_id, fact)


def _remember(state: TableState, fact_id: FactId, fact: Fact) -> TableState:
    return replace(state, journal=(*state.journal, Entry(fact_id, fact)))


def _open(flow: Referee, fact: Fact) -> None:
    """Begin a hand when `fact` says so: the tap, the riffle, or after a misdeal whatever comes first of the redeal."""
    state = flow.state
    hand = state.hand
    if hand is not None and hand.over is None and type(fact) is not HandOpened:
        return
    if isinstance(fact, HandOpened):
        if hand is not None and hand.over is None and _untouched(hand):
            return
        _begin(flow, NoteKey.PARTIAL_EARLY if fact.by_machine and _in_play(state) else None)
    elif hand is not None and hand.over == "misdeal":
        shuffled = isinstance(fact, DeckHandled) and fact.what in _OPENING
        if shuffled:
            flow.follow(fact)
        if shuffled or (_deals(state, fact) and not _lies_at_seats(state)):
            _begin(flow, None)
    elif hand is not None and hand.over == "void" and _lies_at_seats(state):
        return
    elif _deals(state, fact) and (hand is None or (hand.over is not None and _deals_elsewhere(state, hand, fact))):
        _begin(flow, NoteKey.PARTIAL_OPENING)


def _untouched(hand: Hand) -> bool:
    """Nothing was seen or said of this hand yet: a second tap means the same one."""
    return not hand.cards and not hand.betting.said and not hand.betting.closed_rounds and not hand.street


def _in_play(state: TableState) -> bool:
    """Hands of the open hand lie at several seats: a machine that starts now shuffles the deck of the next one."""
    hand = state.hand
    if hand is None or hand.over is not None or not state.watch.sees(Sense.HOLE) or hand.awards:
        return False
    return sum(bool(present(hand, refs)) for refs in hand.held.values()) > 1


def _lies_at_seats(state: TableState) -> list[bool]:
    """Cards of the dead hand that still lie in front of players: the dealer may not have stopped yet."""
    hand = state.hand
    if hand is None:
        return []
    return [True for refs in hand.held.values() for ref in refs if ref in hand.cards and not hand.cards[ref].away]


def _deals_elsewhere(state: TableState, hand: Hand, fact: Fact) -> bool:
    """Another seat, too, got a card since the hand was over: one seat's cards may be a hand laid back."""
    return isinstance(fact, CardArrived) and any(
        at.between.by > state.closed_at and at.place.spot is Spot.SEAT and at.place != fact.place
        for at in hand.cards.values()
    )


def _deals(state: TableState, fact: Fact) -> bool:
    """A hole card that nobody had seen before comes to a seat of the next hand."""
    if not isinstance(fact, CardArrived) or fact.place.spot is not Spot.SEAT:
        return False
    hand = state.hand
    known = hand is not None and (fact.ref in hand.cards or fact.ref in hand.stale)
    return not known and state.watch.watching and fact.place.number in state.seats


def _begin(flow: Referee, partial: NoteKey | None) -> None:
    state = flow.state
    hand = state.hand
    if hand is not None and hand.over is None:
        flow.say(HandEnded(hand.id))
    faulty = flow.state.deck.fault is not None
    for progress in flow.state.open:
        if not (faulty and replaces(flow.state, progress)):
            flow.say(ProcedureCompleted(progress.number))
    flow.say(next_hand(flow.state, flow.chain[0], partial=None if partial is None else note(partial)))


def _rule(flow: Referee, before: TableState, after: TableState, fact_id: FactId, fact: Fact) -> None:
    """Procedures first, then what the fact implies, then what was waiting."""
    used = False
    if after.open:
        used = _procedures(flow, before, fact_id, fact)
    if isinstance(fact, QuestionAnswered):
        answered(flow, fact_id, fact)
    elif isinstance(fact, RulingOverruled):
        _overruled(flow, fact)
    elif not used or not isinstance(fact, CardArrived):
        for sign in notice(before, flow.state, fact_id, fact, flow.chain):
            flow.hear(sign)
    if flow.state.questions and isinstance(fact, ActionTaken | RoundClosed | CardArrived):
        flow.play_decides()
    if flow.state.deck.fault is None and (before.deck.fault is not None or before.deck.owed):
        _put_right(flow, before)
    if flow.state.held:
        flow.time()
    if flow.state.stop is not None:
        flow.stop_cleared()
    if before.hand is not None and after.hand is not None and after.hand.over == "closed" and before.hand.over is None:
        flow.say(HandEnded(after.hand.id))
        flow.let_go(before)


def _put_right(flow: Referee, before: TableState) -> None:
    """The faulty deck is replaced: rulings of earlier hands are done with, and one given before any hand is."""
    for owed in before.deck.owed:
        flow.say(StepDone(owed.number, Step.REPLACE_DECK, owed.index))
        flow.say(ProcedureCompleted(owed.number))
    if flow.state.hand is None:
        flow.confirm(StepConfirmed(Step.REPLACE_DECK))


def _procedures(flow: Referee, before: TableState, fact_id: FactId, fact: Fact) -> bool:
    """Move open procedures on. True when the fact was a step of one."""
    if isinstance(fact, StepConfirmed):
        flow.confirm(fact)
        return True
    used = flow.follow(fact)
    if used:
        return True
    if isinstance(fact, CardArrived):
        hand = before.hand
        fresh = hand is None or (fact.ref not in hand.cards and fact.ref not in hand.stale)
        if fresh and fact.place.spot in (Spot.BOARD, Spot.BURN):
            flow.stray_card(fact_id, fact)
        if fresh and fact.place.spot is Spot.BOARD:
            flow.left_undone(fact_id)
        if fresh and fact.place.spot is Spot.SEAT:
            flow.replaced_early(fact_id, fact)
        if fresh:
            flow.play_went_on(lingering=DEAL_GOES_ON if fact.place.spot is Spot.SEAT else CARDS_GO_ON)
    elif isinstance(fact, ActionTaken | RoundClosed):
        flow.play_went_on(lingering=PLAY_GOES_ON)
    return False


def _overruled(flow: Referee, fact: RulingOverruled) -> None:
    """The newest ruling that still stands falls; the same is not raised again in this hand."""
    for ruling in reversed(flow.state.rulings):
        if ruling.number not in flow.state.withdrawn:
            flow.say(RulingWithdrawn(ruling.number, fact.why))
            flow.gathered_already(ruling)
            flow.follow(None)
            return


def dispute_open(state: TableState) -> bool:
    """True while a report about the newest hand is still heard by the table's book."""
    return dispute_heard(state, state.chain)


def next_due_ms(state: TableState) -> int | None:
    """Milliseconds until something held is due: say `TimePassed` by then. None when nothing waits."""
    dues = [held.due for held in state.held if held.due < NEVER]
    if not dues:
        return None
    return max(1, -(-(min(dues) - state.now) // NANOS_PER_MS))
