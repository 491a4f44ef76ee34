"""Streets that go to the seats: cards too early, too many, face up that should lie down, and a deck that runs out."""

from typing import Final

from felt.card import DECK
from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import By, CardArrived, Face
from felt.note import NoteKey
from felt.place import BURN, SeatNo, Spot
from felt.situation import Sense, Situation, Step
from hub.rules import betting as bets
from hub.rules import standing
from hub.rules.hand import Hand, due_cards, names, own_cards, present
from hub.rules.irregularity import Irregularity, swept
from hub.rules.noted import noted
from hub.rules.notice.board import stop_text
from hub.rules.notice.down_cards import lies_down
from hub.rules.notice.scene import Scene, Sign, hold, laid_open
from hub.rules.ruling import DoubtHeld, Ruling, RulingWidened, StopShown
from hub.rules.state import TableState
from hub.rules.stud import served
from hub.rules.texts import street_name, street_word

_ROUND: Final = 3
_MOST_PLACED: Final = 17
"""No open-face hand is ever dealt more: five, then four times three."""


def street_card(scene: Scene, fact: CardArrived, seat: SeatNo) -> list[Sign]:
    """A card after the deal landed at a seat that is entitled to the hand."""
    was, hand = scene.was, scene.hand
    if seat not in bets.live_seats(was.betting):
        return [_to_a_dead_hand(scene, fact, seat)]
    if standing.decided(was.betting) or served(was, seat) < due_cards(was):
        return []  # in the second case it is a card of the street that stands, read late
    if served(was, seat) > due_cards(was):
        return _too_many(scene, fact, seat)
    if standing.known_open(was.betting):
        return _too_many(scene, fact, seat) if _stray_in_deal(scene) else _early(scene, fact)
    if was.street >= hand.game.last_street:
        return [noted(NoteKey.SEAT_LATE, seat)]
    street = hand.game.streets[was.street + 1]
    signs = [*_missing_burn(scene, fact), *(lies_down(scene, fact, seat) if street.up else [])]
    dealt_up = fact.face is Face.UP and fact.by is not By.PLAYER and laid_open(scene, fact.between)
    if dealt_up and not street.up and _newest(scene, fact, seat) and bets.several_can_bet(was.betting):
        signs.append(
            Irregularity(
                Situation.SEVENTH_UP,
                seat,
                (fact.ref,),
                since=scene.acts(),
                street=was.street + 1,
                by_dealer=True,
                evidence=(scene.fact_id,),
            )
        )
    return signs


def _to_a_dead_hand(scene: Scene, fact: CardArrived, seat: SeatNo) -> Sign:
    """A street's card went to a seat that plays no more: it was another's, where it is certain that it came there."""
    betting = scene.was.betting
    out = standing.told_folded(betting, seat) or seat in betting.dead
    if not out or standing.decided(betting) or not scene.after.watch.sharp(Sense.HOLE):
        return noted(NoteKey.SEAT_OUT, seat)
    event = Irregularity(
        Situation.UNENTITLED_HAND, seat, (fact.ref,), count=1, since=scene.acts(), evidence=(scene.fact_id,)
    )
    return hold(event, fact.between)


def _newest(scene: Scene, fact: CardArrived, seat: SeatNo) -> bool:
    """It certainly is the card of this street: none of the seat's is missing, and all others came before."""
    hand, others = scene.hand, [ref for ref in own_cards(scene.hand, seat) if ref != fact.ref]
    if scene.after.watch.sharp(Sense.HOLE):
        return True
    known = len(others) == due_cards(scene.was)
    return known and all(hand.cards[ref].between.precedes(fact.between) for ref in others)


def _stray_in_deal(scene: Scene) -> bool:
    """No burn was made and nobody has acted in this round: it is a card too many of the street that just came."""
    was = scene.was
    return (
        scene.after.watch.sharp(Sense.BURN)
        and not was.ready
        and len(was.betting.said) == was.betting.mark
        and not scene.after.watch.is_blind(BURN)
    )


