"""What the table knows of betting: every action, only closed rounds, or nothing. Records; never refuses."""

from msgspec import Struct
from msgspec.structs import replace

from felt.place import SeatNo
from felt.setup import TableSetup
from felt.situation import Action, Tracker

_CHIPS_IN = frozenset({Action.CALL, Action.BET, Action.RAISE, Action.ALL_IN})


class Act(Struct, frozen=True, gc=False):
    """One recorded act: `chips` when it put chips in, `in_turn` when it was that seat's turn."""

    seat: SeatNo
    action: Action
    chips: bool
    in_turn: bool
    round: int


class Betting(Struct, frozen=True, gc=False):
    """The betting of one hand. `speaking` is the round's order; `pending` the seats still to act, the next one first.

    Amounts are chips. `out` folded; `dead` were killed by a ruling; `skipped` never got a card. With tracker `rounds`
    only `open` is known, with `none` nothing.
    """

    mode: Tracker
    speaking: tuple[SeatNo, ...] = ()
    round: int = 0
    open: bool = True
    pending: tuple[SeatNo, ...] = ()
    out: frozenset[SeatNo] = frozenset()
    dead: frozenset[SeatNo] = frozenset()
    skipped: frozenset[SeatNo] = frozenset()
    mucked: frozenset[SeatNo] = frozenset()
    """Folded by cards in the muck, before or without a word of the tracker."""
    stacks: dict[SeatNo, int] = {}
    bets: dict[SeatNo, int] = {}
    to_match: int = 0
    step: int = 0
    acted: frozenset[SeatNo] = frozenset()
    said: tuple[Act, ...] = ()
    mark: int = 0
    """Where in `said` this round's acts begin."""
    closed_rounds: int = 0


def live_seats(betting: Betting) -> tuple[SeatNo, ...]:
    """Seats whose hands live, in speaking order."""
    gone = betting.out | betting.dead | betting.skipped
    return tuple(seat for seat in betting.speaking if seat not in gone) if gone else betting.speaking


def all_in(betting: Betting, seat: SeatNo) -> bool:
    """True when the tracker knows that the seat has no chips behind."""
    return betting.mode is Tracker.FULL and betting.stacks.get(seat, 1) == 0


def settle(betting: Betting, after: SeatNo | None = None) -> Betting:
    """Recompute who is still to act, starting with the seat past `after`; closes the round when nobody is."""
    if betting.mode is not Tracker.FULL or not betting.open:
        return betting
    pending = _pending(betting, after)
    return replace(betting, pending=pending, open=bool(pending))


def _pending(betting: Betting, after: SeatNo | None) -> tuple[SeatNo, ...]:
    live = live_seats(betting)
    if len(live) < 2:
        return ()
    stacks, bets, acted = betting.stacks, betting.bets, betting.acted
    able = [seat for seat in live if stacks[seat] > 0]
    if len(able) == 1:
        lone = able[0]
        owed = max(bets[seat] for seat in live if seat != lone)
        return (lone,) if bets[lone] < owed else ()
    to_match = betting.to_match
    waiting = {seat for seat in able if seat not in acted or bets[seat] < to_match}
    order = betting.speaking
    if after in order:
        at = order.index(after) + 1
        order = order[at:] + order[:at]
    return tuple(seat for seat in order if seat in waiting)


def open_hand(
    setup: TableSetup,
    stacks: dict[SeatNo, int],
    speaking: tuple[SeatNo, ...],
    blinds: tuple[SeatNo | None, SeatNo | None],
) -> Betting:
    """The first round with blinds and antes posted from `stacks`; a stack may be swallowed by its post."""
    if setup.tracker is not Tracker.FULL:
        return Betting(mode=setup.tracker, speaking=speaking, open=setup.tracker is Tracker.ROUNDS)
    stakes = setup.stakes
    behind = {seat: max(0, stacks.get(seat, setup.default_stack) - stakes.ante) for seat in speaking}
    bets = dict.fromkeys(speaking, 0)
    small, big = blinds
    for seat, amount in ((small, stakes.small), (big, stakes.big)):
        if seat in bets:
            bets[seat] = min(amount, behind[seat])
            behind[seat] -= bets[seat]
    if big in bets:
        behind[big] -= min(stakes.big_blind_ante, behind[big])
    betting = Betting(
        mode=setup.tracker,
        speaking=speaking,
        stacks=behind,
        bets=bets,
        to_match=stakes.big if big is not None else 0,
        step=stakes.big,
    )
    return settle(betting)


def open_round(betting: Betting, number: int, speaking: tuple[SeatNo, ...], big: int) -> Betting:
    """Open betting round `number` (0 is before the flop). Nobody to act (an all-in run-out) leaves it closed."""
    if betting.mode is not Tracker.FULL:
        return replace(betting, round=number, open=betting.mode is Tracker.ROUNDS, mark=len(betting.said))
    fresh = replace(
        betting,
        round=number,
        open=True,
        speaking=speaking,
        bets=dict.fromkeys(betting.bets, 0),
        to_match=0,
        step=big,
        acted=frozenset(),
        mark=len(betting.said),
    )
    return settle(fresh)


def close_round(betting: Betting) -> Betting:
    """A person says that the round is closed."""
    return replace(betting, open=False, pending=(), closed_rounds=max(betting.closed_rounds, betting.round + 1))


