"""One table of the bench: robot, sensors, witness and rules on one clock that only the robot's waiting moves."""

import random
from collections.abc import Coroutine
from heapq import heapify, heapreplace
from typing import Final, TypeVar

from msgspec import Struct

from felt.card import DECK, Card
from felt.clock import NANOS_PER_MS, Nanos, seconds
from felt.fact import CardArrived, Fact, TimePassed, WatchChanged
from felt.games import deal_order, game_named
from felt.ids import BootId, DeviceId, Ref, Uid, fact_id
from felt.note import NoteKey
from felt.order import Guidance
from felt.place import ASIDE, SeatNo, Spot
from felt.setup import TableSetup
from felt.situation import Sense, Tracker
from hardware.board import Board
from hardware.deck import DeckFile
from hardware.virtual.bench.noise import SensorNoise
from hardware.virtual.bench.overhead import NoisyOverhead
from hardware.virtual.bench.senses import Fidgets, Lay, NoisyCamera, NoisyReader
from hardware.virtual.field import Field
from hardware.virtual.robot import HandRecord, Hands, Pace, Rates, RobotDealer, Seating, Strangers
from hub.floor.guidance import guidance
from hub.floor.terms import Authority
from hub.rules import advance, next_due_ms, open_table, picture
from hub.rules.ruling import Outcome
from table_node.witness import Witness

T = TypeVar("T")

LAG_MS: Final = 2_000
"""How late the bench's tracker may be."""
FIRST_LOOK_S: Final = 2.0
"""The sensors see the empty table before the first hand, as a node does that has started."""
PACE: Final = Pace(card=0.4, settle=1.2, gather=3.0, think=0.8)
_NODE, _ROBOT, _HUB = DeviceId("node"), DeviceId("robot"), DeviceId("hub")
_BOOT: Final = BootId("0" * 16)


class Dealt(Struct):
    """One hand: how it really went, what the rules said, and what the sensors could have known of its mistake.

    `readable`: no tag of the mistake's cards was dead. `in_order`: every seat's whole hand was read, and the witness's
    intervals, each as wide again into the past for looks that missed, put a card of the mistake's seat beyond its first
    certainly after another seat's that it should have come before. A first card may have been picked up unread.
    """

    record: HandRecord
    happened: list["Happened"]
    readable: bool
    in_order: bool


class Happened(Struct, frozen=True):
    """An outcome of the rules and when it came, ns of table time."""

    outcome: Outcome
    at: Nanos


