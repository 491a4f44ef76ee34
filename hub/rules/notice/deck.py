"""The deck itself: its count, doubles, strangers, and a stub that fell."""

from typing import Final

from felt.fact import CardDoubled, DeckChecked, ForeignSeen, StubEvent, StubHandled
from felt.ids import FactId
from felt.place import SHUFFLER
from felt.situation import Situation
from hub.rules.hand import Hand, board_streets
from hub.rules.irregularity import Irregularity
from hub.rules.notice.scene import Sign
from hub.rules.ruling import DoubtHeld, Noted
from hub.rules.state import NEVER, TableState

FOREIGN_HERE: Final = "a card of another deck was read"


def deck_checked(state: TableState, hand: Hand | None, fact_id: FactId, fact: DeckChecked) -> list[Sign]:
    """A deck check's result. After a hand, and with a machine during one, it is of the deck for the next one."""
    evidence = (fact_id,)
    if not state.watch.watching:
        return []
    other = hand is not None and hand.over is None and hand.total_dealt > 0 and state.setup.machine
    place = SHUFFLER if other or (hand is not None and hand.over is not None) else None
    if fact.doubled:
        event = Irregularity(Situation.DUPLICATE_CARD, count=fact.count, place=place, evidence=evidence)
    elif fact.foreign:
        event = Irregularity(Situation.FOREIGN_CARD, count=fact.count, place=place, evidence=evidence)
    elif fact.count != fact.expected:
        event = Irregularity(Situation.DECK_COUNT, count=fact.count, place=place, evidence=evidence)
    else:
        return []
    return [Noted("the deck for the next hand is not right"), DoubtHeld(event, NEVER)] if other else [event]


def card_doubled(state: TableState, hand: Hand | None, fact_id: FactId, fact: CardDoubled) -> list[Sign]:
    """One card twice. The hidden one is never named."""
    if not state.watch.watching or (hand is not None and hand.partial):
        return [Noted("a card seems to be twice in the deck")]
    cards = (fact.card,) if fact.card is not None else ()
    return [Irregularity(Situation.DUPLICATE_CARD, cards=cards, evidence=(fact_id,))]


def foreign_seen(state: TableState, hand: Hand | None, fact_id: FactId, fact: ForeignSeen) -> list[Sign]:
    """A card of no deck or another one."""
    if not state.watch.watching or (hand is not None and hand.partial):
        return [Noted(FOREIGN_HERE)]
    return [Irregularity(Situation.FOREIGN_CARD, place=fact.place, evidence=(fact_id,))]


def stub_handled(hand: Hand, fact_id: FactId, fact: StubHandled) -> list[Sign]:
    """A stub that fell or mixed, with board cards still to come."""
    if hand.over is not None or not hand.total_dealt:
        return []
    if fact.what is StubEvent.EXPOSED:
        return [Noted(f"a card of the stub was exposed{f': {fact.card}' if fact.card else ''}")]
    if hand.board_game and hand.street >= board_streets(hand.game):
        return []
    if fact.what is StubEvent.DROPPED:
        return [Irregularity(Situation.DROPPED_STUB, since=len(hand.betting.said), evidence=(fact_id,))]
    if fact.what is StubEvent.MIXED:
        place = fact.mixed_with[0] if fact.mixed_with else None
        return [Irregularity(Situation.DROPPED_STUB, place=place, since=len(hand.betting.said), evidence=(fact_id,))]
    return []
