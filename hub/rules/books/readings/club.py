"""Clauses of `club` that can be read in more than one way: the reading in force first."""

from typing import Final

from felt.situation import Kind, Situation
from hub.rules.articles import procedures as p
from hub.rules.articles.book import Article, Option, Reading
from hub.rules.counting import counted, two_players_acted
from hub.rules.terms import substantial_action

S: Final = Situation
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
    Option(
        "hand-laid-open",
        "27.1.3",
        "A hand that was opened is dead when it could influence others; the bracket says face down, probably a slip.",
        (
            Reading("face-up", "The hand was laid face up."),
            Reading(
                "face-down",
                "To the letter: a hand laid face down. Of one that is shown the book says nothing.",
                instead_of=("27.1.3",),
                unsaid=(S.OWN_HAND_EXPOSED,),
            ),
        ),
    ),
)
