"""Games whose streets go to the seats: who speaks, and when a street stands (bfsp 5.8). Mechanics only, no rule."""

from msgspec.structs import replace

from felt.card import Card
from felt.fact import Face
from felt.games import best_open_hands, bring_in_seat, first_by_suit
from felt.place import SeatNo
from felt.situation import Sense, Tracker
from hub.rules import betting as bets
from hub.rules import standing
from hub.rules.hand import Hand, due_cards, own_cards
from hub.rules.state import TableState


def served(hand: Hand, seat: SeatNo) -> int:
    """How many cards the seat was served that count: not one that came too early, nor one that was exchanged."""
    if not hand.game.has_betting:
        return hand.dealt.get(seat, 0)
    cards, stray, exposed = hand.cards, hand.stray, hand.exposed
    return sum(1 for ref in own_cards(hand, seat) if ref not in stray and not (cards[ref].away and ref in exposed))


def open_cards(hand: Hand, seat: SeatNo) -> tuple[Card, ...]:
    """The seat's cards that lie open by the dealer's hand, as far as they are known."""
    return tuple(
        at.card
        for ref in own_cards(hand, seat)
        if (at := hand.cards[ref]).face is Face.UP
        and at.card is not None
        and (at.up_first or ref in hand.exposed)
        and ref not in hand.stray
    )


def _all_open(hand: Hand, street: int, seats: tuple[SeatNo, ...]) -> dict[SeatNo, tuple[Card, ...]] | None:
    """Every seat's open cards; None where one of them is not known."""
    need = sum(each.up for each in hand.game.streets[: street + 1])
    known = {seat: open_cards(hand, seat) for seat in seats}
    return known if known and all(len(cards) == need for cards in known.values()) else None


def begin_betting(hand: Hand) -> Hand:
    """The deal is over: the lowest open card brings it in; where it is not known whoever speaks first shows it."""
    betting, order = hand.betting, hand.order
    if betting.mode is not Tracker.FULL or not hand.game.has_betting or hand.game.has_blinds:
        return hand
    live = tuple(seat for seat in order if seat in bets.live_seats(betting))
    if len(live) < 2:
        return hand
    known = _all_open(hand, 0, live)
    amount = hand.stakes.bring_in
    if known is None:
        opened = bets.open_first(betting, order, None, live, amount)
        return replace(hand, betting=opened)
    low = bring_in_seat({seat: cards[0] for seat, cards in known.items()})
    at = order.index(low)
    after = (*order[at + 1 :], *order[: at + 1])
    if betting.stacks.get(low, 1) == 0:
        return replace(hand, betting=bets.open_first(betting, after, None, (), None))
    able = [seat for seat in after if seat in live and seat != low and betting.stacks.get(seat, 1) > 0]
    opened = bets.open_first(betting, after, low, (*able[:1], low), amount)
    return replace(hand, betting=opened)


def first_speakers(state: TableState, hand: Hand, street: int) -> tuple[tuple[SeatNo, ...], tuple[SeatNo, ...]]:
    """The order of a later street, and the seats any of which may open it where the open cards do not tell."""
    live = tuple(seat for seat in hand.order if seat in bets.live_seats(hand.betting))
    order = hand.order
    known = _all_open(hand, street, live)
    if known is None:
        return order, live
    best = best_open_hands(known)
    if len(best) > 1 and not _by_position(state):
        best = (first_by_suit(known, best),)
    at = order.index(best[0])
    return (*order[at:], *order[:at]), ()


def _by_position(state: TableState) -> bool:
    """Equal open hands speak by position in the books that rank no suits for it."""
    return not any(book.suits_break_ties for book in state.chain)


def settle_seats(state: TableState, hand: Hand) -> Hand:
    """Let the next street stand once every live seat was served and nothing speaks against it."""
    street = hand.street + 1
    if street > hand.game.last_street or standing.known_open(hand.betting) or standing.decided(hand.betting):
        return hand
    need = hand.game.seat_cards(street)
    if any(served(hand, seat) < need for seat in bets.live_seats(hand.betting)):
        return hand
    return stand_seats(state, hand)


def stand_seats(state: TableState, hand: Hand) -> Hand:
    """The next street stands: its burn is used up and its betting round opens."""
    street = hand.street + 1
    speaking, first = first_speakers(state, hand, street)
    betting = hand.betting
    if hand.game.has_betting:
        betting = bets.open_round(betting, street, speaking, hand.stakes.big, first)
    return replace(
        hand,
        street=street,
        ready=(),
        owed=0,
        used=(*hand.used[: street - 1], hand.ready[:1]),
        betting=betting,
        deal_done=True,
    )


def unseen_seat_street(state: TableState, hand: Hand) -> Hand:
    """Somebody acts after a closed round: the next street was dealt, though not every card of it was seen."""
    if hand.street >= hand.game.last_street or standing.decided(hand.betting) or hand.betting.mode is Tracker.NONE:
        return hand
    due = due_cards(hand)
    live = bets.live_seats(hand.betting)
    some = any(served(hand, seat) > due for seat in live) or all(
        any(ref in hand.stray and not hand.cards[ref].away for ref in own_cards(hand, seat)) for seat in live
    )
    return stand_seats(state, hand) if some or not state.watch.sees(Sense.HOLE) else hand
