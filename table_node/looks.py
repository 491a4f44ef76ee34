"""What a camera says again and again of one card, and how long it has said so."""

from dataclasses import dataclass

from felt.card import Card
from felt.clock import Nanos
from felt.place import Place
from vision.sighting import Sighting, TrackNo

Look = TrackNo | tuple[Place, Card | None]
"""What a camera calls a card: its track, or its place and name where the camera follows no card."""


def look_of(seen: Sighting) -> Look:
    """What the camera calls the card of this sighting."""
    return (seen.place, seen.card) if seen.track is None else seen.track


@dataclass(frozen=True, slots=True)
class Stranger:
    """What was said again and again of one card."""

    first: Sighting
    last: Sighting
    looks: int = 1

    def again(self, seen: Sighting) -> "Stranger":
        """With one more sighting; another word than the last one begins anew."""
        if (seen.card, seen.face, seen.place) != (self.last.card, self.last.face, self.last.place):
            return Stranger(seen, seen)
        return Stranger(self.first, seen, self.looks + 1)

    def lasted(self, span: Nanos, looks: int) -> bool:
        """True when it was said so long and so often."""
        return self.looks >= looks and self.last.ended - self.first.ended >= span
