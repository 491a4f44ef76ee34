"""The statements of a hand script, each a frozen record with the line it stands on."""

from enum import StrEnum

from msgspec import Struct

from felt.card import Card
from felt.fact import By, DeckEvent, Face, SeatStatus, StubEvent
from felt.place import Place, SeatNo
from felt.setup import TableSetup
from felt.situation import Action, Kind, Question, Situation, Step


class _Line(Struct, frozen=True, kw_only=True, tag=True):
    """Base of all statements: the line of the file it stands on, from 1."""

    line: int


class HandStarts(_Line, frozen=True):
    """`hand`: first riffle, or the shuffler's button."""


class DeckCount(_Line, frozen=True):
    """`deck 51 missing 7c`, `deck 53 twice Ks`, `deck 53 foreign`: the deck check's report."""

    count: int
    missing: tuple[Card, ...] = ()
    twice: tuple[Card, ...] = ()
    foreign: int = 0


class DeckDone(_Line, frozen=True):
    """`shuffled`, `riffled`, `cut`."""

    what: DeckEvent


class Deal(_Line, frozen=True):
    """`deal 4 down [Kh]`, `deal 4 up Kh`: one card lands at a seat."""

    seat: SeatNo
    face: Face
    card: Card | None = None


class DealRound(_Line, frozen=True):
    """`deal round`: one card to every entitled seat, in order."""


class DealAll(_Line, frozen=True):
    """`deal all`: the rounds still missing before the first betting."""


class Seen(_Line, frozen=True):
    """`seen 4 Kh`: a face-down card of the seat is seen face up."""

    seat: SeatNo
    card: Card


class Burns(_Line, frozen=True):
    """`burn [Kd]`, `burn up Kd`: one card to the burn place."""

    card: Card | None = None
    face: Face = Face.DOWN


class BoardDealt(_Line, frozen=True):
    """`board 9c 2d Jh`: cards land on the board together; None is one that lies face down."""

    cards: tuple[Card | None, ...]


class Acts(_Line, frozen=True):
    """`4 folds`, `4 raises 900`: a player acts; a fold brings the hand to the muck, but for `keeping` cards."""

    seat: SeatNo
    action: Action
    amount: int | None = None
    keeping: int = 0


class RoundCloses(_Line, frozen=True):
    """`closed`: the betting round was closed."""


class MuckHand(_Line, frozen=True):
    """`muck 4`, `muck 4 1`, `muck 4 by dealer`: a seat's cards, or some of them, arrive in the muck."""

    seat: SeatNo
    cards: int | None = None
    by: By = By.UNKNOWN


class MuckPlace(_Line, frozen=True):
    """`muck board`, `muck stub`."""

    place: Place


class Moves(_Line, frozen=True):
    """`moves 7c muck stub`: one known card goes from a place to another."""

    card: Card
    origin: Place
    place: Place


class Pushes(_Line, frozen=True):
    """`pushed 4`: a pot goes to a seat."""

    seat: SeatNo


class Takes(_Line, frozen=True):
    """`take Jh`: a card is lifted out of its place and set aside."""

    card: Card


class Returns(_Line, frozen=True):
    """`return Jh`, `return all`: set-aside cards go into the stub; None is all of them."""

    card: Card | None = None


class StubDone(_Line, frozen=True):
    """`stub shuffled`, `stub cut`, `stub dropped`, `stub mixed muck,burns`, `stub exposed 9d`."""

    what: StubEvent
    mixed_with: tuple[Place, ...] = ()
    card: Card | None = None


class Shows(_Line, frozen=True):
    """`shows 4 Kh`: the player turned a card up."""

    seat: SeatNo
    card: Card


class TurnsBoard(_Line, frozen=True):
    """`turns board 9c`: a face-down board card was turned."""

    card: Card


class Waits(_Line, frozen=True):
    """`wait 60s`: table time passes."""

    milliseconds: int


class BreakStarts(_Line, frozen=True):
    """`break`: the event goes on a break after this hand."""


class SeatChanges(_Line, frozen=True):
    """`leaves 5`, `back 5`, `joins 7`."""

    seat: SeatNo
    status: SeatStatus


