"""What is watched and what is not: starts, gaps, lost and doubted readers, and the dealer's own word."""

from typing import Any, Final

from msgspec.structs import replace

from felt.clock import Nanos
from felt.fact import DeviceLost, DeviceRestored, GapSeen, SensorDoubted, TableSeen, WatchChanged
from felt.ids import FactId, said_on_a_page
from felt.note import Note, NoteKey, english, note
from felt.place import Spot
from hub.rules.hand import CardAt
from hub.rules.state import TableState, Watch

_DOUBT: Final = "doubt "


def _partial(state: TableState, why: Note) -> TableState:
    hand = state.hand
    if hand is None or hand.over is not None or hand.partial:
        return state
    return replace(state, hand=replace(hand, partial=english(why), note=why))


def table_seen(state: TableState, _id: FactId, fact: TableSeen) -> TableState:
    """A node started anew: its clock began again, and it claims no arrivals."""
    state = replace(_partial(state, note(NoteKey.PARTIAL_STARTED)), now=Nanos(0), held=())
    hand = state.hand
    if hand is None or hand.over is not None:
        return state
    cards, held, board, burns = dict(hand.cards), dict(hand.held), hand.board, hand.burns
    for seen in fact.cards:
        if seen.ref in cards or seen.ref in hand.stale:
            continue
        cards[seen.ref] = CardAt(place=seen.place, origin=seen.place, face=seen.face, card=seen.card)
        if seen.place.spot is Spot.SEAT and seen.place.number:
            held[seen.place.number] = (*held.get(seen.place.number, ()), seen.ref)  # type: ignore[index, call-overload]
        elif seen.place.spot is Spot.BOARD:
            board = (*board, seen.ref)
        elif seen.place.spot is Spot.BURN:
            burns = (*burns, seen.ref)
    return replace(state, hand=replace(hand, cards=cards, held=held, board=board, burns=burns))


def gap(state: TableState, _id: FactId, _fact: GapSeen) -> TableState:
    """Envelopes are missing: the hand is partial."""
    return _partial(state, note(NoteKey.PARTIAL_MISSING))


def watch(state: TableState, fact_id: FactId, fact: WatchChanged) -> TableState:
    """Watching began or ended. What a person stopped no node starts again.

    A node declares its senses at every start; what is known already changes nothing.
    """
    watch = state.watch
    senses = watch.senses if fact.senses is None else {quality.sense: quality.miss_rate for quality in fact.senses}
    if fact.senses is not None and senses == watch.senses:
        return state
    if watch.stopped_by_person and not said_on_a_page(fact_id):
        return replace(state, watch=replace(watch, senses=senses))
    stopped = not fact.watching and said_on_a_page(fact_id)
    watch = replace(
        watch, watching=fact.watching, why=fact.why, note=fact.note, senses=senses, stopped_by_person=stopped
    )
    state = replace(state, watch=watch)
    return state if fact.watching else _partial(state, note(NoteKey.PARTIAL_STOPPED))


def lost(state: TableState, _id: FactId, fact: DeviceLost) -> TableState:
    """A part does not answer: its places are blind."""
    lost = {**state.watch.lost, fact.part: fact.places}
    state = replace(state, watch=_blinded(state.watch, lost))
    return _partial(state, note(NoteKey.PARTIAL_LOST, part=fact.part)) if fact.places else state


def restored(state: TableState, _id: FactId, fact: DeviceRestored) -> TableState:
    """A lost part answers again."""
    lost = {part: places for part, places in state.watch.lost.items() if part != fact.part}
    return replace(state, watch=_blinded(state.watch, lost))


def doubted(state: TableState, _id: FactId, fact: SensorDoubted) -> TableState:
    """A sensor is not to be trusted for the rest of the hand."""
    lost = {**state.watch.lost, f"{_DOUBT}{fact.place}": (fact.place,)}
    return replace(state, watch=_blinded(state.watch, lost))


def undoubted(watch: Watch) -> Watch:
    """A new hand believes every sensor again that answers."""
    return _blinded(watch, {part: places for part, places in watch.lost.items() if not part.startswith(_DOUBT)})


def _blinded(watch: Watch, lost: dict[str, tuple[Any, ...]]) -> Watch:
    return replace(watch, lost=lost, blind=frozenset(place for places in lost.values() for place in places))
