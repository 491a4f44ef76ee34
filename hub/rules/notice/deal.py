"""The deal: where each card lands, in which order, and which way up."""

from typing import Final

from felt.fact import By, CardArrived, CardTurned, DeckEvent, Face
from felt.ids import Ref
from felt.note import NoteKey
from felt.place import SeatNo, seat_place
from felt.situation import Question, Sense, Situation, Step
from hub.rules.betting import several_can_bet
from hub.rules.deck import account
from hub.rules.hand import Hand, own_cards, present
from hub.rules.irregularity import Irregularity, Moment
from hub.rules.noted import noted
from hub.rules.notice import deck, down_cards, seats
from hub.rules.notice.exposure import exposed, who_showed
from hub.rules.notice.order import out_of_order
from hub.rules.notice.scene import CONFIDENT, Scene, Sign, hold
from hub.rules.ruling import QuestionAsked, Ruling
from hub.rules.standing import doubtful
from hub.rules.state import TableState
from hub.rules.texts import QUESTIONS

_PREPARED: Final = (
    (DeckEvent.SHUFFLE, Situation.UNSHUFFLED),
    (DeckEvent.CUT, Situation.UNCUT),
)

_TOO_MANY_HERE: Final = frozenset({Situation.TOO_MANY_CARDS, Situation.UNENTITLED_HAND})

_REPLACING: Final = frozenset({Step.EXCHANGE, Step.DEAL_MISSING})


def first_card(scene: Scene) -> list[Sign]:
    """The first card leaves the stub: the deck must have been shuffled and cut, and riffled after a machine."""
    after = scene.after
    if scene.hand.partial or not after.watch.watching:
        return []
    signs, did = deck.dealt_from(scene), account(scene.before.deck)
    if any(isinstance(sign, Irregularity) for sign in signs) or not did:
        return signs
    for event, situation in _PREPARED:
        if event not in did:
            return [*signs, Irregularity(situation, evidence=(scene.fact_id,))]
    if after.setup.machine and DeckEvent.RIFFLE not in did:
        return [*signs, Irregularity(Situation.UNRIFFLED, evidence=(scene.fact_id,))]
    return signs


def card_at_seat(scene: Scene, fact: CardArrived) -> list[Sign]:
    """A card that nobody had seen before landed at a seat of an open hand."""
    signs = first_card(scene) if not scene.was.total_dealt else []
    seat = SeatNo(fact.place.number or 0)
    if not scene.trusts(fact.place, Sense.HOLE):
        return [*signs, *_shown_uncounted(scene, fact, seat), *moments_passed(scene)]
    if fact.confidence < CONFIDENT:
        return [*signs, noted(NoteKey.SEAT_UNSURE, seat)]
    if not scene.hand.game.has_betting:
        return [*signs, *seats.open_face_card(scene, fact, seat)]
    if seat not in scene.hand.seats:
        return [*signs, _unentitled(scene, fact, seat)]
    if not scene.hand.board_game:
        return [*signs, *_stud_card(scene, fact, seat), *moments_passed(scene)]
    if fact.face is Face.UP and (not scene.was.deal_done or fact.ref in scene.hand.exposed):
        signs.append(exposed(scene, seat, fact.ref))
    many = _too_many(scene, fact, seat)
    if many is not None:
        return [*signs, many]
    if not scene.was.deal_done and not _replacing(scene.after, seat):
        order = out_of_order(scene, fact, seat)
        if order is not None:
            signs.append(order)
    return signs + moments_passed(scene)


def _stud_card(scene: Scene, fact: CardArrived, seat: SeatNo) -> list[Sign]:
    """A card of stud: of the deal, or of a later street."""
    if _replacing(scene.after, seat):
        return []
    if scene.was.deal_done:
        return [*seats.last_card(scene, fact), *seats.street_card(scene, fact, seat)]
    signs = [*down_cards.card_dealt(scene, fact, seat), *seats.too_many_in_deal(scene, fact, seat)]
    signs += down_cards.lies_down(scene, fact, seat)
    order = None if signs else out_of_order(scene, fact, seat)
    return signs if order is None else [*signs, order]


def card_back(scene: Scene, fact: CardArrived) -> list[Sign]:
    """A known card came back to a seat: only all of the seat's own cards together can be too many."""
    if not scene.trusts(fact.place, Sense.HOLE) or not scene.hand.board_game:
        return []
    many = _too_many(scene, fact, SeatNo(fact.place.number or 0))
    return [] if many is None else [many]


