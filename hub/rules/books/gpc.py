"""`gpc`: a club's tournament rules; 35 to 39 follow the TDA's."""

from typing import Final

from felt.situation import Kind, Situation
from hub.rules.articles import procedures as p
from hub.rules.articles.book import Article, ButtonRule, DisputeUntil, Rulebook
from hub.rules.books.readings.gpc import GPC_OPTIONS
from hub.rules.books.words import GPC_WORDS
from hub.rules.counting import counted, two_bets_or_three_acts
from hub.rules.irregularity import Moment
from hub.rules.terms import (
    button_twice,
    by_dealer,
    cards_out,
    hand_over,
    holder_acted,
    identified,
    mixed_with_muck,
    moment,
    order_restored,
    overfull_deck,
    substantial_action,
)

S: Final = Situation

_DEAL: Final = (
    Article(
        "35",
        (S.EXPOSED_SEVERAL, S.EXPOSED_FIRST_CARD),
        Kind.MISDEAL,
        "Two or more exposed cards, or the first card to a blind exposed: misdeal.",
        (~substantial_action,),
        p.REDEAL,
    ),
    Article(
        "35",
        (S.UNENTITLED_HAND, S.SEAT_SKIPPED),
        Kind.MISDEAL,
        "Cards to a player not entitled, or none to an entitled one: misdeal.",
        (~substantial_action,),
        p.REDEAL,
    ),
    Article(
        "35",
        (S.EXPOSED_SEVERAL, S.EXPOSED_FIRST_CARD, S.UNENTITLED_HAND, S.SEAT_SKIPPED),
        Kind.PLAY_ON,
        "After substantial action there is no misdeal: play on.",
        (substantial_action,),
    ),
    Article(
        "35",
        (S.OUT_OF_SEQUENCE,),
        None,
        "Two cards in a row on the button are allowed.",
        (button_twice,),
    ),
    Article(
        "37",
        (S.BUTTON_SHORT,),
        Kind.FIX,
        "The button may be dealt its missing card, even after substantial action.",
        (~holder_acted,),
        p.DEAL_MISSING,
    ),
    Article(
        "37",
        (S.BUTTON_SHORT,),
        Kind.DEAD,
        "A button that acted with too few cards has a dead hand.",
        (holder_acted,),
        p.MUCK_SEAT,
    ),
    Article(
        "38",
        (S.TOO_MANY_CARDS,),
        Kind.DEAD,
        "After substantial action a hand with too many cards is dead; burn and deal as usual.",
        (substantial_action,),
        p.MUCK_SEAT,
    ),
    Article(
        "35",
        (S.DUPLICATE_CARD,),
        Kind.VOID,
        "A fouled deck stops the hand; all chips go back.",
        (cards_out, ~hand_over),
        p.REFUND,
    ),
    Article(
        "22",
        (S.DUPLICATE_CARD,),
        Kind.VOID,
        "A fouled deck found after the hand is disputed until substantial action in the next one.",
        (hand_over,),
        p.REFUND,
    ),
    Article(
        "35",
        (S.DECK_COUNT,),
        Kind.VOID,
        "A deck with too many cards is fouled: the hand stops, all chips go back.",
        (cards_out, ~hand_over, overfull_deck),
        p.REFUND,
    ),
    Article(
        "30",
        (S.ABSENT_HAND,),
        Kind.DEAD,
        "Only a player at the seat when the last card reaches the button has a live hand.",
        (moment(Moment.DEAL_COMPLETE),),
        p.MUCK_SEAT,
    ),
    Article(
        "31",
        (S.ABSENT_HAND,),
        Kind.WARN,
        "Players with live hands stay at the table: the hand is unprotected, a penalty is possible.",
        (moment(Moment.LEFT),),
    ),
    Article(
        "31",
        (S.ABSENT_HAND,),
        Kind.WARN,
        "Players with live hands stay at the table through the showdown.",
        (moment(Moment.SHOWDOWN),),
    ),
    Article(
        "35",
        (S.PENALTY_HAND,),
        Kind.DEAD,
        "A penalised player is dealt in, and the hand is then killed.",
        (),
        p.MUCK_SEAT,
    ),
)

