"""How one hand follows another: who is dealt in, where button and blinds stand, what the seats have behind."""

from msgspec.structs import replace

from felt.games import following, game_named
from felt.ids import HandId
from felt.note import Note, english
from felt.place import SeatNo
from felt.setup import TableSetup
from felt.situation import Tracker
from hub.rules.articles.book import ButtonRule, Rulebook
from hub.rules.betting import Betting, open_hand
from hub.rules.chips import stacks_after
from hub.rules.hand import Hand, new_hand, posts, speakers
from hub.rules.readiness import replaces
from hub.rules.ruling import HandBegan
from hub.rules.state import TableState, Watch
from hub.rules.watching import undoubted


def fresh_table(setup: TableSetup, prefix: str, chain: tuple[Rulebook, ...]) -> TableState:
    """A table before its first hand."""
    return TableState(
        setup=setup,
        prefix=prefix,
        chain=chain,
        stakes=setup.stakes,
        seats=tuple(sorted(setup.seats)),
        button=setup.button,
        button_sure=setup.button is not None,
        away=frozenset(setup.absent),
        penalty=frozenset(setup.penalty),
        watch=Watch(senses={quality.sense: quality.miss_rate for quality in setup.senses}),
    )


def next_hand(state: TableState, book: Rulebook, *, partial: Note | None = None) -> HandBegan:
    """The hand that opens now: a misdeal's exact redeal, a void hand's repeat, or the next one."""
    last, why = state.hand, None if partial is None else english(partial)
    id_ = HandId(f"{state.prefix}{state.next_hand}")
    if last is not None and last.over == "misdeal":
        return HandBegan(
            hand=id_,
            redeal_of=last.id,
            button=last.button,
            small=last.small,
            big=last.big,
            seats=last.seats,
            partial=why,
            rulebook=state.setup.rulebook,
            edition=book.edition,
            note=partial,
        )
    seats = state.seats
    button: SeatNo | None
    if last is None or last.over == "void" or state.button_set or len(seats) < 2:
        button = state.button
        small, big = posts(game_named(state.setup.game), seats, button)
    elif book.button is ButtonRule.DEAD_BUTTON:
        button, small, big = _dead_button(last, seats)
    else:
        button = following(seats, _button_of(last))[0]
        small, big = posts(game_named(state.setup.game), seats, button)
    return HandBegan(
        hand=id_,
        button=button,
        small=small,
        big=big,
        seats=seats,
        partial=why,
        rulebook=state.setup.rulebook,
        edition=book.edition,
        note=partial,
    )


def _button_of(hand: Hand) -> SeatNo:
    return hand.button if hand.button is not None else SeatNo(0)


def _dead_button(last: Hand, seats: tuple[SeatNo, ...]) -> tuple[SeatNo | None, SeatNo | None, SeatNo | None]:
    """The big blind moves on one player; small blind and button follow it, dead where a seat is empty (gpc 32, tda 32).

    Heads-up the button is the small blind, and nobody is the big blind twice (gpc 34).
    """
    if last.big is None:
        onward = following(seats, _button_of(last))[0]
        return (onward, *posts(last.game, seats, onward))
    big = following(seats, last.big)[0]
    if len(seats) == 2:
        small = next(seat for seat in seats if seat != big)
        return small, small, big
    if len(last.seats) == 2:
        onward = following([seat for seat in seats if seat != big], last.big)[-1]
        return (onward, *posts(last.game, seats, onward))
    return last.small if last.small is not None else last.button, last.big, big


def blank_hand(state: TableState, began: HandBegan | None = None) -> Hand:
    """A hand of which nothing happened yet: the one that `began`, or the table before its first hand."""
    id_ = began.hand if began is not None else HandId(f"{state.prefix}{state.next_hand}")
    seats, button = (began.seats, began.button) if began is not None else (state.seats, state.button)
    nothing = open_hand(state.setup, {}, (), (None, None))
    return new_hand(id_, state.next_hand, game_named(state.setup.game), seats, button, nothing)


def _stacks(state: TableState) -> dict[SeatNo, int]:
    """What is known of the stacks with which the next hand begins: a misdeal or a void hand gave everything back."""
    last = state.hand
    again = last is None or last.over in ("misdeal", "void")
    known = state.stacks if again or last is None else stacks_after(last, state.rulings)
    return {seat: chips for seat, chips in known.items() if seat not in state.newcomers}


def _sure(last: Hand | None, stacks: dict[SeatNo, int], seats: tuple[SeatNo, ...]) -> bool:
    """The first hand has the agreed stacks, a later one those that were carried to every seat of it."""
    if last is None:
        return True
    if last.over in ("misdeal", "void"):
        return last.betting.sure
    return all(seat in stacks for seat in seats)


def _button_sure(state: TableState, outcome: HandBegan) -> bool:
    """A hand whose opening was not seen may be none; after one that was seen in part there may have been another."""
    if outcome.partial is not None:
        return False
    seen = state.hand is None or state.hand.partial is None
    return state.button_set or (state.button_sure and seen)


def begin_hand(state: TableState, outcome: HandBegan) -> TableState:
    """The table with the hand that `outcome` opened; what was before it can be taken back to.

    It starts with the stacks that the last one left where acts and awards tell them, else with the setup's.
    """
    last = state.hand
    seats = outcome.seats
    again = last is not None and last.over in ("misdeal", "void")
    blank = replace(blank_hand(state, outcome), small=outcome.small, big=outcome.big)
    stakes = last.stakes if last is not None and outcome.redeal_of is not None else state.stakes
    setup = replace(state.setup, stakes=stakes)
    order = speakers(blank, 0)
    stacks = _stacks(state)
    if blank.game.has_betting:
        betting = open_hand(setup, state.setup.stacks | stacks, order, (outcome.small, outcome.big))
    else:
        betting = Betting(mode=Tracker.FULL, speaking=order, open=False)
    stale = frozenset() if last is None else last.stale | frozenset(last.cards) if again else frozenset(last.cards)
    waiting = tuple(owed for progress in state.open if (owed := replaces(state, progress)) is not None)
    sure = _button_sure(state, outcome)
    hand = replace(
        blank,
        button_sure=sure,
        betting=replace(betting, sure=_sure(last, stacks, seats)),
        stakes=stakes,
        redeal_of=outcome.redeal_of,
        away=state.away & frozenset(seats),
        penalty=state.penalty & frozenset(seats),
        partial=outcome.partial,
        note=outcome.note,
        stale=stale,
    )
    return replace(
        state,
        hand=hand,
        stacks=stacks,
        newcomers=frozenset(),
        watch=undoubted(state.watch),
        previous=last if last is not None and last.over == "closed" else state.previous,
        button=outcome.button,
        button_sure=sure,
        button_set=False,
        rulings=(),
        withdrawn=frozenset(),
        open=(),
        questions=(),
        answers={},
        counts={},
        since={},
        settled=frozenset(),
        held=(),
        stop=None,
        notes=(),
        deck=replace(state.deck, owed=(*state.deck.owed, *waiting)),
        on_break=False,
        next_hand=state.next_hand + 1,
        journal=state.journal[state.mark :],
        mark=len(state.journal) - state.mark,
        origin=state.here,
        here=replace(state, journal=(), mark=0, origin=None, here=None),
    )
