"""One look at every fact: the dispatch from facts to what they imply."""

from collections.abc import Callable
from typing import Any, Final

from felt.clock import NANOS_PER_SECOND
from felt.fact import (
    ActionTaken,
    CardArrived,
    CardDoubled,
    CardTurned,
    DeadCardReturned,
    DeckChecked,
    Fact,
    ForeignSeen,
    HandClosed,
    HandOpened,
    PersonReported,
    RoundClosed,
    SeatChanged,
    SeatStatus,
    SensorDoubted,
    ShufflerReported,
    ShufflerState,
    StubHandled,
)
from felt.ids import FactId
from felt.note import NoteKey, at_place
from felt.place import Spot
from felt.situation import Situation
from hub.rules import betting as bets
from hub.rules import standing
from hub.rules.articles.book import Case, DisputeUntil, OpenFaceDeal, Rulebook
from hub.rules.books.slips import slip_note, slip_text
from hub.rules.hand import Hand, unplaced
from hub.rules.irregularity import Irregularity, Moment
from hub.rules.noted import noted, said
from hub.rules.notice import board, deal, deck, down_cards, hands, order, reports, seats
from hub.rules.notice.hearing import contradicted
from hub.rules.notice.scene import Scene, Sign
from hub.rules.notice.twice import told_before
from hub.rules.ruling import Noted
from hub.rules.state import TableState

_BREAK_S: Final = 60
_NEXT_DECK: Final = frozenset({Situation.DECK_COUNT, Situation.FOREIGN_CARD, Situation.DEFECTIVE_CARD})
"""What is wrong with the deck is heard at any time: the next hand is dealt from it."""


def notice(
    before: TableState, after: TableState, fact_id: FactId, fact: Fact, chain: tuple[Rulebook, ...]
) -> list[Sign]:
    """What this fact implies or suggests. Never raises; an empty list most of the time."""
    look = _LOOKS.get(type(fact))
    return [] if look is None else look(before, after, fact_id, fact, chain)


def _moments(chain: tuple[Rulebook, ...]) -> tuple[Moment, ...]:
    for book in chain:
        if book.absent_at:
            return book.absent_at
    return ()


def _scene(before: TableState, after: TableState, fact_id: FactId, chain: tuple[Rulebook, ...]) -> Scene | None:
    was, hand = before.hand, after.hand
    if was is None or hand is None or was.id != hand.id:
        return None
    fives = any(book.open_face is OpenFaceDeal.FIVE_AT_ONCE for book in chain)
    return Scene(before, after, was, hand, fact_id, _moments(chain), fives)


def _arrived(
    before: TableState, after: TableState, fact_id: FactId, fact: CardArrived, chain: tuple[Rulebook, ...]
) -> list[Sign]:
    scene = _scene(before, after, fact_id, chain)
    if scene is None or scene.hand.over in ("misdeal", "void"):
        return []
    spot = fact.place.spot
    fresh = fact.ref not in scene.was.cards and fact.ref not in scene.hand.stale
    if scene.hand.over is not None:
        return board.after_the_hand(scene, fact) if spot is Spot.BOARD and fresh else []
    if not fresh:
        if spot is Spot.SEAT:
            return deal.card_back(scene, fact)
        return hands.card_in_muck(scene, fact) if spot is Spot.MUCK else []
    if spot is Spot.SEAT:
        return deal.card_at_seat(scene, fact)
    if spot is Spot.BOARD:
        return [*hands.kept_after_fold(scene, None), *board.card_on_board(scene, fact), *deal.moments_passed(scene)]
    if spot is Spot.BURN:
        return [*board.burn_seen(scene, fact), *deal.moments_passed(scene)]
    return []


def _turned(
    before: TableState, after: TableState, fact_id: FactId, fact: CardTurned, chain: tuple[Rulebook, ...]
) -> list[Sign]:
    scene = _scene(before, after, fact_id, chain)
    if scene is None or scene.hand.over is not None or fact.place.spot is not Spot.SEAT:
        return []
    return deal.turned_at_seat(scene, fact)


def _acted(
    before: TableState, after: TableState, fact_id: FactId, fact: ActionTaken, chain: tuple[Rulebook, ...]
) -> list[Sign]:
    scene = _scene(before, after, fact_id, chain)
    if scene is None or scene.hand.over is not None:
        return []
    hand = scene.hand
    if not hand.game.has_betting:
        return [noted(NoteKey.NO_BETTING, fact.seat)]
    signs: list[Sign] = []
    if hand.away or hand.penalty:
        signs += deal.moments_passed(scene)
    if scene.was.betting.out:
        signs += hands.kept_after_fold(scene, fact.seat)
    if not scene.was.betting.open and scene.was.board:
        signs += board.short_street(scene)
    slip = bets.last_slip(hand.betting)
    if slip is not None and len(hand.betting.said) > len(scene.was.betting.said):
        signs.append(Noted(slip_text(chain, slip), slip.seat, slip_note(chain, slip)))
    return [*signs, *seats.deck_runs_short(scene)]


