"""What the table knows of betting: every action, only closed rounds, or nothing. Records; never refuses."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from felt.place import SeatNo
from felt.setup import TableSetup
from felt.situation import Action, Tracker

_CHIPS_IN = frozenset({Action.CALL, Action.BET, Action.RAISE, Action.ALL_IN})


class Slip(StrEnum):
    """What an act was that the rules of betting do not allow: it is recorded all the same."""

    OUT_OF_TURN = "out of turn"
    STRING = "string bet"
    AFTER_FOLD = "act of a folded hand"
    CHECK_FACING_BET = "check facing a bet"
    BET_AFTER_BET = "bet after a bet"
    NOTHING_TO_CALL = "call of nothing"
    NOTHING_TO_RAISE = "raise of nothing"
    UNDERCALL = "call for less"
    UNDERBET = "bet below the least"
    UNDERRAISE = "raise below the least"
    NOT_REOPENED = "raise though the betting was not reopened"


class Act(Struct, frozen=True, gc=False):
    """One recorded act: `chips` when it put chips in, `in_turn` when it was that seat's turn, `slip` when illegal."""

    seat: SeatNo
    action: Action
    chips: bool
    in_turn: bool
    round: int
    slip: Slip | None = None


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
    excused: frozenset[SeatNo] = frozenset()
    """Checked or called for less facing this bet: whether more is owed is for people, nobody waits for them."""
    spoke_at: dict[SeatNo, int] = {}
    """What was to be matched when each seat last spoke: less than a full raise since reopens nothing (bfsp 4.9.8)."""
    first: frozenset[SeatNo] = frozenset()
    """Any of these may open the round: the open cards do not tell whose turn it is, or the bring-in completes."""
    bring_in: int | None = None
    """The bring-in, chips, that nobody is known to have posted yet; None when none is due."""
    floor: int = 0
    """The least bet, chips; 0 where the game's structure is not known."""
    sure: bool = True
    """The stacks are known: as agreed for the first hand, or carried to every seat since."""
    paid: dict[SeatNo, int] = {}
    """What each seat put in before this round, antes and all."""
    tabled: frozenset[SeatNo] = frozenset()
    """Seats whose whole hands lie open, where only closed rounds are told."""


def last_slip(betting: Betting) -> Act | None:
    """The newest act when it was one that the rules of betting do not allow."""
    last = betting.said[-1] if betting.said else None
    return last if last is not None and last.slip is not None else None


def live_seats(betting: Betting) -> tuple[SeatNo, ...]:
    """Seats whose hands live, in speaking order."""
    gone = betting.out | betting.dead | betting.skipped
    return tuple(seat for seat in betting.speaking if seat not in gone) if gone else betting.speaking


def all_in(betting: Betting, seat: SeatNo) -> bool:
    """True when the tracker knows that the seat has no chips behind."""
    return betting.mode is Tracker.FULL and betting.stacks.get(seat, 1) == 0


def several_can_bet(betting: Betting) -> bool:
    """Two or more live players have chips behind, as far as the tracker knows."""
    return sum(betting.stacks.get(seat, 1) > 0 for seat in live_seats(betting)) > 1


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
        return (lone,) if bets[lone] < owed and lone not in betting.excused else ()
    to_match = betting.to_match
    excused = betting.excused
    waiting = {seat for seat in able if seat not in acted or (bets[seat] < to_match and seat not in excused)}
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
    whole = {seat: stacks.get(seat, setup.default_stack) for seat in speaking}
    behind = {seat: max(0, whole[seat] - stakes.ante) for seat in speaking}
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
        step=stakes.big if big is not None else 0,
        floor=stakes.big if big is not None else 0,
        paid={seat: whole[seat] - behind[seat] - bets[seat] for seat in speaking},
    )
    return settle(betting)


def open_first(
    betting: Betting, order: tuple[SeatNo, ...], poster: SeatNo | None, first: Iterable[SeatNo], amount: int | None
) -> Betting:
    """The first round of a game with a bring-in: `order` speaks, `poster` has brought it in, any of `first` may open.

    Without a poster the bring-in is due from whoever turns out to sit before the first to speak.
    """
    if betting.mode is not Tracker.FULL or betting.said:
        return betting
    fresh = replace(betting, speaking=order, first=frozenset(first), bring_in=amount)
    return settle(_post(fresh, poster) if poster is not None else fresh)


