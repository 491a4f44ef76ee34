"""What an outcome changes at the table. Replaying recorded outcomes decides nothing anew."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from felt.ids import Ref
from felt.situation import Kind, Question, Situation, Step
from hub.rules import betting as bets
from hub.rules import standing
from hub.rules.asking import SINCE, closes, topic
from hub.rules.button import with_button
from hub.rules.deck import replaced
from hub.rules.hand import Hand, forget, street_size, unplaced
from hub.rules.irregularity import key_of
from hub.rules.opening import begin_hand
from hub.rules.procedure import DEALS, holds_board
from hub.rules.ruling import (
    DoubtDropped,
    DoubtHeld,
    HandBegan,
    HandEnded,
    Noted,
    Outcome,
    ProcedureCompleted,
    QuestionAsked,
    QuestionClosed,
    Ruling,
    RulingGiven,
    RulingWidened,
    RulingWithdrawn,
    StepDone,
    StopCleared,
    StopShown,
)
from hub.rules.state import Progress, TableState, ruling_numbered
from hub.rules.streets import settle_any, settle_street, stand
from hub.rules.told import seat_told

MAX_NOTES: Final = 40
_STRAYS: Final = frozenset({Situation.WRONG_STEP, Situation.PREMATURE_STREET})
"""Rulings whose cards belong to no street; on a board an early street is followed by its procedure."""


_STANDING: Final = frozenset({Question.SUBSTANTIAL_ACTION, Question.ACTED})
"""Who said that there was action said so for the rest of the hand; a no, and any other answer, is for one ruling."""

_EXPOSED: Final = frozenset(
    {
        Situation.EXPOSED_HOLE_CARD,
        Situation.EXPOSED_FIRST_CARD,
        Situation.EXPOSED_SEVERAL,
        Situation.DOWN_CARD_EXPOSED,
    }
)
"""Rulings on cards that the dealer showed; overruled, their cards count no more towards several."""


def apply(state: TableState, outcome: Outcome) -> TableState:
    """The table after one recorded outcome."""
    step = _STEPS.get(type(outcome))
    return state if step is None else step(state, outcome)


def _given(state: TableState, outcome: RulingGiven) -> TableState:
    ruling = outcome.ruling
    settled, event = state.settled, ruling.event
    if event is not None:
        settled |= {key_of(event)}
    opened = state.open
    withdrawn = state.withdrawn
    if outcome.supersedes is not None:
        opened = tuple(progress for progress in opened if progress.number != outcome.supersedes)
        withdrawn |= {outcome.supersedes}
    state = replace(
        state,
        rulings=(*state.rulings, ruling),
        settled=settled,
        open=opened,
        withdrawn=withdrawn,
        answers={key: said for key, said in state.answers.items() if key[0] in _STANDING and said.lower() == "yes"},
        counts={book: said for book, said in state.counts.items() if said.lower() == "yes"},
        since={},
        next_ruling=max(state.next_ruling, ruling.number + 1),
        numbers={**state.numbers, identity(ruling): ruling.number},
    )
    if ruling.situation is Situation.WRONG_STEP:
        return _stray(state, ruling)
    if ruling.kind in (Kind.MISDEAL, Kind.VOID):
        return _ended(state, ruling)
    if state.hand is not None:
        state = replace(state, hand=_effect(state, state.hand, ruling))
    if ruling.steps:
        state = replace(state, open=(*state.open, Progress(ruling.number)))
    return state


def identity(ruling: Ruling) -> str:
    """What keeps a ruling's number when the hand is told again after a fact was taken back."""
    parts = (ruling.hand, ruling.kind, ruling.situation, ruling.seat, ruling.book, ruling.clause, ruling.refs)
    return "|".join(str(part) for part in parts)


def _stray(state: TableState, ruling: Ruling) -> TableState:
    hand = state.hand
    if hand is None:
        return state
    ready = tuple(ref for ref in hand.ready if ref not in ruling.refs)
    return replace(state, hand=replace(hand, stray=hand.stray | set(ruling.refs), ready=ready))


