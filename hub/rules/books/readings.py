"""Clauses that can be read in more than one way: the reading in force first, then what a house may choose instead."""

from typing import Final

from felt.situation import Kind, Situation, Step
from hub.rules.articles import procedures as p
from hub.rules.articles.book import About, Article, Do, Option, Reading
from hub.rules.irregularity import Moment
from hub.rules.terms import (
    acted_since,
    all_in_hand,
    bet_since,
    counted,
    first_round_begun,
    first_two_off,
    holder_acted,
    moment,
    on_flop,
    one_card_wrong,
    order_restored,
    substantial_action,
    two_acts_one_with_chips,
    two_players_acted,
)

S: Final = Situation
WRONG_COUNT: Final = (S.TOO_MANY_CARDS, S.TOO_FEW_CARDS, S.BUTTON_SHORT)
_BURN_LEFT: Final = "A wrong burn is left alone once betting has begun."


def _missing_burn_on_a_flop(limit_is_any_act: Article) -> tuple[Article, ...]:
    """Every article of bfsp on a missing burn, with the flop's limit exchanged."""
    back = (Do(Step.TAKE_BACK, About.CARDS), Do(Step.BURN), p.STREET)
    restored = "A missing burn found before the betting: the order is restored and a card is burned."
    lost = "The order cannot be restored: play on with the wrong burn."
    on = (S.MISSING_BURN,)
    return (
        limit_is_any_act,
        Article("6.4.6", on, Kind.PLAY_ON, _BURN_LEFT, (on_flop, acted_since)),
        Article("6.4.6", on, Kind.FIX, restored, (~on_flop, ~acted_since, order_restored), back),
        Article("6.4.6", on, Kind.PLAY_ON, lost, (~on_flop, ~acted_since, ~order_restored)),
        Article("6.4.6", on, Kind.PLAY_ON, _BURN_LEFT, (~on_flop, acted_since)),
    )


def _extra_burn_by_the_text() -> tuple[Article, ...]:
    on, asks = (S.EXTRA_BURN,), ("restore the order", "play on with the wrong burn")
    both = "The text lets a wrong burn stand when the order is lost and betting has begun: here it is only one of them."
    return (
        Article(
            "6.4.6",
            on,
            Kind.FIX,
            "A burn too many found before the betting: the order is restored.",
            (~acted_since, order_restored),
            p.TAKE_BACK_TOP,
        ),
        Article("6.4.6", on, Kind.FLOOR, both, (~acted_since, ~order_restored), options=asks),
        Article("6.4.6", on, Kind.FLOOR, both, (acted_since, order_restored), options=asks),
        Article("6.4.6", on, Kind.PLAY_ON, _BURN_LEFT, (acted_since, ~order_restored)),
    )