def _post(betting: Betting, seat: SeatNo) -> Betting:
    """The bring-in of a seat; it speaks no more unless somebody raises."""
    amount = betting.bring_in or 0
    chips = min(amount, betting.stacks[seat])
    return replace(
        betting,
        stacks={**betting.stacks, seat: betting.stacks[seat] - chips},
        bets={**betting.bets, seat: betting.bets[seat] + chips},
        to_match=amount,
        acted=betting.acted | {seat},
        bring_in=None,
    )


def open_round(
    betting: Betting, number: int, speaking: tuple[SeatNo, ...], big: int, first: Iterable[SeatNo] = ()
) -> Betting:
    """Open betting round `number` (0 is before the flop). Nobody to act (an all-in run-out) leaves it closed.

    `first` are seats any of which may speak first, where the cards do not tell.
    """
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
        floor=big if betting.floor else 0,
        acted=frozenset(),
        excused=frozenset(),
        spoke_at={},
        first=frozenset(first),
        bring_in=None,
        paid={seat: betting.paid.get(seat, 0) + betting.bets.get(seat, 0) for seat in betting.bets},
        mark=len(betting.said),
    )
    return settle(fresh)


def check_in_the_dark(betting: Betting) -> Betting:
    """Who checked after the last round was over and before this one opened has checked in this one.

    The word of the seat that closed the last round may be the same check, told twice.
    """
    if betting.mode is not Tracker.FULL or not betting.open:
        return betting
    at = len(betting.said)
    while at and _of_no_round(betting.said[at - 1], betting.round):
        at -= 1
    closer = betting.said[at - 1].seat if at else None
    dark = frozenset(act.seat for act in betting.said[at:] if act.seat != closer)
    return settle(replace(betting, acted=betting.acted | dark)) if dark else betting


def _of_no_round(act: Act, number: int) -> bool:
    """A check told when nobody was to act any more before round `number`."""
    return act.action is Action.CHECK and act.round < number and not act.in_turn and act.slip is None


def close_round(betting: Betting) -> Betting:
    """A person says that the round is closed."""
    return replace(betting, open=False, pending=(), closed_rounds=max(betting.closed_rounds, betting.round + 1))


def take_act(betting: Betting, seat: SeatNo, action: Action, amount: int | None) -> Betting:
    """Record an act of a seat of this hand, whoever's turn it is; amounts above the stack are all-in."""
    if betting.first:
        betting = _opened_by(betting, seat)
    in_turn = betting.mode is not Tracker.FULL or (bool(betting.pending) and betting.pending[0] == seat)
    if seat in betting.mucked:
        return _act_of_mucked(betting, seat, action)
    skipped = betting.skipped - {seat} if seat in betting.skipped else betting.skipped
    chips = action in _CHIPS_IN
    if betting.mode is not Tracker.FULL or seat not in betting.bets:
        out = betting.out | {seat} if action is Action.FOLD else betting.out
        said = (*betting.said, Act(seat, action, chips, in_turn, betting.round))
        return replace(betting, said=said, out=out, skipped=skipped)
    slip = _slip(betting, seat, action, amount)
    if action is Action.FOLD:
        said = (*betting.said, Act(seat, action, chips, in_turn, betting.round, slip))
        folded = replace(betting, said=said, out=betting.out | {seat}, skipped=skipped)
        return settle(folded, betting.pending[0] if betting.pending and not in_turn else seat)
    total = _total(betting, seat, action, amount)
    said = (*betting.said, Act(seat, action, total > betting.bets[seat], in_turn, betting.round, slip))
    done = replace(_put(betting, seat, total), said=said, skipped=skipped)
    if in_turn or not betting.pending:
        return settle(done, seat)
    after = betting.speaking[betting.speaking.index(betting.pending[0]) - 1]
    return settle(done, after)