def _ended(state: TableState, ruling: Ruling) -> TableState:
    """A misdeal or a void hand: nothing else of it goes on."""
    hand = state.hand
    if hand is not None:
        hand = replace(hand, over=ruling.kind.value)
    opened = (Progress(ruling.number),) if ruling.steps else ()
    return replace(state, hand=hand, open=opened, held=(), questions=(), stop=None)


def _effect(state: TableState, hand: Hand, ruling: Ruling) -> Hand:
    seat = ruling.seat
    if ruling.kind is Kind.DEAD and seat is not None:
        return replace(hand, betting=bets.kill(hand.betting, seat))
    if ruling.situation is Situation.SEAT_SKIPPED and ruling.kind is Kind.PLAY_ON and seat is not None:
        return replace(hand, betting=bets.leave_out(hand.betting, frozenset({seat})))
    if ruling.kind is Kind.PLAY_ON and ruling.burns > 0:
        return replace(hand, owed=ruling.burns)
    if ruling.situation is Situation.EXTRA_BURN and ruling.kind is Kind.PLAY_ON:
        return _burn_too_many(hand, ruling)
    if goes_back(hand, ruling):
        return _not_dealt(hand, ruling)
    if ruling.situation is Situation.PREMATURE_STREET and not hand.board_game:
        return replace(hand, stray=hand.stray | set(ruling.refs))
    if seat is not None and any(plan.step is Step.RESTORE for plan in ruling.steps):
        return replace(hand, betting=bets.unmuck(hand.betting, seat))
    deals = [DEALS[plan.step] for plan in ruling.steps if plan.step in DEALS]
    return _reopen(state, hand, ruling, deals[0]) if deals else hand


def goes_back(hand: Hand, ruling: Ruling) -> bool:
    """The cards of a street of stud are taken back from the seats: they do not count any more."""
    taken = any(plan.step is Step.TAKE_BACK for plan in ruling.steps)
    return ruling.situation is Situation.MISSING_BURN and not hand.board_game and taken


def _not_dealt(hand: Hand, ruling: Ruling) -> Hand:
    """The street comes anew; if it stood already it does not, and its betting round never was."""
    hand = replace(hand, stray=hand.stray | set(ruling.refs))
    street = ruling.event.street if ruling.event is not None else 0
    if not 0 < street <= hand.street:
        return hand
    betting = replace(hand.betting, open=False, pending=(), round=street - 1)
    return replace(hand, street=street - 1, betting=betting, used=hand.used[: street - 1])


def _burn_too_many(hand: Hand, ruling: Ruling) -> Hand:
    """It counts for nothing; or it is the next street's burn, also where no sensor saw it made."""
    if not ruling.burns:
        return replace(hand, ready=hand.ready[:1])
    stands = ruling.event is not None and ruling.event.street <= hand.street
    return replace(hand, owed=ruling.burns) if stands and not hand.ready else hand


def _reopen(state: TableState, hand: Hand, ruling: Ruling, street: int) -> Hand:
    """A street is to be dealt anew: it does not stand any more, and its betting round never was."""
    if hand.street < street:
        return hand
    kept = sum(street_size(hand.game, number) for number in range(1, street))
    betting = replace(hand.betting, open=False, pending=(), round=street - 1)
    if any(plan.step is Step.FINISH_BETTING for plan in ruling.steps) and hand.street == street:
        betting = replace(betting, open=betting.mode is not state.setup.tracker.FULL and _reported_early(ruling))
    ready = (*(hand.used[street - 1] if street <= len(hand.used) else ()), *hand.ready)
    used = hand.used[: street - 1]
    return replace(hand, street=street - 1, placed=hand.placed[:kept], betting=betting, ready=ready, used=used)


def _reported_early(ruling: Ruling) -> bool:
    """A person said that the street came too early: its betting is still to be finished."""
    return ruling.event is not None and ruling.event.situation in PREMATURE


PREMATURE: Final = frozenset(
    {Situation.PREMATURE_FLOP, Situation.PREMATURE_TURN, Situation.PREMATURE_RIVER, Situation.PREMATURE_STREET}
)


