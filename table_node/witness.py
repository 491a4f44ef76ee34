"""The witness: readings and sightings in, facts out. Pure: no clock, no I/O; times come with the readings.

A card that lies face down is told as a token; its identity leaves only while its face is up.
"""

from collections import Counter
from collections.abc import Iterable
from copy import copy
from typing import Final

from felt.clock import Nanos
from felt.fact import (
    CardDoubled,
    CardTurned,
    Fact,
    HandOpened,
    SenseQuality,
    SensorDoubted,
    StubHandled,
    TamperSeen,
    WatchChanged,
)
from felt.ids import DeviceId, HandId, Ref, Uid
from felt.note import NOTES, Note, NoteKey, note
from felt.order import Guidance
from felt.place import Place
from felt.situation import Step
from firmware_bridge.mcu.frames import Lid
from firmware_bridge.reading import (
    AntennaRead,
    ButtonSaid,
    LidSaid,
    OrderTold,
    PartFound,
    PartLost,
    Reading,
    ShufflerSaid,
)
from hardware.board import Board
from hardware.deck import DeckFile
from table_node.eye import Eye
from table_node.fouls import Fouls
from table_node.gaze import Gaze, Told
from table_node.lives import Lives
from table_node.memory import TagMemory, WitnessMemory
from table_node.outages import REMARK, Outages
from table_node.pieces import is_seen
from table_node.presence import Moved, Torn, Twofold, Whereabouts
from table_node.scene import Scene, antenna_places, cards_of, doubted, eyed_places, owners, told_place
from table_node.shuffler import Purpose, ShufflerWatch
from table_node.tokens import DEAD, TokenBook, TokenSource, random_ref
from table_node.tuning import DEFAULT_TUNING, Patience, Tuning
from vision.sighting import Sighting, View