def _put(betting: Betting, seat: SeatNo, total: int) -> Betting:
    """The seat's bet of this round comes to `total`; a full bet or raise opens the betting to everybody again."""
    stacks, bets, to_match, step = betting.stacks, betting.bets, betting.to_match, betting.step
    put = total - bets[seat]
    if put:
        stacks, bets = {**stacks, seat: stacks[seat] - put}, {**bets, seat: total}
    excused = betting.excused
    if total > to_match:
        step, to_match, excused = max(step, total - to_match), total, frozenset()
    elif total < to_match and stacks[seat]:
        excused |= {seat}
    return replace(
        betting,
        stacks=stacks,
        bets=bets,
        to_match=to_match,
        step=step,
        acted=betting.acted | {seat},
        excused=excused,
        spoke_at={**betting.spoke_at, seat: to_match},
        open=True if total > betting.to_match else betting.open,
    )


def _opened_by(betting: Betting, seat: SeatNo) -> Betting:
    """The first to speak shows where the round began; a bring-in nobody posted is of the seat before."""
    opened = replace(betting, first=frozenset())
    if betting.mode is not Tracker.FULL or seat not in betting.first:
        return opened
    at = betting.speaking.index(seat)
    opened = replace(opened, speaking=betting.speaking[at:] + betting.speaking[:at])
    if opened.bring_in is not None:
        before = [other for other in live_seats(opened) if other != seat and opened.stacks[other] > 0]
        if before:
            opened = _post(opened, before[-1])
        opened = replace(opened, bring_in=None)
    elif seat in opened.acted:
        opened = replace(opened, acted=opened.acted - {seat})
    return settle(opened)


_RAISING = frozenset({Action.BET, Action.RAISE})


def _slip(betting: Betting, seat: SeatNo, action: Action, amount: int | None) -> Slip | None:
    """What is wrong with the act; nothing where the tracker cannot know."""
    if seat in betting.out or seat in betting.dead:
        return Slip.AFTER_FOLD
    if betting.pending[:1] != (seat,):
        last = betting.said[-1] if len(betting.said) > betting.mark else None
        if action in _RAISING and last is not None and last.seat == seat and last.chips:
            return Slip.STRING
        return Slip.OUT_OF_TURN if betting.pending else None
    owed = betting.to_match - betting.bets[seat]
    if action is Action.CHECK:
        return Slip.CHECK_FACING_BET if owed > 0 else None
    if action is Action.CALL:
        if owed <= 0:
            return Slip.NOTHING_TO_CALL if betting.floor else None
        short = amount is not None and amount < min(betting.to_match, betting.bets[seat] + betting.stacks[seat])
        return Slip.UNDERCALL if short else None
    return _wrong_size(betting, seat, action, amount) if action in _RAISING else None


def _wrong_size(betting: Betting, seat: SeatNo, action: Action, amount: int | None) -> Slip | None:
    """A bet or raise that may not be made, or is too small; a whole stack never is."""
    spoke_at = betting.spoke_at.get(seat)
    if betting.to_match and spoke_at is not None and betting.to_match - spoke_at < betting.step:
        return Slip.NOT_REOPENED
    most = betting.bets[seat] + betting.stacks[seat]
    total = min(amount, most) if amount is not None else None
    small = betting.floor and total is not None and total < most and total - betting.to_match < betting.step
    if action is Action.BET and betting.to_match:
        return Slip.BET_AFTER_BET if betting.floor else None
    if action is Action.BET:
        return Slip.UNDERBET if small else None
    if not betting.to_match:
        return Slip.NOTHING_TO_RAISE
    return Slip.UNDERRAISE if small else None


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
        asked = betting.to_match if amount is None else min(amount, betting.to_match)
        return max(had, min(asked, most))
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


def let_in(betting: Betting, seat: SeatNo) -> Betting:
    """A seat that was left out has a card after all: it speaks in its turn."""
    if seat not in betting.skipped:
        return betting
    return _resettle(replace(betting, skipped=betting.skipped - {seat}))


def _resettle(betting: Betting) -> Betting:
    """Keep the turn where it was."""
    if not betting.pending or betting.mode is not Tracker.FULL:
        return settle(betting)
    at = betting.speaking.index(betting.pending[0])
    return settle(betting, betting.speaking[at - 1])