def _unentitled(scene: Scene, fact: CardArrived, seat: SeatNo) -> Sign:
    refs = own_cards(scene.hand, seat)
    return hold(
        Irregularity(
            Situation.UNENTITLED_HAND, seat, refs, count=len(refs), since=scene.acts(), evidence=(scene.fact_id,)
        ),
        fact.between,
        sweeps=scene.patience(Sense.HOLE),
    )


def _replacing(state: TableState, seat: SeatNo) -> int:
    """How many cards an open procedure still has to bring to the seat beside those it has."""
    for progress in state.open:
        for ruling in state.rulings:
            if ruling.number == progress.number and _brings(ruling, seat):
                return len(ruling.refs) or 1
    return 0


def _brings(ruling: Ruling, seat: SeatNo) -> bool:
    return any(plan.step in _REPLACING and plan.seat == seat for plan in ruling.steps)


def _too_many(scene: Scene, fact: CardArrived, seat: SeatNo) -> Sign | None:
    """More cards came out of the stub to this seat than the game gives it."""
    hand = scene.hand
    if len(hand.held.get(seat, ())) <= hand.game.hole_cards:
        return None
    refs = present(hand, own_cards(hand, seat))
    if len(refs) <= hand.game.hole_cards or len(refs) <= hand.game.hole_cards + _replacing(scene.after, seat):
        return None
    return hold(
        Irregularity(
            Situation.TOO_MANY_CARDS,
            seat,
            refs[hand.game.hole_cards :],
            count=len(refs),
            since=scene.acts(),
            evidence=(scene.fact_id,),
        ),
        fact.between,
        sweeps=scene.patience(Sense.HOLE),
    )


def _shown_uncounted(scene: Scene, fact: CardArrived, seat: SeatNo) -> list[Sign]:
    """A camera sees a hole card face up and nothing counts hole cards: whether the dealer showed it a person knows.

    Which card of the deal it is nobody knows, so it is never ruled on as a blind's first (gpc 35).
    """
    hand = scene.hand
    if fact.face is not Face.UP or fact.confidence < CONFIDENT or not scene.trusts(fact.place, Sense.FACES):
        return []
    if seat not in hand.seats or not hand.board_game or fact.ref not in hand.exposed or not action_to_come(hand):
        return []
    if fact.by is By.PLAYER and not scene.full:
        return []  # nobody tells of folds here: it may be the showdown
    if hand.board or hand.burns:
        return []  # the deal is over, whoever counts it
    event = Irregularity(Situation.OWN_HAND_EXPOSED, seat, (fact.ref,), since=scene.acts(), evidence=(scene.fact_id,))
    return [who_showed(seat, event)]


def turned_at_seat(scene: Scene, fact: CardTurned) -> list[Sign]:
    """A card of a seat was turned face up where it lay."""
    hand, seat = scene.hand, SeatNo(fact.place.number or 0)
    at = hand.cards.get(fact.ref)
    if at is None or fact.face is not Face.UP or not hand.game.has_betting or seat not in hand.seats:
        return []
    if fact.by is not By.DEALER and not scene.trusts(fact.place, Sense.FACES):
        return []
    if (at.up_first and not hand.board_game) or fact.ref in scene.was.exposed:
        return []  # the dealer laid it open, as is known: nobody turned it since
    if fact.ref in hand.exposed:
        if not hand.board_game:
            return down_cards.down_card(scene, seat, fact.ref, fact.between)
        return [exposed(scene, seat, fact.ref)]
    own = Irregularity(Situation.OWN_HAND_EXPOSED, seat, since=scene.acts(), evidence=(scene.fact_id,))
    if fact.by is By.DEALER:
        return [_shown_by_dealer(scene, seat, fact.ref)] if action_to_come(hand) else []
    if not scene.full:
        last = hand.street >= hand.game.last_street  # from here on hands are shown because it is the showdown
        return [noted(NoteKey.SEAT_SHOWS, seat)] if hand.deal_done and not last and action_to_come(hand) else []
    if not action_to_come(hand):
        return []
    if fact.by is By.PLAYER:
        return [own]
    event = Irregularity(Situation.OWN_HAND_EXPOSED, seat, (fact.ref,), since=scene.acts(), evidence=(scene.fact_id,))
    return [who_showed(seat, event)]


def _shown_by_dealer(scene: Scene, seat: SeatNo, ref: Ref) -> Irregularity:
    return Irregularity(
        down_cards.exposure(scene.hand), seat, (ref,), since=scene.acts(), by_dealer=True, evidence=(scene.fact_id,)
    )


