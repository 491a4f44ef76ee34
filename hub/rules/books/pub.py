"""`pub`: pub tournaments where players deal themselves; clauses are cited as heading and bullet."""

from typing import Final

from felt.situation import Kind, Situation
from hub.rules.articles import procedures as p
from hub.rules.articles.book import Article, DisputeUntil, Rulebook
from hub.rules.books.readings.pub import PUB_OPTIONS
from hub.rules.books.words import PUB_WORDS
from hub.rules.counting import any_bet, counted
from hub.rules.irregularity import Moment
from hub.rules.terms import bet_since, hand_over, holder_acted, moment, one_card_wrong, too_many, very_first

S: Final = Situation
WRONG_COUNT: Final = (S.TOO_MANY_CARDS, S.TOO_FEW_CARDS, S.BUTTON_SHORT)

_DEAL: Final = (
    Article(
        "special-1",
        WRONG_COUNT,
        Kind.DEAD,
        "A player who plays on with a wrong number of cards has a dead hand; the bets stay.",
        (holder_acted,),
        p.MUCK_SEAT,
    ),
    Article(
        "special-6",
        WRONG_COUNT,
        Kind.PLAY_ON,
        "Players have bet since the error: it is not corrected.",
        (~holder_acted, bet_since),
    ),
    Article(
        "special-5",
        WRONG_COUNT,
        Kind.FIX,
        "One card wrong is no redeal: the missing card is dealt.",
        (~holder_acted, ~bet_since, one_card_wrong, ~too_many),
        p.DEAL_MISSING,
    ),
    Article(
        "special-5",
        WRONG_COUNT,
        Kind.FIX,
        "One card wrong is no redeal: the extra card is taken back.",
        (~holder_acted, ~bet_since, one_card_wrong, too_many),
        p.TAKE_BACK_TOP,
    ),
    Article(
        "special-5",
        WRONG_COUNT,
        Kind.MISDEAL,
        "More than one card wrong in the deal: shuffle and deal from the start.",
        (~holder_acted, ~bet_since, ~one_card_wrong),
        p.REDEAL,
    ),
    Article(
        "special-5",
        (S.SEAT_SKIPPED, S.OUT_OF_SEQUENCE, S.WRONG_FIRST_SEAT, S.EXPOSED_SEVERAL),
        Kind.MISDEAL,
        "More than one card wrong in the deal: shuffle and deal from the start.",
        (~bet_since,),
        p.REDEAL,
    ),
    Article(
        "special-5",
        (S.UNENTITLED_HAND,),
        Kind.MISDEAL,
        "More than one card wrong in the deal: shuffle and deal from the start.",
        (~bet_since, ~one_card_wrong),
        p.REDEAL,
    ),
    Article(
        "special-5",
        (S.UNENTITLED_HAND,),
        Kind.FIX,
        "One card to a seat without a right to it is taken back.",
        (~bet_since, one_card_wrong),
        p.MUCK_SEAT,
    ),
    Article(
        "special-6",
        (S.SEAT_SKIPPED, S.OUT_OF_SEQUENCE, S.WRONG_FIRST_SEAT, S.EXPOSED_SEVERAL, S.UNENTITLED_HAND),
        Kind.PLAY_ON,
        "Players have bet since the error: it is not corrected.",
        (bet_since,),
    ),
    Article(
        "special-3",
        (S.EXPOSED_HOLE_CARD,),
        Kind.FIX,
        "Deal on until all have two; that player gets a new card, and the exposed one is the first burn.",
        (~bet_since,),
        p.EXCHANGE,
    ),
    Article(
        "special-3",
        (S.EXPOSED_FIRST_CARD,),
        Kind.FIX,
        "Deal on until all have two; that player gets a new card, and the exposed one is the first burn.",
        (~bet_since, ~very_first),
        p.EXCHANGE,
    ),
    Article(
        "special-4",
        (S.EXPOSED_FIRST_CARD,),
        Kind.MISDEAL,
        "The very first card of the deal exposed: shuffle and deal from the start.",
        (~bet_since, very_first),
        p.REDEAL,
    ),
    Article(
        "special-6",
        (S.EXPOSED_HOLE_CARD, S.EXPOSED_FIRST_CARD),
        Kind.PLAY_ON,
        "Players have bet since the error: it is not corrected.",
        (bet_since,),
    ),
)

_BOARD: Final = (
    Article(
        "special-2",
        (S.PREMATURE_FLOP, S.PREMATURE_TURN, S.PREMATURE_RIVER),
        Kind.FIX,
        "The early card goes back, shuffle, finish the betting, deal the next card without a burn.",
        (~bet_since,),
        p.REDEAL_STREET,
    ),
    Article(
        "special-6",
        (S.PREMATURE_FLOP, S.PREMATURE_TURN, S.PREMATURE_RIVER, S.MISSING_BURN, S.EXTRA_BURN),
        Kind.PLAY_ON,
        "The dealer erred in the hand and players have bet since: it is not corrected.",
        (bet_since,),
    ),
)

_HANDS: Final = (
    Article(
        "rules-2",
        (S.ABSENT_HAND,),
        Kind.DEAD,
        "When the last position has its first cards, the hands of those not in their seats are picked up.",
        (moment(Moment.DEAL_COMPLETE),),
        p.MUCK_SEAT,
    ),
    Article(
        "rules-9",
        (S.ABSENT_HAND,),
        Kind.WARN,
        "Leaving the table before one's decision is forbidden.",
        (moment(Moment.LEFT),),
    ),
    Article(
        "rules-muck",
        (S.HAND_IN_MUCK, S.ALL_IN_MUCKED),
        Kind.DEAD,
        "Nobody may take cards back from the muck.",
        (),
        p.MUCK_SEAT,
    ),
    Article(
        "special-8",
        (S.OWN_HAND_EXPOSED,),
        Kind.WARN,
        "A player who opens own cards early may only check, call or fold; a timed penalty follows.",
    ),
    Article(
        "special-11",
        (S.WRONG_AWARD,),
        Kind.FIX,
        "An error can be put right until a new deal starts.",
        (hand_over,),
        p.CORRECT_POT,
    ),
)

PUB: Final = Rulebook(
    id="pub",
    name="Pub tournament rules",
    edition="2026-11-30",
    articles=_DEAL + _BOARD + _HANDS,
    asks_next=("bfsp",),
    uncovered=("special-intro", "What neither these nor general poker rules cover, the organiser decides in fairness."),
    substantial=counted(any_bet),
    absent_at=(Moment.DEAL_COMPLETE,),
    dispute=DisputeUntil.NEXT_DEAL,
    words=PUB_WORDS,
    options=PUB_OPTIONS,
)