def _round_closed(
    before: TableState, after: TableState, fact_id: FactId, _fact: RoundClosed, chain: tuple[Rulebook, ...]
) -> list[Sign]:
    scene = _scene(before, after, fact_id, chain)
    if scene is None or scene.hand.over is not None:
        return []
    return [*deal.moments_passed(scene), *board.short_street(scene)]


def _seat_changed(
    before: TableState, after: TableState, fact_id: FactId, fact: SeatChanged, chain: tuple[Rulebook, ...]
) -> list[Sign]:
    scene = _scene(before, after, fact_id, chain)
    if scene is None or scene.hand.over is not None or fact.status not in (SeatStatus.AWAY, SeatStatus.LEFT):
        return []
    hand, seat = scene.hand, fact.seat
    if not scene.moments or not hand.deal_done or seat not in bets.live_seats(hand.betting) or seat in scene.was.away:
        return []
    moment = Moment.SHOWDOWN if hands.unshown(scene, seat) else Moment.LEFT
    if moment is Moment.LEFT and not deal.action_to_come(hand) and not bets.all_in(hand.betting, seat):
        return []
    if deal.none_seen(scene, seat) or (not scene.full and not deal.cards_lie_there(scene, seat)):
        return []
    left = Irregularity(Situation.ABSENT_HAND, seat, moment=moment, since=scene.acts(), evidence=(fact_id,))
    return [left, *deal.own_turn(scene)]


def _checked(
    _before: TableState, after: TableState, fact_id: FactId, fact: DeckChecked, _chain: tuple[Rulebook, ...]
) -> list[Sign]:
    return deck.deck_checked(after, after.hand, fact_id, fact)


def _doubled(
    _before: TableState, after: TableState, fact_id: FactId, fact: CardDoubled, _chain: tuple[Rulebook, ...]
) -> list[Sign]:
    return deck.card_doubled(after, after.hand, fact_id, fact)


def _foreign(
    _before: TableState, after: TableState, fact_id: FactId, fact: ForeignSeen, _chain: tuple[Rulebook, ...]
) -> list[Sign]:
    return deck.foreign_seen(after, after.hand, fact_id, fact)


def _stub(
    before: TableState, after: TableState, fact_id: FactId, fact: StubHandled, chain: tuple[Rulebook, ...]
) -> list[Sign]:
    scene = _scene(before, after, fact_id, chain)
    return [] if scene is None else deck.stub_handled(scene, fact)


def _dead_back(
    before: TableState, after: TableState, fact_id: FactId, fact: DeadCardReturned, chain: tuple[Rulebook, ...]
) -> list[Sign]:
    scene = _scene(before, after, fact_id, chain)
    return [] if scene is None or scene.hand.over is not None else hands.dead_card_back(scene, fact)


def _reported(
    _before: TableState, after: TableState, fact_id: FactId, fact: PersonReported, chain: tuple[Rulebook, ...]
) -> list[Sign]:
    hand = after.hand
    if hand is None:
        return []
    if fact.situation is Situation.WRONG_AWARD and hand.over is None and after.previous is not None:
        if not _earlier_open(after, chain):
            return [noted(NoteKey.TOO_LATE_LAST, fact.seat)]
    elif hand.over is not None and fact.situation not in _NEXT_DECK and not dispute_heard(after, chain):
        return [noted(NoteKey.TOO_LATE, fact.seat, situation=fact.situation)]
    if fact.situation is Situation.DECK_COUNT and fact.place is not None:
        return [noted(NoteKey.COUNTED_AT, count=str(fact.count), place=str(fact.place))]
    if reports.count_is_right(hand, fact):
        return [noted(NoteKey.COUNTED_RIGHT, fact.seat, count=str(fact.count))]
    why = contradicted(after, hand, fact) or told_before(after, hand, fact)
    if why is not None:
        return [said(why, fact.seat)]
    return [reports.reported(after, hand, fact_id, fact, _moments(chain))]


def _disputes(chain: tuple[Rulebook, ...]) -> Rulebook:
    """The first book that says how long a hand can be disputed."""
    return next((book for book in chain if book.dispute is not None), chain[0])


def dispute_heard(state: TableState, chain: tuple[Rulebook, ...]) -> bool:
    """A report about the newest hand is still heard: it is being played, or the book's dispute window is open."""
    hand = state.hand
    if hand is None:
        return False
    if hand.over is None:
        return True
    passed = (state.now - state.closed_at) / NANOS_PER_SECOND
    book = _disputes(chain)
    return not (book.break_minute and state.on_break and passed > _BREAK_S)


