"""The words that rulings hang on, as named terms; books define some of them differently.

Each is three-valued: yes, no, or not known from here. With tracker `rounds` or `none` the hub often does not know who
has acted, and asks.
"""

from typing import Final

from felt.card import DECK
from felt.place import SHUFFLER, SeatNo, Spot
from felt.situation import Action, Question, Sense, Situation, Tracker
from hub.rules.articles.book import Case, Term
from hub.rules.betting import all_in, live_seats, several_can_bet
from hub.rules.counting import (
    ACTED_SINCE,
    BET_SINCE,
    NOBODY_YET,
    acted_since_error,
    answered,
    bet_since_error,
    first_round,
    holder_has_acted,
)
from hub.rules.hand import dealt_cards, due_cards
from hub.rules.irregularity import Moment
from hub.rules.standing import known_open

COUNTS: Final = frozenset(
    {Situation.TOO_MANY_CARDS, Situation.TOO_FEW_CARDS, Situation.BUTTON_SHORT, Situation.UNENTITLED_HAND}
)


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
    own = dealt_cards(hand, event.seat)
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


def _only_one_extra(case: Case) -> bool:
    """One card beyond the seat's own, and no other seat was ruled to have one."""
    elsewhere = any(
        ruling.situation is Situation.TOO_MANY_CARDS
        and ruling.number not in case.state.withdrawn
        and None not in (ruling.seat, case.event.seat)
        and ruling.seat != case.event.seat
        for ruling in case.state.rulings
    )
    return case.event.count == due_cards(case.hand) + 1 and not elsewhere


def _with_burns(case: Case) -> bool:
    """Stub and burns give each live seat a card, one burn, and the last card that is never dealt."""
    hand = case.hand
    stub = len(DECK) - hand.total_dealt - len(hand.burns)
    return stub + len(hand.burns) >= len(live_seats(hand.betting)) + 2


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
    hand = case.hand
    own = dealt_cards(hand, case.event.seat)
    return bool(own) and len(own) == due_cards(hand) and all(hand.cards[ref].card is not None for ref in own)


def _tabled(case: Case) -> bool:
    """The whole hand was shown, and nobody has to act any more."""
    return _all_seen_open(case) and not known_open(case.hand.betting)


def moment(when: Moment) -> Term:
    """The player's hand is looked at now."""
    return Term(when.value, lambda case: case.event.moment is when)


substantial_action: Final = Term(
    "substantial action", lambda case: case.book.substantial(case), Question.SUBSTANTIAL_ACTION
)

first_round_begun: Final = Term("first betting round begun", first_round, Question.SUBSTANTIAL_ACTION)

somebody_acted: Final = Term("somebody has acted", NOBODY_YET, Question.SUBSTANTIAL_ACTION)

bet_in_round: Final = Term("a bet on the last street", _bet_in_round, Question.SUBSTANTIAL_ACTION)

bet_since: Final = Term(BET_SINCE, bet_since_error, Question.SUBSTANTIAL_ACTION)

acted_since: Final = Term(ACTED_SINCE, acted_since_error, Question.SUBSTANTIAL_ACTION)

holder_acted: Final = Term("the holder acted", holder_has_acted, Question.ACTED, of_seat=True)

order_restored: Final = Term(
    "the order is restored", lambda case: answered(case, Question.ORDER_RESTORED), Question.ORDER_RESTORED
)

restorable_told: Final = Term("said to be restorable", lambda case: answered(case, Question.ORDER_RESTORED) is True)
"""Somebody said that the order can be restored; nothing is asked where nobody did."""

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
    "on the button",
    lambda case: case.hand.game.has_button and case.event.seat is not None and case.event.seat == case.hand.button,
)

button_twice: Final = Term("two in a row on the button", lambda case: case.event.button_twice)

last_left: Final = Term("the only player left", _last_left)

all_in_hand: Final = Term("all-in", _blinds_all_in)

folded: Final = Term("folded", _folded)

one_card_wrong: Final = Term("one card is wrong", lambda case: _cards_wrong(case) == 1)

overfull_deck: Final = Term("more cards than the deck should have", lambda case: (case.event.count or 0) > len(DECK))

two_boxed: Final = Term("a second boxed card in the deal", lambda case: (case.event.count or 1) > 1)

one_too_many: Final = Term("one card too many", _only_one_extra)

from_stub: Final = Term(
    "found in the stub", lambda case: case.event.place is not None and case.event.place.spot is Spot.STUB
)

second_open: Final = Term("a second open card", lambda case: (case.event.count or 1) > 1)

three_left: Final = Term("three or more players", lambda case: len(live_seats(case.hand.betting)) > 2)

betting_left: Final = Term("betting still to come", lambda case: several_can_bet(case.hand.betting))

burns_suffice: Final = Term("the burns suffice", _with_burns)
