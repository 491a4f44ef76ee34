"""What becomes of cards that come and go: facts of them, and what they are called, through the ends of hands."""

from collections.abc import Collection
from typing import Final

from felt.clock import Nanos, seconds
from felt.fact import Between, CardArrived, CardLeft, DeadCardReturned, Face, Fact, Presence, TableSeen
from felt.ids import Ref, Uid
from felt.place import Place, Spot
from table_node.eye import Eye
from table_node.fouls import Fouls
from table_node.presence import Moved
from table_node.scene import Scene
from table_node.tokens import DEAD, LIVE, Token

REDEALT_NS: Final = seconds(1.0)
"""Nobody gathers a card, shuffles and deals it again in less."""
_STUB: Final = frozenset({Spot.STUB, Spot.SHUFFLER})


class Lives:
    """The cards of one table between stub and stub. `over`: the end of the hand was seen, the next one not yet."""

    def __init__(self, scene: Scene, eye: Eye, fouls: Fouls, *, over: bool) -> None:
        self._scene = scene
        self._eye = eye
        self._fouls = fouls
        self.over = over
        self._ended_at: Nanos | None = None
        self._lifted: dict[Uid, tuple[Moved, Token]] = {}
        """Cards of this hand that went out of sight: gathered, or in a player's hand."""

    def new_hand(self) -> None:
        """A hand begins."""
        self._lifted.clear()
        self.over = False

    def end_hand(self, at: Nanos) -> None:
        """Every card goes to the stub now."""
        self.over = True
        self._ended_at = at
        for uid, token in self._scene.tokens.living().items():
            if self._scene.whereabouts.home(uid) is None:
                self._scene.tokens.end(uid)
            else:
                token.over = True

    def send_back(self, returning: set[Ref]) -> None:
        """Cards named by a `return` step die with their next absence, or with the step when they are out of sight."""
        for uid, token in self._scene.tokens.living().items():
            if token.returning and token.ref not in returning and self._scene.whereabouts.home(uid) is None:
                self._scene.tokens.end(uid)
            token.returning = token.ref in returning

    def snapshot(self, before: dict[Uid, Place], lying: Collection[Uid]) -> TableSeen:
        """What lies there of the cards `lying`; `before` says where they lay when they were seen last."""
        cards = []
        for uid, place in self._scene.whereabouts.homes().items():
            if uid not in lying:
                continue
            if place.spot in _STUB:
                self._scene.tokens.end(uid)
                continue
            fresh = uid not in self._scene.tokens or before.get(uid) != place
            token = self._scene.tokens.of(uid)
            if fresh:
                self._lay(uid, token, place, Nanos(0))
            elif self._eye.saw_face_up(uid, place, Nanos(0)):
                token.face = Face.UP
            cards.append(Presence(place, token.ref, token.face, self._scene.shown(uid)))
        return TableSeen(tuple(cards))

    def moved(self, event: Moved) -> list[Fact]:
        """A card left a place, came to one, or both."""
        facts: list[Fact] = []
        uid, token = event.uid, self._scene.tokens.get(event.uid)
        if token is not None and event.origin is not None:
            facts.append(CardLeft(event.origin, token.ref, event.left))
            if event.place is None:
                self._lifted[uid] = (event, token)
            if token.ending and self._passed_the_stub(event):
                self._scene.tokens.end(uid)
        if event.place is None:
            return facts
        return facts + self._arrived(uid, event.place, event.arrived)

    def _arrived(self, uid: Uid, place: Place, between: Between) -> list[Fact]:
        if place.spot in _STUB:
            self._scene.tokens.end(uid)
            return []
        self._lay_back(uid, place, between)
        token = self._scene.tokens.of(uid)
        if self.over and (place.spot in DEAD or self._lies_ungathered() or self._just_ended(between)):
            token.over = True  # no hand begins there or then: it is one of the last one's, and goes to the stub with it
        returned_from = self._lay(uid, token, place, between.after)
        facts: list[Fact] = [CardArrived(place, token.ref, token.face, between, card=self._scene.shown(uid))]
        facts += self._fouls.arrived(uid)
        if returned_from is not None:
            facts.append(DeadCardReturned(place, token.ref, returned_from))
        return facts

    def _lay(self, uid: Uid, token: Token, place: Place, since: Nanos) -> Place | None:
        """Note that a card came to `place` after `since`; where it was dead, when it comes back from there."""
        token.lands(place)
        if self._eye.saw_face_up(uid, place, since):
            token.face = Face.UP
        returned_from = token.dead_at if place.spot in LIVE else None
        token.dead_at = place if place.spot in DEAD else None
        return returned_from

    def _passed_the_stub(self, event: Moved) -> bool:
        """True when the card may have been gathered between its last look at one place and its first at another.

        From the muck or the burns of an earlier hand no card comes to a seat or the board of this one but by the deck.
        """
        if event.place is None:
            return True
        if event.arrived.by - event.left.after < REDEALT_NS:
            return False
        if not self.over and event.origin is not None and event.origin.spot in DEAD and event.place.spot in LIVE:
            return True
        return self._ended_at is not None and event.left.after < self._ended_at <= event.arrived.by

    def _lay_back(self, uid: Uid, place: Place, between: Between) -> None:
        """A player looked at his cards after the end of the hand and laid them back: they never were in the stub.

        So it is when the card is back at once, wherever; or later where it lay, while other cards of that hand still
        lie in front of players or on the board, which nobody has gathered then.
        """
        left, token = self._lifted.get(uid, (None, None))
        if left is None or token is None or uid in self._scene.tokens:
            return
        if between.by - left.left.after < REDEALT_NS or (left.origin == place and self._lies_ungathered()):
            token.over = True
            self._scene.tokens.revive(uid, token)

    def _just_ended(self, between: Between) -> bool:
        """The hand ended so lately that nothing can have been dealt since."""
        return self._ended_at is not None and between.by - self._ended_at < REDEALT_NS

    def _lies_ungathered(self) -> bool:
        """Cards of the hand that is over still lie in front of players or on the board."""
        living = self._scene.tokens.living().items()
        return any(
            token.over and (home := self._scene.whereabouts.home(uid)) and home.spot in LIVE for uid, token in living
        )
