"""Hands that meet the muck, and cards that stay where they should not."""

from felt.fact import By, CardArrived, DeadCardReturned, Face
from felt.ids import Ref
from felt.note import NoteKey
from felt.place import SeatNo, Spot, seat_place
from felt.situation import Action, Sense, Situation
from hub.rules.betting import all_in, live_seats
from hub.rules.hand import Hand, dealt_cards, own_cards
from hub.rules.irregularity import Irregularity, swept
from hub.rules.noted import noted
from hub.rules.notice.deal import showdown
from hub.rules.notice.scene import Scene, Sign, hold
from hub.rules.standing import decided, doubtful


def card_in_muck(scene: Scene, fact: CardArrived) -> list[Sign]:
    """A card of a seat came to the muck. A fold is no error, and after the last betting hands are mucked anyway."""
    hand = scene.hand
    old = scene.was.cards.get(fact.ref)
    if old is None or old.origin.spot is not Spot.SEAT or not scene.trusts(fact.place, Sense.MUCK):
        return []
    seat = SeatNo(old.origin.number or 0)
    if (
        seat not in live_seats(hand.betting)
        or decided(hand.betting)
        or not scene.full
        or not hand.game.has_betting
        or hand.awards
        or not (scene.after.watch.sees(Sense.BOARD) or not hand.board_game)
        or showdown(hand)
        or _due_to_go(scene, fact.ref)
    ):
        return []
    if scene.was.betting.pending[:1] == (seat,) and fact.by is not By.DEALER:
        return []
    if swept(fact.between) or scene.lag or doubtful(hand.betting):
        return [noted(NoteKey.MUCK_NO_FOLD, seat)]
    refs = dealt_cards(hand, seat)
    by_dealer = fact.by is By.DEALER
    situation = Situation.ALL_IN_MUCKED if all_in(hand.betting, seat) else Situation.HAND_IN_MUCK
    return [Irregularity(situation, seat, refs, since=scene.acts(), by_dealer=by_dealer, evidence=(scene.fact_id,))]


def unshown(scene: Scene, seat: SeatNo) -> bool:
    """At the showdown, before a pot is pushed, the seat's cards still lie before it and none was turned up."""
    hand = scene.hand
    if not scene.full or hand.awards or not showdown(hand) or decided(hand.betting):
        return False
    if not scene.trusts(seat_place(seat), Sense.HOLE):
        return False
    own = own_cards(hand, seat)
    down = [ref for ref in own if not hand.cards[ref].away and hand.cards[ref].face is not Face.UP]
    return bool(own) and len(down) == len(own) and scene.after.watch.sees(Sense.FACES)


def _due_to_go(scene: Scene, ref: Ref) -> bool:
    """An open procedure sends this card away."""
    spoken = {progress.number for progress in scene.before.open}
    return any(ruling.number in spoken and ref in ruling.refs for ruling in scene.before.rulings)


def kept_after_fold(scene: Scene, actor: SeatNo | None) -> list[Sign]:
    """Play goes on, and a seat that folded still has a card while another of its cards lies in the muck."""
    hand = scene.was
    betting = hand.betting
    if not betting.out or not scene.full or not betting.said:
        return []
    last = betting.said[-1]
    if last.action is not Action.FOLD or last.seat == actor:
        return []
    dealt_late = {ref for ruling in scene.before.rulings for ref in ruling.refs if ruling.seat == last.seat}
    own = own_cards(hand, last.seat)
    kept = tuple(ref for ref in own if not hand.cards[ref].away and ref not in dealt_late)
    if not kept or len(kept) >= hand.dealt.get(last.seat, 0) or not scene.after.watch.sees(Sense.HOLE):
        return []
    if hand.partial or scene.lag or _swept(hand, kept):
        return [noted(NoteKey.FOLD_KEPT, last.seat)]
    return [
        Irregularity(
            Situation.HAND_RETAINED, last.seat, kept, count=len(kept), since=scene.acts(), evidence=(scene.fact_id,)
        )
    ]


def _swept(hand: Hand, refs: tuple[Ref, ...]) -> bool:
    return any(swept(hand.cards[ref].between) for ref in refs)


def dead_card_back(scene: Scene, fact: DeadCardReturned) -> list[Sign]:
    """A dead card came back: into the stub or on the board it matters, at a seat it is shown."""
    at = scene.hand.cards.get(fact.ref)
    if fact.place.spot in (Spot.STUB, Spot.BOARD) and scene.trusts(fact.place, Sense.BOARD):
        if at is None:
            return [noted(NoteKey.DEAD_BACK_UNKNOWN, spot=fact.was.spot)]
        event = Irregularity(
            Situation.DEAD_CARD_RETURNED, refs=(fact.ref,), place=fact.place, evidence=(scene.fact_id,)
        )
        return [hold(event, at.between, sweeps=scene.patience(Sense.BOARD))]
    seat = SeatNo(fact.place.number) if fact.place.spot is Spot.SEAT and fact.place.number else None
    return [noted(NoteKey.DEAD_BACK, seat, spot=fact.was.spot)]