_BOARD: Final = (
    Article(
        "39",
        (S.FOUR_CARD_FLOP,),
        Kind.FIX,
        "Call the floor; mix the four; one at random is the next burn, the other three are the flop.",
        (),
        p.MIX_AND_DRAW,
    ),
    Article(
        "74",
        (S.PREMATURE_FLOP, S.PREMATURE_TURN, S.PREMATURE_RIVER),
        Kind.FIX,
        "The burn stays; the early street goes back, the stub is reshuffled, it is dealt anew with no new burn.",
        (),
        p.REDEAL_STREET,
    ),
    Article(
        "73",
        (S.DROPPED_STUB,),
        Kind.PLAY_ON,
        "A dropped stub whose order is restored is used as it was.",
        (order_restored,),
    ),
    Article(
        "73",
        (S.DROPPED_STUB,),
        Kind.FIX,
        "A dropped stub is shuffled and cut without muck and burns.",
        (~order_restored, ~mixed_with_muck),
        p.SHUFFLE_AND_CUT,
    ),
    Article(
        "73",
        (S.DROPPED_STUB,),
        Kind.FIX,
        "A stub that mixed with muck or burns is shuffled and cut with them.",
        (~order_restored, mixed_with_muck),
        p.SHUFFLE_AND_CUT,
    ),
    Article("28", (S.RABBIT_HUNT,), Kind.WARN, "No cards are dealt after the hand is over."),
)

_HANDS: Final = (
    Article(
        "14",
        (S.HAND_IN_MUCK,),
        Kind.FIX,
        "Cards thrown away are not dead while they are certain and can be restored.",
        (~by_dealer, identified),
        p.RESTORE_SEAT,
    ),
    Article(
        "14",
        (S.HAND_IN_MUCK,),
        Kind.DEAD,
        "Cards pushed into the muck that cannot be told apart are dead.",
        (~by_dealer, ~identified),
        p.MUCK_SEAT,
    ),
    Article(
        "65",
        (S.HAND_IN_MUCK,),
        Kind.FIX,
        "A hand killed by mistake is restored when its cards are certain.",
        (by_dealer, identified),
        p.RESTORE_SEAT,
    ),
    Article(
        "65",
        (S.HAND_IN_MUCK,),
        Kind.DEAD,
        "A hand killed by mistake that cannot be restored is dead; an uncalled bet comes back.",
        (by_dealer, ~identified),
        p.MUCK_SEAT,
    ),
    Article(
        "65",
        (S.ALL_IN_MUCKED,),
        Kind.FIX,
        "An all-in hand that the dealer mucked is restored when its cards are certain.",
        (by_dealer, identified),
        p.RESTORE_SEAT,
    ),
    Article(
        "16",
        (S.ALL_IN_MUCKED,),
        Kind.FIX,
        "A hand that its all-in owner mucked by mistake may be taken back when it is certain.",
        (~by_dealer, identified),
        p.RESTORE_SEAT,
    ),
    Article(
        "65",
        (S.ALL_IN_MUCKED,),
        Kind.DEAD,
        "An all-in hand in the muck that cannot be told apart is dead.",
        (~identified,),
        p.MUCK_SEAT,
    ),
    Article("70", (S.TOUCHED_MUCK,), Kind.WARN, "Touching others' cards or the muck is penalised."),
    Article(
        "68",
        (S.OWN_HAND_EXPOSED,),
        Kind.WARN,
        "Exposing cards with action pending: a penalty after the hand, up to a dead hand.",
    ),
    Article(
        "22",
        (S.WRONG_AWARD,),
        Kind.FIX,
        "A pot can be disputed until substantial action in the next hand.",
        (hand_over,),
        p.CORRECT_POT,
    ),
)

GPC: Final = Rulebook(
    id="gpc",
    name="Club tournament rules",
    edition="2026-11-30",
    articles=_DEAL + _BOARD + _HANDS,
    asks_next=("bfsp",),
    uncovered=("1", "The floor decides in fairness."),
    substantial=counted(two_bets_or_three_acts),
    absent_at=(Moment.DEAL_COMPLETE,),
    dispute=DisputeUntil.NEXT_SUBSTANTIAL_ACTION,
    button=ButtonRule.DEAD_BUTTON,
    words=GPC_WORDS,
    options=GPC_OPTIONS,
)