def _withdrawn(state: TableState, outcome: RulingWithdrawn) -> TableState:
    ruling = ruling_numbered(state, outcome.number)
    if ruling is None:
        return state
    held_board = holds_board(state)
    state = replace(
        state,
        withdrawn=state.withdrawn | {outcome.number},
        open=tuple(progress for progress in state.open if progress.number != outcome.number),
    )
    hand = state.hand
    if hand is None or ruling.hand != hand.id:
        return state
    if ruling.kind in (Kind.MISDEAL, Kind.VOID) and hand.over == ruling.kind.value:
        hand = replace(hand, over="closed" if hand.closed else None)
    if ruling.kind is Kind.DEAD and ruling.seat is not None:
        hand = replace(hand, betting=bets.revive(hand.betting, ruling.seat))
    back = goes_back(hand, ruling)
    if ruling.situation in _STRAYS or back:
        hand = replace(hand, stray=hand.stray - set(ruling.refs))
    if ruling.situation in _EXPOSED:
        hand = replace(hand, exposed=tuple(ref for ref in hand.exposed if ref not in ruling.refs))
    if held_board and not holds_board(state) and hand.over is None:
        hand = _let_stand(hand)
    if back and hand.over is None:
        hand = settle_any(state, hand)
    return replace(state, hand=hand)


def _let_stand(hand: Hand) -> Hand:
    """The floor lets the street lie: it stands as it came."""
    fresh, need = unplaced(hand), street_size(hand.game, hand.street + 1)
    return stand(hand, fresh[:need]) if need and len(fresh) >= need else hand


def _asked(state: TableState, outcome: QuestionAsked) -> TableState:
    others = tuple(asked for asked in state.questions if topic(asked) != topic(outcome))
    return replace(state, questions=(*others, outcome))


def _question_closed(state: TableState, outcome: QuestionClosed) -> TableState:
    left = tuple(asked for asked in state.questions if not closes(outcome, asked))
    answers, counts, since = state.answers, state.counts, state.since
    if outcome.value is not None and outcome.term in SINCE:
        since = {**since, (outcome.book, outcome.term): outcome.value}
    elif outcome.value is not None:
        answers = {**answers, (outcome.question, outcome.seat): outcome.value}
        if outcome.question is Question.SUBSTANTIAL_ACTION:
            counts = {**counts, outcome.book: outcome.value}
    state = replace(state, questions=left, answers=answers, counts=counts, since=since)
    hand = state.hand
    button = seat_told(outcome.value or "")
    if outcome.question is Question.BUTTON_AT and button is not None and hand is not None:
        return replace(state, hand=with_button(hand, button), button_sure=True)
    if outcome.question is Question.ROUND_OPEN and (outcome.value or "").lower() == "no" and hand is not None:
        hand = replace(hand, betting=bets.close_round(hand.betting))
        if hand.over is None and not holds_board(state):
            hand = settle_street(hand)
        return replace(state, hand=hand)
    return state


def _step_done(state: TableState, outcome: StepDone) -> TableState:
    ruling = ruling_numbered(state, outcome.number)
    if ruling is None or outcome.index >= len(ruling.steps):
        return state
    plan = ruling.steps[outcome.index]
    opened = tuple(
        replace(progress, done=(*progress.done, outcome.index)) if progress.number == outcome.number else progress
        for progress in state.open
    )
    state = replace(state, open=opened)
    if plan.step is Step.REPLACE_DECK:
        state = replace(state, deck=replaced(state.deck))
    hand = state.hand
    if hand is None:
        return state
    if plan.step in DEALS:
        fresh, need = unplaced(hand), street_size(hand.game, DEALS[plan.step])
        hand = stand(replace(hand, street=DEALS[plan.step] - 1), fresh[:need])
    elif plan.step is Step.RETURN:
        hand = forget(hand, plan.refs)
    elif plan.step in (Step.TAKE_BACK, Step.SET_ASIDE):
        hand = _lift(hand, plan.refs)
    elif plan.step is Step.FINISH_BETTING and standing.known_open(hand.betting):
        hand = replace(hand, betting=bets.close_round(hand.betting))
    elif plan.step is Step.BURN and not hand.ready and hand.burns:
        hand = replace(hand, ready=hand.burns[-1:])
    else:
        return state
    return replace(state, hand=hand)