BFSP_OPTIONS: Final = (
    Option(
        "card-exposed-in-the-cut",
        "6.3.1",
        "The clause names no moment after which there is no redeal.",
        (
            Reading("until-the-first-action", "As 6.3.2: once somebody has acted, play on."),
            Reading(
                "at-any-time",
                "The redeal has no limit.",
                (
                    Article(
                        "6.3.1",
                        (S.EXPOSED_IN_CUT,),
                        Kind.MISDEAL,
                        "A card exposed in the cut: shuffle and cut again.",
                        (),
                        p.REDEAL,
                    ),
                ),
                ("6.3.1",),
            ),
        ),
    ),
    Option(
        "flop-without-a-burn",
        "6.6.2",
        "The clause holds while there is no bet: does a check close it?",
        (
            Reading("until-a-bet", "Only chips close it; a check leaves it open."),
            Reading(
                "until-any-action",
                "Any action closes it.",
                _missing_burn_on_a_flop(
                    Article(
                        "6.6.2",
                        (S.MISSING_BURN,),
                        Kind.FIX,
                        "No burn before the flop and no action since: flop back, mix, cut, burn, flop again.",
                        (on_flop, ~acted_since),
                        p.BURN_THEN_STREET,
                    )
                ),
                ("6.6.2", "6.4.6"),
            ),
        ),
    ),
    Option(
        "burn-too-many",
        "6.4.6",
        "The text says that a wrong burn stands when the order is lost and betting has begun.",
        (
            Reading("either-is-enough", "It stands when the order is lost, or once betting has begun."),
            Reading(
                "both-are-needed", "Where only one holds, the referee decides.", _extra_burn_by_the_text(), ("6.4.6",)
            ),
        ),
    ),
    Option(
        "absent-and-all-in-on-the-blind",
        "6.4.4",
        "The all-in exception of 6.4.3 is not repeated for a stack that the blind swallows.",
        (
            Reading("referee", "The head referee decides."),
            *(
                Reading(
                    name,
                    says,
                    (
                        Article(
                            "6.4.4",
                            (S.ABSENT_HAND,),
                            kind,
                            says,
                            (moment(Moment.DEAL_COMPLETE), all_in_hand),
                            p.MUCK_SEAT if kind is Kind.DEAD else (),
                        ),
                        Article(
                            "6.4.4",
                            (S.ABSENT_HAND,),
                            Kind.DEAD,
                            "Not at the seat when the last hole card reaches the button: dead, forced bets stay.",
                            (moment(Moment.DEAL_COMPLETE), ~all_in_hand),
                            p.MUCK_SEAT,
                        ),
                    ),
                    ("6.4.4",),
                )
                for name, kind, says in (
                    ("dead", Kind.DEAD, "An absent player's hand is dead, also all-in on the blind."),
                    ("plays", Kind.WARN, "An absent player all-in on the blind plays; a penalty is due."),
                )
            ),
        ),
    ),
    Option(
        "not-dealt-in-found-late",
        "6.3.8",
        "What is done about a skipped player, or cards at an empty place, after an action is not said.",
        (
            Reading("out-of-the-hand", "As 6.3.7 and 6.3.8: that hand does not go on."),
            Reading(
                "referee",
                "The head referee decides.",
                (
                    Article(
                        "6.3.8",
                        (S.SEAT_SKIPPED, S.UNENTITLED_HAND),
                        Kind.FLOOR,
                        "Found after an action, the rules are silent.",
                        (first_round_begun,),
                        options=("play on", "dead hand"),
                    ),
                ),
                ("6.3.8",),
            ),
        ),
    ),
)

CLUB_OPTIONS: Final = (
    Option(
        "substantial-betting",
        "34.1",
        "Two or more players have bet: what counts as betting?",
        (
            Reading("chips", "Bets, calls and raises; blinds, checks and folds do not count."),
            Reading("any-action", "Any action of two players.", substantial=counted(two_players_acted)),
        ),
    ),
    Option(
        "one-card-face-up",
        "34.3.7",
        "A card dealt face up is a misdeal unless it can be put right.",
        (
            Reading("put-right", "One card, not the first of the deal, can: it is exchanged for the first burn."),
            Reading(
                "misdeal",
                "It never can.",
                (
                    Article(
                        "34.3.7",
                        (S.EXPOSED_HOLE_CARD, S.EXPOSED_FIRST_CARD),
                        Kind.MISDEAL,
                        "A card dealt face up: misdeal.",
                        (~substantial_action,),
                        p.REDEAL,
                    ),
                ),
                ("34.3.7",),
            ),
        ),
    ),
    Option(
        "cards-at-an-empty-seat",
        "34.3.9",
        "An empty seat that was dealt in could also be a wrong number of hands.",
        (
            Reading("no-ground", "As a player without a right to the hand: finish the deal, muck that hand."),
            Reading(
                "misdeal",
                "As 34.3.2, a misdeal.",
                (
                    Article(
                        "34.3.2",
                        (S.UNENTITLED_HAND,),
                        Kind.MISDEAL,
                        "A wrong number of hands was dealt: misdeal.",
                        (~substantial_action,),
                        p.REDEAL,
                    ),
                    Article(
                        "34.3.9",
                        (S.UNENTITLED_HAND,),
                        Kind.FIX,
                        "Found after two players have bet: that hand is mucked.",
                        (substantial_action,),
                        p.MUCK_SEAT,
                    ),
                ),
                ("34.3.9",),
            ),
        ),
    ),
)