class LevelMoves(_Line, frozen=True):
    """`level 200/400`."""

    small: int
    big: int


class Notices(_Line, frozen=True):
    """`notice WORD [ARGS]`: a person reports it. `word` is a situation or one of the short words."""

    word: str
    situation: Situation | None = None
    seat: SeatNo | None = None
    place: Place | None = None
    count: int | None = None
    card: Card | None = None


class Answers(_Line, frozen=True):
    """`answer ID [SEAT] VALUE`: the dealer or the floor answers the hub's question."""

    question: Question
    value: str
    seat: SeatNo | None = None


class Overrules(_Line, frozen=True):
    """`overrule TEXT`: the floor replaces the last ruling."""

    text: str


class Confirms(_Line, frozen=True):
    """`done`: the dealer confirms a step that no sensor sees."""


class HandEnds(_Line, frozen=True):
    """`end`: the pot was pushed."""


class Among(StrEnum):
    """How an expected ruling must stand among those given."""

    SOME = "some"
    ONLY = "only"
    NOT = "not"


class ExpectNone(_Line, frozen=True):
    """`expect none`: no ruling, no question."""


class ExpectRuling(_Line, frozen=True):
    """`expect [only|not] KIND [SITUATION] [SEAT] [CLAUSE]`. `book` is given where the clause is written `BOOK:ID`."""

    kind: Kind
    among: Among = Among.SOME
    situation: Situation | None = None
    seat: SeatNo | None = None
    clause: str | None = None
    book: str | None = None


class ExpectAsk(_Line, frozen=True):
    """`expect ask ID [SEAT]`."""

    question: Question
    seat: SeatNo | None = None


class ExpectStep(_Line, frozen=True):
    """`expect step ID [SEAT] [CARDS]`."""

    step: Step
    seat: SeatNo | None = None
    cards: tuple[Card, ...] = ()


class ExpectBurnsDue(_Line, frozen=True):
    """`expect burns-due N`."""

    count: int


class ExpectComplete(_Line, frozen=True):
    """`expect complete`: the running procedure was seen through."""


class ExpectBoard(_Line, frozen=True):
    """`expect board 9c 2d Jh`; None is a face-down card."""

    cards: tuple[Card | None, ...]


class ExpectBurns(_Line, frozen=True):
    """`expect burns N`: cards lying at the burn place."""

    count: int


class ExpectLive(_Line, frozen=True):
    """`expect live 1,4,5`: the seats whose hands live."""

    seats: tuple[SeatNo, ...]


class ExpectButton(_Line, frozen=True):
    """`expect button 4`."""

    seat: SeatNo


class ExpectState(_Line, frozen=True):
    """`expect state betting-2`."""

    state: str


Event = (
    HandStarts
    | DeckCount
    | DeckDone
    | Deal
    | DealRound
    | DealAll
    | Seen
    | Burns
    | BoardDealt
    | Acts
    | RoundCloses
    | MuckHand
    | MuckPlace
    | Moves
    | Pushes
    | Takes
    | Returns
    | StubDone
    | Shows
    | TurnsBoard
    | Waits
    | BreakStarts
    | SeatChanges
    | LevelMoves
    | Notices
    | Answers
    | Overrules
    | Confirms
    | HandEnds
)
Expectation = (
    ExpectNone
    | ExpectRuling
    | ExpectAsk
    | ExpectStep
    | ExpectBurnsDue
    | ExpectComplete
    | ExpectBoard
    | ExpectBurns
    | ExpectLive
    | ExpectButton
    | ExpectState
)
Statement = Event | Expectation

STATES = (
    "dealing",
    "betting-1",
    "betting-2",
    "betting-3",
    "betting-4",
    "betting-5",
    "between",
    "procedure",
    "showdown",
    "over",
)
"""The words of `expect state`."""


class Script(Struct, frozen=True):
    """A hand script: the file it came from, the table's terms, and what happened and must be ruled, in order."""

    name: str
    setup: TableSetup
    statements: tuple[Statement, ...]
