"""`tda`: Poker TDA rules, 2024 edition, in our own words: what cannot be put right is kept random, never rebuilt."""

from typing import Final

from felt.situation import Kind, Situation, Step
from hub.rules.articles import procedures as p
from hub.rules.articles.book import About, Article, ButtonRule, DisputeUntil, Do, Rulebook
from hub.rules.books.readings import TDA_OPTIONS
from hub.rules.books.words import TDA_WORDS
from hub.rules.irregularity import Moment
from hub.rules.terms import (
    acted_since,
    burns_suffice,
    button_twice,
    cards_out,
    counted,
    first_two_off,
    hand_over,
    holder_acted,
    identified,
    in_play,
    mixed_with_muck,
    moment,
    on_flop,
    order_restored,
    substantial_action,
    two_acts_one_with_chips,
    two_boxed,
)

S: Final = Situation
EXPOSED_ONE: Final = (S.EXPOSED_FIRST_CARD, S.EXPOSED_HOLE_CARD)
DEALT_WRONG: Final = (S.UNENTITLED_HAND, S.SEAT_SKIPPED, S.WRONG_FIRST_SEAT, S.EXPOSED_SEVERAL)

_DEAL: Final = (
    Article(
        "35-A",
        DEALT_WRONG,
        Kind.MISDEAL,
        "First card to a wrong seat, a seat skipped or not entitled, or two downcards exposed: misdeal.",
        (~substantial_action,),
        p.REDEAL,
    ),
    Article(
        "35-A",
        (S.TOO_MANY_CARDS, S.TOO_FEW_CARDS),
        Kind.MISDEAL,
        "A player has a wrong number of cards: misdeal.",
        (~substantial_action,),
        p.REDEAL,
    ),
    Article(
        "35-A",
        EXPOSED_ONE,
        Kind.MISDEAL,
        "One of the first two cards off the deck exposed: misdeal.",
        (~substantial_action, first_two_off),
        p.REDEAL,
    ),
    Article(
        "35-A",
        EXPOSED_ONE,
        Kind.FIX,
        "Any other single exposed downcard is exchanged after the deal and becomes the first burn.",
        (~substantial_action, ~first_two_off),
        p.EXCHANGE,
    ),
    Article(
        "35-A",
        (S.BOXED_CARD,),
        Kind.MISDEAL,
        "Two or more boxed cards in the initial deal: misdeal.",
        (two_boxed, ~substantial_action),
        p.REDEAL,
    ),
    Article(
        "35-D",
        (S.BOXED_CARD,),
        Kind.FIX,
        "After substantial action a boxed card is scrap, however many.",
        (two_boxed, substantial_action),
        p.ASIDE,
    ),
    Article(
        "35-A", (S.BOXED_CARD,), Kind.FIX, "A boxed card is scrap; the next one replaces it.", (~two_boxed,), p.ASIDE
    ),
    Article(
        "35-A",
        (S.WRONG_GAME_CARD,),
        Kind.MISDEAL,
        "A card that does not belong to the deck, found before substantial action: misdeal.",
        (cards_out, ~substantial_action),
        p.REDEAL,
    ),
    Article(
        "35-D",
        (S.WRONG_GAME_CARD,),
        Kind.FIX,
        "After substantial action a card that does not belong is scrap.",
        (cards_out, substantial_action),
        p.ASIDE,
    ),
    Article("35-B", (S.OUT_OF_SEQUENCE,), None, "Two cards in a row on the button are fine.", (button_twice,)),
    Article(
        "35-D",
        (S.SEAT_SKIPPED, S.WRONG_FIRST_SEAT, S.EXPOSED_SEVERAL, S.OUT_OF_SEQUENCE, *EXPOSED_ONE),
        Kind.PLAY_ON,
        "After substantial action there is no misdeal: play on.",
        (substantial_action,),
    ),
    Article(
        "35-D",
        (S.TOO_MANY_CARDS, S.TOO_FEW_CARDS, S.UNENTITLED_HAND),
        Kind.DEAD,
        "After substantial action a hand with a wrong count is dead; its chips stay.",
        (substantial_action,),
        p.MUCK_SEAT,
    ),
    Article(
        "37",
        (S.BUTTON_SHORT,),
        Kind.FIX,
        "A button with too few cards gets them, even after substantial action, until it acts.",
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
        "34",
        (S.WRONG_BUTTON,),
        Kind.FIX,
        "A wrong button is put right before substantial action.",
        (~substantial_action,),
    ),
    Article(
        "34",
        (S.WRONG_BUTTON,),
        Kind.PLAY_ON,
        "After substantial action the hand plays, and the button moves on normally.",
        (substantial_action,),
    ),
    Article(
        "30",
        (S.ABSENT_HAND,),
        Kind.DEAD,
        "Not at the seat when the last card of the deal is out: the hand is killed, blinds and ante are lost.",
        (moment(Moment.DEAL_COMPLETE),),
        p.MUCK_SEAT,
    ),
    Article(
        "31",
        (S.ABSENT_HAND,),
        Kind.WARN,
        "Players with live hands stay at the table.",
        (moment(Moment.LEFT),),
    ),
    Article(
        "35-C",
        (S.PENALTY_HAND,),
        Kind.DEAD,
        "A penalised player is dealt in, and the hand is killed.",
        (),
        p.MUCK_SEAT,
    ),
)

