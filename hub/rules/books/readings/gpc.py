"""Clauses of `gpc` that can be read in more than one way: the reading in force first."""

from typing import Final

from felt.situation import Kind, Situation, Step
from hub.rules.articles import procedures as p
from hub.rules.articles.book import About, Article, Do, Option, Reading
from hub.rules.counting import counted, two_acts_one_with_chips
from hub.rules.terms import substantial_action

S: Final = Situation
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
    Option(
        "short-table",
        "11",
        "Play stops at a table of fewer than three; but 34 knows heads-up.",
        (
            Reading(
                "balanced", "Three or more short of the fullest table, for the floor to see; two may play heads-up."
            ),
            Reading(
                "below-three",
                "To the letter: with fewer than three players no hand is dealt; the dealer is stopped.",
                least_players=3,
            ),
        ),
    ),
    Option(
        "first-card-to-a-blind",
        "35",
        "The first card dealt to small or big blind: that it was exposed is missing in the text.",
        (
            Reading("exposed", "A blind's first card exposed is a misdeal, as the line before says exposed."),
            Reading(
                "wrong-seat",
                "As in the TDA's rule it is the first card dealt to a wrong seat.",
                (
                    Article(
                        "35",
                        (S.WRONG_FIRST_SEAT,),
                        Kind.MISDEAL,
                        "The first card went to a wrong seat: misdeal.",
                        (~substantial_action,),
                        p.REDEAL,
                    ),
                    Article(
                        "35",
                        (S.WRONG_FIRST_SEAT,),
                        Kind.PLAY_ON,
                        "After substantial action there is no misdeal: play on.",
                        (substantial_action,),
                    ),
                ),
                ("35",),
                (S.EXPOSED_FIRST_CARD,),
            ),
        ),
    ),
    Option(
        "who-draws",
        "39",
        "Who is called and who draws the card is said with words that do not fit: a flop, a group.",
        (
            Reading("floor", "The floor is called, and the floor draws."),
            Reading(
                "table",
                "To the letter: the group at the table draws, nobody is called.",
                (
                    Article(
                        "39",
                        (S.FOUR_CARD_FLOP,),
                        Kind.FIX,
                        "Mix the four; the players draw one at random as the next burn; the other three are the flop.",
                        (),
                        p.MIX_AND_DRAW[1:],
                    ),
                ),
                ("39",),
            ),
        ),
    ),
)
