"""How far the dealing has come: the end of the deal, and board cards that stand as a street."""

from msgspec.structs import replace

from felt.ids import Ref
from felt.situation import Sense, Tracker
from hub.rules import betting as bets
from hub.rules import standing
from hub.rules.hand import Hand, speakers, street_size, unplaced
from hub.rules.state import TableState
from hub.rules.stud import begin_betting, settle_seats, unseen_seat_street


def end_deal(state: TableState, hand: Hand) -> Hand:
    """The deal is over although some seat lacks a card; nobody waits for a seat that was never seen to get one."""
    hand = replace(hand, deal_done=True)
    if not hand.total_dealt or not state.watch.sees(Sense.HOLE):
        return begin_betting(hand)
    skipped = frozenset(seat for seat in hand.seats if not hand.dealt.get(seat))
    if not skipped or len(skipped) * 2 >= len(hand.seats):
        return begin_betting(hand)
    return begin_betting(replace(hand, betting=bets.leave_out(hand.betting, skipped)))


def settle_any(state: TableState, hand: Hand) -> Hand:
    """Let the next street stand, on the board or at the seats, once it is whole and nothing speaks against it."""
    return settle_street(hand) if hand.board_game else settle_seats(state, hand)


def settle_street(hand: Hand) -> Hand:
    """Let the board cards stand as the next street when they are as many as it needs and nothing speaks against it."""
    need = street_size(hand.game, hand.street + 1)
    if not need or standing.known_open(hand.betting) or standing.decided(hand.betting):
        return hand
    fresh = unplaced(hand)
    if len(fresh) < need:
        return hand
    return stand(hand, fresh[:need])


def complete_street(hand: Hand, ref: Ref) -> Hand:
    """A card of the street that stands and lacks one: it came late, or was read late, and somebody acted before."""
    due = sum(street_size(hand.game, street) for street in range(1, hand.street + 1))
    return hand if len(hand.placed) >= due else replace(hand, placed=(*hand.placed, ref))


def stand(hand: Hand, cards: tuple[Ref, ...]) -> Hand:
    """These cards are the next street: its burn is used up and its betting round opens."""
    street = hand.street + 1
    betting = bets.open_round(hand.betting, street, speakers(hand, street), hand.stakes.big)
    betting = bets.check_in_the_dark(betting)
    return replace(
        hand,
        street=street,
        placed=(*hand.placed, *cards),
        ready=hand.ready[max(0, 1 + hand.owed) :],
        owed=0,
        used=(*hand.used[: street - 1], hand.ready[:1]),
        betting=betting,
        deal_done=True,
    )


def unseen_street(state: TableState, hand: Hand) -> Hand:
    """Play goes on after a closed round at a table that sees no board: the next street was dealt."""
    if not hand.board_game:
        return unseen_seat_street(state, hand)
    if (
        state.watch.sees(Sense.BOARD)
        or state.open
        or hand.betting.mode is Tracker.NONE
        or standing.decided(hand.betting)
    ):
        return hand
    return stand(hand, ()) if street_size(hand.game, hand.street + 1) else hand


def street_begun(hand: Hand) -> Hand:
    """Somebody acts after a closed round, and the next street is being dealt: the act belongs to that street.

    Its burn lies there or some of its cards do; those that lack come late, or are read late.
    """
    need = street_size(hand.game, hand.street + 1)
    fresh = unplaced(hand)
    if not need or hand.betting.mode is Tracker.NONE or standing.decided(hand.betting) or not (fresh or hand.ready):
        return hand
    return stand(hand, fresh[:need])
