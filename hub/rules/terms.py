"""The words that rulings hang on, as named terms; books define some of them differently.

Each is three-valued: yes, no, or not known from here. With tracker `rounds` or `none` the hub often does not know who
has acted, and asks.
"""

from collections.abc import Callable
from typing import Final

from felt.card import DECK
from felt.place import SHUFFLER, SeatNo, Spot
from felt.situation import Action, Question, Sense, Situation, Tracker
from hub.rules.articles.book import Case, Term, Test
from hub.rules.betting import Act, all_in, known_open, live_seats
from hub.rules.hand import Hand, due_cards
from hub.rules.irregularity import Irregularity, Moment

_YES: Final = {"yes": True, "no": False}
COUNTS: Final = frozenset(
    {Situation.TOO_MANY_CARDS, Situation.TOO_FEW_CARDS, Situation.BUTTON_SHORT, Situation.UNENTITLED_HAND}
)


def answered(case: Case, question: Question, *, seat: bool = False) -> bool | None:
    """The answer a person gave to a yes/no question, if any."""
    if question is Question.SUBSTANTIAL_ACTION and case.state.counts:
        return _told_in_words(case)
    value = case.state.answers.get((question, case.event.seat if seat else None))
    return _YES.get(value.lower()) if value is not None else None


def _told_in_words(case: Case) -> bool | None:
    """A person's word on substantial action, as this book means it: its own, or what another book's implies.

    Who denied that anybody acted denied every book's action; who affirmed any book's affirmed that somebody acted.
    """
    told = {book: _YES.get(value.lower()) for book, value in case.state.counts.items()}
    meant = {book.id: book.substantial for book in case.state.chain}
    for book, value in told.items():
        if book not in meant or meant[book] is case.book.substantial:
            return value
    if any(value is False and meant[book] is NOBODY_YET for book, value in told.items()):
        return False
    return True if case.book.substantial is NOBODY_YET and True in told.values() else None


def _past_first_round(case: Case) -> bool:
    """A street stands on the board, or a person closed a round."""
    return case.hand.street > 0 or case.hand.betting.closed_rounds > 0 or case.hand.over is not None


def counted(test: Callable[[tuple[Act, ...]], bool]) -> Test:
    """A definition by the acts of the first round on; where they are not tracked, rounds tell or a person does."""

    def holds(case: Case) -> bool | None:
        betting = case.hand.betting
        if test(betting.said):
            return True
        if betting.mode is Tracker.FULL:
            return False
        if _past_first_round(case):
            return True
        if _still_dealing(case):
            return False
        return answered(case, Question.SUBSTANTIAL_ACTION)

    return holds


def _still_dealing(case: Case) -> bool:
    """The sensors see that the deal goes on: nobody can have acted. A person may speak of a seat that lacks cards."""
    hand, event = case.hand, case.event
    if hand.partial or not case.state.watch.sees(Sense.HOLE):
        return False
    if hand.deal_done:
        return not event.reported and _with_the_last_card(hand, event)
    if not event.reported or not hand.total_dealt:
        return True
    need = hand.game.hole_cards
    return any(hand.dealt.get(seat, 0) < need for seat in hand.seats if seat != event.seat)


def _with_the_last_card(hand: Hand, event: Irregularity) -> bool:
    """It is seen on the card that has just completed the deal."""
    whole = hand.total_dealt == hand.game.hole_cards * len(hand.seats)
    return whole and next(reversed(hand.cards), None) in event.refs


def any_act(acts: tuple[Act, ...]) -> bool:
    """Somebody acted (bfsp 6.3.7-6.3.8)."""
    return bool(acts)


NOBODY_YET: Final = counted(any_act)
"""The least that can count: any act at all (bfsp 6.3.7-6.3.8)."""


def two_players_bet(acts: tuple[Act, ...]) -> bool:
    """Two or more players put chips in; blinds, checks and folds do not count (club 34.1)."""
    return len({act.seat for act in acts if act.chips}) >= 2


def two_bets_or_three_acts(acts: tuple[Act, ...]) -> bool:
    """Two acts in turn that both put chips in, or any three in turn (gpc 36)."""
    turned = [act for act in acts if act.in_turn]
    return len(turned) >= 3 or sum(act.chips for act in turned) >= 2


def two_acts_one_with_chips(acts: tuple[Act, ...]) -> bool:
    """Two acts in turn, at least one with chips, or any three in turn (tda 36)."""
    turned = [act for act in acts if act.in_turn]
    return len(turned) >= 3 or (len(turned) == 2 and any(act.chips for act in turned))


