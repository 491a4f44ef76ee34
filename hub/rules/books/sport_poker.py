"""`sport-poker`: a service for live club tournaments; its rules on dealing errors are those of the pack chosen."""

from typing import Final

from hub.rules.articles.book import ButtonRule, Rulebook
from hub.rules.books.words import SPORT_POKER_WORDS
from hub.rules.counting import NOBODY_YET

SPORT_POKER: Final = Rulebook(
    id="sport-poker",
    name="Live tournament service",
    edition="2026-11-30",
    articles=(),
    asks_next=("gpc",),
    uncovered=("2.13", "The tournament's own structure and rules come first; the organiser decides."),
    substantial=NOBODY_YET,
    chooses_parent=True,
    button=ButtonRule.NEXT_PLAYER,
    words=SPORT_POKER_WORDS,
)