def action_to_come(hand: Hand) -> bool:
    """Somebody may still have to decide: the betting of this hand is not over."""
    betting = hand.betting
    if hand.over is not None or doubtful(betting):
        return False
    if betting.open and (betting.pending or not hand.deal_done):
        return True
    return hand.street < hand.game.last_street and several_can_bet(betting)


def showdown(hand: Hand) -> bool:
    """The last street's betting is over: hands are shown, or thrown away."""
    last = hand.street >= hand.game.last_street
    return last and not hand.betting.open and not action_to_come(hand)


def moments_passed(scene: Scene) -> list[Sign]:
    """Hands of absent and penalised players are looked at when the book says so."""
    hand = scene.hand
    if not hand.away and not hand.penalty:
        return []
    signs: list[Sign] = []
    complete = hand.deal_done and not scene.was.deal_done
    if complete:
        signs += [
            _if_dealt_in(scene, Irregularity(Situation.PENALTY_HAND, seat, evidence=(scene.fact_id,)), seat)
            for seat in sorted(hand.penalty)
        ]
    if Moment.DEAL_COMPLETE in scene.moments and complete:
        signs += _absent(scene, Moment.DEAL_COMPLETE)
    if Moment.OWN_TURN in scene.moments:
        signs += own_turn(scene)
    return signs


def _absent(scene: Scene, moment: Moment) -> list[Sign]:
    return [_if_dealt_in(scene, _absence(scene, seat, moment), seat) for seat in sorted(scene.hand.away)]


def _absence(scene: Scene, seat: SeatNo, moment: Moment) -> Irregularity:
    return Irregularity(Situation.ABSENT_HAND, seat, moment=moment, since=scene.acts(), evidence=(scene.fact_id,))


def none_seen(scene: Scene, seat: SeatNo) -> bool:
    """The readers saw the deal, and no card of it at this seat: it may have been passed over."""
    return bool(scene.hand.total_dealt) and not scene.hand.dealt.get(seat, 0) and _reads(scene, seat)


def _reads(scene: Scene, seat: SeatNo) -> bool:
    return scene.trusts(seat_place(seat), Sense.HOLE)


def _if_dealt_in(scene: Scene, event: Irregularity, seat: SeatNo) -> Sign:
    """There is no hand to kill where none was seen dealt; that it was not, only a person can say."""
    if not none_seen(scene, seat):
        return event
    most = scene.hand.game.hole_cards
    choices = tuple(str(count) for count in range(most + 1))
    return QuestionAsked(Question.CARD_COUNT, QUESTIONS[Question.CARD_COUNT].format(seat=seat), choices, seat, event)


def own_turn(scene: Scene) -> list[Sign]:
    """The turn came to an absent player (club 34.3.8)."""
    hand = scene.hand
    pending = hand.betting.pending
    if Moment.OWN_TURN not in scene.moments or not hand.deal_done or not pending or pending[0] not in hand.away:
        return []
    seat = pending[0]
    if none_seen(scene, seat) and (Question.CARD_COUNT, seat) in _asked(scene):
        return []
    return [_if_dealt_in(scene, _absence(scene, seat, Moment.OWN_TURN), seat)]


def _asked(scene: Scene) -> set[tuple[Question, SeatNo | None]]:
    """What is asked or was answered in this hand."""
    state = scene.before
    return {*state.answers, *((open_.question, open_.seat) for open_ in state.questions)}


def cards_lie_there(scene: Scene, seat: SeatNo) -> bool:
    """The sensors see cards of this seat in front of it: where folds are not tracked, only that shows a live hand."""
    own = own_cards(scene.hand, seat)
    return scene.trusts(seat_place(seat), Sense.HOLE) and bool(present(scene.hand, own))


def may_be_beside(hand: Hand, event: Irregularity) -> bool:
    """The card too many here may be the one that the seat beside lacks: a tilted hand is read at its neighbour's."""
    if event.reported or event.situation not in _TOO_MANY_HERE or event.seat is None:
        return False
    need, last = hand.game.hole_cards, max((*hand.seats, event.seat))
    beside = {event.seat - 1 or last, event.seat + 1 if event.seat < last else SeatNo(1)}
    return any(seat in beside and hand.dealt.get(seat, 0) < need for seat in hand.seats)


def lies_there(hand: Hand, event: Irregularity) -> bool:
    """The cards of a held irregularity still lie at their seat."""
    own = own_cards(hand, event.seat or SeatNo(0))
    return all(ref in own for ref in event.refs) and len(present(hand, event.refs)) == len(event.refs)
