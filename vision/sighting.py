"""What a camera says: a card seen at a place. Imports no image library, so that any room may read it."""

from msgspec import Struct

from felt.card import CardText
from felt.clock import Nanos
from felt.fact import Face, Share
from felt.ids import DeviceId
from felt.place import Place


class Sighting(Struct, frozen=True):
    """A settled look at one card, `began` to `ended` (ns); `card` when its face is up and read with `confidence`."""

    camera: DeviceId
    place: Place
    face: Face
    began: Nanos
    ended: Nanos
    card: CardText | None = None
    confidence: Share = 1.0
