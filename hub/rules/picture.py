"""The picture of a table that every view is made from."""

from felt.fact import Face
from felt.note import NoteKey
from felt.place import SeatNo, Spot
from felt.situation import Sense, Step, Tracker
from hub.rules import betting as bets
from hub.rules import standing
from hub.rules.hand import Hand, due_cards, own_cards, present, unplaced
from hub.rules.noted import noted
from hub.rules.procedure import DEALS, due
from hub.rules.readiness import STOPS
from hub.rules.ruling import BoardCard, Noted, ProcedurePicture, Ruling, SeatPicture, StepPicture, TablePicture
from hub.rules.state import Progress, TableState, current
from hub.rules.undo import last_said


def picture(state: TableState) -> TablePicture:
    """Everything a view may show; computed on demand, holds no hidden card."""
    hand = state.hand
    watch = state.watch
    found = current(state)
    watched = tuple(sense for sense in Sense if watch.sees(sense))
    return TablePicture(
        rulebook=state.setup.rulebook,
        game=state.setup.game,
        state=_stage(state, hand),
        hand=hand.id if hand is not None else None,
        redeal_of=hand.redeal_of if hand is not None else None,
        partial=hand.partial if hand is not None else None,
        watching=watch.watching,
        not_watching_why=watch.why if not watch.watching else "",
        watched=watched,
        unwatched=tuple(sense for sense in Sense if sense not in watched),
        button=hand.button if hand is not None and not state.button_set else state.button,
        seats=_seats(state, hand),
        board=_board(hand) if hand is not None else (),
        burns=_burns(hand) if hand is not None else 0,
        burns_due=_burns_due(hand, found) if hand is not None else 0,
        stop=state.stop,
        question=state.questions[-1] if state.questions else None,
        procedure=_procedure(*found) if found is not None else None,
        rulings=tuple(ruling for ruling in state.rulings if ruling.number not in state.withdrawn),
        notes=state.notes,
        stop_step=_stop_step(state),
        last_said=last_said(state),
        partial_note=hand.note if hand is not None else None,
        not_watching_note=watch.note if not watch.watching else None,
    )


def _stop_step(state: TableState) -> Step | None:
    """What the STOP shown asks a person to do and say."""
    return STOPS[state.stop].step if state.stop in STOPS else None


def _stage(state: TableState, hand: Hand | None) -> str:
    """waiting, dealing, betting-1 to betting-5, between, procedure, showdown or over."""
    if hand is None:
        return "waiting"
    if current(state) is not None:
        return "procedure"
    if hand.over is not None:
        return "over"
    if not hand.deal_done:
        return "dealing"
    betting = hand.betting
    last = hand.street >= hand.game.last_street
    if not hand.game.has_betting:
        return "showdown" if last else "between"
    if betting.mode is Tracker.NONE:
        return f"betting-{hand.street + 1}"
    if betting.open:
        return f"betting-{betting.round + 1}"
    if standing.decided(betting):
        return "showdown"
    return "showdown" if last else "between"


def _seats(state: TableState, hand: Hand | None) -> tuple[SeatPicture, ...]:
    known = set(state.seats)
    if hand is not None:
        known |= set(hand.seats) | {seat for seat, refs in hand.held.items() if refs}
    return tuple(_seat(state, hand, seat) for seat in sorted(known))


def _seat(state: TableState, hand: Hand | None, seat: SeatNo) -> SeatPicture:
    entitled = seat in (hand.seats if hand is not None else state.seats)
    if hand is None:
        return SeatPicture(seat, entitled, seat not in state.away, dealt_in=False, cards=0, live=False)
    refs, amber = hand.held.get(seat, ()), _amber(state, hand, seat)
    pending = hand.betting.pending
    ended = hand.over in ("misdeal", "void")
    return SeatPicture(
        seat,
        entitled,
        at_table=seat not in hand.away and seat not in state.away,
        dealt_in=bool(hand.dealt.get(seat)),
        cards=len(present(hand, refs)),
        live=not ended and seat in bets.live_seats(hand.betting),
        to_act=hand.over is None and hand.deal_done and bool(pending) and pending[0] == seat,
        amber=None if amber is None else amber.text,
        note=None if amber is None else amber.note,
        shown=tuple(
            at.card for ref in refs if (at := hand.cards[ref]).face is Face.UP and at.card is not None and not at.away
        ),
    )


def _amber(state: TableState, hand: Hand, seat: SeatNo) -> Noted | None:
    """What the sensors suggest about the seat and do not prove."""
    for note in reversed(state.notes):
        if note.seat == seat:
            return note
    if hand.over is not None or not hand.deal_done or not state.watch.sees(Sense.HOLE) or not hand.game.has_betting:
        return None
    have, need = hand.dealt.get(seat, 0), due_cards(hand)
    if seat in hand.seats and have < need and seat not in hand.betting.out:
        return noted(NoteKey.SEAT_FEWER, seat, have=have, need=need)
    strangers = len(hand.held.get(seat, ())) - len(own_cards(hand, seat))
    return noted(NoteKey.SEAT_STRANGER, seat) if strangers > 0 else None


def _board(hand: Hand) -> tuple[BoardCard, ...]:
    refs = (*hand.placed, *unplaced(hand))
    return tuple(
        BoardCard(ref, at.face, at.card if at.face is Face.UP else None)
        for ref in refs
        if (at := hand.cards.get(ref)) is not None and at.place.spot is Spot.BOARD
    )


def _burns(hand: Hand) -> int:
    return len(present(hand, hand.burns))


def _burns_due(hand: Hand, found: tuple[Progress, Ruling] | None) -> int:
    """Burns that the next street still needs; an open procedure says it by its steps."""
    if found is not None and any(plan.step in DEALS for plan in found[1].steps):
        progress, ruling = found
        count = 0
        for index, plan in enumerate(ruling.steps):
            if index in progress.done:
                continue
            if plan.step in (Step.BURN, Step.DRAW_BURN):
                count += 1
            if plan.step in DEALS:
                return count
        return count
    street = hand.street + 1
    if street > hand.game.last_street or not hand.game.streets[street].burn or hand.over is not None:
        return 0
    return max(0, 1 + hand.owed - len(hand.ready))


def _procedure(progress: Progress, ruling: Ruling) -> ProcedurePicture:
    now = {index for index, _ in due(progress, ruling)}
    return ProcedurePicture(
        ruling,
        tuple(
            StepPicture(plan, "done" if index in progress.done else "due" if index in now else "later")
            for index, plan in enumerate(ruling.steps)
        ),
    )