def too_many_in_deal(scene: Scene, fact: CardArrived, seat: SeatNo) -> list[Sign]:
    """A seat got more cards of the deal than the game gives, while another one still waits for its own."""
    return _too_many(scene, fact, seat) if served(scene.hand, seat) > scene.hand.game.hole_cards else []


def _too_many(scene: Scene, fact: CardArrived, seat: SeatNo) -> list[Sign]:
    """Implied only where no other seat's card can have been missed."""
    hand = scene.hand
    own = present(hand, own_cards(hand, seat))
    if not scene.after.watch.sharp(Sense.HOLE):
        return [noted(NoteKey.SEAT_MORE, seat)]
    event = Irregularity(
        Situation.TOO_MANY_CARDS,
        seat,
        (fact.ref,),
        count=len(own),
        since=scene.acts(),
        evidence=(scene.fact_id,),
    )
    return [hold(event, fact.between, sweeps=scene.patience(Sense.HOLE))]


def _early(scene: Scene, fact: CardArrived) -> list[Sign]:
    """A card of the next street while its betting is open: one ruling for the whole street."""
    was = scene.was
    street = was.street + 1
    for ruling in scene.after.rulings:
        about = ruling.event
        if ruling.situation is Situation.PREMATURE_STREET and about is not None and about.street == street:
            lives = ruling.number not in scene.after.withdrawn
            return [RulingWidened(ruling.number, (fact.ref,), names(scene.hand, (fact.ref,)))] if lives else []
    event = Irregularity(
        Situation.PREMATURE_STREET, refs=(fact.ref,), street=street, since=scene.acts(), evidence=(scene.fact_id,)
    )
    if not scene.lag:
        return [event]
    signs: list[Sign] = []
    if not scene.before.stop:
        signs.append(StopShown(stop_text(was, street_name(street))))
    if not any(held.event.situation is event.situation for held in scene.before.held):
        signs.append(DoubtHeld(event, Nanos(scene.after.now + scene.lag * NANOS_PER_MS)))
    return signs


def _missing_burn(scene: Scene, fact: CardArrived) -> list[Sign]:
    """The first card of a street without its burn: implied only where a burn cannot be missed."""
    was = scene.was
    street = was.street + 1
    if was.ready or not was.game.streets[street].burn or runs_short(scene.after, was):
        return []
    ruled = _ruled_missing(scene.after, street)
    if ruled is not None:
        fresh = bool(ruled.steps) and fact.ref not in ruled.refs
        return [RulingWidened(ruled.number, (fact.ref,), names(scene.hand, (fact.ref,)))] if fresh else []
    due = due_cards(was)
    if any(served(was, seat) > due for seat in bets.live_seats(was.betting)):
        return []
    watch = scene.after.watch
    if not watch.sees(Sense.BURN):
        return []
    if not watch.sharp(Sense.BURN) or watch.is_blind(BURN):
        return [noted(NoteKey.BURN_UNSEEN, street=street_word(street))]
    event = Irregularity(
        Situation.MISSING_BURN,
        refs=(fact.ref,),
        street=street,
        since=len(was.betting.said),
        evidence=(scene.fact_id,),
    )
    return [hold(event, fact.between)]


def _ruled_missing(state: TableState, street: int) -> Ruling | None:
    """The ruling that stands on this street's missing burn: its later cards go the way of the first."""
    for ruling in state.rulings:
        about = ruling.event
        if ruling.situation is Situation.MISSING_BURN and about is not None and about.street == street:
            return None if ruling.number in state.withdrawn else ruling
    return None


