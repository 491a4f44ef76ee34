"""Clauses of `pub` that can be read in more than one way: the reading in force first."""

from typing import Final

from felt.situation import Kind, Situation
from hub.rules.articles import procedures as p
from hub.rules.articles.book import Article, Option, Reading
from hub.rules.terms import bet_since, holder_acted, one_card_wrong

WRONG_COUNT: Final = (Situation.TOO_MANY_CARDS, Situation.TOO_FEW_CARDS, Situation.BUTTON_SHORT)
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
    Option(
        "cards-to-a-stranger",
        "special-5",
        "A dealer who errs by more than one card deals anew: are cards to a seat without a right to them one?",
        (
            Reading("counted", "Yes: more than one card is a redeal, a single one is taken back."),
            Reading(
                "organiser",
                "The book does not speak of it: the organiser decides.",
                (
                    Article(
                        "special-5",
                        (Situation.UNENTITLED_HAND,),
                        Kind.FLOOR,
                        "Cards were dealt to a seat without a right to them.",
                        (~bet_since,),
                        options=("shuffle and deal from the start", "muck that hand and play on"),
                    ),
                ),
                ("special-5",),
            ),
        ),
    ),
)
