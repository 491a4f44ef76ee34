"""One table of the demo: virtual devices on ptys, a tracker, and the robot that deals there."""

import random
from contextlib import AsyncExitStack
from typing import Final

import msgspec
from msgspec.structs import replace

from felt.clock import SystemClock
from felt.games import game_named
from felt.situation import Sense
from felt.wire import BrokerAddress, DeviceKey, MqttTransport, Transport
from hardware.virtual.demo.folder import ROOM, TRACKER, DemoPlan, DemoTable
from hardware.virtual.demo.rate import RateClock
from hardware.virtual.demo.tracker import Tracker, tracker_will
from hardware.virtual.field import Field
from hardware.virtual.robot import HandRecord, Hands, Mistake, Pace, Rates, RobotDealer, Seating, Strangers
from hardware.virtual.shuffler import VirtualShuffler
from hardware.virtual.table import PtySockets, VirtualTable

EARLY: Final = frozenset({Mistake.TOO_MANY_CARDS, Mistake.BOXED_CARD})
"""Mistakes that are made, seen and ruled on while the cards are dealt."""
CYCLE_S: Final = 4.0
"""A quick shuffler, so that a demo is not half waiting."""
REAL_LAG_S: Final = 0.25
"""Real seconds from a sensor's look to the hub's answer, with room to spare on a small machine."""


class Pit:
    """A table's devices and people. Made in a running loop."""

    def __init__(self, plan: DemoPlan, table: DemoTable, rates: Rates) -> None:
        self._clock = RateClock(plan.rate)
        deck, other = table.decks
        printed = {**deck.cards, **other.cards}
        self.table = table
        self._truth = table.folder / "truth.jsonl"
        self.field = Field(self._clock, deck.cards)
        self.devices = VirtualTable(
            table.board,
            self.field,
            printed,
            self._clock,
            PtySockets(table.folder / "ports"),
            seed=table.seed,
            # Its link keeps real time, like the node's end of it; only the cycle is as fast as the table.
            shuffler=VirtualShuffler(SystemClock(), table.seed % 0xFFFF + 1, cycle_s=CYCLE_S / plan.rate),
        )
        self._key = DeviceKey.load_or_create(table.folder / "robot.key")
        self._broker = BrokerAddress(port=plan.broker_port, username="demo", password=plan.password)
        self._rates = rates
        self._first_rates = soon(rates) if table is plan.tables[0] else rates
        pace = pace_at(plan.rate)
        rng = random.Random(f"hands:{table.seed}")
        self._hands = Hands(self.field, deck.cards, printed, self._clock, rng=rng, pace=pace)

    def _robot(self, tracker: Tracker) -> RobotDealer:
        table = self.table
        empty = tuple(seat for seat in table.board.seats if seat not in table.players)
        return RobotDealer(
            Seating(game_named("holdem"), table.players, empty, table.button, faces=table.board.watches(Sense.FACES)),
            self._hands,
            rates=self._first_rates,
            seed=table.seed,
            clock=self._clock,
            tell=tracker.tell,
            guidance=lambda: tracker.guidance,
            strangers=Strangers(min(table.decks[1].cards)),
            shuffler=self.devices.shuffler,
        )

    async def run(self, transport: Transport | None = None) -> None:
        """Deal until cancelled; each hand's truth goes to `truth.jsonl`. `transport` replaces MQTT."""
        table = self.table.id
        wire = transport or MqttTransport(self._broker, f"{table}-{TRACKER}", will=tracker_will(ROOM, table, TRACKER))
        tracker = Tracker(ROOM, table, TRACKER, transport=wire, key=self._key, clock=SystemClock())
        robot = self._robot(tracker)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.devices.unplug_all)
            self.devices.plug_all()
            await tracker.start()
            stack.push_async_callback(tracker.stop)
            await tracker.node_watching(self.table.node)
            while True:
                self._write_down(await robot.play_hand())
                robot.rates = self._rates

    def _write_down(self, record: HandRecord) -> None:
        """The truth about each hand, a line of JSON, for whoever compares it with the rulings."""
        with self._truth.open("ab") as file:
            file.write(msgspec.json.encode(record) + b"\n")


def soon(rates: Rates) -> Rates:
    """For the first hand, since whoever started the demo waits for one: a mistake early in the deal; or none, ever."""
    early = tuple(kind for kind in rates.kinds if kind in EARLY)
    return replace(rates, mistakes=1.0, kinds=early) if rates.mistakes > 0 and early else rates


def pace_at(rate: float) -> Pace:
    """A person's pace in table time, slowed where messages and processes would not keep up with a fast table."""
    lag = REAL_LAG_S * rate
    usual = Pace()
    return Pace(
        card=usual.card,
        settle=max(usual.settle, 0.6 + lag),
        gather=max(usual.gather, 2.0 + lag),
        think=usual.think,
    )
