"""The watch between witness and disk: what it keeps, and what it makes of a disk that refuses."""

import asyncio
import resource
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from felt.clock import ManualClock, Nanos
from felt.envelope import decode_envelope
from felt.fact import CardArrived, Fact, WatchChanged
from felt.ids import DeviceId, HandId, RoomId, TableId
from felt.order import Guidance
from firmware_bridge.reading import AntennaNo, AntennaRead, PartLost
from table_node.memory import WitnessMemory, decode_memory
from table_node.outbox import Identity, Outbox
from table_node.watch import Forgotten, Guided, Watch
from table_node.witness import Witness
from tests.table_node.tabletop import BOARD_PLAN, RED, WEST, named, uid_of
from tests.table_node.waiting import until

ME = Identity(RoomId("main"), TableId("t1"), DeviceId("node"))


class Bench:
    """A watch over an outbox, fed by hand."""

    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock()
        self.outbox = Outbox(folder / "outbox.sqlite", ME)
        self.told: list[Fact] = []
        self.logged: list[str] = []
        self.watch = Watch(
            lambda memory: Witness(BOARD_PLAN, RED, memory=memory),
            self.outbox,
            self.clock,
            senses=BOARD_PLAN.senses,
            synced=lambda: True,
            stored=self._stored,
            log=self.logged.append,
        )
        self._task: asyncio.Task[None] | None = None

    def _stored(self, facts: Sequence[Fact]) -> None:
        self.told += facts

    def start(self) -> None:
        self._task = asyncio.create_task(self.watch.run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.outbox.close()

    async def sweep(self, times: int = 1, *seat1: str) -> None:
        """Look at every antenna; the cards of seat 1 lie there."""
        for _ in range(times):
            for reader in BOARD_PLAN.readers:
                for antenna in reader.antennas:
                    began = self.clock.now()
                    await self.clock.advance(0.02)
                    here = (reader.id, antenna) == (WEST, AntennaNo(1))
                    uids = tuple(uid_of(card) for card in seat1) if here else ()
                    await self.watch.see(AntennaRead(reader.id, antenna, uids, began, self.clock.now()))
        await self.watch.idle()

    def kept(self) -> WitnessMemory:
        stored = self.outbox.memory()
        assert stored is not None
        return decode_memory(stored)


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    made = Bench(tmp_path)
    made.start()
    yield made
    await made.stop()


async def test_facts_are_told_only_when_they_are_on_disk(bench: Bench) -> None:
    await bench.sweep(3, "Kh")
    assert named(bench.told) == ["WatchChanged", "TableSeen"]
    stored = [decode_envelope(letter.body) for letter in bench.outbox.pending()]
    assert [envelope.body for envelope in stored] == bench.told
    assert all(envelope.synced for envelope in stored)


async def test_guidance_alone_is_remembered(bench: Bench) -> None:
    await bench.sweep()
    await bench.watch.see(Guided(Guidance(1, HandId("h4"), "dealing"), Nanos(0)))
    await bench.watch.idle()
    assert (bench.kept().hand, bench.kept().hand_over) == ("h4", False)
    await bench.watch.see(Guided(Guidance(2, HandId("h4"), "over"), Nanos(0)))
    await bench.watch.idle()
    assert bench.kept().hand_over
    assert bench.outbox.size() == 2


async def test_a_quiet_table_writes_nothing(bench: Bench) -> None:
    await bench.sweep(3, "Kh")
    before = bench.kept()
    told = len(bench.told)
    await bench.sweep(20, "Kh")
    assert bench.kept() == before
    assert len(bench.told) == told


async def test_what_was_not_stored_never_happened(bench: Bench) -> None:
    """On a full disk the arrival is not told; after it, the snapshot bears a token that no one has heard."""
    await bench.sweep()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        for reader, antenna, cards in [(WEST, 1, ("Kh",))] * 2:
            looked = AntennaRead(
                reader, AntennaNo(antenna), tuple(map(uid_of, cards)), bench.clock.now(), bench.clock.now()
            )
            await bench.watch.see(looked)
        await bench.watch.see(PartLost(DeviceId("shuffler"), "no answer", bench.clock.now()))
        await until(lambda: bench.watch.fault is not None)
        assert not bench.watch.watching
        await bench.clock.advance(20.0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    while bench.watch.fault is not None:
        await bench.clock.advance(5.0)
    await bench.sweep(2, "Kh")
    assert named(bench.told) == [
        "WatchChanged",
        "TableSeen",
        "WatchChanged",
        "WatchChanged",
        "DeviceLost",
        "TableSeen",
    ]
    assert not [fact for fact in bench.told if isinstance(fact, CardArrived)]
    assert bench.logged[-1] == "watching again"
    sequences = [letter.seq for letter in bench.outbox.pending()]
    assert sequences == list(range(6))


async def test_a_hub_that_forgot_everything_is_told_again_what_this_table_can_sense(bench: Bench) -> None:
    await bench.sweep()
    bench.watch.see_soon(Forgotten())
    await bench.watch.idle()
    assert bench.told[2:] == [bench.told[0]]
    assert isinstance(bench.told[0], WatchChanged)
