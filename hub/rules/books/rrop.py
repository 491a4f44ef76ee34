"""`rrop`: Robert's Rules of Poker, version 11, in our own words: the card that would have come is given back."""

from typing import Final

from felt.situation import Kind, Situation, Step
from hub.rules.articles import procedures as p
from hub.rules.articles.book import About, Article, DisputeUntil, Do, Rulebook
from hub.rules.books.readings.rrop import RROP_OPTIONS
from hub.rules.books.words import RROP_WORDS
from hub.rules.counting import counted, two_players_acted
from hub.rules.terms import (
    acted_since,
    burns_suffice,
    cards_out,
    from_stub,
    in_play,
    one_too_many,
    order_restored,
    second_open,
    substantial_action,
    three_left,
    two_boxed,
    very_first,
)

S: Final = Situation
TOO_FEW: Final = (S.TOO_FEW_CARDS, S.BUTTON_SHORT)
DEALT_WRONG: Final = (
    S.OUT_OF_SEQUENCE,
    S.WRONG_FIRST_SEAT,
    S.SEAT_SKIPPED,
    S.UNENTITLED_HAND,
    S.EXPOSED_SEVERAL,
)
EXPOSED_ONE: Final = (S.EXPOSED_FIRST_CARD, S.EXPOSED_HOLE_CARD)

_DEAL: Final = (
    Article(
        "misdeal",
        DEALT_WRONG,
        Kind.MISDEAL,
        "Out of sequence, a wrong seat first, a seat skipped or an empty one dealt in, two exposed: misdeal.",
        (~substantial_action,),
        p.REDEAL,
    ),
    Article(
        "misdeal",
        (S.WRONG_BUTTON,),
        Kind.MISDEAL,
        "The button was out of position: misdeal.",
        (~substantial_action,),
        p.REDEAL,
    ),
    Article(
        "wrong-button-found-late",
        (S.WRONG_BUTTON,),
        Kind.PLAY_ON,
        "Found late, the next hand is arranged so that every position is played once.",
        (substantial_action,),
    ),
    Article(
        "misdeal",
        (S.EXPOSED_FIRST_CARD,),
        Kind.MISDEAL,
        "The first card off the deck exposed: misdeal.",
        (~substantial_action, very_first),
        p.REDEAL,
    ),
    Article(
        "one-exposed-downcard",
        EXPOSED_ONE,
        Kind.FIX,
        "One exposed downcard is exchanged for the first burn after the deal; the exposed card is the burn.",
        (~substantial_action, ~very_first),
        p.EXCHANGE,
    ),
    Article(
        "misdeal",
        (S.EXPOSED_SEVERAL, S.OUT_OF_SEQUENCE, S.WRONG_FIRST_SEAT, S.SEAT_SKIPPED, *EXPOSED_ONE),
        Kind.PLAY_ON,
        "Two players have acted: there is no misdeal any more.",
        (substantial_action,),
    ),
    Article(
        "one-extra-card",
        (S.TOO_MANY_CARDS,),
        Kind.FIX,
        "One extra card is taken back unseen and becomes the first burn.",
        (~substantial_action, one_too_many),
        (Do(Step.BURN_EXTRA, About.SEAT_CARD),),
    ),
    Article(
        "misdeal",
        (S.TOO_MANY_CARDS,),
        Kind.MISDEAL,
        "Two or more extra cards were dealt: misdeal.",
        (~substantial_action, ~one_too_many),
        p.REDEAL,
    ),
    Article(
        "misdeal",
        (S.BUTTON_SHORT,),
        Kind.FIX,
        "A missing card is served as the top card while it is still in sequence.",
        (~substantial_action,),
        p.DEAL_MISSING,
    ),
    Article(
        "misdeal",
        (S.TOO_FEW_CARDS,),
        Kind.MISDEAL,
        "A player has a wrong number of cards: misdeal.",
        (~substantial_action,),
        p.REDEAL,
    ),
    Article(
        "wrong-count-after-action",
        (S.TOO_MANY_CARDS, *TOO_FEW, S.UNENTITLED_HAND),
        Kind.DEAD,
        "A wrong count found after action: the hand is dead.",
        (substantial_action,),
        p.MUCK_SEAT,
    ),
    Article(
        "boxed-card",
        (S.BOXED_CARD,),
        Kind.MISDEAL,
        "Two boxed cards in the deal: misdeal.",
        (two_boxed, ~substantial_action),
        p.REDEAL,
    ),
    Article(
        "boxed-card",
        (S.BOXED_CARD,),
        Kind.FIX,
        "After substantial action a boxed card is scrap, however many.",
        (two_boxed, substantial_action),
        p.ASIDE,
    ),
    Article(
        "boxed-card",
        (S.BOXED_CARD,),
        Kind.FIX,
        "A boxed card is scrap; the next one replaces it.",
        (~two_boxed,),
        p.ASIDE,
    ),
    Article("boxed-card", (S.WRONG_GAME_CARD,), Kind.FIX, "A joker is scrap; the next card replaces it.", (), p.ASIDE),
)

