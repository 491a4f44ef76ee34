"""Taking a fact back, to any depth within this hand and the one before: the hand is told again without it."""

from collections.abc import Callable

from msgspec.structs import replace

from felt.fact import (
    ActionTaken,
    BreakBegan,
    ButtonMoved,
    DeckChanged,
    Fact,
    FactWithdrawn,
    FloorCalled,
    HandClosed,
    HandOpened,
    LevelChanged,
    PersonReported,
    PotPushed,
    QuestionAnswered,
    RoundClosed,
    RulingOverruled,
    SeatChanged,
    ShufflerReported,
    StepConfirmed,
    StubHandled,
    WatchChanged,
)
from felt.ids import FactId, said_on_a_page
from felt.note import NoteKey
from hub.rules.asking import closed, topic
from hub.rules.noted import noted
from hub.rules.opening import fresh_table
from hub.rules.ruling import (
    HandBegan,
    HandRefolded,
    LastSaid,
    Noted,
    Outcome,
    Retold,
    RulingGiven,
    RulingWithdrawn,
    StopCleared,
    StopShown,
)
from hub.rules.state import Entry, TableState, Turn

Advance = Callable[[TableState, FactId, Fact], Turn]
Absorb = Callable[[TableState, FactId, Fact, tuple[Outcome, ...]], TableState]

SAID = (
    ActionTaken,
    BreakBegan,
    ButtonMoved,
    DeckChanged,
    FloorCalled,
    HandClosed,
    HandOpened,
    LevelChanged,
    PersonReported,
    PotPushed,
    QuestionAnswered,
    RoundClosed,
    RulingOverruled,
    SeatChanged,
    StepConfirmed,
    StubHandled,
    WatchChanged,
)
"""What a person may say, as opposed to what a sensor sees; `by_person` tells who said it."""


def by_person(fact_id: FactId, fact: Fact, machines: frozenset[str]) -> bool:
    """Whether a person said it; the newest such fact is taken back when none is named.

    `machines` are the devices that report a shuffling machine. A hand opened by the machine's button says so itself.
    The rest is told by the device in the fact's id (`device/boot/sequence`): a stub's shuffle is the machine's word if
    its device speaks for one; watching is a person's word on a page only, since a node says it at every start.
    """
    if isinstance(fact, HandOpened):
        return not fact.by_machine
    if isinstance(fact, WatchChanged):
        return said_on_a_page(fact_id)
    if isinstance(fact, StubHandled):
        return _device(fact_id) not in machines
    return isinstance(fact, SAID)


def _device(fact_id: FactId) -> str:
    """The device that said it; empty for an id of another form."""
    device, slash, _ = fact_id.partition("/")
    return device if slash else ""


def last_said(state: TableState) -> LastSaid | None:
    """What a withdrawal that names no fact would take back now; a card that a person named is left out."""
    took = _withdrawn(state.journal)
    target = _target(state.journal, FactWithdrawn(), _gone(took))
    fact = next((entry.fact for entry in state.journal if entry.id == target), None)
    if target is None or fact is None:
        return None
    if isinstance(fact, PersonReported | StubHandled):
        fact = replace(fact, card=None)
    return LastSaid(target, fact)


def withdraw(state: TableState, fact_id: FactId, fact: FactWithdrawn, advance: Advance) -> Turn:
    """Tell the journal again without the withdrawn facts; rulings that still come keep their numbers."""
    journal = (*state.journal, Entry(fact_id, fact))
    took = _withdrawn(journal)
    gone = _gone(took)
    if took[fact_id] is None:
        answer = noted(NoteKey.UNDO_TOO_OLD if fact.of else NoteKey.UNDO_NOTHING)
        return Turn(_with_journal(apply_note(state, answer), journal), (answer,))
    told = _base(state)
    history: list[Retold] = []
    for entry in journal:
        if isinstance(entry.fact, FactWithdrawn) or entry.id in gone:
            told = _with_journal(told, (*told.journal, Entry(entry.id, entry.fact, withdrawn=entry.id in gone)))
            continue
        turn = advance(told, entry.id, entry.fact)
        told = turn.state
        history.append(Retold(entry.id, turn.outcomes))
    changes = _changes(state, told, fact.why)
    return Turn(told, (HandRefolded(tuple(sorted(gone)), tuple(history)), *changes))