_KEEP_BURN_AND_BURN: Final = (
    Do(Step.KEEP_BURN),
    Do(Step.TAKE_BACK, About.CARDS),
    Do(Step.FINISH_BETTING),
    Do(Step.RETURN, About.CARDS),
    Do(Step.SHUFFLE_STUB),
    Do(Step.BURN),
    p.STREET,
)

GPC_OPTIONS: Final = (
    Option(
        "substantial-action",
        "36",
        "Two actions that put chips in: both of them, or one of the two?",
        (
            Reading("both", "Both put chips in, or any three actions."),
            Reading(
                "one", "One of the two is enough, as in the TDA's rule.", substantial=counted(two_acts_one_with_chips)
            ),
        ),
    ),
    Option(
        "premature-flop",
        "74",
        "That there is no new burn is said of turn and river only.",
        (
            Reading("no-new-burn", "The flop is dealt anew without a new burn."),
            Reading(
                "new-burn",
                "The flop is dealt anew with a new burn.",
                (
                    Article(
                        "74",
                        (S.PREMATURE_FLOP,),
                        Kind.FIX,
                        "The burn stays; the early flop goes back, the stub is reshuffled, burn and deal the flop.",
                        (),
                        _KEEP_BURN_AND_BURN,
                    ),
                ),
                ("74",),
            ),
        ),
    ),
)

PUB_OPTIONS: Final = (
    Option(
        "one-card-wrong",
        "special-5",
        "One card wrong is no redeal; what is done instead is not said.",
        (
            Reading("put-right", "A missing card is dealt, an extra one taken back."),
            Reading(
                "organiser",
                "The organiser decides.",
                (
                    Article(
                        "special-5",
                        WRONG_COUNT,
                        Kind.FLOOR,
                        "One card wrong is no redeal.",
                        (~holder_acted, ~bet_since, one_card_wrong),
                        options=("put it right", "play on"),
                    ),
                    Article(
                        "special-5",
                        WRONG_COUNT,
                        Kind.MISDEAL,
                        "More than one card wrong in the deal: shuffle and deal from the start.",
                        (~holder_acted, ~bet_since, ~one_card_wrong),
                        p.REDEAL,
                    ),
                ),
                ("special-5",),
            ),
        ),
    ),
)

RROP_OPTIONS: Final = (
    Option(
        "first-card-off-the-deck",
        "misdeal",
        "Some editions name the second card too.",
        (
            Reading("the-first", "Only the first card off the deck."),
            Reading(
                "the-first-two",
                "The first or the second card off the deck.",
                (
                    Article(
                        "misdeal",
                        (S.EXPOSED_FIRST_CARD, S.EXPOSED_HOLE_CARD),
                        Kind.MISDEAL,
                        "One of the first two cards off the deck exposed: misdeal.",
                        (~substantial_action, first_two_off),
                        p.REDEAL,
                    ),
                    Article(
                        "one-exposed-downcard",
                        (S.EXPOSED_FIRST_CARD, S.EXPOSED_HOLE_CARD),
                        Kind.FIX,
                        "One exposed downcard is exchanged for the first burn after the deal.",
                        (~substantial_action, ~first_two_off),
                        p.EXCHANGE,
                    ),
                    Article(
                        "misdeal",
                        (S.EXPOSED_FIRST_CARD, S.EXPOSED_HOLE_CARD),
                        Kind.PLAY_ON,
                        "Two players have acted: there is no misdeal any more.",
                        (substantial_action,),
                    ),
                ),
                ("misdeal", "one-exposed-downcard"),
            ),
        ),
    ),
)

TDA_OPTIONS: Final = (
    Option(
        "another-back",
        "35-E",
        "A card with another back is for the house.",
        (
            Reading("floor", "The floor decides."),
            *(
                Reading(
                    name,
                    says,
                    (Article("35-E", (S.FOREIGN_CARD,), kind, says, (), steps, after_hand=kind is Kind.FIX),),
                    ("35-E",),
                )
                for name, kind, says, steps in (
                    (
                        "play-on",
                        Kind.FIX,
                        "A card with another back: the hand plays, then the deck is replaced.",
                        p.NEW_DECK,
                    ),
                    ("refund", Kind.VOID, "A card with another back fouls the deck: all bets go back.", p.REFUND),
                )
            ),
        ),
    ),
)