_DECK: Final = (
    Article(
        "duplicate",
        (S.DUPLICATE_CARD,),
        Kind.VOID,
        "A deck that holds a card twice: all bets are returned.",
        (cards_out,),
        p.REFUND,
    ),
    Article("duplicate", (S.DUPLICATE_CARD,), Kind.FIX, "Such a deck is replaced.", (~cards_out,), p.NEW_DECK),
    Article(
        "other-back",
        (S.FOREIGN_CARD,),
        Kind.VOID,
        "A card with another back in play: the hand is void, all bets are returned.",
        (in_play, ~from_stub),
        p.REFUND,
    ),
    Article(
        "other-back",
        (S.FOREIGN_CARD,),
        Kind.PLAY_ON,
        "A card with another back found in the stub: the action stands.",
        (in_play, from_stub),
    ),
    Article("other-back", (S.FOREIGN_CARD,), Kind.FIX, "Such a deck is replaced.", (~in_play,), p.NEW_DECK),
    Article("duplicate", (S.DECK_COUNT,), None, "A wrong count is put right when the hand is over.", (in_play,)),
    Article("duplicate", (S.DECK_COUNT,), Kind.FIX, "A deck with a wrong count is replaced.", (~in_play,), p.NEW_DECK),
)

_STUD: Final = (
    Article(
        "stud",
        (S.DOWN_CARD_EXPOSED,),
        Kind.FIX,
        "A downcard exposed in the deal: the next card is dealt down.",
        (~second_open,),
    ),
    Article(
        "stud",
        (S.DOWN_CARD_EXPOSED,),
        Kind.DEAD,
        "Both downcards exposed: the hand is dead, its ante goes back.",
        (second_open,),
        p.MUCK_SEAT,
    ),
    Article(
        "stud",
        (S.SEVENTH_UP,),
        Kind.FIX,
        "Seventh street exposed: the player keeps it and may declare all-in.",
        (three_left,),
        (Do(Step.CHOOSE_ALL_IN, About.SEAT),),
    ),
)

_BACK_WITH_BURN: Final = (Do(Step.TAKE_BACK, About.CARDS), Do(Step.BURN), p.STREET)

_BOARD: Final = (
    Article(
        "four-card-flop",
        (S.FOUR_CARD_FLOP, S.OVERFULL_FLOP),
        Kind.FIX,
        "The flop goes back into the stub, reshuffle; the burn stays, no new one, even if the extra card is known.",
        (),
        p.FLOP_AGAIN,
    ),
    Article(
        "missing-or-extra-burn",
        (S.MISSING_BURN,),
        Kind.FIX,
        "A missing burn found before the betting is put right: the cards are those that would have come.",
        (~acted_since,),
        _BACK_WITH_BURN,
    ),
    Article(
        "missing-or-extra-burn",
        (S.MISSING_BURN,),
        Kind.PLAY_ON,
        "After action the card stands; the next street makes up for it.",
        (acted_since,),
        burns=1,
    ),
    Article(
        "missing-or-extra-burn",
        (S.EXTRA_BURN,),
        Kind.FIX,
        "A burn too many found before a card is exposed goes back on top.",
        (~acted_since, order_restored),
        p.TAKE_BACK_TOP,
    ),
    Article(
        "missing-or-extra-burn",
        (S.EXTRA_BURN,),
        Kind.PLAY_ON,
        "The card stands; the next street makes up for it.",
        (~acted_since, ~order_restored),
        burns=-1,
    ),
    Article(
        "missing-or-extra-burn",
        (S.EXTRA_BURN,),
        Kind.PLAY_ON,
        "After action the card stands; the next street makes up for it.",
        (acted_since,),
        burns=-1,
    ),
    Article(
        "premature-flop",
        (S.PREMATURE_FLOP,),
        Kind.FIX,
        "The burn stays, the flop goes into the stub, reshuffle, deal without a burn.",
        (),
        p.REDEAL_STREET,
    ),
    Article(
        "premature-turn",
        (S.PREMATURE_TURN,),
        Kind.FIX,
        "The early turn is set aside; the next card is the turn; then it is shuffled in, and the river has no burn.",
        (),
        (*p.PREMATURE_TURN_KEPT_ORDER, Do(Step.DEAL_RIVER)),
    ),
    Article(
        "premature-river",
        (S.PREMATURE_RIVER,),
        Kind.FIX,
        "The early river goes back into the stub, reshuffle, deal without a burn.",
        (),
        p.REDEAL_STREET,
    ),
    Article(
        "stud",
        (S.SHORT_DECK,),
        Kind.FIX,
        "Too few cards: all but the last are dealt, mixed with the burns.",
        (burns_suffice,),
        (Do(Step.RETURN), Do(Step.SHUFFLE_STUB)),
    ),
    Article(
        "stud",
        (S.SHORT_DECK,),
        Kind.FIX,
        "Too few cards, even with the burns: a common card.",
        (~burns_suffice,),
        (Do(Step.DEAL_COMMON),),
    ),
)

RROP: Final = Rulebook(
    id="rrop",
    name="Robert's Rules of Poker",
    edition="11",
    articles=_DEAL + _DECK + _BOARD + _STUD,
    asks_next=(),
    uncovered=("philosophy", "The floor decides, so that the card that would have come is given back."),
    substantial=counted(two_players_acted),
    dispute=DisputeUntil.NEXT_HAND,
    words=RROP_WORDS,
    options=RROP_OPTIONS,
)