class BenchTable:
    """Deals hands with `play`, and keeps what the rules said in each."""

    def __init__(self, board: Board, setup: TableSetup, noise: SensorNoise, rates: Rates, seed: int) -> None:
        deck, other = _decks(seed)
        twin, joker = max(deck.cards), Uid(f"E0040199{seed % 0xFFFF:08X}")
        printed = {**deck.cards, **other.cards}
        in_play = tuple(uid for uid in deck.cards if uid != twin)
        self._now = Nanos(0)
        self._state = open_table(setup)
        self._sequence = 0
        self._guidance: Guidance | None = None
        self._waits_since: Nanos | None = None
        self._happened: list[Happened] = []
        self._hole_cards: list[CardArrived] = []
        self._doubled = noise.doubled
        self._mail = random.Random(f"mail:{seed}")
        field = Field(self, in_play)
        lay = self._lay = Lay(field, noise, random.Random(f"lay:{seed}"))
        fidgets = Fidgets(noise, random.Random(f"players:{seed}"))
        devices: list[NoisyReader | NoisyCamera | NoisyOverhead] = [
            NoisyReader(plan, lay, fidgets, noise, random.Random(f"{plan.id}:{seed}")) for plan in board.readers
        ]
        if board.camera and board.seen:
            rng = random.Random(f"camera:{seed}")
            devices.append(NoisyOverhead(board.camera, field, printed, noise, rng))
        elif board.camera:
            in_view, rng = (*board.places, ASIDE), random.Random(f"camera:{seed}")
            devices.append(
                NoisyCamera(board.camera.id, lay, fidgets, in_view=in_view, printed=printed, noise=noise, rng=rng)
            )
        self._queue = [(device.due, turn, device) for turn, device in enumerate(devices)]
        """Who looks next: when, whose turn it is where two are due at once, and who."""
        heapify(self._queue)
        tokens = random.Random(f"tokens:{seed}")
        self._witness = Witness(board, (deck, other) if board.readers else (), tokens=lambda: _token(tokens))
        self._robot = RobotDealer(
            _seating(board, setup),
            Hands(field, in_play, printed, self, rng=random.Random(f"hands:{seed}"), pace=PACE),
            rates=rates,
            seed=seed,
            clock=self,
            tell=self._tell,
            guidance=lambda: self._guidance,
            strangers=Strangers(min(other.cards), joker, twin, _namesake(deck, twin)),
        )
        self._take(_NODE, self._witness.declare(board.senses, NoteKey.WATCH_STARTED))
        _run(self.sleep(FIRST_LOOK_S))

    # The robot's clock.

    def now(self) -> Nanos:
        """Table time, ns."""
        return self._now

    def wall(self) -> Nanos:
        """The same: the bench has no other time."""
        return self._now

    async def sleep(self, delay_s: float) -> None:
        """Let the sensors look for that long."""
        end, queue = Nanos(self._now + seconds(delay_s)), self._queue
        while queue[0][0] <= end:
            due, turn, device = queue[0]
            self._at(due)
            if isinstance(device, NoisyReader):
                self._take(_NODE, self._witness.observe(device.look()))
            else:
                for sighting in device.look():
                    self._take(_NODE, self._witness.observe(sighting))
            heapreplace(queue, (device.due, turn, device))
        self._at(end)

    def play(self) -> Dealt:
        """One whole hand."""
        self._happened, self._hole_cards = [], []
        self._lay.new_hand()
        record = _run(self._robot.play_hand())
        readable = not self._lay.dead & {*record.cards}
        return Dealt(record, self._happened, readable, self._told_out_of_order(record))

    def _told_out_of_order(self, record: HandRecord) -> bool:
        first_told = {fact.ref: fact for fact in reversed(self._hole_cards)}
        cards = {seat: [fact for fact in first_told.values() if fact.place.number == seat] for seat in record.players}
        if any(len(dealt) != self._robot.hole_cards for dealt in cards.values()):
            return False
        order = deal_order(record.players, record.button)
        if record.seat is None or record.seat not in order:
            return False
        behind = order[order.index(record.seat) + 1 :]
        soonest = sorted(2 * fact.between.after - fact.between.by for fact in cards[record.seat])
        theirs = [sorted(fact.between.by for fact in cards[seat]) for seat in behind]
        return any(other[k] <= soonest[k] for other in theirs for k in range(1, len(soonest)))

    def _at(self, now: Nanos) -> None:
        """Time moves on; the rules hear of it when they wait for it."""
        self._now = now
        if self._waits_since is None:
            return
        due = next_due_ms(self._state)
        if due is not None and now - self._waits_since >= due * NANOS_PER_MS:
            self._time_told()

    def _time_told(self) -> None:
        since, self._waits_since = self._waits_since, None
        if since is not None and self._now > since:
            self._advance(_HUB, TimePassed((self._now - since) // NANOS_PER_MS))

    async def _tell(self, fact: Fact) -> None:
        self._take(_ROBOT, [fact])

    def _take(self, device: DeviceId, facts: list[Fact]) -> None:
        for fact in facts:
            self._time_told()
            self._advance(device, fact)
            if isinstance(fact, CardArrived) and fact.place.spot is Spot.SEAT:
                self._hole_cards.append(fact)
            if device == _NODE and self._doubled and self._mail.random() < self._doubled:
                self._advance(device, fact)  # past the intake, which would drop it: the rules alone must bear it

    def _advance(self, device: DeviceId, fact: Fact) -> None:
        self._sequence += 1
        turn = advance(self._state, fact_id(device, _BOOT, self._sequence), fact)
        self._state = turn.state
        self._happened += [Happened(outcome, self._now) for outcome in turn.outcomes]
        self._waits_since = self._now if next_due_ms(turn.state) is not None else None
        if isinstance(fact, WatchChanged):
            return
        self._guidance = guidance(picture(turn.state), self._sequence, Authority.ANNOUNCE)
        self._witness.guide(self._guidance, self._now)


def _decks(seed: int) -> tuple[DeckFile, DeckFile]:
    """Two enrolled decks with consecutive serial numbers, red and blue; the red one's last tag is a second copy."""

    def deck(name: str, first: int, cards: tuple[Card, ...]) -> DeckFile:
        return DeckFile(name, {Uid(f"E0040150{first + at:08X}"): card for at, card in enumerate(cards)})

    base = (seed % 0xFFFF) << 8
    return deck("red", base, (*DECK, DECK[seed % len(DECK)])), deck("blue", base + 0x40, DECK)


def _namesake(deck: DeckFile, twin: Uid) -> Uid:
    """The deck's own card that `twin` is a second copy of."""
    return next(uid for uid, card in deck.cards.items() if card == deck.cards[twin] and uid != twin)


def _seating(board: Board, setup: TableSetup) -> Seating:
    button = setup.button if setup.button is not None else setup.seats[-1]
    game = game_named(setup.game)
    if not game.has_button:
        button = SeatNo(0)
    empty = tuple(seat for seat in board.seats if seat not in setup.seats)
    return Seating(game, setup.seats, empty, button, faces=board.watches(Sense.FACES))


def bench_setup(board: Board, rulebook: str, game: str = "holdem") -> TableSetup:
    """All seats but the last two of the board, and no more than the game takes; rounds tracked, senses as declared.

    Raises BadInput for a game that is not dealt.
    """
    players: tuple[SeatNo, ...] = board.seats[:-2] if len(board.seats) > 4 else board.seats
    players = players[: game_named(game).max_seats]
    return TableSetup(
        rulebook,
        players,
        game=game,
        button=players[-1],
        tracker=Tracker.ROUNDS,
        tracker_lag_ms=LAG_MS,
        senses=board.senses,
    )


def _token(rng: random.Random) -> Ref:
    return Ref(f"{rng.getrandbits(64):016x}")


def _run(work: Coroutine[object, None, T]) -> T:
    """Run a coroutine that waits only for this clock, which never suspends it."""
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    raise AssertionError("the robot waited for something that is not the bench's clock")
