"""What is wrong with the deck itself, found by tag: doubled, cloned and foreign cards. Names no hidden card."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from felt.card import Card
from felt.ids import Uid
from felt.place import Place, Spot

_SMALLEST_LAST_SEAT = 5
_RANDOM_ID_DIGITS = 8
_RANDOM_ID = "08"
"""A 4-byte identifier that begins so is drawn anew at each power-up: a telephone, never a card (ISO 14443-3)."""


def could_be_card(uid: Uid) -> bool:
    """False for an identifier that no card's tag bears."""
    return not (len(uid) == _RANDOM_ID_DIGITS and uid.startswith(_RANDOM_ID))


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


class ForeignWatch:
    """Unknown identifiers: a wrong read comes once, a strange card comes again and again."""

    def __init__(self, looks: int) -> None:
        self._looks = looks
        self._runs: dict[tuple[Place, Uid], int] = {}
        self._reported: set[Uid] = set()
        self.faults: Counter[str] = Counter()
        """Reads that were not believed, by cause."""

    def look(self, place: Place, strangers: Iterable[Uid], present: Iterable[Uid]) -> list[Uid]:
        """Take in one look's unknown identifiers, beside the known tags there; those that are certainly foreign now."""
        known = tuple(present)
        found = set()
        for uid in strangers:
            if not could_be_card(uid):
                self.faults["no card"] += 1
            elif is_collision(uid, known):
                self.faults["collision"] += 1
            else:
                found.add(uid)
        for key in [key for key in self._runs if key[0] == place and key[1] not in found]:
            if self._runs.pop(key) < self._looks:
                self.faults["wrong read"] += 1
        fresh = []
        for uid in found:
            run = self._runs[(place, uid)] = self._runs.get((place, uid), 0) + 1
            if run == self._looks and uid not in self._reported:
                self._reported.add(uid)
                fresh.append(uid)
        return fresh

    def new_hand(self) -> None:
        """A card that is still foreign in the next hand is reported again."""
        self._reported.clear()
        self._runs.clear()


class DoubleWatch:
    """Two tags of one deck that carry the same card, both in one hand; or one tag at two places."""

    def __init__(self, doubled: Mapping[Card, tuple[Uid, ...]]) -> None:
        self._twins = {uid: tuple(t for t in uids if t != uid) for uids in doubled.values() for uid in uids}
        self.reported: set[Uid] = set()

    def twins(self, uid: Uid) -> tuple[Uid, ...]:
        """The other tags that carry the same card."""
        return self._twins.get(uid, ())

    def report(self, *uids: Uid) -> bool:
        """True the first time in a hand that one of these is to be told."""
        fresh = not self.reported & set(uids)
        self.reported |= set(uids)
        return fresh

    def new_hand(self) -> None:
        """A deck that is still fouled in the next hand is reported again."""
        self.reported.clear()
