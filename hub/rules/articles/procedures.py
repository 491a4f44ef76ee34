"""The procedures that clauses name, as steps in order; what may change places is `hub.rules.procedure`'s to know."""

from typing import Final

from felt.situation import Step
from hub.rules.articles.book import About, Do

Steps = tuple[Do, ...]

STREET: Final = Do(None)
"""Deal the board street that the ruling is about."""

REDEAL: Final[Steps] = (Do(Step.GATHER_ALL), Do(Step.SHUFFLE), Do(Step.CUT), Do(Step.REDEAL))
"""Every misdeal: an exact redeal (bfsp 6.3, gpc 35)."""

NEW_DECK_REDEAL: Final[Steps] = (Do(Step.GATHER_ALL), Do(Step.REPLACE_DECK), *REDEAL[1:])
NEW_DECK: Final[Steps] = (Do(Step.REPLACE_DECK),)
REFUND: Final[Steps] = (Do(Step.RETURN_CHIPS), Do(Step.REPLACE_DECK))
"""All chips go back and the deck is replaced (bfsp 6.2.2, gpc 35, tda 35-E)."""

MUCK_SEAT: Final[Steps] = (Do(Step.MUCK, About.SEAT),)
RESTORE_SEAT: Final[Steps] = (Do(Step.RESTORE, About.SEAT),)
DEAL_MISSING: Final[Steps] = (Do(Step.DEAL_MISSING, About.SEAT),)
CORRECT_POT: Final[Steps] = (Do(Step.CORRECT_POT),)
ASIDE: Final[Steps] = (Do(Step.SET_ASIDE, About.CARDS),)
TAKE_BACK_TOP: Final[Steps] = (Do(Step.TAKE_BACK, About.CARDS), Do(Step.RETURN, About.CARDS))
EXCHANGE: Final[Steps] = (Do(Step.EXCHANGE, About.SEAT_CARD),)

MIX_AND_DRAW: Final[Steps] = (
    Do(Step.CALL_FLOOR),
    Do(Step.MIX, About.CARDS),
    Do(Step.DRAW_BURN, About.CARDS),
    STREET,
)
"""A card too many with a street: chance picks the next burn, the rest is the street (bfsp 6.6.3, gpc 39, tda 39-A)."""

REDEAL_STREET_AND_BURN: Final[Steps] = (
    Do(Step.TAKE_BACK, About.CARDS_AND_BURN),
    Do(Step.FINISH_BETTING),
    Do(Step.RETURN, About.CARDS_AND_BURN),
    Do(Step.SHUFFLE_STUB),
    Do(Step.CUT_STUB),
    Do(Step.BURN),
    STREET,
)
"""Street and burn back, cut, burn again (bfsp 6.6.4, 6.6.5)."""

REDEAL_STREET: Final[Steps] = (
    Do(Step.KEEP_BURN),
    Do(Step.TAKE_BACK, About.CARDS),
    Do(Step.FINISH_BETTING),
    Do(Step.RETURN, About.CARDS),
    Do(Step.SHUFFLE_STUB),
    STREET,
)
"""The burn stays, the street comes anew without another one (gpc 74, tda RP-5, pub special 2)."""

FLOP_AND_BURN_AGAIN: Final[Steps] = tuple(do for do in REDEAL_STREET_AND_BURN if do.step is not Step.FINISH_BETTING)
FLOP_AGAIN: Final[Steps] = tuple(do for do in REDEAL_STREET if do.step is not Step.FINISH_BETTING)
"""The same for a flop with too many cards: its betting was over (bfsp 6.6.4, rrop four-card flop)."""

BURN_THEN_STREET: Final[Steps] = (
    Do(Step.TAKE_BACK, About.CARDS),
    Do(Step.RETURN, About.CARDS),
    Do(Step.SHUFFLE_STUB),
    Do(Step.CUT_STUB),
    Do(Step.BURN),
    STREET,
)
"""A street that came without its burn is taken back (bfsp 6.6.2)."""

PREMATURE_TURN_KEPT_ORDER: Final[Steps] = (
    Do(Step.SET_ASIDE, About.CARDS),
    Do(Step.FINISH_BETTING),
    Do(Step.BURN),
    Do(Step.DEAL_TURN),
    Do(Step.FINISH_BETTING),
    Do(Step.RETURN, About.CARDS),
    Do(Step.SHUFFLE_STUB),
)
"""The early turn waits; the would-be river is the turn, and the river comes from a reshuffled stub (bfsp 6.6.6)."""

SHUFFLE_AND_CUT: Final[Steps] = (Do(Step.SHUFFLE_STUB), Do(Step.CUT_STUB))
SHUFFLE_STUB: Final[Steps] = (Do(Step.SHUFFLE_STUB),)
