"""Clauses of `bfsp` that can be read in more than one way: the reading in force first."""

from typing import Final

from felt.situation import Kind, Situation, Step
from hub.rules.articles import procedures as p
from hub.rules.articles.book import About, Article, Do, OpenFaceDeal, Option, Reading
from hub.rules.counting import cards_dealt
from hub.rules.irregularity import Moment
from hub.rules.terms import (
    acted_since,
    all_in_hand,
    bet_in_round,
    bet_since,
    first_round_begun,
    in_play,
    moment,
    on_flop,
    order_restored,
)

S: Final = Situation
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


def _left_alone_either_way() -> tuple[Article, ...]:
    """Every article of bfsp 6.4.6, with a wrong burn left alone once betting has begun, whatever is told."""
    on = (S.EXTRA_BURN,)
    first = "A burn too many found before the betting: the order is restored."
    lost = "The order cannot be restored: play on with the wrong burn."
    until_a_bet = Article("6.4.6", (S.MISSING_BURN,), Kind.PLAY_ON, _BURN_LEFT, (on_flop, bet_since))
    return (
        until_a_bet,
        *(article for article in _missing_burn_on_a_flop(until_a_bet)[1:] if on_flop not in article.when),
        Article("6.4.6", on, Kind.FIX, first, (~acted_since, order_restored), p.TAKE_BACK_TOP),
        Article("6.4.6", on, Kind.PLAY_ON, lost, (~acted_since, ~order_restored)),
        Article("6.4.6", on, Kind.PLAY_ON, _BURN_LEFT, (acted_since,)),
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
            Reading(
                "referee-where-restorable",
                "It stands when the order is lost, or once betting has begun; if the order can be restored all the "
                "same, the referee decides.",
            ),
            Reading(
                "either-is-enough",
                "It stands when the order is lost, or once betting has begun.",
                _left_alone_either_way(),
                ("6.4.6",),
            ),
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
    Option(
        "first-round-begins",
        "4.1",
        "The round is said to begin when the cards are dealt; 6.3.7 and 6.3.8 need an action.",
        (
            Reading("first-action", "It has begun once somebody has acted."),
            Reading(
                "cards-dealt",
                "It has begun once the deal is complete: from then on there is no redeal for a wrong deal.",
                first_round=cards_dealt,
            ),
        ),
    ),
    Option(
        "whose-hand-dies",
        "4.9.1",
        "One player's cards touched another's: which of the two hands is folded is not said.",
        (
            Reading("the-moved-one", "The hand that was moved; the sensors tell the other one apart."),
            Reading(
                "referee",
                "The head referee says which.",
                (
                    Article(
                        "4.9.1",
                        (S.HANDS_MIXED,),
                        Kind.FLOOR,
                        "One player's cards touched another's: a hand is folded, and it is not said whose.",
                        (),
                        options=("the hand that was moved is dead", "the other hand is dead", "both hands are dead"),
                    ),
                ),
                ("4.9.1",),
            ),
        ),
    ),
    Option(
        "cards-at-an-empty-place",
        "6.3.4",
        "The text says twice that cards were not dealt; one of the two is probably meant as dealt to an empty place.",
        (
            Reading("spoken-of", "A player who was not dealt in, or cards at an empty place: both are a redeal."),
            Reading(
                "not-spoken-of",
                "To the letter: a player or an absent player's stack that was not dealt in, and nothing else.",
                instead_of=("6.3.4", "6.3.8"),
                unsaid=(S.UNENTITLED_HAND,),
            ),
        ),
    ),
    Option(
        "seventh-card-after-a-bet",
        "6.5.5",
        "Once there was a bet in the round the player counts as all-in to its end: even if he asks to play on?",
        (
            Reading("player-chooses", "At the player's wish he plays on by the normal rules, also after a bet."),
            Reading(
                "all-in-to-the-end",
                "After a bet there is no choice.",
                (
                    Article(
                        "6.5.5",
                        (S.SEVENTH_UP,),
                        Kind.FIX,
                        "A seventh card dealt face up: that player chooses whether to count as all-in.",
                        (~bet_in_round,),
                        (Do(Step.CHOOSE_ALL_IN, About.SEAT),),
                    ),
                    Article(
                        "6.5.5",
                        (S.SEVENTH_UP,),
                        Kind.FIX,
                        "A seventh card face up after a bet: the player counts as all-in to the end of the round.",
                        (bet_in_round,),
                    ),
                ),
                ("6.5.5",),
            ),
        ),
    ),
    Option(
        "deck-found-wrong-inside-a-hand",
        "6.2.3",
        "A defective deck is replaced at once; of a hand that is being played only two identical cards are spoken of.",
        (
            Reading("finish-the-hand", "As 6.1.2: the hand is finished first."),
            Reading(
                "referee",
                "The head referee may stop the hand.",
                (
                    Article(
                        "6.2.3",
                        (S.FOREIGN_CARD,),
                        Kind.FLOOR,
                        "A deck with cards of different backs is replaced at once.",
                        (in_play,),
                        options=("finish the hand, then replace the deck", "stop the hand: all chips go back"),
                    ),
                    Article(
                        "6.2.3",
                        (S.FOREIGN_CARD,),
                        Kind.FIX,
                        "A deck with different backs is replaced.",
                        (~in_play,),
                        p.NEW_DECK,
                    ),
                ),
                ("6.2.3",),
            ),
        ),
    ),
    Option(
        "open-face-deal",
        "8",
        "Each seat gets five cards in turn: at once, or one by one?",
        (
            Reading("either", "Both ways are accepted."),
            Reading(
                "five-at-once",
                "A seat gets its five before the next one gets any; otherwise the sequence is wrong (6.3.3).",
                open_face=OpenFaceDeal.FIVE_AT_ONCE,
            ),
        ),
    ),
)
