"""The watch: readings through the witness into the outbox, and what happens while the disk is full."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from felt.clock import Clock, Nanos
from felt.fact import Fact, SenseQuality
from felt.fault import StorageFault
from felt.note import NoteKey, note
from felt.order import Guidance
from firmware_bridge.backoff import Backoff
from firmware_bridge.reading import AntennaRead, Reading
from hardware.panel import KeyTurned
from table_node.memory import WitnessMemory, decode_memory, encode_memory
from table_node.outbox import Outbox, Stamp
from table_node.panel import Spoken
from table_node.witness import Witness
from vision.sighting import Sighting, View

QUEUE_MOST: Final = 1_000
"""Readings that wait for the disk before the readers are held up."""


class Guided(Struct, frozen=True):
    """The hub's guidance, heard at `at`."""

    guidance: Guidance
    at: Nanos


class Forgotten(Struct, frozen=True):
    """The hub has lost what this node told it: it has a new ledger."""


Seen = Reading | Sighting | View | Guided | Forgotten | Spoken | KeyTurned
MakeWitness = Callable[[WitnessMemory | None], Witness]


class Watch:
    """One table's watch. Give it to `run`; everything seen goes through `see`, in the order of time."""

    def __init__(
        self,
        make_witness: MakeWitness,
        outbox: Outbox,
        clock: Clock,
        *,
        senses: tuple[SenseQuality, ...],
        synced: Callable[[], bool],
        stored: Callable[[Sequence[Fact]], None],
        log: Callable[[str], None],
    ) -> None:
        """Raises StorageFault when the stored memory cannot be read. `stored` hears what is safe on disk."""
        self._make_witness = make_witness
        self._outbox = outbox
        self._clock = clock
        self._senses = senses
        self._synced = synced
        self._stored = stored
        self._log = log
        self._queue: asyncio.Queue[Seen] = asyncio.Queue(QUEUE_MOST)
        kept = outbox.memory()
        self._kept = decode_memory(kept) if kept is not None else None
        self.witness = make_witness(self._kept)
        self._introduced = False
        self.fault: StorageFault | None = None
        """Why watching stopped, None while it goes on."""

    @property
    def watching(self) -> bool:
        """True while facts are taken in and kept, and the table is not in service."""
        return self.fault is None and self.witness.settled and not self.witness.serviced

    async def see(self, seen: Seen) -> None:
        """Take in one reading, sighting or guidance; waits while too many are waiting."""
        await self._queue.put(seen)

    def see_soon(self, seen: Guided | Forgotten) -> None:
        """As `see` for what cannot wait; one too many is left out, since the hub says it again."""
        if self._queue.full():
            self._log("a word of the hub's left out: the disk is slow")
            return
        self._queue.put_nowait(seen)

    async def idle(self) -> None:
        """Return when everything seen so far was taken in."""
        await self._queue.join()

    async def run(self) -> None:
        """Watch until cancelled."""
        await self._keep(self._declared(), [])
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            facts: list[Fact] = []
            for seen in batch:
                facts += self._take(seen)
            await self._keep(facts, batch)
            for _ in batch:
                self._queue.task_done()

    def _take(self, seen: Seen) -> list[Fact]:
        match seen:
            case Guided(guidance, at):
                self.witness.guide(guidance, at)
                return []
            case Forgotten():
                return self._declared()
            case Spoken(facts):
                return [] if self.witness.serviced else [*facts]
            case KeyTurned(serviced):
                return self.witness.turn_key(serviced)
            case _:
                return self.witness.observe(seen)

    def _declared(self) -> list[Fact]:
        return self.witness.declare(self._senses, NoteKey.WATCH_STARTED)

    async def _keep(self, facts: Sequence[Fact], seen: Sequence[Seen]) -> None:
        """Store facts and memory; a disk that refuses stops the watch until it takes writes again."""
        memory = self.witness.memory()
        if not facts and memory == self._kept:
            return
        try:
            await self._store(facts, memory)
        except StorageFault as fault:
            await self._wait_for_the_disk(fault, seen)

    async def _store(self, facts: Sequence[Fact], memory: WitnessMemory) -> None:
        stamp = Stamp(self._clock.now(), self._clock.wall(), self.witness.hand, self._synced())
        await asyncio.to_thread(self._outbox.append, facts, stamp, encode_memory(memory))
        self._kept = memory
        self._introduced = True
        if facts:
            self._stored(facts)

    async def _wait_for_the_disk(self, fault: StorageFault, seen: Sequence[Seen]) -> None:
        """Go back to what is on disk, of which `seen` is no part, and tell on return that watching was interrupted."""
        self._log(f"not watching: {fault}")
        self.fault = fault
        self.witness = self._make_witness(self._kept)
        facts = [] if self._introduced else self._declared()
        facts += self.witness.interrupted(f"the node's disk was full: {fault.what}", note(NoteKey.WATCH_DISK))
        facts += self._take_lasting(seen)
        backoff = Backoff()
        while True:
            await self._clock.sleep(backoff.delay_s())
            facts += self._take_lasting(self._drain())
            try:
                await asyncio.to_thread(self._outbox.probe)
                await self._store(facts, self.witness.memory())
            except StorageFault as again:
                self.fault = again
                continue
            self.fault = None
            self._log("watching again")
            return

    def _drain(self) -> list[Seen]:
        seen = []
        while not self._queue.empty():
            seen.append(self._queue.get_nowait())
            self._queue.task_done()
        return seen

    def _take_lasting(self, seen: Sequence[Seen]) -> list[Fact]:
        """Take in what stays true until it is taken back; looks at cards pass unheard."""
        lasting = [one for one in seen if not isinstance(one, AntennaRead | Sighting | View)]
        return [fact for one in lasting for fact in self._take(one)]
