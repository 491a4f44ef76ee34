"""Cards that do not belong: one of another deck, a joker of none, and a second copy of one that is in play."""

from typing import Final

from msgspec import Struct

from felt.ids import Uid
from hardware.virtual.robot.hands import Hands
from hardware.virtual.robot.truth import Mistake


class Strangers(Struct, frozen=True):
    """The cardboard that may get into a robot's deck: a card of `other` deck, a `joker`, and `twin`, `of` which one.

    What a table has not got is None, and that mistake does not happen there.
    """

    other: Uid
    joker: Uid | None = None
    twin: Uid | None = None
    of: Uid | None = None

    def allows(self, mistake: Mistake) -> bool:
        """True when the cardboard for the mistake is there."""
        if mistake is Mistake.JOKER_ON_FLOP:
            return self.joker is not None
        return mistake is not Mistake.DUPLICATE_CARD or (self.twin is not None and self.of is not None)


class Guest:
    """One card at a time that takes another one's place in the deck until the hand is over."""

    def __init__(self, hands: Hands) -> None:
        self._hands: Final = hands
        self.uid: Uid | None = None
        self._swapped: Uid | None = None

    def slip_in(self, uid: Uid, *, keep: Uid | None = None) -> None:
        """Take a card out, any but `keep`, and put `uid` into the stub for it."""
        stub = self._hands.stub
        at = next(at for at in range(len(stub) - 1, -1, -1) if stub[at] != keep)
        self._swapped, self.uid = stub.pop(at), uid
        self._hands.field.remove(self._swapped)
        self._hands.field.add(uid)
        stub.append(uid)

    def put(self, uid: Uid, depth: int) -> None:
        """Lay a card of the stub so that `depth` others are dealt before it."""
        stub = self._hands.stub
        stub.remove(uid)
        stub.insert(len(stub) - depth, uid)

    def leaves(self) -> None:
        """The deck is right again; nothing happens when no guest is in it."""
        if self.uid is None or self._swapped is None:
            return
        self._hands.stub.remove(self.uid)
        self._hands.field.remove(self.uid)
        self._hands.field.add(self._swapped)
        self._hands.stub.append(self._swapped)
        self.uid = self._swapped = None
