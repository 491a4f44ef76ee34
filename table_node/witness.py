"""The witness: readings and sightings in, facts out. Pure: no clock, no I/O; times come with the readings.

A card that lies face down is told as a token; its identity leaves only while its face is up.
"""

from collections import Counter
from collections.abc import Iterable
from copy import copy
from typing import Final

from msgspec.structs import replace

from felt.card import Card
from felt.clock import Nanos
from felt.fact import (
    Between,
    CardArrived,
    CardDoubled,
    CardLeft,
    CardTurned,
    DeadCardReturned,
    DeviceLost,
    DeviceRestored,
    Face,
    Fact,
    ForeignSeen,
    HandOpened,
    Presence,
    SenseQuality,
    SensorDoubted,
    TableSeen,
    WatchChanged,
)
from felt.ids import DeviceId, HandId, Ref, Uid
from felt.order import Guidance
from felt.place import BOARD, Place, Spot
from felt.situation import Step
from firmware_bridge.reading import AntennaRead, PartFound, PartLost, Reading, ShufflerSaid, antenna_part
from hardware.board import Board
from hardware.deck import DeckFile
from table_node.integrity import DoubleWatch, ForeignWatch, could_bleed
from table_node.memory import TagMemory, WitnessMemory
from table_node.presence import AntennaKey, Moved, Torn, Twofold, Whereabouts
from table_node.shuffler import Purpose, ShufflerWatch
from table_node.tokens import DEAD, LIVE, TokenBook, TokenSource, random_ref
from table_node.tuning import DEFAULT_TUNING, Patience, Tuning
from vision.sighting import Sighting

_OVER: Final = frozenset({"over", "waiting"})
_STUB: Final = frozenset({Spot.STUB, Spot.SHUFFLER})
_SURE: Final = 0.9
"""The least confidence at which a camera's word on a card is taken."""
_MAJORITY: Final = 3
"""By how many cards the deck in play must outnumber a stranger among them."""
_REMARK: Final = 400