def absorb_refolded(
    state: TableState, fact_id: FactId, fact: FactWithdrawn, outcomes: tuple[Outcome, ...], absorb: Absorb
) -> TableState:
    """The state that `withdraw` gave, from its recorded history."""
    journal = (*state.journal, Entry(fact_id, fact))
    refolded = next((outcome for outcome in outcomes if isinstance(outcome, HandRefolded)), None)
    if refolded is None:
        answer = next((outcome for outcome in outcomes if isinstance(outcome, Noted)), None)
        return _with_journal(state if answer is None else apply_note(state, answer), journal)
    told = _base(state)
    gone = frozenset(refolded.withdrawn)
    history = {retold.fact: retold.outcomes for retold in refolded.history}
    for entry in journal:
        if isinstance(entry.fact, FactWithdrawn) or entry.id in gone:
            told = _with_journal(told, (*told.journal, Entry(entry.id, entry.fact, withdrawn=entry.id in gone)))
            continue
        told = absorb(told, entry.id, entry.fact, history.get(entry.id, ()))
    return told


def _base(state: TableState) -> TableState:
    """Where the journal starts, with the numbers that were given since."""
    base = state.origin or fresh_table(state.setup, state.prefix, state.chain)
    return replace(base, numbers=state.numbers, next_ruling=state.next_ruling, origin=None, here=None)


def _with_journal(state: TableState, journal: tuple[Entry, ...]) -> TableState:
    return replace(state, journal=journal)


def apply_note(state: TableState, note: Noted) -> TableState:
    """The state with a note for the page."""
    return replace(state, notes=(*state.notes, note))


def _withdrawn(journal: tuple[Entry, ...]) -> dict[FactId, FactId | None]:
    """What each withdrawal of the journal took back when it was said; None when there was nothing to take back."""
    took: dict[FactId, FactId | None] = {}
    for at, entry in enumerate(journal):
        if isinstance(entry.fact, FactWithdrawn):
            took[entry.id] = _target(journal[:at], entry.fact, _gone(took))
    return took


def _gone(took: dict[FactId, FactId | None]) -> frozenset[FactId]:
    """The facts that do not count: newest first, since taking back may itself be taken back."""
    gone: set[FactId] = set()
    for withdrawal, target in reversed(took.items()):
        if target is not None and withdrawal not in gone:
            gone.add(target)
    return frozenset(gone)


def _target(before: tuple[Entry, ...], fact: FactWithdrawn, gone: frozenset[FactId]) -> FactId | None:
    """What a withdrawal takes back: the fact it names, else the newest one that a person gave and that counts."""
    if fact.of is not None:
        return fact.of if fact.of not in gone and any(entry.id == fact.of for entry in before) else None
    spoke = {_device(entry.id) for entry in before if isinstance(entry.fact, ShufflerReported)}
    machines = frozenset(device for device in spoke if device)
    for entry in reversed(before):
        if entry.id not in gone and by_person(entry.id, entry.fact, machines):
            return entry.id
    return None


def _changes(was: TableState, now: TableState, why: str) -> tuple[Outcome, ...]:
    """What is different for those who look at the table."""
    changes: list[Outcome] = []
    if was.hand is not None and now.hand is not None and was.hand.id != now.hand.id:
        changes.append(_began(now))
    standing = {ruling.number for ruling in now.rulings if ruling.number not in now.withdrawn}
    stood = {ruling.number for ruling in was.rulings if ruling.number not in was.withdrawn}
    changes += [RulingWithdrawn(number, why or "its evidence was taken back") for number in sorted(stood - standing)]
    changes += [RulingGiven(ruling) for ruling in now.rulings if ruling.number in standing - stood]
    asked, known = {topic(question) for question in now.questions}, {topic(question) for question in was.questions}
    changes += [closed(question) for question in was.questions if topic(question) not in asked]
    changes += [question for question in now.questions if topic(question) not in known]
    if was.stop != now.stop:
        changes.append(StopCleared() if now.stop is None else StopShown(now.stop))
    return tuple(changes)


def _began(state: TableState) -> HandBegan:
    hand = state.hand
    assert hand is not None
    return HandBegan(
        hand.id,
        hand.redeal_of,
        hand.button,
        hand.small,
        hand.big,
        hand.seats,
        hand.partial,
        state.setup.rulebook,
        state.chain[0].edition,
        hand.note,
    )
