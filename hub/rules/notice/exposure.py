"""Hole cards that the dealer showed: the first of a hand, one more, and those that only a person can tell of."""

from typing import Final

from msgspec.structs import replace

from felt.ids import Ref
from felt.place import SeatNo, Spot
from felt.situation import Question, Sense, Situation
from hub.rules.irregularity import Irregularity, swept
from hub.rules.notice.down_cards import exposure
from hub.rules.notice.scene import Scene
from hub.rules.ruling import QuestionAsked, Ruling
from hub.rules.state import TableState
from hub.rules.texts import QUESTIONS

SHOWN: Final = frozenset({Situation.EXPOSED_HOLE_CARD, Situation.EXPOSED_FIRST_CARD})


def ruled_shown(state: TableState) -> Ruling | None:
    """The newest ruling that stands on one hole card exposed: a second card grows out of it."""
    standing = (ruling for ruling in reversed(state.rulings) if ruling.number not in state.withdrawn)
    return next((ruling for ruling in standing if ruling.situation in SHOWN), None)


def shown_by_dealer(state: TableState, event: Irregularity) -> Irregularity:
    """A person says that the dealer showed the card: the first one of the hand, or one more."""
    hand, earlier = state.hand, ruled_shown(state)
    event = replace(event, situation=Situation.EXPOSED_HOLE_CARD, by_dealer=True)
    if earlier is not None and event.seat == earlier.seat and event.refs and set(event.refs) <= set(earlier.refs):
        return replace(event, situation=earlier.situation, refs=earlier.refs)  # the card that was ruled on already
    if hand is None or earlier is None or not hand.board_game or hand.deal_done:
        return event if hand is None else replace(event, situation=exposure(hand))
    count = len(hand.exposed)
    return replace(event, situation=Situation.EXPOSED_SEVERAL, refs=hand.exposed, count=count, replaces=earlier.number)


def who_showed(seat: SeatNo, event: Irregularity) -> QuestionAsked:
    """A card lies open and no sensor knows whose hand turned it."""
    text = QUESTIONS[Question.EXPOSED_BY].format(seat=seat)
    return QuestionAsked(Question.EXPOSED_BY, text, ("dealer", "player"), seat, event)


def exposed(scene: Scene, seat: SeatNo, ref: Ref) -> Irregularity:
    """The dealer showed a hole card; a second one grows out of the first."""
    hand, earlier = scene.hand, ruled_shown(scene.after)
    told = earlier.refs if earlier is not None and earlier.seat != seat else ()  # by a person, for no sensor saw it
    several = tuple(dict.fromkeys((*told, *hand.exposed)))
    if len(several) > 1 or (earlier is not None and earlier.seat not in (None, seat)):
        return Irregularity(
            Situation.EXPOSED_SEVERAL,
            seat,
            several,
            count=max(2, len(several)),
            since=scene.acts(),
            by_dealer=True,
            replaces=earlier.number if earlier is not None else None,
            evidence=(scene.fact_id,),
        )
    first = hand.dealt.get(seat, 0) == 1 and seat in (hand.small, hand.big)
    off_deck = _off_the_deck(scene, seat, ref)
    opening = off_deck == 1
    return Irregularity(
        Situation.EXPOSED_FIRST_CARD if first or opening else Situation.EXPOSED_HOLE_CARD,
        seat,
        (ref,),
        count=off_deck,
        since=scene.acts(),
        first=first,
        opening=opening,
        by_dealer=True,
        evidence=(scene.fact_id,),
    )


def _off_the_deck(scene: Scene, seat: SeatNo, ref: Ref) -> int:
    """Which card off the deck it was, where continuous looks saw the seat's only card and all others come; else the
    newest one, so that no doubt makes a card one of the first."""
    hand, came = scene.hand, scene.hand.cards[ref].between
    others = [at.between for at in hand.cards.values() if at.origin.spot is Spot.SEAT and at.between != came]
    known = scene.after.watch.sharp(Sense.HOLE) and hand.partial is None and not swept(came)
    if not known or hand.dealt.get(seat, 0) != 1 or len(others) != hand.total_dealt - 1:
        return hand.total_dealt
    before = sum(other.precedes(came) for other in others)
    after = sum(came.precedes(other) for other in others)
    return before + 1 if before + after == len(others) else hand.total_dealt