def _earlier_open(state: TableState, chain: tuple[Rulebook, ...]) -> bool:
    """The hand before this one can still be disputed."""
    hand, book = state.hand, _disputes(chain)
    if state.previous is None or hand is None:
        return False
    if book.dispute is DisputeUntil.NEXT_DEAL:
        return not hand.total_dealt
    if book.dispute is DisputeUntil.NEXT_SUBSTANTIAL_ACTION:
        return not book.substantial(Case(state, hand, Irregularity(Situation.WRONG_AWARD), book))
    return False


def _closed(
    before: TableState, after: TableState, _id: FactId, _fact: HandClosed, _chain: tuple[Rulebook, ...]
) -> list[Sign]:
    """What had to wait for the end of the hand is said now."""
    if before.hand is None or before.hand.over is not None or after.hand is None:
        return []
    return [held.event for held in before.held if held.event.situation in reports.DECK]


def _shuffler(
    before: TableState, after: TableState, _id: FactId, fact: ShufflerReported, _chain: tuple[Rulebook, ...]
) -> list[Sign]:
    stopped = deck.stopped(before, after)
    if fact.state is ShufflerState.COUNT_WRONG:
        return [noted(NoteKey.MACHINE_COUNT), *stopped]
    if fact.state is ShufflerState.SORTING:
        return [noted(NoteKey.MACHINE_SORTING), *stopped]
    return stopped


def _doubt(
    before: TableState, after: TableState, _id: FactId, fact: SensorDoubted, _chain: tuple[Rulebook, ...]
) -> list[Sign]:
    """Nothing is ruled there by sensors in this hand: whoever stands at the table is told why."""
    text = f"{fact.place}: {fact.why}"
    known = after.hand is None or any(note.text == text for note in before.notes)
    return [] if known else [Noted(text, note=None if fact.note is None else at_place(fact.note, fact.place))]


def _opened(
    before: TableState, after: TableState, _id: FactId, _fact: HandOpened, _chain: tuple[Rulebook, ...]
) -> list[Sign]:
    return deck.stopped(before, after)


def still_true(state: TableState, event: Irregularity) -> bool:
    """What was held is still what the table looks like."""
    hand = state.hand
    if hand is None or hand.over in ("misdeal", "void") or hand.partial:
        return False
    situation = event.situation
    if situation in board.EARLY.values():
        fresh = unplaced(hand)
        return standing.known_open(hand.betting) and any(ref in fresh for ref in event.refs) and hand.over is None
    if situation is Situation.PREMATURE_STREET:
        return seats.still_early(hand, event)
    if situation is Situation.DOWN_CARD_EXPOSED:
        return down_cards.still_exposed(hand, event)
    if situation is Situation.MISSING_BURN:
        return hand.over is None and board.burn_still_missing(hand, event)
    if situation is Situation.EXTRA_BURN:
        lies = all(ref in hand.ready for ref in event.refs)
        return lies and (len(hand.ready) > 1 or not event.street)
    if situation in (Situation.UNENTITLED_HAND, Situation.TOO_MANY_CARDS):
        return hand.over is None and deal.lies_there(hand, event)
    if situation in (Situation.OUT_OF_SEQUENCE, Situation.WRONG_FIRST_SEAT):
        return hand.over is None and order.whole(hand)
    if situation is Situation.RABBIT_HUNT:
        lies = len(hand.board) <= hand.game.board_cards and _all_there(hand, event) and board.untouched(hand)
        return lies and board.dealt_as_street(state, hand)
    if situation is Situation.DEAD_CARD_RETURNED:
        return hand.over is None and all(ref in hand.board for ref in event.refs) and _all_there(hand, event)
    return _all_there(hand, event)


def _all_there(hand: Hand, event: Irregularity) -> bool:
    return all(ref in hand.cards and not hand.cards[ref].away for ref in event.refs)


_LOOKS: Final[dict[type, Callable[[TableState, TableState, FactId, Any, tuple[Rulebook, ...]], list[Sign]]]] = {
    CardArrived: _arrived,
    CardTurned: _turned,
    ActionTaken: _acted,
    RoundClosed: _round_closed,
    SeatChanged: _seat_changed,
    DeckChecked: _checked,
    CardDoubled: _doubled,
    ForeignSeen: _foreign,
    StubHandled: _stub,
    DeadCardReturned: _dead_back,
    PersonReported: _reported,
    HandClosed: _closed,
    HandOpened: _opened,
    ShufflerReported: _shuffler,
    SensorDoubted: _doubt,
}