def _lift(hand: Hand, refs: tuple[Ref, ...]) -> Hand:
    """Cards taken back do not lie on the board or at the burns any more."""
    gone = frozenset(refs)
    return replace(
        hand,
        ready=tuple(ref for ref in hand.ready if ref not in gone),
        burns=tuple(ref for ref in hand.burns if ref not in gone),
        board=tuple(ref for ref in hand.board if ref not in gone),
    )


def _widened(state: TableState, outcome: RulingWidened) -> TableState:
    rulings = tuple(_wider(ruling, outcome) if ruling.number == outcome.number else ruling for ruling in state.rulings)
    settled = state.settled
    for ruling in rulings:
        if ruling.number == outcome.number and ruling.event is not None:
            settled |= {key_of(ruling.event)}
        if ruling.number != outcome.number or state.hand is None:
            continue
        if ruling.situation in _STRAYS or goes_back(state.hand, ruling):
            state = _stray(state, ruling)
    return replace(state, rulings=rulings, settled=settled)


def _wider(ruling: Ruling, outcome: RulingWidened) -> Ruling:
    """The ruling about more cards; the step that a wrong one asks for again keeps its own."""
    steps = tuple(
        replace(plan, refs=(*plan.refs, *outcome.refs), cards=(*plan.cards, *outcome.cards))
        if plan.refs and ruling.situation is not Situation.WRONG_STEP
        else plan
        for plan in ruling.steps
    )
    event = ruling.event
    if event is not None:
        event = replace(event, refs=(*event.refs, *outcome.refs))
    refs, cards = (*ruling.refs, *outcome.refs), (*ruling.cards, *outcome.cards)
    return replace(ruling, refs=refs, cards=cards, steps=steps, event=event)


def _completed(state: TableState, outcome: ProcedureCompleted) -> TableState:
    owed = tuple(deck for deck in state.deck.owed if deck.number != outcome.number)
    deck = state.deck if len(owed) == len(state.deck.owed) else replace(state.deck, owed=owed)
    return replace(state, open=tuple(each for each in state.open if each.number != outcome.number), deck=deck)


def _stop(state: TableState, outcome: StopShown) -> TableState:
    return replace(state, stop=outcome.text)


def _stop_cleared(state: TableState, _outcome: StopCleared) -> TableState:
    return replace(state, stop=None)


def _noted(state: TableState, outcome: Noted) -> TableState:
    return replace(state, notes=(*state.notes, outcome)[-MAX_NOTES:])


def _held(state: TableState, outcome: DoubtHeld) -> TableState:
    return replace(state, held=(*state.held, outcome))


def _dropped(state: TableState, outcome: DoubtDropped) -> TableState:
    return replace(state, held=tuple(each for each in state.held if each.event != outcome.event))


def _began(state: TableState, outcome: HandBegan) -> TableState:
    return begin_hand(state, outcome)


def _hand_ended(state: TableState, _outcome: HandEnded) -> TableState:
    hand = state.hand
    if hand is None or hand.over is not None:
        return state
    return replace(state, hand=replace(hand, over="closed", closed=True), closed_at=state.now)


_STEPS: Final[dict[type, Callable[[TableState, Any], TableState]]] = {
    RulingGiven: _given,
    RulingWithdrawn: _withdrawn,
    RulingWidened: _widened,
    QuestionAsked: _asked,
    QuestionClosed: _question_closed,
    StepDone: _step_done,
    ProcedureCompleted: _completed,
    StopShown: _stop,
    StopCleared: _stop_cleared,
    Noted: _noted,
    DoubtHeld: _held,
    DoubtDropped: _dropped,
    HandBegan: _began,
    HandEnded: _hand_ended,
}
