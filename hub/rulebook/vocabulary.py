"""The names that a house writes in its own book: terms, definitions, procedures, moments and what the button does."""

from typing import Final

from felt.situation import Step
from hub.rules import counting, terms
from hub.rules.articles import procedures as p
from hub.rules.articles.book import About, ButtonRule, DisputeUntil, Do, Term, Test
from hub.rules.irregularity import Moment

TERMS: Final[dict[str, Term]] = {term.name: term for term in vars(terms).values() if isinstance(term, Term)} | {
    when.value: terms.moment(when) for when in Moment
}
"""Every condition by its name; `not NAME` turns it round."""

SUBSTANTIAL: Final[dict[str, tuple[Test, str]]] = {
    "any-action": (counting.NOBODY_YET, "Any action."),
    "any-bet": (counting.counted(counting.any_bet), "Any bet."),
    "two-players-bet": (
        counting.counted(counting.two_players_bet),
        "Two or more players have bet. Blinds, checks and folds do not count.",
    ),
    "two-players-acted": (counting.counted(counting.two_players_acted), "Two players have acted; folds count."),
    "two-bets-or-three-actions": (
        counting.counted(counting.two_bets_or_three_acts),
        "Two actions in turn that both put chips in, or any three actions in turn.",
    ),
    "two-actions-one-with-chips": (
        counting.counted(counting.two_acts_one_with_chips),
        "Two actions in turn, at least one of them with chips, or any three in turn.",
    ),
}
"""What may count as substantial action, by the name of the definition."""

ABSENT: Final[dict[str, tuple[Moment, str]]] = {
    "deal-complete": (Moment.DEAL_COMPLETE, "Not at the seat when the last card of the deal is out."),
    "own-turn": (Moment.OWN_TURN, "Not back by the player's own turn."),
}

DISPUTE: Final[dict[str, tuple[DisputeUntil, str]]] = {
    "next-hand": (DisputeUntil.NEXT_HAND, "Until the next hand starts."),
    "next-deal": (DisputeUntil.NEXT_DEAL, "Until the next deal starts."),
    "next-substantial-action": (DisputeUntil.NEXT_SUBSTANTIAL_ACTION, "Until substantial action in the next hand."),
    "at-once": (DisputeUntil.AT_ONCE, "At once."),
}

BUTTON: Final[dict[str, ButtonRule]] = {rule.value: rule for rule in ButtonRule}

PROCEDURES: Final[dict[str, p.Steps]] = {
    "exact-redeal": p.REDEAL,
    "redeal-with-a-new-deck": p.NEW_DECK_REDEAL,
    "new-deck": p.NEW_DECK,
    "all-chips-back": p.REFUND,
    "muck-the-hand": p.MUCK_SEAT,
    "restore-the-hand": p.RESTORE_SEAT,
    "deal-the-missing-card": p.DEAL_MISSING,
    "correct-the-pot": p.CORRECT_POT,
    "set-aside": p.ASIDE,
    "take-back-to-the-stub": p.TAKE_BACK_TOP,
    "exchange-for-the-first-burn": p.EXCHANGE,
    "mix-and-draw-the-burn": p.MIX_AND_DRAW,
    "redeal-street-and-burn": p.REDEAL_STREET_AND_BURN,
    "redeal-street-keep-burn": p.REDEAL_STREET,
    "burn-then-street": p.BURN_THEN_STREET,
    "shuffle-the-stub": p.SHUFFLE_STUB,
    "shuffle-and-cut-the-stub": p.SHUFFLE_AND_CUT,
}
"""Whole procedures by name."""

_OF_CARDS: Final = (Step.SET_ASIDE, Step.TAKE_BACK, Step.RETURN, Step.MIX, Step.DRAW_BURN, Step.MUCK_EXTRA)
_OF_SEAT: Final = (Step.MUCK, Step.DEAL_MISSING, Step.CHOOSE_ALL_IN, Step.RESTORE)
_OF_SEAT_CARD: Final = (Step.EXCHANGE, Step.BURN_EXTRA)


def _about(step: Step) -> About:
    groups = ((_OF_CARDS, About.CARDS), (_OF_SEAT, About.SEAT), (_OF_SEAT_CARD, About.SEAT_CARD))
    return next((about for steps, about in groups if step in steps), About.NOTHING)


STEPS: Final[dict[str, Do]] = {
    **{step.value: Do(step, _about(step)) for step in Step},
    "deal-street": p.STREET,
    "take-back-with-burn": Do(Step.TAKE_BACK, About.CARDS_AND_BURN),
    "return-with-burn": Do(Step.RETURN, About.CARDS_AND_BURN),
}
"""Single steps by name; `deal-street` deals whichever street the ruling is about."""
