"""Clauses of `rrop` that can be read in more than one way: the reading in force first."""

from typing import Final

from felt.situation import Kind, Situation
from hub.rules.articles import procedures as p
from hub.rules.articles.book import Article, Option, Reading
from hub.rules.terms import first_two_off, substantial_action

S: Final = Situation
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