def take_act(betting: Betting, seat: SeatNo, action: Action, amount: int | None) -> Betting:
    """Record an act of a seat of this hand, whoever's turn it is; amounts above the stack are all-in."""
    in_turn = betting.mode is not Tracker.FULL or (bool(betting.pending) and betting.pending[0] == seat)
    if seat in betting.mucked:
        return _act_of_mucked(betting, seat, action)
    skipped = betting.skipped - {seat} if seat in betting.skipped else betting.skipped
    chips = action in _CHIPS_IN
    if betting.mode is not Tracker.FULL or seat not in betting.bets:
        out = betting.out | {seat} if action is Action.FOLD else betting.out
        said = (*betting.said, Act(seat, action, chips, in_turn, betting.round))
        return replace(betting, said=said, out=out, skipped=skipped)
    if action is Action.FOLD:
        said = (*betting.said, Act(seat, action, chips, in_turn, betting.round))
        folded = replace(betting, said=said, out=betting.out | {seat}, skipped=skipped)
        return settle(folded, betting.pending[0] if betting.pending and not in_turn else seat)
    total = _total(betting, seat, action, amount)
    put = total - betting.bets[seat]
    said = (*betting.said, Act(seat, action, put > 0, in_turn, betting.round))
    stacks, bets = betting.stacks, betting.bets
    to_match, step = betting.to_match, betting.step
    acted = betting.acted | {seat}
    if put:
        stacks = {**stacks, seat: stacks[seat] - put}
        bets = {**bets, seat: total}
    if total > to_match:
        step = max(step, total - to_match)
        to_match = total
    done = replace(
        betting,
        said=said,
        stacks=stacks,
        bets=bets,
        to_match=to_match,
        step=step,
        acted=acted,
        skipped=skipped,
        open=True if total > betting.to_match else betting.open,
    )
    if in_turn or not betting.pending:
        return settle(done, seat)
    after = betting.speaking[betting.speaking.index(betting.pending[0]) - 1]
    return settle(done, after)


def _act_of_mucked(betting: Betting, seat: SeatNo, action: Action) -> Betting:
    """The tracker's word for a hand that is in the muck already: its fold was in turn, anything else is recorded."""
    said = (*betting.said, Act(seat, action, chips=False, in_turn=True, round=betting.round))
    return replace(betting, said=said)


def muck(betting: Betting, seat: SeatNo) -> Betting:
    """All of a seat's cards came to the muck on its turn, or where acts are not tracked: it folded."""
    gone = replace(betting, out=betting.out | {seat}, mucked=betting.mucked | {seat})
    return _resettle_past(gone, seat)


def unmuck(betting: Betting, seat: SeatNo) -> Betting:
    """A mucked hand came back or is given back."""
    if seat not in betting.mucked:
        return betting
    back = replace(betting, out=betting.out - {seat}, mucked=betting.mucked - {seat})
    if back.mode is Tracker.FULL and seat in back.bets and not back.open and len(live_seats(back)) > 1:
        back = replace(back, open=True)
    return settle(back, _before(back, seat))


def _before(betting: Betting, seat: SeatNo) -> SeatNo | None:
    return betting.speaking[betting.speaking.index(seat) - 1] if seat in betting.speaking else None


def _resettle_past(betting: Betting, seat: SeatNo) -> Betting:
    if not betting.pending or betting.pending[0] != seat:
        return _resettle(betting)
    return settle(betting, seat)


def _total(betting: Betting, seat: SeatNo, action: Action, amount: int | None) -> int:
    """What the seat's bet of this round comes to, in chips."""
    had = betting.bets[seat]
    most = had + betting.stacks[seat]
    if action is Action.CHECK:
        return had
    if action is Action.ALL_IN:
        return most
    if action is Action.CALL:
        return max(had, min(betting.to_match, most))
    wanted = amount if amount is not None else betting.to_match + betting.step
    return max(had, min(wanted, most))


def kill(betting: Betting, seat: SeatNo) -> Betting:
    """A ruling killed the seat's hand."""
    return _resettle(replace(betting, dead=betting.dead | {seat}))


def revive(betting: Betting, seat: SeatNo) -> Betting:
    """The ruling that killed the seat's hand fell."""
    back = replace(betting, dead=betting.dead - {seat}, out=betting.out)
    if back.mode is Tracker.FULL and seat in back.bets and len(live_seats(back)) > 1:
        back = replace(back, open=True)
    return _resettle(back)


def leave_out(betting: Betting, seats: frozenset[SeatNo]) -> Betting:
    """These seats never got a card: nobody waits for them."""
    return _resettle(replace(betting, skipped=betting.skipped | seats))


def _resettle(betting: Betting) -> Betting:
    """Keep the turn where it was."""
    if not betting.pending or betting.mode is not Tracker.FULL:
        return settle(betting)
    at = betting.speaking.index(betting.pending[0])
    return settle(betting, betting.speaking[at - 1])


def known_open(betting: Betting) -> bool:
    """True when the tracker knows that the round is open: a street card now comes too early."""
    if betting.mode is Tracker.FULL:
        return betting.open and bool(betting.pending)
    return betting.mode is Tracker.ROUNDS and betting.open


def decided(betting: Betting) -> bool:
    """True when at most one hand lives: no further card belongs to the hand."""
    return len(betting.speaking) > 1 and len(live_seats(betting)) < 2
