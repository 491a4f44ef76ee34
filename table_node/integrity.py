"""Tags alone: which could be cards, which are wrong reads, which could bleed, which are twins."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from felt.ids import Uid
from felt.place import Place, Spot
from hardware.deck import DeckFile

_SMALLEST_LAST_SEAT = 5


def make_of(uid: Uid) -> tuple[int, str]:
    """What a tag's make shows of itself: the length of its identifier and the first byte.

    E0 begins every ISO 15693 tag; 04 is NXP's among ISO 14443A tags; 08 with 4 bytes is a telephone's random number.
    """
    return len(uid), uid[:2]


def is_collision(uid: Uid, present: Iterable[Uid]) -> bool:
    """True when two tags answering at once would look like `uid`: the bitwise OR of both (seen with ISO 15693)."""
    try:
        wanted = int(uid, 16)
        inside = [number for other in set(present) - {uid} if (number := int(other, 16)) | wanted == wanted]
    except ValueError:
        return False
    return any(a | b == wanted for a, b in combinations(inside, 2))


def could_bleed(one: Place, other: Place) -> bool:
    """True when one tag might be read at both places: neighbouring seats, or anything near the dealer's end.

    Only two seats with another seat between them are certainly too far apart; seat 1 and the last sit side by side.
    """
    if one.spot is not Spot.SEAT or other.spot is not Spot.SEAT or one.number is None or other.number is None:
        return True
    low, high = sorted((one.number, other.number))
    return high - low < 2 or (low == 1 and high >= _SMALLEST_LAST_SEAT)


class Verdict(NamedTuple):
    """`certain`: tags that are cards, if of no deck. `doubtful`: the look may have hidden other tags."""

    certain: tuple[Uid, ...]
    doubtful: bool


class ForeignWatch:
    """Unknown identifiers: a wrong read comes once, a strange card comes again and again.

    Only tags of a make that the decks bear are cards; a room key or a telephone on the felt is not.
    """

    def __init__(self, known: Iterable[Uid], looks: int) -> None:
        self._makes = {make_of(uid) for uid in known}
        self._looks = looks
        self._runs: dict[tuple[Place, Uid], int] = {}
        self.faults: Counter[str] = Counter()
        """Reads that were not believed, by cause."""

    @property
    def waiting(self) -> bool:
        """True while an unknown identifier may come again."""
        return bool(self._runs)

    def look(self, place: Place, strangers: Iterable[Uid], present: Iterable[Uid]) -> Verdict:
        """Take in one look's unknown identifiers, beside the known tags there."""
        known = tuple(present)
        found = set()
        collided = False
        for uid in strangers:
            if make_of(uid) not in self._makes:
                self.faults["no card"] += 1
            elif is_collision(uid, known):
                self.faults["collision"] += 1
                collided = True
            else:
                found.add(uid)
        for key in [key for key in self._runs if key[0] == place and key[1] not in found]:
            del self._runs[key]
            self.faults["wrong read"] += 1
        certain = []
        for uid in sorted(found):
            run = self._runs[(place, uid)] = self._runs.get((place, uid), 0) + 1
            if run >= self._looks:
                certain.append(uid)
                del self._runs[(place, uid)]
        return Verdict(tuple(certain), doubtful=collided or len(certain) < len(found))


def twins_in(decks: Iterable[DeckFile]) -> dict[Uid, tuple[Uid, ...]]:
    """For each tag the other tags of its own deck that carry the same card."""
    groups = [uids for deck in decks for uids in deck.doubled().values()]
    return {uid: tuple(twin for twin in uids if twin != uid) for uids in groups for uid in uids}
