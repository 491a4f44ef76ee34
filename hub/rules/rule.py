"""From the article that answers to the ruling that is given: steps, cards, and the reason in a sentence."""

from felt.card import Card
from felt.ids import Ref
from felt.place import SeatNo
from felt.situation import Kind, Sense, Situation, Step, Tracker
from hub.rules.articles.book import About, Article, Do, Rulebook
from hub.rules.articles.decide import Silent
from hub.rules.hand import Hand, names
from hub.rules.irregularity import Irregularity
from hub.rules.ruling import Ruling, StepPlan
from hub.rules.state import TableState
from hub.rules.texts import FLOOR_OPTIONS, STEPS, happened, seat_name
from hub.rules.wording import reason, reason_terms

_STREET_STEPS = {1: Step.DEAL_FLOP, 2: Step.DEAL_TURN, 3: Step.DEAL_RIVER}
_SENSE_OF = {
    Step.TAKE_BACK: Sense.BOARD,
    Step.SET_ASIDE: Sense.BOARD,
    Step.MIX: Sense.BOARD,
    Step.DEAL_FLOP: Sense.BOARD,
    Step.DEAL_TURN: Sense.BOARD,
    Step.DEAL_RIVER: Sense.BOARD,
    Step.BURN: Sense.BURN,
    Step.DRAW_BURN: Sense.BURN,
    Step.EXCHANGE: Sense.HOLE,
    Step.DEAL_MISSING: Sense.HOLE,
    Step.MUCK: Sense.HOLE,
    Step.BURN_EXTRA: Sense.BURN,
}


def ruling_from(state: TableState, hand: Hand, event: Irregularity, book: Rulebook, article: Article) -> Ruling:
    """The ruling of this article; numbered by the caller."""
    steps = tuple(_plan(state, hand, event, do) for do in article.steps if do.step or hand.board_game)
    refs, cards = event.refs, event.cards or names(hand, event.refs)
    return Ruling(
        number=0,
        hand=hand.id,
        kind=article.kind or Kind.PLAY_ON,
        situation=event.situation,
        book=book.id,
        clause=article.clause,
        says=article.says,
        because=reason(hand, event, article),
        seat=event.seat,
        refs=_all_refs(refs, steps),
        cards=cards,
        steps=steps,
        options=article.options,
        evidence=event.evidence,
        event=event,
        after_hand=article.after_hand,
        burns=article.burns,
        edition=book.edition,
        terms=reason_terms(article),
    )


def floor_ruling(hand: Hand, event: Irregularity, silent: Silent) -> Ruling:
    """No book answers, or more than one article would: the floor's, with what it may choose."""
    clause, says = silent.book.uncovered
    torn = f"; these clauses all apply: {', '.join(silent.torn)}" if silent.torn else ""
    return Ruling(
        number=0,
        hand=hand.id,
        kind=Kind.FLOOR,
        situation=event.situation,
        book=silent.book.id,
        clause=clause,
        says=says,
        because=happened(event.situation, event.seat) + torn,
        seat=event.seat,
        refs=event.refs,
        cards=event.cards or names(hand, event.refs),
        options=FLOOR_OPTIONS,
        evidence=event.evidence,
        event=event,
        edition=silent.book.edition,
    )


def wrong_step(hand: Hand, event: Irregularity, ruling: Ruling, plan: StepPlan) -> Ruling:
    """A move that is not the step due: the step is asked for again, by the clause of the procedure."""
    return Ruling(
        number=0,
        hand=hand.id,
        kind=Kind.FIX,
        situation=Situation.WRONG_STEP,
        book=ruling.book,
        clause=ruling.clause,
        says=ruling.says,
        because=f"{happened(event.situation, event.seat)}; due is: {plan.text}",
        seat=plan.seat,
        refs=event.refs,
        cards=names(hand, event.refs),
        steps=(plan,),
        evidence=event.evidence,
        event=event,
        edition=ruling.edition,
    )


def _all_refs(refs: tuple[Ref, ...], steps: tuple[StepPlan, ...]) -> tuple[Ref, ...]:
    return tuple(dict.fromkeys((*refs, *(ref for plan in steps for ref in plan.refs))))


def _plan(state: TableState, hand: Hand, event: Irregularity, do: Do) -> StepPlan:
    step = do.step or _STREET_STEPS.get(event.street, Step.DEAL_FLOP)
    refs: tuple[Ref, ...] = ()
    seat: SeatNo | None = None
    if do.about in (About.CARDS, About.CARDS_AND_BURN, About.SEAT_CARD):
        refs = event.refs
    if do.about is About.CARDS_AND_BURN:
        refs = (*refs, *_street_burn(hand, event))
    if do.about in (About.SEAT, About.SEAT_CARD):
        seat = event.seat
    return planned(state, hand, step, seat, refs, event.cards)


def planned(  # noqa: PLR0917
    state: TableState, hand: Hand, step: Step, seat: SeatNo | None, refs: tuple[Ref, ...], told: tuple[Card, ...]
) -> StepPlan:
    """A step with its text; `told` names cards that no sensor sees."""
    cards = names(hand, refs) or (told if refs or step in (Step.SET_ASIDE, Step.EXCHANGE) else ())
    text = STEPS[step].format(cards=" ".join(cards) or "the card" + "s" * (len(refs) > 1), seat=seat_name(seat))
    if step is Step.FINISH_BETTING:
        sensed = state.setup.tracker is not Tracker.NONE
    else:
        sense = _SENSE_OF.get(step)
        sensed = sense is not None and state.watch.sees(sense) and hand.partial is None
    return StepPlan(step, text, seat, refs, cards, sensed)


def _street_burn(hand: Hand, event: Irregularity) -> tuple[Ref, ...]:
    """The burn that belongs to the street: its own, or the newest one that no street has used up."""
    if 1 <= event.street <= min(hand.street, len(hand.used)):
        return hand.used[event.street - 1]
    return hand.ready[-1:]
