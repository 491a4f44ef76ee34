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
)
