"""Stud: open cards at a seat that were to lie down, as far as they cannot be the card that is due open."""

from typing import Final

from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import Between, CardArrived, Face
from felt.ids import Ref
from felt.note import NoteKey
from felt.place import SeatNo
from felt.situation import Sense, Situation
from hub.rules import betting as bets
from hub.rules.hand import Hand, own_cards
from hub.rules.irregularity import Irregularity
from hub.rules.noted import noted
from hub.rules.notice.scene import SWEEPS_IN_DOUBT, Scene, Sign
from hub.rules.ruling import DoubtHeld

_SWEEP: Final = 500 * NANOS_PER_MS
"""The least that a doubtful reader is given for a sweep, where a camera's look does not tell."""


def card_dealt(scene: Scene, fact: CardArrived, seat: SeatNo) -> list[Sign]:
    """A card of the deal of stud landed at a seat that is entitled to it."""
    hand = scene.hand
    if fact.face is not Face.UP or not (fact.ref in hand.exposed or open_count(hand, seat) > 1):
        return []
    return down_card(scene, seat, fact.ref, fact.between)


def lies_down(scene: Scene, fact: CardArrived, seat: SeatNo) -> list[Sign]:
    """A card that is due open lies face down, where a camera misses none: no clause, so it is only said."""
    hand, watch = scene.hand, scene.after.watch
    if not (watch.sharp(Sense.FACES) and watch.sharp(Sense.HOLE)) or fact.face is not Face.DOWN:
        return []
    due = sum(hand.game.seat_card_up(number) for number in range(1, hand.dealt.get(seat, 0) + 1))
    return [noted(NoteKey.SEAT_FACE_DOWN, seat)] if open_count(hand, seat) < due else []


def open_count(hand: Hand, seat: SeatNo) -> int:
    """How many of the seat's cards lie open by the dealer's hand."""
    return sum(
        1
        for ref in own_cards(hand, seat)
        if hand.cards[ref].face is Face.UP and (hand.cards[ref].up_first or ref in hand.exposed)
    )


def exposure(hand: Hand) -> Situation:
    """What an exposed card is called now: in stud it depends on the street."""
    if hand.board_game:
        return Situation.EXPOSED_HOLE_CARD
    return Situation.SEVENTH_UP if hand.street >= hand.game.last_street else Situation.DOWN_CARD_EXPOSED


def down_card(scene: Scene, seat: SeatNo, ref: Ref, between: Between) -> list[Sign]:
    """One of the first two came up, or a second card of the seat did (bfsp 6.5.1, 6.5.2).

    By readers that miss it may be the card that is due open, of a seat whose other cards were not read: it is held
    until the others had time to get theirs.
    """
    hand = scene.hand
    event = Irregularity(
        exposure(hand),
        seat,
        (ref,),
        count=open_count(hand, seat),
        since=scene.acts(),
        by_dealer=True,
        evidence=(scene.fact_id,),
    )
    if scene.after.watch.sharp(Sense.HOLE):
        return [event]
    sweep = max(between.by - between.after, _SWEEP)
    return [DoubtHeld(event, Nanos(between.by + SWEEPS_IN_DOUBT * sweep))] if still_exposed(hand, event) else []


def still_exposed(hand: Hand, event: Irregularity) -> bool:
    """The seat shows more cards than any other that plays, and than the deal gives it once the deal is over."""
    seat = event.seat
    lies = all(ref in hand.cards and not hand.cards[ref].away for ref in event.refs)
    if seat is None or not lies or hand.over is not None:
        return False
    shown, live = open_count(hand, seat), bets.live_seats(hand.betting) or hand.seats
    most = sum(each.up for each in hand.game.streets[: hand.street + 1])
    if hand.deal_done and shown <= most:
        return False
    return all(open_count(hand, other) < shown for other in live if other != seat)
