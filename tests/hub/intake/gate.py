"""An intake over a broker in the process, and a sink that remembers what was delivered."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from felt.clock import ManualClock
from felt.fact import Fact
from felt.ids import BootId, DeviceId, TableId
from felt.order import Health, Presentness
from felt.wire import InProcessBroker
from hub.floor import is_own
from hub.intake import Alarm, Arrival, Gap, Intake, Lease, Post, Trouble
from tests.hub.floor.room import ROOM, T1, T2, Device


@dataclass
class Remembering:
    """A sink that keeps everything, and commits only when told to."""

    facts: list[tuple[TableId, DeviceId, int]] = field(default_factory=list)
    bodies: list[Fact] = field(default_factory=list)
    lines: dict[tuple[TableId, DeviceId, BootId, int], bytes] = field(default_factory=dict)
    gaps: list[tuple[TableId, DeviceId, int, int]] = field(default_factory=list)
    alarms: list[Alarm] = field(default_factory=list)
    keys: list[tuple[TableId, DeviceId, bytes]] = field(default_factory=list)
    presence: list[tuple[TableId, DeviceId, Presentness]] = field(default_factory=list)
    health: list[tuple[TableId, DeviceId, Health]] = field(default_factory=list)
    full: set[TableId] = field(default_factory=set)

    def has_room(self, table: TableId) -> bool:
        return table not in self.full

    def arrived(self, table: TableId, arrival: Arrival) -> None:
        envelope = arrival.envelope
        self.facts.append((table, envelope.device, envelope.seq))
        self.bodies.append(envelope.body)
        self.lines[table, envelope.device, envelope.boot, envelope.seq] = arrival.line

    def missing(self, table: TableId, device: DeviceId, gap: Gap) -> None:
        self.gaps.append((table, device, gap.first, gap.last))

    def trusted(self, table: TableId, device: DeviceId, public: bytes) -> None:
        self.keys.append((table, device, public))

    def alarm(self, alarm: Alarm) -> None:
        self.alarms.append(alarm)

    def present(self, table: TableId, device: DeviceId, presentness: Presentness) -> None:
        self.presence.append((table, device, presentness))

    def healthy(self, table: TableId, device: DeviceId, health: Health) -> None:
        self.health.append((table, device, health))

    async def kept_line(self, table: TableId, device: DeviceId, boot: BootId, seq: int) -> bytes | None:
        return self.lines.get((table, device, boot, seq))

    @property
    def troubles(self) -> list[Trouble]:
        return [alarm.trouble for alarm in self.alarms]


class Gate:
    """The intake under test with everything around it."""

    def __init__(self) -> None:
        self.broker = InProcessBroker()
        self.link = self.broker.client()
        self.post = Post(self.link)
        self.sink = Remembering()
        self.clock = ManualClock()
        self.leases = {T1: Lease(trackers=frozenset({DeviceId("tracker")})), T2: Lease()}
        self.intake = Intake(ROOM, self.link, self.post, self.sink, self.clock, leases=self.leases, own=is_own)

    async def device(self, name: str = "node", table: TableId = T1, *, boot: str = "00000000000000b1") -> Device:
        return await Device(self.broker.client(), name, table, boot=boot).start()

    async def settle(self) -> None:
        """Everything published has been handled, and everything posted was sent and heard."""
        for _ in range(20):
            await self.link.settled()
            await asyncio.sleep(0)


@asynccontextmanager
async def open_gate() -> AsyncIterator[Gate]:
    """A running gate."""
    gate = Gate()
    sending = asyncio.create_task(gate.post.run())
    await gate.intake.start()
    await gate.link.start()
    try:
        yield gate
    finally:
        await gate.intake.stop()
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        await gate.link.stop()
