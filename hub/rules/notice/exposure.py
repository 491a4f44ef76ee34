"""Hole cards that the dealer showed: the first of a hand, one more, and those that only a person can tell of."""

from msgspec.structs import replace

from felt.ids import Ref
from felt.place import SeatNo
from felt.situation import Question, Situation
from hub.rules.irregularity import Irregularity
from hub.rules.notice.scene import Scene
from hub.rules.notice.seats import exposure
from hub.rules.ruling import QuestionAsked
from hub.rules.state import TableState
from hub.rules.texts import QUESTIONS


def _ruled(state: TableState) -> int | None:
    for ruling in reversed(state.rulings):
        if ruling.number in state.withdrawn:
            continue
        if ruling.situation in (Situation.EXPOSED_HOLE_CARD, Situation.EXPOSED_FIRST_CARD):
            return ruling.number
    return None


def shown_by_dealer(state: TableState, event: Irregularity) -> Irregularity:
    """A person says that the dealer showed the card: the first one of the hand, or one more."""
    hand, earlier = state.hand, _ruled(state)
    event = replace(event, situation=Situation.EXPOSED_HOLE_CARD, count=1, by_dealer=True)
    if hand is None or earlier is None or not hand.board_game or hand.deal_done:
        return event if hand is None else replace(event, situation=exposure(hand))
    count = len(hand.exposed)
    return replace(event, situation=Situation.EXPOSED_SEVERAL, refs=hand.exposed, count=count, replaces=earlier)


def who_showed(seat: SeatNo, event: Irregularity) -> QuestionAsked:
    """A card lies open and no sensor knows whose hand turned it."""
    text = QUESTIONS[Question.EXPOSED_BY].format(seat=seat)
    return QuestionAsked(Question.EXPOSED_BY, text, ("dealer", "player"), seat, event)


def exposed(scene: Scene, seat: SeatNo, ref: Ref) -> Irregularity:
    """The dealer showed a hole card; a second one grows out of the first."""
    hand = scene.hand
    if len(hand.exposed) > 1:
        return Irregularity(
            Situation.EXPOSED_SEVERAL,
            seat,
            hand.exposed,
            count=len(hand.exposed),
            since=scene.acts(),
            by_dealer=True,
            replaces=_ruled(scene.after),
            evidence=(scene.fact_id,),
        )
    number = hand.dealt.get(seat, 0)
    first = number == 1 and seat in (hand.small, hand.big)
    opening = hand.total_dealt == 1
    return Irregularity(
        Situation.EXPOSED_FIRST_CARD if first or opening else Situation.EXPOSED_HOLE_CARD,
        seat,
        (ref,),
        count=hand.total_dealt,
        since=scene.acts(),
        first=first,
        opening=opening,
        by_dealer=True,
        evidence=(scene.fact_id,),
    )
