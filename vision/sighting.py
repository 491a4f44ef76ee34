"""What a camera says: the cards that it sees at places. Imports no image library, so that any room may read it.

On the wire each is one line of JSON, told apart by its `type`.
"""

from typing import Annotated, NewType

from msgspec import Meta, Struct

from felt.card import CardText
from felt.clock import Nanos
from felt.fact import Face, Share
from felt.ids import DeviceId
from felt.note import Note
from felt.place import Place

TrackNo = NewType("TrackNo", int)
"""The number under which one piece of cardboard is followed while it lies where it lies; no two in one run share it.

A card that a hand covers for a while keeps its number; one that is lifted and laid down anew gets another.
"""

TrackField = Annotated[TrackNo, Meta(ge=0)]


class Sighting(Struct, frozen=True, tag=True):
    """A settled look at one card, `began` to `ended` (ns); `card` when its face is up and read with `confidence`.

    A card that lies in clear view is told again and again. `track` is None for a camera that follows no card.
    """

    camera: DeviceId
    place: Place
    face: Face
    began: Nanos
    ended: Nanos
    card: CardText | None = None
    confidence: Share = 1.0
    track: TrackField | None = None


class View(Struct, frozen=True, tag=True):
    """A look at a whole place, `began` to `ended` (ns): the cards that lie there, by their tracks.

    `clear` when nothing covers any of the place: what is not listed does not lie there then.
    """

    camera: DeviceId
    place: Place
    began: Nanos
    ended: Nanos
    cards: tuple[TrackField, ...] = ()
    clear: bool = True


class Condition(Struct, frozen=True, tag=True):
    """How the camera stands at `at` (ns): what is wrong with it in a few words, empty when all is well; `note` its key.

    Said when it changes, and again and again; a camera that is not well tells of no card.
    """

    camera: DeviceId
    at: Nanos
    trouble: Annotated[str, Meta(max_length=400)] = ""
    note: Note | None = None


Seen = Sighting | View | Condition
"""All that a camera's process says."""


class TableWord(Struct, frozen=True, tag=True):
    """What the table's node says back, again and again: whether cards may lie hidden on the table now.

    While they may, or nobody says, no picture of the table is shown to anyone.
    """

    hidden: bool
    at: Nanos
