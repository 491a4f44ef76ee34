"""A camera's view of a field by its regions: which card lies in which of them, and the number it is followed by."""

from collections.abc import Iterable

from msgspec import Struct

from felt.clock import Nanos
from felt.fact import Face
from felt.ids import DeviceId, Uid
from felt.place import BOARD, Place, Spot
from hardware.virtual.field import Lying
from vision.sighting import TrackNo, View


class Stay(Struct, frozen=True):
    """A card since it was laid where it lies: the region it lies in, and its number."""

    since: Nanos
    place: Place
    region: Place
    track: TrackNo


class Overlook:
    """Follows the cards in a camera's regions. A board of slots takes its cards in the order in which they come.

    Does not imitate: cards over two regions, and a tracker that loses one.
    """

    def __init__(self, camera: DeviceId, regions: Iterable[Place]) -> None:
        self.regions = tuple(regions)
        self._camera = camera
        self._stays: dict[Uid, Stay] = {}
        self._next = 0

    def watches(self, place: Place) -> bool:
        """True where cards at `place` lie in a region."""
        return place in self.regions or (place == BOARD and bool(self._slots()))

    def follow(self, cards: Iterable[Lying]) -> dict[Uid, Stay]:
        """The stay of each of `cards`, which are all that lie in a region; backs are followed where burns lie."""
        lying = [card for card in cards if self.watches(card.place)]
        kept = {card.uid: stay for card in lying if (stay := self._stays.get(card.uid)) and _same(stay, card)}
        self._stays = kept
        for card in lying:
            if card.uid not in kept:
                kept[card.uid] = Stay(card.since, card.place, self._region(card.place), TrackNo(self._next))
                self._next += 1
        return kept

    def views(self, seen: Iterable[Stay], covered: Iterable[Place], began: Nanos, ended: Nanos) -> list[View]:
        """Every region with the cards that are seen in it; `covered` are those over which something lies."""
        stays, hidden = tuple(seen), frozenset(covered)
        return [
            View(
                self._camera,
                region,
                began,
                ended,
                tuple(stay.track for stay in stays if stay.region == region),
                region not in hidden,
            )
            for region in self.regions
        ]

    def _slots(self) -> list[Place]:
        return [region for region in self.regions if region.spot is Spot.BOARD and region.number is not None]

    def _region(self, place: Place) -> Place:
        if place in self.regions:
            return place
        taken = {stay.region for stay in self._stays.values()}
        slots = self._slots()
        return next((slot for slot in slots if slot not in taken), slots[-1])


def in_sight(card: Lying) -> bool:
    """True for a card that a camera can tell of: its face, or its back among the burns."""
    return card.face is Face.UP or card.place.spot is Spot.BURN


def _same(stay: Stay, card: Lying) -> bool:
    return (stay.since, stay.place) == (card.since, card.place)
