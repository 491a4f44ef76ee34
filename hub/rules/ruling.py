"""What the rules say: rulings, questions, steps, and the picture of a table that every view is made from."""

from msgspec import Struct

from felt.card import Card
from felt.clock import Nanos
from felt.fact import Face, Fact
from felt.ids import FactId, HandId, Ref
from felt.note import Note
from felt.place import SeatNo
from felt.situation import Kind, Question, Sense, Situation, Step
from hub.rules.irregularity import Irregularity


class StepPlan(Struct, frozen=True, omit_defaults=True):
    """One step of a procedure. `refs` are the cards it speaks of; `cards` their identities where face up.

    `sensed`: the table's sensors will see it done, so no tap is needed.
    """

    step: Step
    text: str
    seat: SeatNo | None = None
    refs: tuple[Ref, ...] = ()
    cards: tuple[Card, ...] = ()
    sensed: bool = False


class Ruling(Struct, frozen=True, omit_defaults=True):
    """One answer of one book to one irregularity.

    `book` is the pack whose clause answers (a parent's when the table's own book is silent); `says` the clause in a
    sentence; `because` the facts and terms that made it apply, as a floor person would say them; `options` are the
    floor's when the kind is `floor`; `evidence` the facts it rests on; `event` what was ruled on. The steps of a ruling
    `after_hand` wait until the hand is over.
    """

    number: int
    hand: HandId
    kind: Kind
    situation: Situation
    book: str
    clause: str
    says: str
    because: str
    seat: SeatNo | None = None
    refs: tuple[Ref, ...] = ()
    cards: tuple[Card, ...] = ()
    steps: tuple[StepPlan, ...] = ()
    options: tuple[str, ...] = ()
    evidence: tuple[FactId, ...] = ()
    event: Irregularity | None = None
    after_hand: bool = False
    burns: int = 0
    """How many burns more, or fewer, the next street needs."""
    edition: str = ""
    """Which edition of `book` the clause stands in."""
    terms: tuple[str, ...] = ()
    """The terms that made the clause apply, by name, as `because` tells them; for pages in other languages."""


class _Outcome(Struct, frozen=True, omit_defaults=True, tag_field="outcome", tag=True):
    """Base of what a fact led to."""


class RulingGiven(_Outcome, frozen=True):
    """The book answered. `supersedes` is the number of a ruling it replaces."""

    ruling: Ruling
    supersedes: int | None = None


class RulingWithdrawn(_Outcome, frozen=True):
    """A ruling falls: overruled by the floor, or its evidence was taken back."""

    number: int
    why: str


class QuestionAsked(_Outcome, frozen=True):
    """The hub needs to know something that no sensor tells."""

    question: Question
    text: str
    choices: tuple[str, ...] = ("yes", "no")
    seat: SeatNo | None = None
    about: Irregularity | None = None
    book: str = ""
    """In whose words it is asked, where books define them differently."""
    term: str = ""
    """The book's term that hangs on it."""


class QuestionClosed(_Outcome, frozen=True):
    """A question was answered, or no longer matters."""

    question: Question
    seat: SeatNo | None = None
    value: str | None = None
    book: str = ""
    about: Irregularity | None = None
    """Which of the open questions of that name and seat; None: all of them."""
    term: str = ""


class StepDone(_Outcome, frozen=True):
    """A step of ruling `number` was seen or confirmed."""

    number: int
    step: Step
    index: int = 0


class RulingWidened(_Outcome, frozen=True):
    """More cards of the same error came: ruling `number` and its steps speak of them too."""

    number: int
    refs: tuple[Ref, ...]
    cards: tuple[Card, ...] = ()


class ProcedureCompleted(_Outcome, frozen=True):
    """The procedure of ruling `number` is over: every step is done, or what is left of them is needless."""

    number: int


class StopShown(_Outcome, frozen=True):
    """Prevention: a card is about to come, or came, too early. No ruling yet."""

    text: str


class StopCleared(_Outcome, frozen=True):
    """The reason to stop is gone."""


