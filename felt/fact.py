"""Facts: what happened at a table, in the past tense, frozen and typed.

A fact is evidence, not judgement. `FACTS` is their union, tagged on the wire by `fact`; decoding it refuses an
unknown tag, an unknown field or a value out of range. Only a face-up card carries its identity.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from felt.card import CardText
from felt.clock import Nanos
from felt.ids import DeviceText, FactId, RefText
from felt.note import Note
from felt.place import Place, SeatField
from felt.situation import Action, Question, Sense, Situation, Step

Count = Annotated[int, Meta(ge=0, le=416)]
Chips = Annotated[int, Meta(ge=0, le=10**15)]
Remark = Annotated[str, Meta(max_length=400)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class Face(StrEnum):
    """Which way a card lies."""

    DOWN = "down"
    UP = "up"
    UNKNOWN = "unknown"


class By(StrEnum):
    """Who moved a card."""

    DEALER = "dealer"
    PLAYER = "player"
    UNKNOWN = "unknown"


class Between(Struct, frozen=True):
    """When something happened: after the last look without it, by the first look with it (device monotonic ns).

    Two happenings are in a known order only when their intervals do not overlap.
    """

    after: Nanos
    by: Nanos

    def precedes(self, other: "Between") -> bool:
        """True when this certainly came before `other`."""
        return self.by <= other.after


class SenseQuality(Struct, frozen=True):
    """A declared sense and the share of events it misses, 0 to 1."""

    sense: Sense
    miss_rate: Share = 0.0


class Presence(Struct, frozen=True, omit_defaults=True):
    """One card where it lies now; `card` only while its face is up."""

    place: Place
    ref: RefText
    face: Face
    card: CardText | None = None


class _Fact(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="fact", tag=True):
    """Base of all facts: the wire tag is the class name."""


class TableSeen(_Fact, frozen=True):
    """A snapshot after a start: everything the sensors see now. It claims no arrivals."""

    cards: tuple[Presence, ...]


class CardArrived(_Fact, frozen=True):
    """A card came to `place`."""

    place: Place
    ref: RefText
    face: Face
    between: Between
    by: By = By.UNKNOWN
    confidence: Share = 1.0
    card: CardText | None = None


class CardLeft(_Fact, frozen=True):
    """A card is no longer at `place`; where to is told by an arrival, if any sensor sees it."""

    place: Place
    ref: RefText
    between: Between


class CardTurned(_Fact, frozen=True):
    """A card stayed where it was and shows its other side."""

    place: Place
    ref: RefText
    face: Face
    between: Between
    by: By = By.UNKNOWN
    card: CardText | None = None


class CardDoubled(_Fact, frozen=True):
    """The deck holds one card twice. `card` is named only when both copies lie face up; a seat never is.

    `confidence` is low where a camera alone read one name on two cards: that is asked about, never ruled on.
    """

    card: CardText | None = None
    confidence: Share = 1.0


class ForeignSeen(_Fact, frozen=True):
    """A card of no deck or of another deck was read; `place` only where cards lie face up."""

    place: Place | None = None


class DeadCardReturned(_Fact, frozen=True):
    """A card that was mucked, burned or folded came back to `place`."""

    place: Place
    ref: RefText
    was: Place


class StubEvent(StrEnum):
    """What can happen to the stub."""

    SHUFFLED = "shuffled"
    CUT = "cut"
    DROPPED = "dropped"
    MIXED = "mixed"
    EXPOSED = "exposed"


class StubHandled(_Fact, frozen=True):
    """The stub was shuffled, cut, dropped, mixed with other places' cards, or a card of it was exposed."""

    what: StubEvent
    mixed_with: tuple[Place, ...] = ()
    card: CardText | None = None


class ShufflerState(StrEnum):
    """What a shuffling machine says of itself."""

    IDLE = "idle"
    LOADING = "loading"
    SHUFFLING = "shuffling"
    READY = "ready"
    COUNT_WRONG = "count-wrong"
    JAM = "jam"
    DOOR_OPEN = "door-open"
    SORTING = "sorting"
    FAULT = "fault"
    UNKNOWN = "unknown"


class ShufflerReported(_Fact, frozen=True):
    """The shuffling machine changed its state; `cycle` numbers its shuffles."""

    state: ShufflerState
    cycle: Annotated[int, Meta(ge=0)] = 0


class DeckChecked(_Fact, frozen=True):
    """A deck check's result: how many cards, of which so many double and so many of another deck. No identity."""

    count: Count
    expected: Count = 52
    doubled: Count = 0
    foreign: Count = 0


class DeckEvent(StrEnum):
    """What was done to the whole deck before the deal."""

    SHUFFLE = "shuffle"
    RIFFLE = "riffle"
    CUT = "cut"
    WASH = "wash"


class DeckHandled(_Fact, frozen=True):
    """The deck was shuffled, riffled, cut or washed before the deal."""

    what: DeckEvent


