"""The deck itself: its count, doubles, strangers, and a stub that fell."""

from msgspec.structs import replace

from felt.fact import CardDoubled, DeckChecked, ForeignSeen, StubEvent, StubHandled
from felt.ids import FactId
from felt.note import NoteKey
from felt.place import SHUFFLER
from felt.situation import Question, Sense, Situation
from hub.rules.deck import Made, account, fault_found, surely_sorted
from hub.rules.hand import Hand
from hub.rules.irregularity import Irregularity
from hub.rules.noted import noted
from hub.rules.notice.scene import CONFIDENT, Scene, Sign
from hub.rules.readiness import replaces, unready
from hub.rules.ruling import DoubtDropped, DoubtHeld, QuestionAsked, StopShown
from hub.rules.standing import decided
from hub.rules.state import NEVER, TableState
from hub.rules.texts import QUESTIONS


def deck_checked(state: TableState, hand: Hand | None, fact_id: FactId, fact: DeckChecked) -> list[Sign]:
    """A deck check's result. After a hand, and with a machine during one, it is of the deck for the next one.

    A good one takes back what an earlier one found and what waits for the hand's end.
    """
    if not state.watch.watching:
        return []
    other = hand is not None and hand.over is None and hand.total_dealt > 0 and state.setup.machine
    event = fault_found(fact_id, fact)
    if event is None:
        return [DoubtDropped(held.event) for held in state.held if _of_the_machine(held.event)]
    if not other and (hand is None or hand.over is None):
        event = replace(event, place=None)
    return [noted(NoteKey.DECK_NEXT), DoubtHeld(event, NEVER)] if other else [event]


def _of_the_machine(event: Irregularity) -> bool:
    return event.place == SHUFFLER and not event.reported


def dealt_from(scene: Scene) -> list[Sign]:
    """The first card of a hand fell: what the machine said of the deck it came from. Nothing for a redeal.

    A deck found wrong is ruled on as before play. No shuffle seen is no ruling: no sensor sees a hand shuffle.
    """
    deck = scene.before.deck
    if scene.hand.redeal_of is not None:
        return []
    if deck.fault is not None:
        if any(replaces(scene.before, progress) for progress in scene.before.open):
            return [noted(NoteKey.DECK_NOT_REPLACED)]
        return [replace(deck.fault, evidence=(*deck.fault.evidence, scene.fact_id))]
    if surely_sorted(deck):
        return [Irregularity(Situation.UNSHUFFLED, text="the machine was sorting", evidence=(scene.fact_id,))]
    if deck.machine.taken is Made.SORTED:
        return [noted(NoteKey.DECK_SORTED)]
    if deck.machine.heard and not deck.machine.fresh and not deck.by_hand and not account(deck):
        return [noted(NoteKey.DECK_UNSHUFFLED)]
    return []


def stopped(before: TableState, after: TableState) -> list[Sign]:
    """Prevention: the open hand's deck must not be dealt yet; a redeal's only when it just left the machine."""
    why, hand = unready(after), after.hand
    just_taken = before.deck.machine.taken is not after.deck.machine.taken
    if why is None or after.stop is not None or hand is None or (hand.redeal_of is not None and not just_taken):
        return []
    return [StopShown(why.text)]


def card_doubled(state: TableState, hand: Hand | None, fact_id: FactId, fact: CardDoubled) -> list[Sign]:
    """One card twice. The hidden one is never named. What a camera alone reads is asked about."""
    if not state.watch.watching or (hand is not None and hand.partial):
        return [noted(NoteKey.DECK_TWICE)]
    cards = (fact.card,) if fact.card is not None else ()
    event = Irregularity(Situation.DUPLICATE_CARD, cards=cards, evidence=(fact_id,))
    if fact.confidence >= CONFIDENT:
        return [event]
    text = QUESTIONS[Question.TWO_ALIKE]
    return [
        noted(NoteKey.DECK_TWICE_NAMED, card=fact.card) if fact.card else noted(NoteKey.DECK_TWICE_SEEN),
        QuestionAsked(Question.TWO_ALIKE, text, ("yes", "no"), None, event),
    ]


def foreign_seen(state: TableState, hand: Hand | None, fact_id: FactId, fact: ForeignSeen) -> list[Sign]:
    """A card of no deck or another one."""
    if not state.watch.watching or (hand is not None and hand.partial):
        return [noted(NoteKey.DECK_FOREIGN)]
    return [Irregularity(Situation.FOREIGN_CARD, place=fact.place, evidence=(fact_id,))]


def stub_handled(scene: Scene, fact: StubHandled) -> list[Sign]:
    """A stub that fell or mixed, with board cards still to come."""
    hand, fact_id = scene.hand, scene.fact_id
    if hand.over is not None or (not hand.total_dealt and scene.after.watch.sees(Sense.HOLE)):
        return []
    if fact.what is StubEvent.EXPOSED:
        return [noted(NoteKey.STUB_SHOWN_NAMED, card=fact.card) if fact.card else noted(NoteKey.STUB_SHOWN)]
    if hand.street >= hand.game.last_street or decided(hand.betting):
        return []
    if fact.what is StubEvent.DROPPED:
        return [Irregularity(Situation.DROPPED_STUB, since=len(hand.betting.said), evidence=(fact_id,))]
    if fact.what is StubEvent.MIXED:
        place = fact.mixed_with[0] if fact.mixed_with else None
        return [Irregularity(Situation.DROPPED_STUB, place=place, since=len(hand.betting.said), evidence=(fact_id,))]
    return []