NO_HAND: Final = frozenset({"over", "waiting"})
"""What the hub calls a table where no cards lie hidden."""


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
        places, cards = antenna_places(board), cards_of(known)
        self._tuning = tuning
        self._whereabouts = Whereabouts(places, tuning)
        self._tokens = TokenBook(tokens)
        eyed = eyed_places(board)
        self._scene = Scene(places, cards, owners(known), self._whereabouts, self._tokens, eyed)
        strange = [row.uid for row in memory.tags if row.uid not in cards and not is_seen(row.uid)]
        self._fouls = Fouls(self._scene, known, tuning.foreign_looks, strange=strange, told=memory.told)
        self._eye = Eye(self._scene, self._fouls.faults)
        self._gaze = Gaze(self._scene, self._eye, self._fouls.faults, memory.tags)
        self._camera = None if board.camera is None else board.camera.id
        eyes = {} if self._camera is None else {self._camera: _told_places(eyed)}
        self._outages = Outages(places, eyes, memory.lost)
        self._shufflers = ShufflerWatch(memory.shufflers)
        self._hand = memory.hand
        self._lives = Lives(self._scene, self._eye, self._fouls, over=memory.hand_over)
        self._serviced = memory.serviced
        self._open_lids = set(memory.open_lids)
        self._due: frozenset[Step] = frozenset()
        self._hurried: frozenset[Ref] = frozenset()
        self._whereabouts.remember({row.uid: row.place for row in memory.tags if row.place is not None})
        self._blinded()
        self._tokens.restore((row.uid, copy(row.token)) for row in memory.tags if row.token is not None)

    @property
    def hand(self) -> HandId | None:
        """The hand as the hub last named it."""
        return self._hand

    @property
    def settled(self) -> bool:
        """True once the table was seen whole since the start or the last interruption."""
        return self._whereabouts.settled and self._gaze.settled

    @property
    def serviced(self) -> bool:
        """True while the key stands at service."""
        return self._serviced

    @property
    def lost(self) -> frozenset[DeviceId]:
        """Parts that do not answer."""
        return self._outages.lost

    @property
    def faults(self) -> Counter[str]:
        """Reads that were not believed, by cause."""
        return self._fouls.faults

    def memory(self) -> WitnessMemory:
        """What the next start needs to know."""
        homes, tokens = self._whereabouts.homes(), self._tokens.living()
        return WitnessMemory(
            tags=tuple(
                TagMemory(uid, homes.get(uid), copy(tokens.get(uid)), self._scene.named.get(uid))
                for uid in sorted({*homes, *tokens})
            ),
            hand=self._hand,
            hand_over=self._lives.over,
            told=tuple(sorted(self._fouls.told)),
            shufflers=self._shufflers.memory(),
            lost=tuple(sorted(self._outages.lost)),
            serviced=self._serviced,
            open_lids=tuple(sorted(self._open_lids)),
        )

    def declare(self, senses: tuple[SenseQuality, ...], why: NoteKey) -> list[Fact]:
        """Say what this table can sense, at every start: the hub, or its ledger, may be another than before."""
        return [_watching(NoteKey.WATCH_SERVICE if self._serviced else why, watching=not self._serviced, senses=senses)]

    def interrupted(self, why: str, said: Note) -> list[Fact]:
        """Watching stopped for a while, for `why` in full and `said` by key.

        The next whole look at the table is told as a snapshot, not as arrivals.
        """
        self._unsettle()
        stopped = WatchChanged(watching=False, why=why[:REMARK], note=said)
        return [stopped, _watching(NoteKey.WATCH_AGAIN, watching=True)]

    def turn_key(self, serviced: bool) -> list[Fact]:  # noqa: FBT001 - how the key stands is what it is about
        """The key switch stands at service, when nothing at the table is play, or at play again."""
        if serviced is self._serviced:
            return []
        self._serviced = serviced
        self._unsettle()
        return [_watching(NoteKey.WATCH_SERVICE if serviced else NoteKey.WATCH_SERVICE_OVER, watching=not serviced)]

    def _unsettle(self) -> None:
        self._whereabouts.unsettle()
        self._gaze.unsettle()

    def _blinded(self) -> None:
        """Parts fell silent or answer again: what they watched is not watched, or is looked at afresh."""
        self._whereabouts.blind(self._outages.blind)
        self._gaze.blind(self._camera in self._outages.lost)

    def observe(self, seen: Reading | Sighting | View) -> list[Fact]:
        """Take in one reading or sighting; the facts that it proves, in order. In service no card is followed."""
        match seen:
            case AntennaRead() | Sighting() | View() if self._serviced:
                return []
            case AntennaRead():
                return self._look(seen)
            case PartLost():
                facts: list[Fact] = [*self._outages.lose(seen)]
                self._blinded()
                return facts
            case PartFound():
                facts = [*self._outages.find(seen)]
                self._blinded()
                return facts
            case ShufflerSaid():
                return self._shuffler_said(seen)
            case Sighting():
                events = self._gaze.see(seen) if self._gaze.watches(seen.place) else self._eye.see(seen)
                return [fact for event in events for fact in self._facts_of(event)]
            case View():
                return self._viewed(seen)
            case OrderTold(part=part):
                return [TamperSeen(part, "it told the order of cards; what it said was dropped")]
            case LidSaid():
                return self._lid_said(seen)
            case ButtonSaid():
                return []  # a person's word, which the panel's desk makes a fact of

    # What the hub says.

    def guide(self, guidance: Guidance, at: Nanos) -> None:
        """Take in what the hub wants done; `at` is when it was heard. It ends tokens and hastens expected leavings."""
        self._whereabouts.expect(guidance.seat_cards)
        if guidance.hand != self._hand:
            self._end_hand(at)
            self._lives.new_hand()
            self._eye.new_hand()
            self._gaze.new_hand()
            self._hand = guidance.hand
        if guidance.state in NO_HAND:
            self._end_hand(at)
        self._hurried = frozenset(ref for due in guidance.steps for ref in due.refs)
        self._due = frozenset(due.step for due in guidance.steps)
        if Step.GATHER_ALL in self._due:
            self._end_hand(at)
        returning = {ref for due in guidance.steps if due.step is Step.RETURN for ref in due.refs}
        self._lives.send_back(returning)

    def _end_hand(self, at: Nanos) -> None:
        """Every card goes to the stub now: told once for each hand, at the first sign of its end."""
        if self._lives.over:
            return
        self._fouls.new_hand()
        self._eye.forget()
        self._lives.end_hand(at)
        self._gaze.end_hand()

    # Looks at antennas.

    def _look(self, read: AntennaRead) -> list[Fact]:
        place = self._scene.places.get((read.reader, read.antenna))
        if place is None:
            return []
        believed = self._fouls.meet(place, read)
        was_settled = self._whereabouts.settled
        before = {} if was_settled else self._whereabouts.homes()
        events = self._whereabouts.look(believed, self._patience)
        if not was_settled and self._whereabouts.settled:
            return [self._lives.snapshot(before, self._whereabouts.homes().keys() - set(self._gaze.lying()))]
        return [
            fact
            for event in events
            for fact in self._facts_of(self._gaze.adopt(event) if isinstance(event, Moved) else event)
        ]

    def _viewed(self, view: View) -> list[Fact]:
        """A look at a place that only the camera watches."""
        was_settled, before = self._gaze.settled, self._whereabouts.homes()
        events = self._gaze.view(view, self._patience)
        if not was_settled and self._gaze.settled:
            return [self._lives.snapshot(before, self._gaze.lying())]
        return [fact for event in events for fact in self._facts_of(event)]

    def _facts_of(self, event: Torn | Twofold | Told) -> list[Fact]:
        match event:
            case Moved():
                return self._lives.moved(event)
            case SensorDoubted():
                return [] if self._lives.over else [event]
            case CardDoubled():
                return [event]
            case Torn(places=places):
                return [doubted(spot, NoteKey.DOUBT_SEVERAL) for spot in places]
            case Twofold():
                return self._fouls.cloned(event)
            case CardTurned():
                return [event]

    def _patience(self, uid: Uid, place: Place) -> Patience | None:
        token = self._tokens.get(uid)
        if token is not None and token.ending and place.spot in DEAD:
            return self._tuning.brisk_heap
        if token is None or token.ending or token.ref in self._hurried:
            return self._tuning.brisk
        return self._tuning.patience(place)

    def _shuffler_said(self, said: ShufflerSaid) -> list[Fact]:
        purpose = Purpose.STUB if Step.SHUFFLE_STUB in self._due else Purpose.HAND
        facts = self._shufflers.hear(said, purpose)
        if self._serviced:
            return [fact for fact in facts if not isinstance(fact, HandOpened | StubHandled)]
        if any(isinstance(fact, HandOpened) for fact in facts):
            self._end_hand(said.at)
        return facts

    def _lid_said(self, said: LidSaid) -> list[Fact]:
        """An opening is told once, however often the switch is asked."""
        if said.lid is Lid.CLOSED:
            self._open_lids.discard(said.part)
            return []
        if said.part in self._open_lids:
            return []
        self._open_lids.add(said.part)
        return [TamperSeen(said.part)]


def _watching(why: NoteKey, *, watching: bool, senses: tuple[SenseQuality, ...] | None = None) -> WatchChanged:
    return WatchChanged(watching=watching, why=NOTES[why], senses=senses, note=note(why))


def _told_places(places: Iterable[Place]) -> tuple[Place, ...]:
    """The places as facts name them, each once."""
    return tuple(dict.fromkeys(map(told_place, sorted(places, key=str))))
