"""One hand: which card lies where, how far the dealing has come, and the betting. Mechanics only, no rule."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from felt.card import Card
from felt.clock import Nanos
from felt.fact import Between, By, CardArrived, CardTurned, Face
from felt.games import Game, Target, blind_seats, deal_order, first_to_act
from felt.ids import FactId, HandId, Ref
from felt.note import NOTES, Note, NoteKey
from felt.place import Place, SeatNo, Spot
from felt.setup import Stakes
from hub.rules.betting import Betting

PRESSED_EARLY = NOTES[NoteKey.PARTIAL_EARLY]
"""Why a hand is partial that may be the rest of the last one; its own deal shows that it is none."""

NO_TIME = Between(Nanos(0), Nanos(0))


class CardAt(Struct, frozen=True, gc=False):
    """One card of the hand: where it lies, where it first came out of the stub, and what is known of it.

    `away` when its place no longer sees it and nobody has seen it elsewhere.
    """

    place: Place
    origin: Place
    face: Face
    between: Between = NO_TIME
    by: By = By.UNKNOWN
    card: Card | None = None
    fact: FactId | None = None
    away: bool = False
    up_first: bool = False
    """It was face up when it first arrived."""


class Hand(Struct, frozen=True, gc=False):
    """A hand as far as the facts tell it. `seats` are entitled; `order` is one round of the deal.

    `street` counts the streets past the first that stand; `placed` are their board cards, in order; `ready` the burns
    made for streets to come. `over` says how the hand ended: closed, misdeal or void.
    """

    id: HandId
    number: int
    game: Game
    seats: tuple[SeatNo, ...]
    button: SeatNo | None
    small: SeatNo | None
    big: SeatNo | None
    order: tuple[SeatNo, ...]
    betting: Betting
    stakes: Stakes = Stakes()
    board_game: bool = True
    """Streets go to a board: the sensors know what each seat and the board should hold."""
    redeal_of: HandId | None = None
    away: frozenset[SeatNo] = frozenset()
    penalty: frozenset[SeatNo] = frozenset()
    cards: dict[Ref, CardAt] = {}
    held: dict[SeatNo, tuple[Ref, ...]] = {}
    dealt: dict[SeatNo, int] = {}
    total_dealt: int = 0
    board: tuple[Ref, ...] = ()
    placed: tuple[Ref, ...] = ()
    street: int = 0
    burns: tuple[Ref, ...] = ()
    ready: tuple[Ref, ...] = ()
    used: tuple[tuple[Ref, ...], ...] = ()
    """The burn of each street that stands; empty where none was made."""
    owed: int = 0
    """Burns that the next street needs beside its own, to make up for one that was missed; below zero for one made."""
    exposed: tuple[Ref, ...] = ()
    stray: frozenset[Ref] = frozenset()
    stale: frozenset[Ref] = frozenset()
    deal_done: bool = False
    first_seat: SeatNo | None = None
    over: str | None = None
    partial: str | None = None
    note: Note | None = None
    """`partial` by its key."""
    awards: tuple[SeatNo, ...] = ()
    button_sure: bool = True
    """Somebody said where the button is, and every hand since was seen to open; else it is only supposed."""
    closed: bool = False
    """A person said that the hand is over, whatever was ruled later."""


def new_hand(  # noqa: PLR0917
    id_: HandId, number: int, game: Game, seats: tuple[SeatNo, ...], button: SeatNo | None, betting: Betting
) -> Hand:
    """A hand before its first card; its blinds are where the game has them."""
    small, big = posts(game, seats, button)
    at = button if button is not None and game.has_button else SeatNo(0)
    return Hand(
        id=id_,
        number=number,
        game=game,
        seats=seats,
        button=button,
        small=small,
        big=big,
        order=deal_order(seats, at),
        betting=betting,
        board_game=game.board_cards > 0,
    )


def posts(game: Game, seats: tuple[SeatNo, ...], button: SeatNo | None) -> tuple[SeatNo | None, SeatNo | None]:
    """Small and big blind for these seats; a table of one or none has none, nor has a game without blinds."""
    if len(seats) < 2 or not game.has_blinds:
        return None, None
    return blind_seats(seats, button if button is not None else SeatNo(0))


def speakers(hand: Hand, street: int) -> tuple[SeatNo, ...]:
    """The seats in speaking order on that street."""
    if len(hand.seats) < 2:
        return hand.seats
    if not hand.game.has_blinds:
        return hand.order
    if street == 0 and hand.big is not None:
        at = hand.order.index(hand.big) + 1 if hand.big in hand.order else 0
        return hand.order[at:] + hand.order[:at]
    button = hand.button if hand.button is not None else SeatNo(0)
    return first_to_act(hand.game, street, hand.seats, button)


def board_streets(game: Game) -> int:
    """How many streets go to the board."""
    return sum(1 for street in game.streets if street.target is Target.BOARD)


def due_cards(hand: Hand) -> int:
    """How many cards a live seat should hold by the streets that stand."""
    return hand.game.seat_cards(hand.street)


def street_size(game: Game, street: int) -> int:
    """Cards of board street 1, 2, ...; 0 past the last one."""
    boards = [each for each in game.streets if each.target is Target.BOARD]
    return boards[street - 1].cards if 1 <= street <= len(boards) else 0


def arrive(hand: Hand, fact_id: FactId, fact: CardArrived) -> Hand:
    """A card came to a place: known cards move, a new one comes out of the stub.

    A burn that strays to a seat or the muck was made all the same.
    """
    ref, place = fact.ref, fact.place
    old = hand.cards.get(ref)
    fresh = old is None
    if place.spot is Spot.STUB:
        return forget(hand, (ref,))
    now = CardAt(
        place=place,
        origin=place if old is None else old.origin,
        face=fact.face if fact.face is not Face.UNKNOWN or old is None else old.face,
        between=fact.between,
        by=fact.by,
        card=fact.card or (old.card if old is not None else None),
        fact=fact_id,
        up_first=fact.face is Face.UP if old is None else old.up_first,
    )
    cards = {**hand.cards, ref: now}
    if old is not None and old.place == place and not _lifted(hand, ref, place):
        return replace(hand, cards=cards)
    held, board, burns, ready = _without(hand, ref, old)
    dealt, total = hand.dealt, hand.total_dealt
    spot = place.spot
    if spot is Spot.SEAT or spot is Spot.MUCK:
        ready = hand.ready
    first = hand.first_seat
    if spot is Spot.SEAT:
        seat = SeatNo(place.number or 0)
        held = {**held, seat: (*held.get(seat, ()), ref)}
        if fresh:
            dealt = {**dealt, seat: dealt.get(seat, 0) + 1}
            total += 1
            first = seat if first is None else first
    elif spot is Spot.BOARD:
        board = (*board, ref)
    elif spot is Spot.BURN:
        burns = (*burns, ref)
        if fresh:
            ready = (*ready, ref)
    return replace(
        hand,
        cards=cards,
        held=held,
        board=board,
        burns=burns,
        ready=ready,
        dealt=dealt,
        total_dealt=total,
        first_seat=first,
    )


def _lifted(hand: Hand, ref: Ref, place: Place) -> bool:
    """A ruling took the card back from this place: it comes there anew."""
    return (place.spot is Spot.BOARD and ref not in hand.board) or (place.spot is Spot.BURN and ref not in hand.burns)


def _without(
    hand: Hand, ref: Ref, old: CardAt | None
) -> tuple[dict[SeatNo, tuple[Ref, ...]], tuple[Ref, ...], tuple[Ref, ...], tuple[Ref, ...]]:
    """Seats, board, burns and ready burns once `ref` is no longer where it was."""
    held, board, burns, ready = hand.held, hand.board, hand.burns, hand.ready
    if old is None:
        return held, board, burns, ready
    spot = old.place.spot
    if spot is Spot.SEAT:
        seat = SeatNo(old.place.number or 0)
        held = {**held, seat: tuple(other for other in held.get(seat, ()) if other != ref)}
    elif spot is Spot.BOARD:
        board = tuple(other for other in board if other != ref)
    elif spot is Spot.BURN:
        burns = tuple(other for other in burns if other != ref)
        ready = tuple(other for other in ready if other != ref)
    return held, board, burns, ready


def leave(hand: Hand, ref: Ref, place: Place) -> Hand:
    """A place no longer sees a card. It still counts as lying there until it is seen elsewhere."""
    old = hand.cards.get(ref)
    if old is None or old.place != place or old.away:
        return hand
    return replace(hand, cards={**hand.cards, ref: replace(old, away=True)})


def turn(hand: Hand, fact_id: FactId, fact: CardTurned) -> Hand:
    """A card shows its other side where it lies."""
    ref, face, card, by = fact.ref, fact.face, fact.card, fact.by
    old = hand.cards.get(ref)
    if old is None:
        return hand
    return replace(
        hand,
        cards={**hand.cards, ref: replace(old, face=face, card=card or old.card, by=by, fact=fact_id, away=False)},
    )


def forget(hand: Hand, refs: Iterable[Ref]) -> Hand:
    """These cards went back into the stub: their refs end, and they count as never dealt."""
    for ref in refs:
        old = hand.cards.get(ref)
        if old is None:
            continue
        held, board, burns, ready = _without(hand, ref, old)
        dealt = hand.dealt
        if old.origin.spot is Spot.SEAT:
            seat = SeatNo(old.origin.number or 0)
            dealt = {**dealt, seat: max(0, dealt.get(seat, 0) - 1)}
        hand = replace(
            hand,
            cards={other: at for other, at in hand.cards.items() if other != ref},
            held=held,
            board=board,
            burns=burns,
            ready=ready,
            dealt=dealt,
            placed=tuple(other for other in hand.placed if other != ref),
        )
    return hand


def present(hand: Hand, refs: Iterable[Ref]) -> tuple[Ref, ...]:
    """Those of `refs` whose place still sees them."""
    cards = hand.cards
    return tuple(ref for ref in refs if ref in cards and not cards[ref].away)


def unplaced(hand: Hand) -> tuple[Ref, ...]:
    """Board cards lying there that belong to no street that stands; a player's card that slid there is none."""
    if len(hand.board) == len(hand.placed):
        return ()
    placed, stray, cards = hand.placed, hand.stray, hand.cards
    return tuple(
        ref
        for ref in hand.board
        if ref not in placed
        and ref not in stray
        and not (at := cards[ref]).away
        and (at.origin.spot is Spot.BOARD or (at.origin.spot is Spot.BURN and at.face is Face.UP))
    )


def own_cards(hand: Hand, seat: SeatNo) -> tuple[Ref, ...]:
    """The cards that came out of the stub to this seat and lie there, or were last seen there."""
    cards = hand.cards
    return tuple(
        ref
        for ref in hand.held.get(seat, ())
        if cards[ref].origin.spot is Spot.SEAT and cards[ref].origin.number == seat
    )


def dealt_cards(hand: Hand, seat: SeatNo | None) -> tuple[Ref, ...]:
    """The cards that came out of the stub to this seat, wherever they are now."""
    return tuple(ref for ref, at in hand.cards.items() if at.origin.spot is Spot.SEAT and at.origin.number == seat)


def all_in_muck(hand: Hand, seat: SeatNo) -> bool:
    """The seat was dealt cards, and all of them lie in the muck."""
    own = dealt_cards(hand, seat)
    return bool(own) and all(hand.cards[ref].place.spot is Spot.MUCK for ref in own)


def names(hand: Hand, refs: Iterable[Ref]) -> tuple[Card, ...]:
    """The identities of those of `refs` that lie face up."""
    cards = hand.cards
    return tuple(at.card for ref in refs if (at := cards.get(ref)) is not None and at.card is not None)
