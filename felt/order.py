"""Orders: what the hub says back to a table's devices.

`Guidance` is a whole picture, newest wins, so a device that missed some needs only the last one.
"""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from felt.card import CardText
from felt.envelope import LARGEST
from felt.ids import BootText, HandId, RefText
from felt.note import Note
from felt.place import SeatField
from felt.situation import Question, Step

HOLDEM_CARDS: Final = 2
"""What a seat gets where nothing else is said."""

Sequence = Annotated[int, Meta(ge=0, le=LARGEST)]


class StepDue(Struct, frozen=True, omit_defaults=True):
    """A step that may be done now. `refs` name the cards it speaks of, `cards` those that lie face up."""

    step: Step
    text: str
    seat: SeatField | None = None
    refs: tuple[RefText, ...] = ()
    cards: tuple[CardText, ...] = ()
    sensed: bool = False


class QuestionOpen(Struct, frozen=True, omit_defaults=True):
    """A question that waits for an answer, with the answers offered."""

    question: Question
    text: str
    choices: tuple[str, ...]
    seat: SeatField | None = None


class _Order(Struct, frozen=True, omit_defaults=True, tag_field="order", tag=True):
    """Base of all orders."""


class Guidance(_Order, frozen=True):
    """What the table should do now. `serial` grows by one with each; an older one is stale.

    `seat_cards` are the most that the game gives a seat: a card beyond them is looked at longer before it is told.
    """

    serial: Sequence
    hand: HandId | None
    state: str
    stop: str | None = None
    steps: tuple[StepDue, ...] = ()
    question: QuestionOpen | None = None
    seat_cards: Annotated[int, Meta(ge=1, le=52)] = HOLDEM_CARDS


class ResendWanted(_Order, frozen=True):
    """Envelopes `first` to `last` of boot `boot` never came: publish them again."""

    boot: BootText
    first: Sequence
    last: Sequence


class Refused(_Order, frozen=True):
    """The hub will not take this device's envelopes; `why` says what would be right."""

    why: str


Order = Guidance | ResendWanted | Refused


class Ack(Struct, frozen=True):
    """The hub has committed every envelope of `boot` up to and with `sequence`."""

    boot: BootText
    sequence: Sequence


class Health(Struct, frozen=True, omit_defaults=True):
    """What a device says of itself every few seconds; `parts` maps each part to `ok` or to what is wrong.

    `notes` holds the same of the parts that are not well by its key, for pages in other languages.
    """

    watching: bool
    parts: dict[str, str]
    outbox: Sequence = 0
    version: str = ""
    notes: dict[str, Note] = {}


class Presentness(StrEnum):
    """Whether a device is there, as its last will and its first word say."""

    ONLINE = "online"
    OFFLINE = "offline"


class Availability(Struct, frozen=True, omit_defaults=True):
    """A device's retained word about itself, and its last will.

    `key` is its public signing key, base64url; the hub trusts the first one it hears from a device and no other.
    """

    state: Presentness
    key: str = ""
