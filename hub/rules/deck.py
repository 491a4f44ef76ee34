"""The deck of the hand to come: what was done to it, and what the shuffling machine says of the decks it had.

Two decks may be in use, one dealt while the machine works on the other, so the machine's word is about a deck and not
about a hand. What a cycle made of its deck holds for that deck: while it lies in the machine no card comes from it, and
the hand that is opened once it was taken out is dealt from it.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from felt.fact import DeckChecked, DeckEvent, ShufflerReported, ShufflerState
from felt.ids import FactId
from felt.place import SHUFFLER
from felt.situation import Situation
from hub.rules.irregularity import Irregularity


class Made(StrEnum):
    """What a cycle of the machine made of its deck."""

    SHUFFLED = "shuffled"
    SORTED = "sorted"
    WRONG = "wrong"
    VOID = "void"


class Machine(Struct, frozen=True, gc=False):
    """The machine's decks. `heard`: it ran a cycle; `fresh`: one was shuffled since the last first card of a hand."""

    cycle: int = 0
    running: Made | None = None
    """What the running cycle would make."""
    inside: Made | None = None
    """The last cycle's deck, still in the machine."""
    taken: Made | None = None
    """The deck taken out last, of which no hand was dealt since."""
    heard: bool = False
    fresh: bool = False


class OwedDeck(Struct, frozen=True, gc=False):
    """Another deck, as step `index` of ruling `number` asks for it."""

    number: int
    index: int


class Deck(Struct, frozen=True, gc=False):
    """What is known of the deck of the hand to come.

    `did` is a dealer's whole account of it, told step by step. `by_hand`: it came sorted out of the machine, and a
    person shuffled it. `fault` is what a check found wrong, until a new deck, a person's word or a good check.
    """

    did: frozenset[DeckEvent] = frozenset()
    by_hand: bool = False
    machine: Machine = Machine()
    fault: Irregularity | None = None
    owed: tuple[OwedDeck, ...] = ()
    """What rulings of earlier hands still ask for."""


_BEGINS: Final = {ShufflerState.SHUFFLING: Made.SHUFFLED, ShufflerState.SORTING: Made.SORTED}
_ENDS: Final = {ShufflerState.READY: Made.SHUFFLED, ShufflerState.COUNT_WRONG: Made.WRONG}
_AT_REST: Final = frozenset({ShufflerState.LOADING, ShufflerState.IDLE})
MIXED: Final = frozenset({DeckEvent.SHUFFLE, DeckEvent.WASH})


def hear(machine: Machine, fact: ShufflerReported) -> Machine:
    """What is known once the machine said this. A jam, fault or open door voids the running cycle and nothing else."""
    if fact.cycle < machine.cycle:  # its power was cut: what it had in it is not known
        machine = Machine(heard=machine.heard, fresh=machine.fresh)
    state, running = fact.state, machine.running
    machine = replace(machine, cycle=fact.cycle)
    if state in _BEGINS:
        return replace(machine, running=_BEGINS[state], inside=None, heard=True)
    if state is ShufflerState.UNKNOWN:
        return replace(machine, running=None, inside=None)
    inside = machine.inside
    if state in _ENDS:
        inside = _ENDS[state]
    elif running is not None:
        inside = Made.SORTED if running is Made.SORTED and state in _AT_REST else Made.VOID
    machine = replace(machine, running=None, inside=inside)
    if state is ShufflerState.READY:
        taken = None if machine.taken is Made.SORTED else machine.taken  # it may be the same deck, put in again
        return replace(machine, taken=taken, heard=True, fresh=True)
    if state is ShufflerState.IDLE and inside is not None:
        return replace(machine, inside=None, taken=inside)
    return machine


def handled(deck: Deck, what: DeckEvent) -> Deck:
    """The deck once a person did this to it."""
    deck = replace(deck, did=deck.did | {what})
    return shuffled_by_hand(deck) if what in MIXED else deck


def shuffled_by_hand(deck: Deck) -> Deck:
    """A person says that the deck was shuffled: one that came sorted out of the machine is so no longer."""
    if deck.machine.taken is not Made.SORTED:
        return deck
    return replace(deck, by_hand=True, machine=replace(deck.machine, taken=None))


def dealt_from(deck: Deck) -> Deck:
    """The first card of a hand fell: what was done before is used up. A fault stays until it is put right."""
    return replace(deck, did=frozenset(), by_hand=False, machine=replace(deck.machine, taken=None, fresh=False))


def surely_sorted(deck: Deck) -> bool:
    """The deck taken out was sorted, and is not the one that is or was being shuffled in the machine now."""
    machine = deck.machine
    again = machine.running or machine.inside
    return machine.taken is Made.SORTED and again in (None, Made.SORTED)


def account(deck: Deck) -> frozenset[DeckEvent]:
    """A dealer's whole account of the deck, so that what it lacks was not done; empty when none was given.

    The word that answers a STOP is no account of anything else; a deck shuffled by hand was riffled too.
    """
    if not deck.by_hand:
        return deck.did
    return deck.did | {DeckEvent.SHUFFLE, DeckEvent.RIFFLE} if deck.did - MIXED else frozenset()


def good_check(fact: DeckChecked) -> bool:
    """The deck check found what it should."""
    return fact.count == fact.expected and not fact.doubled and not fact.foreign


def fault_found(fact_id: FactId, fact: DeckChecked) -> Irregularity | None:
    """What the check of a deck outside play found wrong."""
    if good_check(fact):
        return None
    if fact.doubled:
        situation = Situation.DUPLICATE_CARD
    else:
        situation = Situation.FOREIGN_CARD if fact.foreign else Situation.DECK_COUNT
    return Irregularity(situation, count=fact.count, place=SHUFFLER, evidence=(fact_id,))


def replaced(deck: Deck) -> Deck:
    """A person says that another deck is on the table."""
    return Deck(owed=deck.owed)
