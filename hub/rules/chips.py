"""Pots, and what the seats have behind after a hand, where acts and awards tell it for certain; nothing otherwise."""

from msgspec import Struct

from felt.place import SeatNo
from felt.situation import Step, Tracker
from hub.rules.betting import Betting, live_seats
from hub.rules.hand import Hand
from hub.rules.ruling import Ruling


class Pot(Struct, frozen=True):
    """One pot, chips, and the live seats that play for it; a single seat gets back what nobody could call."""

    chips: int
    seats: tuple[SeatNo, ...]


def pots(betting: Betting) -> tuple[Pot, ...]:
    """The main pot and the side pots, in that order, of all that was put in; empty where acts are not tracked."""
    put = {seat: betting.paid.get(seat, 0) + chips for seat, chips in betting.bets.items()}
    live = [seat for seat in live_seats(betting) if put.get(seat)]
    levels = sorted({put[seat] for seat in live})
    found: list[Pot] = []
    below = 0
    for level in levels:
        top = level if level != levels[-1] else max(put.values())
        chips = sum(min(has, top) - min(has, below) for has in put.values())
        found.append(Pot(chips, tuple(seat for seat in live if put[seat] >= level)))
        below = level
    return tuple(found)


def stacks_after(hand: Hand, rulings: tuple[Ruling, ...]) -> dict[SeatNo, int]:
    """Each seat's chips once the pots of a closed hand are pushed; empty when that is not known.

    Known are a hand that all but one folded, and one winner of every pot that was contested. A pot that was shared, or
    put right by a ruling, is for people to count, and so is every later one: what is built on a guess is none.
    Somebody without a chip is taken to buy in anew, and is left out.
    """
    betting = hand.betting
    if betting.mode is not Tracker.FULL or not betting.sure or hand.partial or not betting.bets or _corrected(rulings):
        return {}
    won = _won(betting, tuple(dict.fromkeys(hand.awards)))
    if won is None:
        return {}
    after = {seat: chips + won.get(seat, 0) for seat, chips in betting.stacks.items()}
    return {seat: chips for seat, chips in after.items() if chips > 0}


def _corrected(rulings: tuple[Ruling, ...]) -> bool:
    return any(plan.step in (Step.CORRECT_POT, Step.RETURN_CHIPS) for ruling in rulings for plan in ruling.steps)


def _won(betting: Betting, awards: tuple[SeatNo, ...]) -> dict[SeatNo, int] | None:
    """Who gets how much back out of the middle; None when the awards do not tell."""
    live = [seat for seat in live_seats(betting) if seat in betting.bets]
    if len(live) == 1:
        return {live[0]: sum(betting.paid.values()) + sum(betting.bets.values())}
    if len(awards) != 1 or awards[0] not in live:
        return None
    winner = awards[0]
    won: dict[SeatNo, int] = {}
    for pot in pots(betting):
        if winner not in pot.seats and len(pot.seats) > 1:
            return None
        owner = winner if winner in pot.seats else pot.seats[0]
        won[owner] = won.get(owner, 0) + pot.chips
    return won
