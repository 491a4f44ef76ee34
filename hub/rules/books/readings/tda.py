"""Clauses of `tda` that can be read in more than one way: the reading in force first."""

from typing import Final

from felt.situation import Kind, Situation
from hub.rules.articles import procedures as p
from hub.rules.articles.book import Article, Option, Reading

S: Final = Situation
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