_DECK: Final = (
    Article(
        "35-E",
        (S.DUPLICATE_CARD,),
        Kind.VOID,
        "A fouled deck stops the hand whenever it is found; all bets go back, also to those who folded.",
        (cards_out,),
        p.REFUND,
    ),
    Article("35-E", (S.DUPLICATE_CARD,), Kind.FIX, "A fouled deck is replaced.", (~cards_out,), p.NEW_DECK),
    Article(
        "35-E",
        (S.DECK_COUNT,),
        None,
        "A missing card is not a fouled deck: play on, and say nothing during the hand.",
        (in_play,),
    ),
    Article("35-E", (S.DECK_COUNT,), Kind.FIX, "A deck with a wrong count is replaced.", (~in_play,), p.NEW_DECK),
    Article(
        "35-E",
        (S.FOREIGN_CARD,),
        Kind.FLOOR,
        "Another back is for the house rule.",
        options=("play on and replace the deck", "all bets go back"),
    ),
)

_BOARD: Final = (
    Article(
        "39-A",
        (S.FOUR_CARD_FLOP,),
        Kind.FIX,
        "The floor mixes all four face down; one at random is the next burn, the other three are the flop.",
        (),
        p.MIX_AND_DRAW,
    ),
    Article(
        "39-B",
        (S.MISSING_BURN,),
        Kind.FIX,
        "A flop without a burn and nobody acted: mix the three, one is the burn, the next card completes the flop.",
        (on_flop, ~acted_since),
        (Do(Step.MIX, About.CARDS), Do(Step.DRAW_BURN, About.CARDS), p.STREET),
    ),
    Article(
        "39-B",
        (S.MISSING_BURN,),
        Kind.PLAY_ON,
        "A flop without a burn stands once anyone has acted.",
        (on_flop, acted_since),
    ),
    Article(
        "38",
        (S.MISSING_BURN,),
        Kind.PLAY_ON,
        "One burn a street: a missing one is never made up later.",
        (~on_flop,),
    ),
    Article("38", (S.EXTRA_BURN,), Kind.PLAY_ON, "One burn a street: an extra one is never made up later."),
    Article(
        "RP-5",
        (S.PREMATURE_FLOP, S.PREMATURE_TURN, S.PREMATURE_RIVER),
        Kind.FIX,
        "The burn stays; the early cards go into the stub; finish the betting, reshuffle, deal anew without a burn.",
        (),
        p.REDEAL_STREET,
    ),
    Article(
        "RP-4",
        (S.DROPPED_STUB,),
        Kind.PLAY_ON,
        "A dropped stub that is rebuilt for certain is used as it was.",
        (order_restored,),
    ),
    Article(
        "RP-4",
        (S.DROPPED_STUB,),
        Kind.FIX,
        "A dropped stub that cannot be rebuilt is shuffled alone.",
        (~order_restored, ~mixed_with_muck),
        p.SHUFFLE_STUB,
    ),
    Article(
        "RP-4",
        (S.DROPPED_STUB,),
        Kind.FIX,
        "A stub that mixed with muck or burns: shuffle all that is mixed.",
        (~order_restored, mixed_with_muck),
        p.SHUFFLE_STUB,
    ),
    Article("28", (S.RABBIT_HUNT,), Kind.WARN, "No cards are dealt after the hand is over."),
    Article(
        "RP-10",
        (S.SHORT_DECK,),
        Kind.FIX,
        "Too few cards for the last street: the burns are added when that is enough.",
        (burns_suffice,),
        (Do(Step.RETURN), Do(Step.SHUFFLE_STUB)),
    ),
    Article(
        "RP-10",
        (S.SHORT_DECK,),
        Kind.FIX,
        "Too few cards for the last street, even with the burns: one card is common to all.",
        (~burns_suffice,),
        (Do(Step.BURN), Do(Step.DEAL_COMMON)),
    ),
)

_HANDS: Final = (
    Article(
        "65",
        (S.HAND_IN_MUCK,),
        Kind.FIX,
        "A fouled hand that can be told apart lives.",
        (identified,),
        p.RESTORE_SEAT,
    ),
    Article(
        "65",
        (S.HAND_IN_MUCK,),
        Kind.DEAD,
        "A hand in the muck that cannot be told apart is dead; an uncalled bet goes back.",
        (~identified,),
        p.MUCK_SEAT,
    ),
    Article(
        "16",
        (S.ALL_IN_MUCKED,),
        Kind.FIX,
        "All-in hands are tabled; a mucked one lives when it is clearly retrievable.",
        (identified,),
        p.RESTORE_SEAT,
    ),
    Article(
        "16",
        (S.ALL_IN_MUCKED,),
        Kind.DEAD,
        "A mucked all-in hand that is not clearly retrievable is dead.",
        (~identified,),
        p.MUCK_SEAT,
    ),
    Article("68", (S.OWN_HAND_EXPOSED,), Kind.WARN, "Cards exposed with action pending: the hand lives, penalty."),
    Article(
        "22",
        (S.WRONG_AWARD,),
        Kind.FIX,
        "The reading of hands can be disputed until the next hand begins.",
        (hand_over,),
        p.CORRECT_POT,
    ),
)

TDA: Final = Rulebook(
    id="tda",
    name="Poker TDA rules",
    edition="2024",
    articles=_DEAL + _DECK + _BOARD + _HANDS,
    asks_next=(),
    uncovered=("1", "The floor decides in fairness; the cards are kept random (RP-14)."),
    substantial=counted(two_acts_one_with_chips),
    absent_at=(Moment.DEAL_COMPLETE,),
    dispute=DisputeUntil.NEXT_HAND,
    break_minute=True,
    button=ButtonRule.DEAD_BUTTON,
    words=TDA_WORDS,
    options=TDA_OPTIONS,
)
