"""A table for the witness's tests: cards that lie somewhere, and sweeps that read them, without bytes."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import count

from felt.card import DECK, Card
from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import Fact, SenseQuality
from felt.ids import DeviceId, Ref, Uid
from felt.place import BOARD, BURN, MUCK, Place, SeatNo, parse_place, seat_place
from felt.situation import Sense
from firmware_bridge.reading import AntennaNo, AntennaRead
from hardware.board import Board, ReaderKind, ReaderPlan, ShufflerPlan
from hardware.deck import DeckFile
from table_node.memory import WitnessMemory
from table_node.tuning import Tuning
from table_node.witness import Witness

WEST = DeviceId("west")
EAST = DeviceId("east")
LOOK_MS = 20
TWO_LOOKS = Tuning(arrive_looks=2, surplus_looks=4, move_looks=3)
"""One look less than usual, so that the tests' sums stay short."""
SEATS = tuple(SeatNo(n) for n in range(1, 10))

BOARD_PLAN = Board(
    name="test table",
    seats=SEATS,
    readers=(
        ReaderPlan(
            WEST,
            ReaderKind.PEPPER_C1_MUX,
            {
                AntennaNo(1): seat_place(SeatNo(1)),
                AntennaNo(2): seat_place(SeatNo(2)),
                AntennaNo(3): seat_place(SeatNo(3)),
                AntennaNo(4): seat_place(SeatNo(4)),
                AntennaNo(5): BOARD,
                AntennaNo(6): BURN,
            },
        ),
        ReaderPlan(
            EAST,
            ReaderKind.PEPPER_C1_MUX,
            {
                AntennaNo(1): seat_place(SeatNo(5)),
                AntennaNo(2): seat_place(SeatNo(6)),
                AntennaNo(3): seat_place(SeatNo(7)),
                AntennaNo(4): seat_place(SeatNo(8)),
                AntennaNo(5): seat_place(SeatNo(9)),
                AntennaNo(6): MUCK,
            },
        ),
    ),
    senses=tuple(SenseQuality(sense) for sense in (Sense.HOLE, Sense.BOARD, Sense.BURN, Sense.MUCK)),
    shuffler=ShufflerPlan(DeviceId("shuffler")),
)


def uid_of(card: str, copy: int = 0) -> Uid:
    """The tag of a card, chosen so that no tag is the OR of two others by chance of the numbering."""
    serial = (DECK.index(Card(card)) + 1) * 2654435761 % 2**32
    return Uid(f"E00401{copy:02X}{serial:08X}")


RED = DeckFile("red", {uid_of(card): card for card in DECK})
BLUE = DeckFile("blue", {uid_of(card, copy=7): card for card in DECK})


def numbered_refs(prefix: str = "r") -> Iterable[Ref]:
    """r1, r2, ..."""
    return (Ref(f"{prefix}{n}") for n in count(1))


class Tabletop:
    """Cards on a table and a witness over it. Places are written as scripts write them: `seat4`, `board`."""

    def __init__(
        self,
        decks: tuple[DeckFile, ...] = (RED,),
        *,
        tuning: Tuning = TWO_LOOKS,
        memory: WitnessMemory | None = None,
        board: Board = BOARD_PLAN,
        refs: str = "r",
        now: Nanos | None = None,
    ) -> None:
        source = iter(numbered_refs(refs))
        self.witness = Witness(board, decks, tuning=tuning, tokens=lambda: next(source), memory=memory)
        self.plan = board
        self.now = now if now is not None else Nanos(0)
        self.lying: dict[Uid, Place] = {}
        self.also_read: dict[Uid, set[Place]] = defaultdict(set)
        self.unread: set[Uid] = set()
        self.garbled: set[Place] = set()
        self.silent: set[DeviceId] = set()

    def put(self, place: str, *cards: str) -> None:
        """Lay cards of the red deck, or tags, down."""
        for card in cards:
            self.lying[self._uid(card)] = parse_place(place)

    def lift(self, *cards: str) -> None:
        """Take cards off every antenna."""
        for card in cards:
            self.lying.pop(self._uid(card), None)

    def bleed(self, card: str, *places: str) -> None:
        """From now on the card is also read at these places."""
        self.also_read[self._uid(card)] = {parse_place(place) for place in places}

    def sweep(self, times: int = 1) -> list[Fact]:
        """Look at every antenna in turn, `times` times over."""
        facts: list[Fact] = []
        for _ in range(times):
            for reader in self.plan.readers:
                for antenna in reader.antennas:
                    if reader.id not in self.silent:
                        facts += self.look(reader.id, antenna)
        return facts

    def look(self, reader: DeviceId, antenna: AntennaNo) -> list[Fact]:
        """One look at one antenna, 20 ms."""
        place = self.plan.place_of(reader, antenna)
        assert place is not None
        began = self.now
        self.now = Nanos(self.now + LOOK_MS * NANOS_PER_MS)
        uids = tuple(
            uid
            for uid in {**self.lying, **dict.fromkeys(self.also_read)}
            if uid not in self.unread and (self.lying.get(uid) == place or place in self.also_read[uid])
        )
        return self.witness.observe(
            AntennaRead(reader, antenna, uids, began, self.now, clean=place not in self.garbled)
        )

    def settle(self) -> list[Fact]:
        """The first sweep: the snapshot."""
        return self.sweep()

    def pass_time(self, seconds: float) -> list[Fact]:
        """Sweep for that long."""
        facts: list[Fact] = []
        end = self.now + round(seconds * 1_000_000_000)
        while self.now < end:
            facts += self.sweep()
        return facts

    @staticmethod
    def _uid(card: str) -> Uid:
        return uid_of(card) if len(card) == 2 else Uid(card)


def named(facts: Iterable[Fact]) -> list[str]:
    """The kinds of the facts, in order."""
    return [type(fact).__name__ for fact in facts]
