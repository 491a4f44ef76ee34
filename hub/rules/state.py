"""What the rules keep of one table between facts."""

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from felt.clock import Nanos
from felt.fact import Fact
from felt.ids import FactId
from felt.note import Note
from felt.place import Place, SeatNo, Spot
from felt.setup import Stakes, TableSetup
from felt.situation import Question, Sense
from hub.rules.deck import Deck
from hub.rules.hand import Hand
from hub.rules.irregularity import Key
from hub.rules.ruling import DoubtHeld, Noted, Outcome, QuestionAsked, Ruling

if TYPE_CHECKING:
    from hub.rules.articles.book import Rulebook

SHARP: Final = 1e-4
"""The highest miss rate at which not seeing a thing says that it did not happen."""

NEVER: Final = Nanos(2**62)
"""The due time of what is held until the hand is over."""


class Progress(Struct, frozen=True, gc=False):
    """An open procedure: the ruling's number and the indexes of the steps that are done."""

    number: int
    done: tuple[int, ...] = ()


class Watch(Struct, frozen=True, gc=False):
    """What the table senses now. `blind` are places whose reader is lost or doubted."""

    watching: bool = True
    why: str = ""
    note: Note | None = None
    """`why` by its key."""
    stopped_by_person: bool = False
    senses: dict[Sense, float] = {}
    blind: frozenset[Place] = frozenset()
    lost: dict[str, tuple[Place, ...]] = {}

    def sees(self, sense: Sense) -> bool:
        """The sense is declared and nobody said stop."""
        return self.watching and sense in self.senses

    def sharp(self, sense: Sense) -> bool:
        """Not seeing a thing with this sense says that it did not happen."""
        return self.watching and self.senses.get(sense, 1.0) <= SHARP

    def whole(self, sense: Sense) -> bool:
        """The sense sees, and no reader at the table is lost or doubted."""
        return self.sees(sense) and not self.blind

    def is_blind(self, place: Place) -> bool:
        """The place's reader is lost or doubted."""
        if not self.blind:
            return False
        if place.spot is Spot.SEAT:
            return place in self.blind
        return any(other.spot is place.spot for other in self.blind)


class Entry(Struct, frozen=True, gc=False):
    """A fact of the journal; one that was taken back stays, and does not count."""

    id: FactId
    fact: Fact
    withdrawn: bool = False


class TableState(Struct, frozen=True, gc=False):
    """Everything the rules know of a table; equal facts and outcomes make equal states.

    `seats`, `button`, `away`, `penalty`, `stakes` are the terms of the next hand. `journal` are the facts of this hand
    (from `mark`) and the one before, for taking back; `origin` is the state that the journal starts from.
    """

    setup: TableSetup
    prefix: str
    chain: tuple["Rulebook", ...]
    """The books asked at this table, in order; none for a table of the past whose book is gone: it is only read."""
    stakes: Stakes
    seats: tuple[SeatNo, ...]
    button: SeatNo | None
    away: frozenset[SeatNo]
    penalty: frozenset[SeatNo]
    watch: Watch
    stacks: dict[SeatNo, int] = {}
    """What seats had behind when this hand began, where it is known; a seat that is not listed has the setup's."""
    newcomers: frozenset[SeatNo] = frozenset()
    """Who sat down since the hand began: the chips that were won or lost there are another player's."""
    hand: Hand | None = None
    previous: Hand | None = None
    rulings: tuple[Ruling, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    open: tuple[Progress, ...] = ()
    questions: tuple[QuestionAsked, ...] = ()
    answers: dict[tuple[Question, SeatNo | None], str] = {}
    counts: dict[str, str] = {}
    """What people said of substantial action, by the book in whose words it was asked: one's no is not another's."""
    since: dict[tuple[str, str], str] = {}
    """What they said of bets or acts since an error, by book and term."""
    settled: frozenset[Key] = frozenset()
    held: tuple[DoubtHeld, ...] = ()
    stop: str | None = None
    notes: tuple[Noted, ...] = ()
    deck: Deck = Deck()
    now: Nanos = Nanos(0)
    closed_at: Nanos = Nanos(0)
    on_break: bool = False
    button_set: bool = False
    """A person put the button where it is: it does not move by itself."""
    button_sure: bool = True
    """The button of the newest hand is known, not only supposed."""
    next_hand: int = 1
    next_ruling: int = 1
    numbers: dict[str, int] = {}
    journal: tuple[Entry, ...] = ()
    mark: int = 0
    origin: "TableState | None" = None
    here: "TableState | None" = None


class Turn(Struct, frozen=True, gc=False):
    """What one fact led to: the new state, and the outcomes to record with the fact."""

    state: TableState
    outcomes: tuple[Outcome, ...] = ()


def in_hand(state: TableState) -> bool:
    """A hand is being dealt or played."""
    return state.hand is not None and state.hand.over is None


def ruling_numbered(state: TableState, number: int) -> Ruling | None:
    """The ruling of this hand with that number."""
    for ruling in reversed(state.rulings):
        if ruling.number == number:
            return ruling
    return None


def current(state: TableState) -> tuple[Progress, Ruling] | None:
    """The procedure that is followed now: the newest open one whose time has come."""
    over = not in_hand(state)
    for progress in reversed(state.open):
        ruling = ruling_numbered(state, progress.number)
        if ruling is not None and (over or not ruling.after_hand):
            return progress, ruling
    return None
