"""Games as tuples of streets: how many cards go where, and in which order seats are dealt and act.

Refuses to know betting amounts, hand values and rulebooks.
"""

from felt.games.game import GAMES, Game, Street, Target, game_named
from felt.games.order import blind_seats, deal_order, first_to_act, following
from felt.games.stud import best_open_hands, bring_in_seat, first_by_suit

__all__ = [
    "GAMES",
    "Game",
    "Street",
    "Target",
    "best_open_hands",
    "blind_seats",
    "bring_in_seat",
    "deal_order",
    "first_by_suit",
    "first_to_act",
    "following",
    "game_named",
]