class Witness:
    """Watches one table. Feed `observe` every reading and sighting in the order of time, and `guide` every guidance."""

    def __init__(
        self,
        board: Board,
        decks: DeckFile | Iterable[DeckFile],
        *,
        tuning: Tuning = DEFAULT_TUNING,
        tokens: TokenSource = random_ref,
        memory: WitnessMemory | None = None,
    ) -> None:
        known = (decks,) if isinstance(decks, DeckFile) else tuple(decks)
        memory = memory or WitnessMemory()
        self._tuning = tuning
        self._cards: dict[Uid, Card] = {uid: card for deck in known for uid, card in deck.cards.items()}
        self._deck_of: dict[Uid, str] = {uid: deck.name for deck in known for uid in deck.cards}
        self._places = {
            (reader.id, antenna): _told_place(place)
            for reader in board.readers
            for antenna, place in reader.antennas.items()
        }
        self._presence = Whereabouts(self._places, tuning)
        self._tokens = TokenBook(tokens)
        self._strange = {row.uid for row in memory.tags if row.uid not in self._cards}
        self._foreign = ForeignWatch(self._cards, tuning.foreign_looks)
        self._doubles = DoubleWatch({card: uids for deck in known for card, uids in deck.doubled().items()})
        self._shufflers = ShufflerWatch(memory.shufflers)
        self._lost: set[DeviceId] = set(memory.lost)
        self._senses = memory.senses
        self._seen_up: dict[Uid, Place] = {}
        self._hand = memory.hand
        self._hand_over = memory.hand_over
        self._ended_at: Nanos | None = None
        self._due: frozenset[Step] = frozenset()
        self._hurried: frozenset[Ref] = frozenset()
        self._doubles.reported = set(memory.told)
        self._presence.remember({row.uid: row.place for row in memory.tags if row.place is not None})
        self._tokens.restore((row.uid, copy(row.token)) for row in memory.tags if row.token is not None)
        self._presence.blind(self._blind_keys())

    @property
    def hand(self) -> HandId | None:
        """The hand as the hub last named it."""
        return self._hand

    @property
    def settled(self) -> bool:
        """True once the table was seen whole since the start or the last interruption."""
        return self._presence.settled

    @property
    def lost(self) -> frozenset[DeviceId]:
        """Parts that do not answer."""
        return frozenset(self._lost)

    @property
    def faults(self) -> Counter[str]:
        """Reads that were not believed, by cause."""
        return self._foreign.faults

    def memory(self) -> WitnessMemory:
        """What the next start needs to know."""
        homes, tokens = self._presence.homes(), self._tokens.living()
        return WitnessMemory(
            tags=tuple(TagMemory(uid, homes.get(uid), copy(tokens.get(uid))) for uid in sorted({*homes, *tokens})),
            hand=self._hand,
            hand_over=self._hand_over,
            told=tuple(sorted(self._doubles.reported)),
            shufflers=self._shufflers.memory(),
            lost=tuple(sorted(self._lost)),
            senses=self._senses,
        )

    def declare(self, senses: tuple[SenseQuality, ...], why: str) -> list[Fact]:
        """Say what this table can sense, at a start; no news when it was said before."""
        if senses == self._senses:
            return []
        self._senses = senses
        return [WatchChanged(watching=True, why=why, senses=senses)]

    def interrupted(self, why: str) -> list[Fact]:
        """Watching stopped for a while: the next whole look at the table is told as a snapshot, not as arrivals."""
        self._presence.unsettle()
        return [WatchChanged(watching=False, why=why[:_REMARK]), WatchChanged(watching=True, why="watching again")]

    def observe(self, seen: Reading | Sighting) -> list[Fact]:
        """Take in one reading or sighting; the facts that it proves, in order."""
        match seen:
            case AntennaRead():
                return self._look(seen)
            case PartLost():
                return self._part_lost(seen)
            case PartFound():
                return self._part_found(seen)
            case ShufflerSaid():
                return self._shuffler_said(seen)
            case Sighting():
                return self._sighted(seen)

    # What the hub says.

    def guide(self, guidance: Guidance, at: Nanos) -> None:
        """Take in what the hub wants done; `at` is when it was heard. It ends tokens and hastens expected leavings."""
        if guidance.hand != self._hand:
            self._end_hand(at)
            self._hand = guidance.hand
            self._hand_over = False
        if guidance.state in _OVER:
            self._end_hand(at)
        self._hurried = frozenset(ref for due in guidance.steps for ref in due.refs)
        self._due = frozenset(due.step for due in guidance.steps)
        if Step.GATHER_ALL in self._due:
            self._end_hand(at)
        returning = {ref for due in guidance.steps if due.step is Step.RETURN for ref in due.refs}
        self._return(returning)

    def _end_hand(self, at: Nanos) -> None:
        """Every card goes to the stub now: told once for each hand, at the first sign of its end."""
        if self._hand_over:
            return
        self._hand_over = True
        self._ended_at = at
        self._doubles.new_hand()
        self._seen_up.clear()
        for uid, token in self._tokens.living().items():
            if self._presence.home(uid) is None:
                self._tokens.end(uid)
            else:
                token.over = True

    def _return(self, returning: set[Ref]) -> None:
        """Cards named by a `return` step die with their next absence, or with the step when they are out of sight."""
        for uid, token in self._tokens.living().items():
            if token.returning and token.ref not in returning and self._presence.home(uid) is None:
                self._tokens.end(uid)
            token.returning = token.ref in returning

    # Looks at antennas.

    def _look(self, read: AntennaRead) -> list[Fact]:
        place = self._places.get((read.reader, read.antenna))
        if place is None:
            return []
        read = self._meet_strangers(place, read)
        believed = [uid for uid in read.uids if self._is_card(uid)]
        facts: list[Fact] = []
        was_settled = self._presence.settled
        before = {} if was_settled else self._presence.homes()
        events = self._presence.look(read, believed, self._patience)
        if not was_settled and self._presence.settled:
            facts.append(self._snapshot(before))
        for event in events:
            match event:
                case Moved():
                    facts += self._moved(event)
                case Torn(places=places):
                    facts += [SensorDoubted(spot, "a card is read at several places") for spot in places]
                case Twofold():
                    facts += self._cloned(event)
        return facts

    def _patience(self, uid: Uid, place: Place) -> Patience | None:
        token = self._tokens.get(uid)
        if token is not None and token.ending and place.spot in DEAD:
            return self._tuning.brisk_heap
        if token is None or token.ending or token.ref in self._hurried:
            return self._tuning.brisk
        return self._tuning.patience(place)

    def _is_card(self, uid: Uid) -> bool:
        return uid in self._cards or uid in self._strange

    def _meet_strangers(self, place: Place, read: AntennaRead) -> AntennaRead:
        """A tag of no deck that is read again and again is a card too, a foreign one; until then looks are unclean."""
        strangers = [uid for uid in read.uids if not self._is_card(uid)]
        lying = [uid for uid, home in self._presence.homes().items() if home == place] if strangers else []
        verdict = self._foreign.look(place, strangers, {*read.uids, *lying} - {*strangers})
        self._strange.update(verdict.certain)
        return replace(read, clean=False) if verdict.doubtful else read

    def _snapshot(self, before: dict[Uid, Place]) -> TableSeen:
        cards = []
        for uid, place in self._presence.homes().items():
            if place.spot in _STUB:
                self._tokens.end(uid)
                continue
            fresh = uid not in self._tokens
            token = self._tokens.of(uid)
            if fresh or before.get(uid) != place:
                token.lands(place)
                token.dead_at = place if place.spot in DEAD else token.dead_at
            if self._seen_up.pop(uid, None) == place:
                token.face = Face.UP
            cards.append(Presence(place, token.ref, token.face, self._shown(uid)))
        return TableSeen(tuple(cards))

    def _moved(self, event: Moved) -> list[Fact]:
        facts: list[Fact] = []
        uid, token = event.uid, self._tokens.get(event.uid)
        if token is not None and event.origin is not None:
            facts.append(CardLeft(event.origin, token.ref, event.left))
            if token.ending and self._passed_the_stub(event):
                self._tokens.end(uid)
        if event.place is None:
            return facts
        return facts + self._arrived(uid, event.place, event.arrived)

    def _passed_the_stub(self, event: Moved) -> bool:
        """True when the card may have been gathered between its last look at one place and its first at another."""
        if event.place is None:
            return True
        return self._ended_at is not None and event.left.after < self._ended_at <= event.arrived.by

    def _arrived(self, uid: Uid, place: Place, between: Between) -> list[Fact]:
        if place.spot in _STUB:
            self._tokens.end(uid)
            return []
        token = self._tokens.of(uid)
        face = token.lands(place)
        if self._seen_up.pop(uid, None) == place:
            face = token.face = Face.UP
        facts: list[Fact] = [CardArrived(place, token.ref, face, between, card=self._shown(uid))]
        facts += self._fouled(uid)
        if place.spot in LIVE and token.dead_at is not None:
            facts.append(DeadCardReturned(place, token.ref, token.dead_at))
        token.dead_at = place if place.spot in DEAD else None
        return facts

    def _shown(self, uid: Uid) -> Card | None:
        """The card, only while its face is up."""
        token = self._tokens.get(uid)
        return self._cards.get(uid) if token is not None and token.face is Face.UP else None

    # The deck's own faults.

    def _fouled(self, uid: Uid) -> list[Fact]:
        if uid in self._strange:
            return [self._foreign_seen(uid)] if self._doubles.report(uid) else []
        facts: list[Fact] = []
        for twin in self._doubles.twins(uid):
            if self._in_hand(twin) and self._doubles.report(uid, twin):
                both_up = self._shown(uid) is not None and self._shown(twin) is not None
                facts.append(CardDoubled(self._cards[uid] if both_up else None))
        return facts + self._mixed()

    def _in_hand(self, uid: Uid) -> bool:
        token = self._tokens.get(uid)
        return token is not None and not token.ending

    def _mixed(self) -> list[Fact]:
        """Cards of another deck among those of the deck in play, told once each and only when it is plain which is."""
        held = [uid for uid in self._tokens.living() if self._in_hand(uid) and uid not in self._strange]
        decks = Counter(self._deck_of[uid] for uid in held)
        if len(decks) < 2:
            return []
        (main, most), (_, second) = decks.most_common(2)
        if most < second + _MAJORITY:
            return []
        strays = [uid for uid in held if self._deck_of[uid] != main and self._doubles.report(uid)]
        return [self._foreign_seen(uid) for uid in strays]

    def _foreign_seen(self, uid: Uid) -> ForeignSeen:
        """Told with its place only where cards lie face up."""
        return ForeignSeen(BOARD if self._presence.home(uid) == BOARD else None)

    def _cloned(self, event: Twofold) -> list[Fact]:
        if could_bleed(event.home, event.other) or not self._doubles.report(event.uid):
            return []
        return [CardDoubled()]

    # Cameras.

    def _sighted(self, seen: Sighting) -> list[Fact]:
        if seen.confidence < _SURE:
            return []
        place = _told_place(seen.place)
        if seen.face is Face.UP and seen.card is not None:
            return self._seen_face_up(seen, place, seen.card)
        if seen.face is Face.DOWN and self._presence.settled:
            return self._seen_face_down(seen, place)
        return []

    def _seen_face_up(self, seen: Sighting, place: Place, card: Card) -> list[Fact]:
        carriers = [uid for uid, printed in self._cards.items() if printed == card]
        here = [uid for uid in carriers if self._presence.home(uid) == place]
        if len(here) > 1 or (not here and len(carriers) != 1):
            self._foreign.faults["sighting of a doubled card"] += 1
            return []
        uid = here[0] if here else carriers[0]
        between = Between(seen.began, seen.ended)
        if not here or not self._presence.settled:
            self._seen_up[uid] = place
            return self._arrived_by_eye(uid, place, between)
        token = self._tokens.of(uid)
        if token.face is Face.UP:
            return []
        token.face = Face.UP
        return [CardTurned(place, token.ref, Face.UP, between, card=card)]

    def _arrived_by_eye(self, uid: Uid, place: Place, between: Between) -> list[Fact]:
        """Where no antenna lies, the camera alone tells; elsewhere it only tells the face of what the antenna will."""
        lies_elsewhere = self._presence.home(uid) is not None and not self._presence.missing(uid)
        watched = place in self._places.values() or place.spot not in LIVE | DEAD
        if watched or lies_elsewhere or not self._presence.settled:
            return []
        origin, token = self._presence.home(uid), self._tokens.get(uid)
        self._presence.place_by_eye(uid, place, between.after, between.by)
        left: list[Fact] = [CardLeft(origin, token.ref, between)] if token is not None and origin is not None else []
        return left + self._arrived(uid, place, between)

    def _seen_face_down(self, seen: Sighting, place: Place) -> list[Fact]:
        """A turned-down card has no name, so only the one card of a place is believed to have been turned."""
        here = [uid for uid, home in self._presence.homes().items() if home == place]
        token = self._tokens.get(here[0]) if len(here) == 1 else None
        if token is None or token.face is not Face.UP:
            return []
        token.face, token.hidden = Face.DOWN, True
        return [CardTurned(place, token.ref, Face.DOWN, Between(seen.began, seen.ended))]

    # Parts.

    def _part_lost(self, lost: PartLost) -> list[Fact]:
        if lost.part in self._lost:
            return []
        self._lost.add(lost.part)
        self._presence.blind(self._blind_keys())
        return [DeviceLost(lost.part, lost.why[:_REMARK], self._places_of(lost.part))]

    def _part_found(self, found: PartFound) -> list[Fact]:
        if found.part not in self._lost:
            return []
        self._lost.discard(found.part)
        self._presence.blind(self._blind_keys())
        return [DeviceRestored(found.part, self._places_of(found.part))]

    def _places_of(self, part: DeviceId) -> tuple[Place, ...]:
        return tuple(dict.fromkeys(self._places[key] for key in self._keys_of(part)))

    def _keys_of(self, part: DeviceId) -> list[AntennaKey]:
        return [key for key in self._places if part in (key[0], antenna_part(*key))]

    def _blind_keys(self) -> frozenset[AntennaKey]:
        return frozenset(key for part in self._lost for key in self._keys_of(part))

    def _shuffler_said(self, said: ShufflerSaid) -> list[Fact]:
        purpose = Purpose.STUB if Step.SHUFFLE_STUB in self._due else Purpose.HAND
        facts = self._shufflers.hear(said, purpose)
        if any(isinstance(fact, HandOpened) for fact in facts):
            self._end_hand(said.at)
        return facts


def _told_place(place: Place) -> Place:
    """The place as facts name it: the antennas of a wide board are one board."""
    return BOARD if place.spot is Spot.BOARD else place
