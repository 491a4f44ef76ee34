"""What the seats have behind after a hand, where the acts and the awards tell it for certain; nothing otherwise."""

from felt.place import SeatNo
from felt.situation import Step, Tracker
from hub.rules.betting import Betting, live_seats
from hub.rules.hand import Hand
from hub.rules.ruling import Ruling


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
    put = {seat: betting.paid.get(seat, 0) + chips for seat, chips in betting.bets.items()}
    live = [seat for seat in live_seats(betting) if seat in put]
    if len(live) == 1:
        return {live[0]: sum(put.values())}
    if len(awards) != 1 or awards[0] not in live:
        return None
    winner = awards[0]
    reach = put[winner]
    beyond = [seat for seat in live if put[seat] > reach]
    if len(beyond) > 1:
        return None
    won = {winner: sum(min(chips, reach) for chips in put.values())}
    rest = sum(max(0, chips - reach) for chips in put.values())
    if rest:
        owner = beyond[0] if beyond else winner
        won[owner] = won.get(owner, 0) + rest
    return won