class DeckChanged(_Fact, frozen=True):
    """Another deck was brought to the table."""


class HandOpened(_Fact, frozen=True):
    """First riffle, the shuffler's button, or the dealer's tap: a hand begins (bfsp 5.5.6, gpc 23)."""

    by_machine: bool = False


class HandClosed(_Fact, frozen=True):
    """The pot was pushed and the hand is over."""


class ActionTaken(_Fact, frozen=True):
    """A player acted; `amount` is the total bet or raised to, in chips."""

    seat: SeatField
    action: Action
    amount: Chips | None = None


class RoundClosed(_Fact, frozen=True):
    """The betting round was closed (tracker `rounds`)."""


class PotPushed(_Fact, frozen=True):
    """A pot went to a seat."""

    seat: SeatField


class SeatStatus(StrEnum):
    """How a seat stands to the next hand."""

    JOINED = "joined"
    BACK = "back"
    AWAY = "away"
    LEFT = "left"
    PENALTY = "penalty"


class SeatChanged(_Fact, frozen=True):
    """A player joined, came back, went away, left for good, or serves a penalty."""

    seat: SeatField
    status: SeatStatus


class ButtonMoved(_Fact, frozen=True):
    """A person put the button at `seat`."""

    seat: SeatField


class LevelChanged(_Fact, frozen=True):
    """The clock moved to another level."""

    small: Chips
    big: Chips
    ante: Chips = 0


class PersonReported(_Fact, frozen=True):
    """A person says what no sensor saw, in the words of the situations; it beats the sensors' count.

    `count` of cards found at `seat` or `place`; `text` in the person's own words.
    """

    situation: Situation
    seat: SeatField | None = None
    place: Place | None = None
    count: Count | None = None
    card: CardText | None = None
    text: Remark = ""


class FloorCalled(_Fact, frozen=True):
    """The dealer wants a floor person."""

    text: Remark = ""


class QuestionAnswered(_Fact, frozen=True):
    """A person answered the hub's question: `yes`, `no`, a number or a role."""

    question: Question
    value: Annotated[str, Meta(min_length=1, max_length=40)]
    seat: SeatField | None = None


class StepConfirmed(_Fact, frozen=True):
    """The dealer says that a step is done: `step`, or the first one shown that no sensor sees."""

    step: Step | None = None


class RulingOverruled(_Fact, frozen=True):
    """The floor replaces the newest ruling; `why` is recorded."""

    why: Remark


class SensorDoubted(_Fact, frozen=True):
    """A sensor's word about `place` is not to be trusted now."""

    place: Place
    why: Remark
    note: Note | None = None
    """`why` by its key, for pages in other languages."""


class WatchChanged(_Fact, frozen=True):
    """Watching began or ended; `senses` replaces what the table declares it can sense, when given."""

    watching: bool
    why: Remark = ""
    senses: tuple[SenseQuality, ...] | None = None
    note: Note | None = None
    """`why` by its key, for pages in other languages."""


class DeviceLost(_Fact, frozen=True):
    """A reader, shuffler, panel or camera does not answer; `places` are no longer watched."""

    part: DeviceText
    why: Remark
    places: tuple[Place, ...] = ()


class DeviceRestored(_Fact, frozen=True):
    """A lost part answers again."""

    part: DeviceText
    places: tuple[Place, ...] = ()


class TamperSeen(_Fact, frozen=True):
    """A cover was opened; or, in the words of `why`, `part` did what only a tampered one would."""

    part: DeviceText
    why: Remark = ""


class TimePassed(_Fact, frozen=True):
    """Table time moved on by `milliseconds`; time enters the rules only so."""

    milliseconds: Annotated[int, Meta(ge=0)]


class BreakBegan(_Fact, frozen=True):
    """The event goes on a break after this hand."""


class GapSeen(_Fact, frozen=True):
    """Envelopes of `part` are missing and could not be had again: the hand is partial."""

    part: DeviceText
    first: Annotated[int, Meta(ge=0)]
    last: Annotated[int, Meta(ge=0)]


class FactWithdrawn(_Fact, frozen=True):
    """A person takes back a fact; with no `of`, the newest one a person gave."""

    of: FactId | None = None
    why: Remark = ""


Fact = (
    TableSeen
    | CardArrived
    | CardLeft
    | CardTurned
    | CardDoubled
    | ForeignSeen
    | DeadCardReturned
    | StubHandled
    | ShufflerReported
    | DeckChecked
    | DeckHandled
    | DeckChanged
    | HandOpened
    | HandClosed
    | ActionTaken
    | RoundClosed
    | PotPushed
    | SeatChanged
    | ButtonMoved
    | LevelChanged
    | PersonReported
    | FloorCalled
    | QuestionAnswered
    | StepConfirmed
    | RulingOverruled
    | SensorDoubted
    | WatchChanged
    | DeviceLost
    | DeviceRestored
    | TamperSeen
    | TimePassed
    | BreakBegan
    | GapSeen
    | FactWithdrawn
)
