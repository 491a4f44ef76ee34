"""How the betting of a hand stands, as far as the table knows: whether its round is open, and whether it is decided."""

from msgspec.structs import replace

from felt.place import SeatNo
from felt.situation import Action, Tracker
from hub.rules.betting import Betting, live_seats


def doubtful(betting: Betting) -> bool:
    """Somebody may be all-in for what nobody told the tracker: whether anybody still has to act is not known."""
    if betting.sure or betting.mode is not Tracker.FULL:
        return False
    return 0 in betting.stacks.values() or any(act.action is Action.ALL_IN for act in betting.said)


def known_open(betting: Betting) -> bool:
    """True when the tracker knows that the round is open: a street card now comes too early."""
    if betting.mode is Tracker.FULL:
        return betting.open and bool(betting.pending) and not doubtful(betting)
    return betting.mode is Tracker.ROUNDS and betting.open and not nobody_can_act(betting)


def nobody_can_act(betting: Betting) -> bool:
    """Where only closed rounds are told: all live hands lie open, or all but one were heard to be all-in and that one
    called since, or the round of the last all-in was closed."""
    live = live_seats(betting)
    if betting.mode is not Tracker.ROUNDS or len(live) < 2:
        return False
    if betting.tabled.issuperset(live):
        return True
    pushes = [at for at, act in enumerate(betting.said) if act.action is Action.ALL_IN]
    able = [seat for seat in live if all(betting.said[at].seat != seat for at in pushes)]
    if not pushes or len(able) > 1:
        return False
    last = pushes[-1]
    matched = any(act.seat in able and act.chips for act in betting.said[last + 1 :])
    return not able or matched or betting.said[last].round < betting.closed_rounds


def may_be_run_out(betting: Betting) -> bool:
    """Where only closed rounds are told: a round after the first in which nobody was heard to act, or in which a hand
    lies open or was heard to be all-in. Whether anybody can act there is not known."""
    if betting.mode is not Tracker.ROUNDS:
        return False
    live = frozenset(live_seats(betting))
    pushed = {act.seat for act in betting.said if act.action is Action.ALL_IN}
    silent = betting.round > 0 and len(betting.said) <= betting.mark
    return silent or bool(live & (betting.tabled | pushed))


def told_folded(betting: Betting, seat: SeatNo) -> bool:
    """Somebody said that the seat folded; that its cards merely lie in the muck does not count."""
    return any(act.seat == seat and act.action is Action.FOLD for act in betting.said)


def told_decided(betting: Betting) -> bool:
    """As `decided`, by what people said and what was ruled: a hand that merely lies in the muck counts as live."""
    if not betting.mucked:
        return decided(betting)
    told = frozenset(act.seat for act in betting.said if act.action is Action.FOLD)
    return decided(replace(betting, out=betting.out - (betting.mucked - told)))


def decided(betting: Betting) -> bool:
    """True when at most one hand lives: no further card belongs to the hand.

    A seat that was not seen to get cards may have some all the same.
    """
    gone = betting.out | betting.dead
    return len(betting.speaking) > 1 and sum(seat not in gone for seat in betting.speaking) < 2