class Noted(_Outcome, frozen=True):
    """Something for the page that is no ruling: an unseen burn, a doubtful seat. `text` is English, `note` its key.

    An old record has no key.
    """

    text: str
    seat: SeatNo | None = None
    note: Note | None = None


class DoubtHeld(_Outcome, frozen=True):
    """The sensors suggest `event`, but a slower sensor or the tracker may still explain it: held until `due`."""

    event: Irregularity
    due: Nanos


class DoubtDropped(_Outcome, frozen=True):
    """What was held is explained, or was ruled."""

    event: Irregularity


class HandBegan(_Outcome, frozen=True):
    """A hand opened; `redeal_of` names the hand that a misdeal ended. `partial` says why no sensor rules on it."""

    hand: HandId
    redeal_of: HandId | None = None
    button: SeatNo | None = None
    small: SeatNo | None = None
    big: SeatNo | None = None
    seats: tuple[SeatNo, ...] = ()
    partial: str | None = None
    rulebook: str = ""
    edition: str = ""
    """The edition of the rulebook that this hand is ruled by."""
    note: Note | None = None
    """`partial` by its key."""


class HandEnded(_Outcome, frozen=True):
    """A hand is over."""

    hand: HandId


class Retold(_Outcome, frozen=True):
    """What one fact leads to now that another one was taken back."""

    fact: FactId
    outcomes: tuple["Outcome", ...] = ()


class HandRefolded(_Outcome, frozen=True):
    """A fact was taken back: everything since is told again. The outcomes beside it only say what changed.

    `withdrawn` are all facts that do not count any more.
    """

    withdrawn: tuple[FactId, ...]
    history: tuple[Retold, ...] = ()


Outcome = (
    RulingGiven
    | RulingWithdrawn
    | QuestionAsked
    | QuestionClosed
    | StepDone
    | RulingWidened
    | ProcedureCompleted
    | StopShown
    | StopCleared
    | Noted
    | DoubtHeld
    | DoubtDropped
    | HandBegan
    | HandEnded
    | HandRefolded
)


class SeatPicture(Struct, frozen=True):
    """One seat as a floor person needs it. `amber`: the sensors suggest something here that they do not prove."""

    seat: SeatNo
    entitled: bool
    at_table: bool
    dealt_in: bool
    cards: int
    live: bool
    to_act: bool = False
    amber: str | None = None
    shown: tuple[Card, ...] = ()
    note: Note | None = None
    """`amber` by its key."""


class BoardCard(Struct, frozen=True):
    """A card lying on the board; `card` when its face is up and read."""

    ref: Ref
    face: Face
    card: Card | None = None


class StepPicture(Struct, frozen=True):
    """A step of the open procedure: `state` is done, due or later."""

    plan: StepPlan
    state: str


class ProcedurePicture(Struct, frozen=True):
    """The open procedure and where it stands."""

    ruling: Ruling
    steps: tuple[StepPicture, ...]


class LastSaid(Struct, frozen=True):
    """The newest word of a person that counts: what taking back takes back."""

    id: FactId
    fact: Fact


class TablePicture(Struct, frozen=True):
    """Everything a view may show of a table; holds no hidden card.

    `state`: waiting, dealing, betting-1 to betting-5, between, procedure, showdown or over. `partial`: this hand's
    opening was not seen, or facts are missing, so no sensor rules on it. `stop_step` is what the stop asks a person
    to do and to confirm; None where only waiting helps.
    """

    rulebook: str
    game: str
    state: str
    hand: HandId | None
    redeal_of: HandId | None
    partial: str | None
    watching: bool
    not_watching_why: str
    watched: tuple[Sense, ...]
    unwatched: tuple[Sense, ...]
    button: SeatNo | None
    seats: tuple[SeatPicture, ...]
    board: tuple[BoardCard, ...]
    burns: int
    burns_due: int
    stop: str | None
    question: QuestionAsked | None
    procedure: ProcedurePicture | None
    rulings: tuple[Ruling, ...]
    notes: tuple[Noted, ...]
    stop_step: Step | None = None
    last_said: LastSaid | None = None
    partial_note: Note | None = None
    not_watching_note: Note | None = None
    """`partial` and `not_watching_why` by their keys."""
