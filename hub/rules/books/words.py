"""The words that every book defines in its own way, in a sentence each: the code that decides them is in `terms`."""

from typing import Final

from hub.rules.articles.book import Meaning

SUBSTANTIAL: Final = "substantial action"
FIRST_ROUND: Final = "first betting round has begun"
DISPUTE: Final = "dispute window"
ABSENT: Final = "absent player"
BEGUN: Final = "hand has begun"

_FIRST_ACT: Final = "Somebody acted: fold, check, call, bet or raise. Blinds and antes are no action."
_RIFFLE: Final = "At the first riffle, or at the press of the shuffling machine's button."

BFSP_WORDS: Final = (
    Meaning(SUBSTANTIAL, "Any action in the first betting round.", "6.3.7"),
    Meaning(FIRST_ROUND, _FIRST_ACT, "6.3.7"),
    Meaning(
        DISPUTE, "Until the next hand starts; where a break follows, one minute after the pot was pushed.", "5.9.1"
    ),
    Meaning(ABSENT, "Not at the seat when the last hole card reaches the button.", "6.4.4"),
    Meaning(BEGUN, _RIFFLE, "5.5.6"),
)

CLUB_WORDS: Final = (
    Meaning(SUBSTANTIAL, "Two or more players have bet. Blinds, checks and folds do not count.", "34.1"),
    Meaning(FIRST_ROUND, _FIRST_ACT),
    Meaning(DISPUTE, "At once: a wrongly paid pot must be pointed out as it is paid.", "30.1.10"),
    Meaning(ABSENT, "Not back by the player's own turn, even if a check would do.", "34.3.8"),
    Meaning(BEGUN, _RIFFLE),
)

GPC_WORDS: Final = (
    Meaning(
        SUBSTANTIAL,
        "Two actions in turn that both put chips in, or any three actions in turn. Blinds do not count.",
        "36",
    ),
    Meaning(FIRST_ROUND, _FIRST_ACT),
    Meaning(DISPUTE, "Until substantial action in the next hand.", "22"),
    Meaning(ABSENT, "Not at the seat when the last card reaches the button.", "30"),
    Meaning(BEGUN, "At the first riffle.", "23"),
)

PUB_WORDS: Final = (
    Meaning(SUBSTANTIAL, "Any bet after the error.", "special-6"),
    Meaning(FIRST_ROUND, _FIRST_ACT),
    Meaning(DISPUTE, "Until the next deal starts.", "special-11"),
    Meaning(ABSENT, "Not in the seat when the last position has its first cards.", "rules-2"),
    Meaning(BEGUN, "When the dealer has begun to shuffle.", "rules-level"),
)

RROP_WORDS: Final = (
    Meaning(SUBSTANTIAL, "Two players after the blinds have acted; folds count.", "substantial-action"),
    Meaning(FIRST_ROUND, _FIRST_ACT),
    Meaning(DISPUTE, "Until the next hand starts."),
    Meaning(ABSENT, "The book does not say: cash players come and go."),
    Meaning(BEGUN, _RIFFLE),
)

SPORT_POKER_WORDS: Final = (
    Meaning(SUBSTANTIAL, "As the chosen book says."),
    Meaning(FIRST_ROUND, _FIRST_ACT),
    Meaning(DISPUTE, "As the chosen book says."),
    Meaning(ABSENT, "As the chosen book says; a stack that never checked in may be played as a dead stack.", "3.8"),
    Meaning(BEGUN, _RIFFLE),
)

TDA_WORDS: Final = (
    Meaning(
        SUBSTANTIAL,
        "Two actions in turn, at least one of them with chips, or any three in turn. Blinds do not count.",
        "36",
    ),
    Meaning(FIRST_ROUND, _FIRST_ACT),
    Meaning(DISPUTE, "Until the next hand starts; where a break follows, one minute after the pot was pushed.", "22"),
    Meaning(ABSENT, "Not at the seat when the last card of the deal is out.", "30"),
    Meaning(BEGUN, "At the first riffle, the press of the shuffler's button, or the dealer's push.", "23"),
)