def any_bet(acts: tuple[Act, ...]) -> bool:
    """Somebody put chips in."""
    return any(act.chips for act in acts)


def two_players_acted(acts: tuple[Act, ...]) -> bool:
    """Two players after the blinds acted, folds count (rrop, substantial action)."""
    return len({act.seat for act in acts}) >= 2


def bet_since_error(case: Case) -> bool | None:
    """Chips were put in after the error (pub special 6)."""
    betting = case.hand.betting
    if any(act.chips for act in betting.said[case.event.since :]):
        return True
    return _since(case)


def _acted_since(case: Case) -> bool | None:
    return True if len(case.hand.betting.said) > case.event.since else _since(case)


def _since(case: Case) -> bool | None:
    """Where acts are not tracked: a round closed since the error, or a person's word; what is sensed happens now."""
    betting = case.hand.betting
    if betting.mode is Tracker.FULL:
        return False
    if betting.closed_rounds > case.event.street or case.hand.street > case.event.street:
        return True
    if not case.event.reported or _still_dealing(case):
        return False
    return answered(case, Question.SUBSTANTIAL_ACTION)


def _holder_acted(case: Case) -> bool | None:
    seat, betting = case.event.seat, case.hand.betting
    if any(act.seat == seat for act in betting.said):
        return True
    if betting.mode is Tracker.FULL:
        return False
    if _past_first_round(case):
        return True
    return False if _still_dealing(case) else answered(case, Question.ACTED, seat=True)


def _identified(case: Case) -> bool | None:
    """It is certain which cards were the seat's: a person says so, or the sensors followed each of them."""
    said = answered(case, Question.IDENTIFIED)
    if said is not None:
        return said
    if _all_seen_open(case):
        return True
    hand, event = case.hand, case.event
    watch = case.state.watch
    if event.reported or hand.partial or not (watch.sees(Sense.MUCK) and watch.sees(Sense.HOLE)):
        return None
    own = [at for at in hand.cards.values() if at.origin.spot is Spot.SEAT and at.origin.number == event.seat]
    need = hand.game.hole_cards if hand.board_game else hand.dealt.get(event.seat or SeatNo(0), 0)
    return True if own and len(own) == need else None


def _last_left(case: Case) -> bool:
    """Everybody else folded or is dead, on whichever street."""
    return live_seats(case.hand.betting) == (case.event.seat,)


def _blinds_all_in(case: Case) -> bool:
    seat = case.event.seat
    return seat is not None and all_in(case.hand.betting, seat)


def _folded(case: Case) -> bool:
    return any(act.seat == case.event.seat and act.action is Action.FOLD for act in case.hand.betting.said)


def _cards_wrong(case: Case) -> int:
    """How many cards of the deal went wrong, with those already ruled on."""
    hand, event = case.hand, case.event
    due = due_cards(hand) if event.seat in hand.seats else 0
    held = event.count if event.count is not None else due + (1 if event.situation is Situation.TOO_MANY_CARDS else -1)
    counts = {event.seat: abs(held - due)}
    for ruling in case.state.rulings:
        earlier = None if ruling.number in case.state.withdrawn else ruling.event
        if earlier is not None and earlier.situation in COUNTS and earlier.seat not in counts:
            counts[earlier.seat] = 1
    return sum(counts.values())


def _with_burns(case: Case) -> bool:
    """Stub and burns give each live seat a card, one burn, and the last card that is never dealt."""
    hand = case.hand
    stub = len(DECK) - hand.total_dealt - len(hand.burns)
    return stub + len(hand.burns) >= len(live_seats(hand.betting)) + 2


def _betting_left(hand: Hand) -> bool:
    """Two or more live players have chips behind, as far as the tracker knows."""
    betting = hand.betting
    return sum(1 for seat in live_seats(betting) if betting.stacks.get(seat, 1) > 0) > 1


def cards_dealt(case: Case) -> bool | None:
    """The first betting round begins when the cards are dealt (bfsp 4.1, to the letter)."""
    if case.hand.deal_done or _past_first_round(case):
        return True
    return False if _still_dealing(case) else counted(any_act)(case)


def _first_round(case: Case) -> bool | None:
    return (case.book.first_round or counted(any_act))(case)


def _bet_in_round(case: Case) -> bool | None:
    """Chips were put in on the street that stands last."""
    hand = case.hand
    if hand.betting.mode is not Tracker.FULL:
        return answered(case, Question.SUBSTANTIAL_ACTION)
    return hand.street >= hand.game.last_street and any(act.chips for act in hand.betting.said[hand.betting.mark :])


