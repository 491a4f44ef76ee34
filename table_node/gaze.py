"""Places that only a camera watches: cards without an antenna under them are followed by look and name.

Level-based as antennas are: a card stays until it is seen elsewhere, or missing from clear views for its place's
patience. Where the camera contradicts itself or an antenna, that is doubt and never a card. Knows no hand and no rule.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from felt.card import Card
from felt.clock import Nanos, seconds
from felt.fact import Between, CardDoubled, CardTurned, Face, SensorDoubted
from felt.ids import Uid
from felt.note import NoteKey
from felt.place import Place, Spot
from table_node.eye import SURE, Eye
from table_node.looks import Look, Stranger, look_of
from table_node.memory import TagMemory
from table_node.pieces import Piece, Pieces
from table_node.presence import Moved, PatienceFor
from table_node.scene import Scene, doubted, told_place
from vision.sighting import Sighting, View

Told = Moved | CardTurned | CardDoubled | SensorDoubted

FRESH: Final = seconds(1.0)
"""A card that lies in sight is told more often than this."""
UNREAD_NS: Final = seconds(2.0)
"""A board card that lies so long unread is told without its name."""
BELIEVED_NS: Final = seconds(1.5)
"""What contradicts what is known is believed when it is seen so long."""
LOOKS: Final = 3
"""And so often."""
ALONE: Final = 0.5
"""How sure two equal labels make a double: a wrong label is commoner than a deck that holds one."""


class Gaze:
    """Follows the cards of those places of one table that a camera sees and no antenna reads."""

    def __init__(self, scene: Scene, eye: Eye, faults: Counter[str], remembered: Iterable[TagMemory]) -> None:
        """`remembered`: what lay there before a restart."""
        self._scene = scene
        self._eye = eye
        self._faults = faults
        self._pieces = Pieces(scene, remembered)
        self._strangers: dict[Look, Stranger] = {}
        self._views: dict[Place, View] = {}
        self._clear_at: dict[Place, Nanos] = {}
        self._told: set[Place | Card] = set()
        self._blind = False

    @property
    def settled(self) -> bool:
        """True once every such place was looked at since the start or the last `unsettle`; a lost camera is no wait."""
        return self._blind or self._scene.eyed <= self._views.keys()

    def watches(self, place: Place) -> bool:
        """True for a place that the camera alone watches."""
        return place in self._scene.eyed

    def lying(self) -> list[Uid]:
        """The cards that lie there."""
        return [piece.uid for piece in self._pieces.all() if not piece.gone]

    def end_hand(self) -> None:
        """Cards of the hand that went away are in the stub."""
        self._pieces.forget_the_gone()

    def new_hand(self) -> None:
        """What still lies there is of the last hand: laid down again, it was dealt anew. Doubts are told again."""
        self._told.clear()
        self._pieces.forget_the_gone()
        for piece in self._pieces.all():
            piece.stale = True

    def unsettle(self) -> None:
        """Watching was interrupted: nothing is said to move before all was looked at afresh."""
        self._views.clear()
        self._clear_at.clear()
        self._strangers.clear()
        self._pieces.unbind()

    def blind(self, lost: bool) -> None:  # noqa: FBT001 - whether the camera answers is what it is about
        """The camera does not answer, or answers again."""
        if self._blind and not lost:
            self.unsettle()
        self._blind = lost

    def adopt(self, event: Moved) -> Moved:
        """An antenna reads a card: one that only the camera knew until now keeps its token and comes from there."""
        self._pieces.drop(event.uid)
        card = self._scene.cards.get(event.uid)
        if event.origin is not None or event.place is None or card is None or event.uid in self._scene.tokens:
            return event
        for piece in self._pieces.named(card):
            token = self._scene.tokens.get(piece.uid)
            if token is None or not self._is_away(piece, event.arrived.by):
                continue
            origin = None if piece.gone else told_place(piece.place)
            self._scene.tokens.end(piece.uid)
            self._scene.tokens.revive(event.uid, token)
            self._pieces.drop(piece.uid)
            return Moved(event.uid, origin, event.place, Between(piece.seen, event.arrived.by), event.arrived)
        return event

    # One card.

    def see(self, seen: Sighting) -> list[Told]:
        """Take in one sighting: what it tells of a card that is followed, or of one that may have come."""
        look = look_of(seen)
        piece = self._pieces.followed(look)
        if piece is not None:
            return self._again(piece, seen)
        known = self._strangers.get(look)
        stranger = self._strangers[look] = Stranger(seen, seen) if known is None else known.again(seen)
        return self._met(stranger) if self.settled else []

    def _met(self, stranger: Stranger) -> list[Told]:
        """What a card that is not followed yet may be."""
        seen = stranger.last
        if seen.face is not Face.UP:
            return []  # backs are counted by whole views
        if seen.card is None or seen.confidence < SURE:
            return self._unread(stranger)
        alike = self._pieces.named(seen.card)
        for piece in sorted(alike, key=lambda each: told_place(each.place) != told_place(seen.place)):
            if self._is_away(piece, seen.ended):
                return self._back(piece, seen)
        if alike:
            return self._twin(stranger, alike[0])
        return self._named(stranger, seen.card)

    def _named(self, stranger: Stranger, card: Card) -> list[Told]:
        """A card that nobody knew: one with a tag of the deck in play, or one known by its look alone."""
        tagged = self._scene.in_play(card)
        where = self._scene.whereabouts
        read = [uid for uid in tagged if where.home(uid) is not None and not where.missing(uid)]
        if read:
            return self._contradicted(stranger, read[0])
        if len(tagged) == 1:
            return self._came(self._pieces.tagged(tagged[0], stranger.last), stranger.last)
        return self._came(self._pieces.lay(stranger.last, card), stranger.last)

    def _unread(self, stranger: Stranger) -> list[Told]:
        """A board card counts although nobody can read it, once it is plain that it is no other one, moved."""
        seen = stranger.last
        away = any(self._is_away(piece, seen.ended) for piece in self._pieces.at(seen.place))
        if seen.place.spot is not Spot.BOARD or away or not stranger.lasted(UNREAD_NS, LOOKS):
            return []
        return self._came(self._pieces.lay(seen, None), seen)

    def _back(self, piece: Piece, seen: Sighting) -> list[Told]:
        """A known card that was out of sight lies where it lay, or elsewhere; one of the last hand was dealt anew."""
        origin = None if piece.gone else told_place(piece.place)
        place = told_place(seen.place)
        if piece.stale and seen.ended - piece.seen > FRESH:
            left = self._moved(piece.uid, origin, None, Between(piece.seen, seen.ended))
            self._pieces.drop(piece.uid)
            return [left, *self._met(Stranger(seen, seen))]
        self._follow(piece, seen)
        if origin == place:
            return self._faced(piece, seen)
        self._eye.expect_face_up(piece.uid, place, seen.ended)
        return [self._moved(piece.uid, origin, place, self._since(seen))]

    def _came(self, piece: Piece, seen: Sighting) -> list[Told]:
        place = told_place(seen.place)
        origin = self._scene.whereabouts.home(piece.uid)
        self._follow(piece, seen)
        if seen.face is Face.UP:
            self._eye.expect_face_up(piece.uid, place, seen.ended)
        return [self._moved(piece.uid, origin, place, self._since(seen))]

    def _follow(self, piece: Piece, seen: Sighting) -> None:
        self._strangers.pop(look_of(seen), None)
        piece.bind(seen)

    def _again(self, piece: Piece, seen: Sighting) -> list[Told]:
        """A card that is followed is seen again: slid elsewhere, turned, read at last, or read as another."""
        origin, place = told_place(piece.place), told_place(seen.place)
        between = Between(Nanos(min(piece.seen, seen.ended)), seen.ended)
        piece.bind(seen)
        if origin == place:
            return [*self._faced(piece, seen), *self._read(piece, seen)]
        if seen.face is Face.UP:
            self._eye.expect_face_up(piece.uid, place, seen.ended)
        return [self._moved(piece.uid, origin, place, between)]

    def _faced(self, piece: Piece, seen: Sighting) -> list[Told]:
        token = self._scene.tokens.get(piece.uid)
        if token is None or seen.face in (token.face, Face.UNKNOWN):
            return []
        token.face, token.hidden = seen.face, token.hidden or seen.face is Face.DOWN
        return self._turned(piece, seen)

    def _read(self, piece: Piece, seen: Sighting) -> list[Told]:
        if seen.face is not Face.UP or seen.card is None or seen.confidence < SURE or piece.disputed:
            return []
        known = self._scene.card_of(piece.uid)
        if known == seen.card:
            piece.other = None
            return []
        if known is None and not self._pieces.named(seen.card):
            self._pieces.name(piece.uid, seen.card)
            return self._turned(piece, seen)
        self._faults["one card read as two"] += 1
        piece.other = Stranger(seen, seen) if piece.other is None else piece.other.again(seen)
        if not piece.other.lasted(BELIEVED_NS, LOOKS):
            return []
        return self._double(seen.card) if known is None else self._doubt(piece.place, NoteKey.DOUBT_TWO_NAMES)

    def _twin(self, stranger: Stranger, piece: Piece) -> list[Told]:
        """One name on two cards that are both in sight: after a while it is evidence, and asked about."""
        if not stranger.lasted(BELIEVED_NS, LOOKS) or piece.seen < stranger.first.ended:
            return []
        card = self._scene.card_of(piece.uid)
        return [*self._came(self._pieces.lay(stranger.last, card), stranger.last), *self._double(card)]

    def _contradicted(self, stranger: Stranger, uid: Uid) -> list[Told]:
        """An antenna reads that very card elsewhere: something lies here, and what it is nobody can say."""
        if not stranger.lasted(BELIEVED_NS, LOOKS):
            return []
        shown = self._scene.shown(uid)
        piece = self._pieces.lay(stranger.last, None)
        piece.disputed = True
        came = self._came(piece, stranger.last)
        return [
            *came,
            *(self._doubt(stranger.last.place, NoteKey.DOUBT_ELSEWHERE) if shown is None else self._double(shown)),
        ]

    # A whole place.

    def view(self, view: View, patience: PatienceFor) -> list[Told]:
        """Take in one look at a whole place: which cards came, and which lie there no longer."""
        if not self.watches(view.place):
            return []
        settled = self.settled
        self._views[view.place] = view
        if not self.settled:
            return []
        told = self._settle() if not settled else self._backs(view)
        self._pieces.note(view)
        if view.clear:
            self._clear_at[view.place] = view.ended
            told += self._leaving(view, patience)
        listed = {look for each in self._views.values() for look in each.cards}
        for look, stranger in list(self._strangers.items()):
            if look not in listed and view.ended - stranger.last.ended > UNREAD_NS:
                del self._strangers[look]
        return told

    def _settle(self) -> list[Told]:
        """Everything was looked at: what lies there lies there, which is for a snapshot to tell."""
        told: list[Told] = []
        for view in self._views.values():
            told += self._backs(view)
            if view.clear:
                self._clear_at[view.place] = view.ended
            for piece in self._pieces.at(view.place):
                piece.seen = max(piece.seen, view.ended)
        for stranger in list(self._strangers.values()):
            seen = stranger.last
            told += self._met(stranger)
            if look_of(seen) in self._strangers and seen.place.spot is Spot.BOARD:
                told += self._came(self._pieces.lay(seen, None), seen)
        return told

    def _backs(self, view: View) -> list[Told]:
        """Burns: one more than are known has come; a back beside one that is out of sight may be that one."""
        if view.place.spot is not Spot.BURN:
            return []
        strangers = [self._strangers[look] for look in view.cards if look in self._strangers]
        away = [p for p in self._pieces.at(view.place) if p.look not in view.cards] + self._pieces.gone_from(view.place)
        told: list[Told] = []
        for seen in [stranger.last for stranger in strangers if stranger.last.face is Face.DOWN]:
            if away:
                piece = away.pop(0)
                told += self._came(piece, seen) if piece.gone else []
                self._follow(piece, seen)
            else:
                told += self._burned(seen)
        return told

    def _burned(self, seen: Sighting) -> list[Told]:
        """A back that is one too many: fresh from the stub, or the one board card that lies nowhere.

        While a card of the board is only covered, or several lie nowhere, it may be any of them and is not told.
        """
        board = [p for p in self._pieces.all() if p.place.spot is Spot.BOARD and p.uid in self._scene.tokens]
        out = [piece for piece in board if self._is_away(piece, seen.ended)]
        if not out:
            return self._came(self._pieces.lay(seen, None), seen)
        (piece, *others) = out
        if others or not (piece.gone or piece.missed >= LOOKS):
            return []
        origin = None if piece.gone else told_place(piece.place)
        self._follow(piece, seen)
        return [self._moved(piece.uid, origin, told_place(seen.place), self._since(seen))]

    def _leaving(self, view: View, patience: PatienceFor) -> list[Told]:
        told: list[Told] = []
        for piece in self._pieces.at(view.place):
            place = told_place(piece.place)
            limit = patience(piece.uid, place)
            if limit is not None and piece.missed >= limit.looks and view.ended - piece.seen >= limit.wait:
                piece.lose()
                told.append(self._moved(piece.uid, place, None, Between(piece.seen, view.ended)))
        return told

    # What is said.

    @staticmethod
    def _is_away(piece: Piece, at: Nanos) -> bool:
        """The card is not in sight: gone, missing, not yet found since the camera began, or covered."""
        return piece.gone or piece.look is None or piece.missed > 0 or at - piece.seen > FRESH

    def _since(self, seen: Sighting) -> Between:
        """It came after the last clear view, which was without it."""
        return Between(Nanos(min(self._clear_at.get(seen.place, seen.began), seen.ended)), seen.ended)

    def _moved(self, uid: Uid, origin: Place | None, place: Place | None, between: Between) -> Moved:
        self._scene.whereabouts.place_by_eye(uid, place, between.after, between.by)
        return Moved(uid, origin, place, between, between)

    def _turned(self, piece: Piece, seen: Sighting) -> list[Told]:
        token = self._scene.tokens.get(piece.uid)
        if token is None:
            return []
        between, card = Between(seen.began, seen.ended), self._scene.shown(piece.uid)
        return [CardTurned(told_place(piece.place), token.ref, token.face, between, card=card)]

    def _double(self, card: Card | None) -> list[Told]:
        if card is None or card in self._told:
            return []
        self._told.add(card)
        return [CardDoubled(card, confidence=ALONE)]

    def _doubt(self, place: Place, why: NoteKey) -> list[Told]:
        told = told_place(place)
        if told in self._told:
            return []
        self._told.add(told)
        return [doubted(told, why)]
