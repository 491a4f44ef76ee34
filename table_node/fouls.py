"""The deck's own faults in one hand: doubled, cloned, foreign and returned dead cards, as facts that name nobody."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from felt.fact import CardDoubled, Fact, ForeignSeen
from felt.ids import Uid
from felt.place import BOARD, Place
from firmware_bridge.reading import AntennaRead
from hardware.deck import DeckFile
from table_node.integrity import ForeignWatch, could_bleed, twins_in
from table_node.presence import Twofold
from table_node.scene import Scene

_MAJORITY: Final = 3
"""By how many cards the deck in play must outnumber a stranger among them."""


class Fouls:
    """Watches the decks of one table. Each fault is told once in a hand."""

    def __init__(
        self, scene: Scene, decks: Iterable[DeckFile], looks: int, *, strange: Iterable[Uid], told: Iterable[Uid]
    ) -> None:
        """`strange` and `told` are what was known before a restart."""
        self._scene = scene
        self._strange = set(strange)
        self._foreign = ForeignWatch(scene.cards, looks)
        self._twins = twins_in(decks)
        self._told = set(told)

    @property
    def faults(self) -> Counter[str]:
        """Reads that were not believed, by cause."""
        return self._foreign.faults

    @property
    def told(self) -> frozenset[Uid]:
        """Tags whose fault was told in this hand."""
        return frozenset(self._told)

    def new_hand(self) -> None:
        """What is still wrong in the next hand is told again."""
        self._told.clear()

    def is_card(self, uid: Uid) -> bool:
        """True for a card of a deck, or a foreign one that was met before."""
        return uid in self._scene.cards or uid in self._strange

    def meet(self, place: Place, read: AntennaRead) -> AntennaRead:
        """The look as far as it is believed, without the tags that are no cards.

        A tag of no deck that is read again and again is a card too, a foreign one; until then looks are unclean.
        """
        strangers = [uid for uid in read.uids if not self.is_card(uid)]
        if not strangers and not self._foreign.waiting:
            return read
        known = {*read.uids, *self._scene.lying(place)} - {*strangers}
        verdict = self._foreign.look(place, strangers, known)
        self._strange.update(verdict.certain)
        uids = tuple(uid for uid in read.uids if self.is_card(uid))
        return replace(read, uids=uids, clean=read.clean and not verdict.doubtful)

    def arrived(self, uid: Uid) -> list[Fact]:
        """What is wrong with a card that has just come."""
        if not self._scene.in_hand(uid):
            return []
        if uid in self._strange:
            return [self._foreign_seen(uid)] if self._first_time(uid) else []
        return [*self._doubled(uid), *self._mixed()]

    def cloned(self, event: Twofold) -> list[Fact]:
        """One tag at two places that are too far apart for one card."""
        if could_bleed(event.home, event.other) or not self._first_time(event.uid):
            return []
        return [CardDoubled()]

    def _doubled(self, uid: Uid) -> list[Fact]:
        facts: list[Fact] = []
        for twin in self._twins.get(uid, ()):
            if self._scene.in_hand(twin) and self._first_time(uid, twin):
                shown, other = self._scene.shown(uid), self._scene.shown(twin)
                facts.append(CardDoubled(shown if other is not None else None))
        return facts

    def _mixed(self) -> list[Fact]:
        """Cards of another deck among those of the deck in play, told only when it is plain which is which."""
        owner = self._scene.deck_of
        held = [uid for uid in self._scene.tokens.living() if uid in owner and self._scene.in_hand(uid)]
        decks = Counter(owner[uid] for uid in held)
        if len(decks) < 2:
            return []
        (main, most), (_, second) = decks.most_common(2)
        if most < second + _MAJORITY:
            return []
        return [self._foreign_seen(uid) for uid in held if owner[uid] != main and self._first_time(uid)]

    def _first_time(self, *uids: Uid) -> bool:
        fresh = not self._told & set(uids)
        self._told |= set(uids)
        return fresh

    def _foreign_seen(self, uid: Uid) -> ForeignSeen:
        """Told with its place only where cards lie face up."""
        return ForeignSeen(BOARD if self._scene.whereabouts.home(uid) == BOARD else None)