def _several_open(case: Case) -> bool:
    """More than one downcard of the deal was exposed, at one seat or at several."""
    others = [ref for ref in case.hand.exposed if ref not in case.event.refs]
    return bool(others) or (case.event.count or 1) > 1


def _all_seen_open(case: Case) -> bool:
    """Every card of the seat's hand lay face up before it: nobody can mistake them for others."""
    hand, seat = case.hand, case.event.seat
    own = [at for at in hand.cards.values() if at.origin.spot is Spot.SEAT and at.origin.number == seat]
    return bool(own) and len(own) == due_cards(hand) and all(at.card is not None for at in own)


def _tabled(case: Case) -> bool:
    """The whole hand was shown, and nobody has to act any more."""
    return _all_seen_open(case) and not known_open(case.hand.betting)


def moment(when: Moment) -> Term:
    """The player's hand is looked at now."""
    return Term(when.value, lambda case: case.event.moment is when)


substantial_action: Final = Term(
    "substantial action", lambda case: case.book.substantial(case), Question.SUBSTANTIAL_ACTION
)
first_round_begun: Final = Term("first betting round begun", _first_round, Question.SUBSTANTIAL_ACTION)
somebody_acted: Final = Term("somebody has acted", counted(any_act), Question.SUBSTANTIAL_ACTION)
bet_in_round: Final = Term("a bet on the last street", _bet_in_round, Question.SUBSTANTIAL_ACTION)
bet_since: Final = Term("a bet since", bet_since_error, Question.SUBSTANTIAL_ACTION)
acted_since: Final = Term("an action since", _acted_since, Question.SUBSTANTIAL_ACTION)
holder_acted: Final = Term("the holder acted", _holder_acted, Question.ACTED, of_seat=True)
order_restored: Final = Term(
    "the order is restored", lambda case: answered(case, Question.ORDER_RESTORED), Question.ORDER_RESTORED
)
mixed_with_muck: Final = Term(
    "mixed with muck or burns",
    lambda case: True if case.event.place is not None else answered(case, Question.MIXED_WITH_MUCK),
    Question.MIXED_WITH_MUCK,
)
identified: Final = Term("its cards are certain", _identified, Question.IDENTIFIED)
tabled: Final = Term("tabled", _tabled)
in_deal: Final = Term("in the deal", lambda case: case.hand.over is None and not case.hand.deal_done)
cards_out: Final = Term("cards are out", lambda case: case.hand.total_dealt > 0 and case.event.place != SHUFFLER)
in_play: Final = Term(
    "inside a hand",
    lambda case: case.hand.over is None and case.hand.total_dealt > 0 and case.event.place != SHUFFLER,
)
hand_over: Final = Term("the hand is over", lambda case: case.hand.over is not None)
very_first: Final = Term("the very first card", lambda case: case.event.opening)
first_two_off: Final = Term("one of the first two cards off the deck", lambda case: case.event.count in (1, 2))
by_dealer: Final = Term("by the dealer", lambda case: case.event.by_dealer)
on_flop: Final = Term("on the flop", lambda case: case.event.street == 1 and case.hand.board_game)
at_seats: Final = Term("the streets go to the seats", lambda case: not case.hand.board_game)
several_open: Final = Term("another downcard lies open", _several_open)
too_many: Final = Term(
    "too many cards", lambda case: case.event.count is None or case.event.count > due_cards(case.hand)
)
on_button: Final = Term(
    "on the button", lambda case: case.event.seat is not None and case.event.seat == case.hand.button
)
button_twice: Final = Term("two in a row on the button", lambda case: case.event.button_twice)
last_left: Final = Term("the only player left", _last_left)
all_in_hand: Final = Term("all-in", _blinds_all_in)
folded: Final = Term("folded", _folded)
one_card_wrong: Final = Term("one card is wrong", lambda case: _cards_wrong(case) == 1)
overfull_deck: Final = Term("more cards than the deck should have", lambda case: (case.event.count or 0) > len(DECK))
two_boxed: Final = Term("a second boxed card in the deal", lambda case: (case.event.count or 1) > 1)
one_too_many: Final = Term("one card too many", lambda case: case.event.count == due_cards(case.hand) + 1)
from_stub: Final = Term(
    "found in the stub", lambda case: case.event.place is not None and case.event.place.spot is Spot.STUB
)
second_open: Final = Term("a second open card", lambda case: (case.event.count or 1) > 1)
three_left: Final = Term("three or more players", lambda case: len(live_seats(case.hand.betting)) > 2)
betting_left: Final = Term("betting still to come", lambda case: _betting_left(case.hand))
burns_suffice: Final = Term("the burns suffice", _with_burns)