def deck_runs_short(scene: Scene) -> list[Sign]:
    """The betting before the last street is over, and the stub is too small for it (bfsp 6.5.3, tda RP-10)."""
    was, hand = scene.was, scene.hand
    if hand.board_game or not hand.game.has_betting or not scene.full or scene.lag:
        return []
    if not was.betting.open or hand.betting.open or not runs_short(scene.after, hand):
        return []
    return [Irregularity(Situation.SHORT_DECK, evidence=(scene.fact_id,))]


def runs_short(state: TableState, hand: Hand) -> bool:
    """Each live player, the burn and the card that is never dealt need more than the stub certainly holds."""
    live = bets.live_seats(hand.betting)
    if hand.board_game or hand.street + 1 != hand.game.last_street or len(live) < 2 or hand.partial:
        return False
    watch = state.watch
    if not (watch.sharp(Sense.HOLE) and watch.sharp(Sense.BURN)) or watch.blind:
        return False
    if any(plan.step is Step.RETURN for ruling in state.rulings for plan in ruling.steps):
        return False
    return len(DECK) - len(hand.cards) < len(live) + 2 - len(hand.ready)


def last_card(scene: Scene, fact: CardArrived) -> list[Sign]:
    """All 52 cards lie out at once: the last one of the deck, which is never dealt, was (club 24.2.7)."""
    hand = scene.hand
    if len(hand.cards) != len(DECK) or hand.partial or fact.place.spot not in (Spot.SEAT, Spot.BOARD):
        return []
    if any(at.away for at in hand.cards.values()) or not scene.trusts(fact.place, Sense.HOLE):
        return []
    return [Irregularity(Situation.LAST_CARD_USED, refs=(fact.ref,), evidence=(scene.fact_id,))]


def open_face_card(scene: Scene, fact: CardArrived, seat: SeatNo) -> list[Sign]:
    """Open-face: however it is dealt and whoever is in fantasy, nobody gets more than 17 cards (bfsp 8)."""
    hand = scene.hand
    own = present(hand, own_cards(hand, seat))
    if scene.fives and seat in hand.seats and _between_fives(scene, fact, seat):
        return [Irregularity(Situation.OUT_OF_SEQUENCE, since=scene.acts(), evidence=(scene.fact_id,))]
    if len(own) <= _MOST_PLACED or seat not in hand.seats:
        return _uneven(scene, seat)
    event = Irregularity(Situation.OFC_COUNT, seat, (fact.ref,), count=len(own), evidence=(scene.fact_id,))
    return [hold(event, fact.between, sweeps=scene.patience(Sense.HOLE))]


def _uneven(scene: Scene, seat: SeatNo) -> list[Sign]:
    """Another seat gets its cards, and one before it has not got three, nor what a player in fantasy gets at once."""
    hand, first = scene.hand, scene.hand.game.hole_cards
    if hand.dealt.get(seat, 0) <= first or not scene.after.watch.sharp(Sense.HOLE):
        return []
    odd = [other for other in hand.seats if other != seat and max(0, hand.dealt.get(other, 0) - first) % _ROUND]
    uneven = [noted(NoteKey.SEAT_UNEVEN, other, count=hand.dealt[other]) for other in odd]
    known = {(note.seat, note.text) for note in scene.before.notes}
    return [note for note in uneven if (note.seat, note.text) not in known]


def _between_fives(scene: Scene, fact: CardArrived, seat: SeatNo) -> bool:
    """Another seat still waits for some of its first five; only a look that misses nothing counts."""
    if not scene.after.watch.sharp(Sense.HOLE) or swept(fact.between):
        return False
    first = scene.hand.game.seat_cards(0)
    return any(0 < scene.hand.dealt.get(other, 0) < first for other in scene.hand.seats if other != seat)


def still_early(hand: Hand, event: Irregularity) -> bool:
    """The betting is still open by the tracker, and the early cards still lie there."""
    lie = all(ref in hand.cards and not hand.cards[ref].away for ref in event.refs)
    return standing.known_open(hand.betting) and lie and hand.over is None and hand.street < event.street
