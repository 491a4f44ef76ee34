"""The order of the deal: which seat got a card before another one that comes first. Only certain orders count."""

from felt.clock import Nanos
from felt.fact import CardArrived
from felt.place import SeatNo, Spot, seat_place
from felt.situation import Sense, Situation
from hub.rules.hand import Hand, own_cards
from hub.rules.irregularity import Irregularity, swept
from hub.rules.notice.scene import Scene, Sign, hold
from hub.rules.state import TableState


def out_of_order(scene: Scene, fact: CardArrived, seat: SeatNo) -> Sign | None:
    """A card of the deal came after one of a seat that should have waited for it.

    Where antennas are swept this is judged once each seat has its whole hand: a card that no look has read would make
    the seat's next one seem late.
    """
    if not scene.after.watch.sharp(Sense.HOLE):
        return None
    if not swept(fact.between):
        return _at_once(scene, fact, seat)
    pairs = broken(scene.hand) if whole(scene.hand) else []
    if not pairs:
        return None
    twice = scene.hand.game.has_button and all(early == scene.hand.button for _, early in pairs)
    event = Irregularity(Situation.OUT_OF_SEQUENCE, since=scene.acts(), button_twice=twice, evidence=(scene.fact_id,))
    return hold(event, fact.between, sweeps=scene.patience(Sense.HOLE))


def _at_once(scene: Scene, fact: CardArrived, seat: SeatNo) -> Irregularity | None:
    """On continuous looks: every other seat's cards are known, and when each came."""
    hand = scene.hand
    order, dealt = hand.order, {other: of_the_rounds(scene.before, hand, other) for other in hand.order}
    number = dealt.get(seat, 0)
    at = order.index(seat)
    ahead = [
        other
        for place, other in enumerate(order)
        if other != seat
        and (dealt.get(other, 0) > number or (place > at and dealt.get(other, 0) == number))
        and all(hand.cards[ref].between.precedes(fact.between) for ref in own_cards(hand, other))
    ]
    if not ahead:
        return None
    if hand.first_seat is not None and hand.first_seat != order[0]:
        return Irregularity(Situation.WRONG_FIRST_SEAT, hand.first_seat, since=scene.acts(), evidence=(scene.fact_id,))
    twice = hand.game.has_button and ahead == [hand.button] and dealt.get(ahead[0], 0) <= hand.game.hole_cards
    return Irregularity(Situation.OUT_OF_SEQUENCE, since=scene.acts(), button_twice=twice, evidence=(scene.fact_id,))


def of_the_rounds(state: TableState, hand: Hand, seat: SeatNo) -> int:
    """How many cards the seat got in the rounds of the deal: a replacement dealt too early is of none."""
    early = {
        ref
        for ruling in state.rulings
        if ruling.situation is Situation.WRONG_STEP and ruling.seat == seat
        for ref in ruling.refs
        if ref in hand.cards and hand.cards[ref].origin == seat_place(seat)
    }
    return hand.dealt.get(seat, 0) - len(early)


def ahead_of_round(state: TableState, hand: Hand, seat: SeatNo) -> bool:
    """The seat's newest card is of a round in which others still wait that come before it."""
    number, at = of_the_rounds(state, hand, seat), hand.order.index(seat)
    return any(
        of_the_rounds(state, hand, other) < (number if place < at else number - 1)
        for place, other in enumerate(hand.order)
        if other != seat
    )


def whole(hand: Hand) -> bool:
    """Every seat got exactly its hand, and no card of it turned out to be another seat's or the board's."""
    need = hand.game.hole_cards
    strays = [
        at
        for at in hand.cards.values()
        if at.origin.spot is Spot.SEAT and at.place != at.origin and at.place.spot in (Spot.SEAT, Spot.BOARD)
    ]
    return not strays and all(hand.dealt.get(seat, 0) == need for seat in hand.order)


def broken(hand: Hand) -> list[tuple[SeatNo, SeatNo]]:
    """Pairs of seats (late, early): the early one's card certainly came before a card of the late one dealt first.

    Swept antennas tell this of no seat's first card: a player may have picked it up before its antenna's turn, and what
    is laid down later looks like a card that was dealt later. Of the next ones they do, for a look counts only when it
    read the seat's other cards.
    """
    order, times = hand.order, _times(hand)
    return [
        (late, early)
        for at, late in enumerate(order)
        for place, early in enumerate(order)
        if early != late and _overtakes(times[early][1], times[late][0], in_round=place > at)
    ]


def _overtakes(by: list[Nanos], after: list[Nanos], *, in_round: bool) -> bool:
    """Some card certainly came before the other seat's card of the same round, or of the round before."""
    rivals = by[1:] if in_round else by[2:]
    return any(came <= soonest for came, soonest in zip(rivals, after[1:], strict=False))


def _times(hand: Hand) -> dict[SeatNo, tuple[list[Nanos], list[Nanos]]]:
    """Each seat's cards, the k-th one came no sooner than the k-th of the first and no later than that of the second.

    A reader that missed a card in the looks before it was seen may have missed it in as many looks before them.
    """
    times = {}
    for seat in hand.order:
        spans = [hand.cards[ref].between for ref in own_cards(hand, seat)]
        soonest = sorted(Nanos(between.after - (between.by - between.after)) for between in spans)
        times[seat] = soonest, sorted(between.by for between in spans)
    return times
