"""One table's node: its parts, its watch and its uplink in one event loop."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from contextlib import aclosing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, NoReturn

import structlog
from structlog.typing import FilteringBoundLogger

from felt.clock import Clock, SystemClock
from felt.fact import Fact
from felt.fault import StorageFault, Unsupported
from felt.ids import DeviceId
from felt.note import NoteKey, note
from felt.order import Guidance, Health
from felt.wire import DeviceKey, MqttTransport, Transport
from firmware_bridge.backoff import Backoff
from firmware_bridge.reading import AntennaRead, ButtonSaid, PartFound, PartLost, ShufflerSaid
from firmware_bridge.stream import MemoryWires
from hardware.panel import McuPanel, McuPanelPlan, Panel, PanelPlan, PinFactory, open_panel
from table_node.config import Equipment, NodeConfig, equip
from table_node.hand_count import JOURNAL, HandCount
from table_node.memory import WitnessMemory
from table_node.outbox import Identity, Outbox, OutboxUnusable
from table_node.panel import PanelDesk
from table_node.part_words import PartWords
from table_node.parts import Parts, PartStream, connected
from table_node.uplink import Uplink, last_will
from table_node.watch import Forgotten, Guided, Watch
from table_node.witness import NO_HAND, Witness

_TIME_IS_SYNCED: Final = Path("/run/systemd/timesync/synchronized")


def identity_of(config: NodeConfig) -> Identity:
    """Who the node speaks as."""
    return Identity(config.room, config.table, config.device)


async def run_node(
    config: NodeConfig,
    *,
    clock: Clock | None = None,
    transport: Transport | None = None,
    wires: MemoryWires | None = None,
    record: Path | None = None,
    pins: PinFactory = None,
) -> None:
    """Watch the table until cancelled.

    Absent ports and brokers are waited for, a full disk too. `transport`, made with `last_will`, `wires` and `pins`
    replace the real ones. Raises ConfigFault or OutboxUnusable for what can never work.
    """
    clock = clock or SystemClock()
    equipment = equip(config)
    log: FilteringBoundLogger = structlog.get_logger().bind(table=config.table, device=config.device)
    parts = Parts(equipment.board, config.ports, clock, idle_s=config.idle_s, wires=wires, record=record, log=log.info)
    outbox = await _opened_outbox(config, clock, log)
    try:
        node = Node(config, equipment, parts, outbox, clock=clock, log=log, transport=transport, pins=pins)
        await node.run()
    finally:
        parts.close()
        outbox.close()


class Node:
    """The running node of one table."""

    def __init__(
        self,
        config: NodeConfig,
        equipment: Equipment,
        parts: Parts,
        outbox: Outbox,
        *,
        clock: Clock,
        log: FilteringBoundLogger,
        transport: Transport | None = None,
        pins: PinFactory = None,
    ) -> None:
        """Raises StorageFault when signing key or memory cannot be read."""
        board = connected(equipment.board, parts.names)
        identity = identity_of(config)
        self._clock = clock
        self._log = log
        self._outbox = outbox
        self._parts = parts
        self._words = PartWords(parts.names)
        self._waiting = 0
        self._plan = equipment.board.panel
        self._pins = pins
        self._panel: Panel | None = None
        self._desk: PanelDesk | None = None
        self._guidance: Guidance | None = None
        self._hands = HandCount(equipment.stock, config.data / JOURNAL, log.warning)
        self._hands_due = asyncio.Event()
        self._hands_due.set()
        if self._plan is not None:
            self._words.wait_for(self._plan.id)

        def make_witness(memory: WitnessMemory | None) -> Witness:
            return Witness(board, equipment.decks, tuning=config.tuning, memory=memory)

        self.watch = Watch(
            make_witness,
            outbox,
            clock,
            senses=board.senses,
            synced=_TIME_IS_SYNCED.exists,
            stored=self._stored,
            log=self._log.info,
        )
        self.uplink = Uplink(
            identity,
            transport or MqttTransport(config.broker, config.device, will=last_will(identity)),
            DeviceKey.load_or_create(config.data / "signing.key"),
            outbox,
            clock,
            on_guidance=self._guided,
            on_forgotten=lambda: self.watch.see_soon(Forgotten()),
            health=self.health,
            log=self._log.info,
            tuning=config.uplink,
        )

    async def run(self) -> None:
        """Watch until cancelled."""
        self._log.info("node started", boot=self._outbox.boot, parts=list(self._parts.names))
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.watch.run())
                group.create_task(self.uplink.run())
                group.create_task(self._count_hands())
                for part, stream in self._parts.streams(self._may_hide_cards).items():
                    group.create_task(self._follow(part, stream))
                if self._plan is not None:
                    group.create_task(self._serve(self._plan))
        finally:
            await self._hands.write()
            self._log.info("node stopped")

    def health(self) -> Health:
        """What the node says of itself."""
        words = self._words.with_store(self.watch.fault, self.uplink.refused)
        for cause, count in self.watch.witness.faults.items():
            self._log.debug("reads not believed", cause=cause, count=count)
        return Health(
            watching=self.watch.watching,
            parts=words.texts,
            outbox=self._size(),
            version=_version(),
            notes=words.notes,
        )

    def _may_hide_cards(self) -> bool:
        """False only when it is known that no hand is dealt: the hub says so, or the key stands at service."""
        if self.watch.witness.serviced:
            return False
        state = None if self._guidance is None or not self.uplink.reachable else self._guidance.state
        return state not in NO_HAND

    def _size(self) -> int:
        try:
            self._waiting = self._outbox.size()
        except StorageFault as fault:
            self._log.warning("outbox cannot be read", fault=str(fault))
        return self._waiting

    async def _follow(self, part: DeviceId, stream: PartStream) -> None:
        """Hand every reading of one part to the watch."""
        async with aclosing(stream) as readings:
            async for reading in readings:
                if isinstance(reading, AntennaRead):
                    if self._hands.see(reading):
                        self._hands_due.set()
                elif isinstance(reading, PartLost):
                    self._words.lost(reading)
                    self._log.warning("part lost", part=reading.part, why=reading.why)
                elif isinstance(reading, PartFound):
                    self._words.found(reading.part)
                    self._log.info("part found", part=reading.part, version=reading.version)
                elif isinstance(reading, ButtonSaid):
                    if isinstance(self._panel, McuPanel):
                        self._panel.hear(reading)
                    continue
                elif isinstance(reading, ShufflerSaid) and part not in self._parts.shufflers:
                    continue  # a controller that carries the panel alone has no machine to speak for
                await self.watch.see(reading)
        self._words.ended(part)

    async def _serve(self, plan: PanelPlan | McuPanelPlan) -> None:
        """Let the dealer use the panel. A table whose panel fails still watches, says so, and tries again."""
        backoff = Backoff()
        while True:
            try:
                await self._use(plan)
            except Unsupported as fault:
                why, said = str(fault), note(NoteKey.PART_ABSENT)
            except ExceptionGroup as broken:
                why, said = f"panel {plan.id} failed: {broken.exceptions[0]}", note(NoteKey.PART_FAILED)
                self._log.exception("panel failed", panel=plan.id)
            if self._words.say(plan.id, why, said):
                self._log.warning("no panel", why=why)
            await self.watch.see(PartLost(plan.id, why, self._clock.now(), said))
            await self._clock.sleep(backoff.delay_s())

    async def _use(self, plan: PanelPlan | McuPanelPlan) -> NoReturn:
        """Open the panel and serve it until it fails; raises Unsupported, or a group of what its tasks failed by."""
        device = self._parts.controller(plan.port) if isinstance(plan, McuPanelPlan) else None
        panel = self._panel = open_panel(plan, self._clock, device=device, pins=self._pins)
        try:
            desk = self._desk = PanelDesk(
                panel, self._clock, say=self.watch.see, reachable=lambda: self.uplink.reachable, log=self._log.info
            )
            if self._guidance is not None:
                desk.guide(self._guidance)
            self._words.found(plan.id)
            await self.watch.see(PartFound(plan.id, "", self._clock.now()))
            await desk.run()
        finally:
            self._desk = self._panel = None
            panel.close()

    async def _count_hands(self) -> None:
        """Write each deck's count after a hand that it was dealt in, and what an earlier run left unwritten."""
        while True:
            await self._hands_due.wait()
            self._hands_due.clear()
            await self._hands.write()

    def _guided(self, guidance: Guidance) -> None:
        self._guidance = guidance
        if self._hands.guide(guidance.hand):
            self._hands_due.set()
        if self._desk is not None:
            self._desk.guide(guidance)
        self.watch.see_soon(Guided(guidance, self._clock.now()))

    def _stored(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            self._log.debug("fact", fact=type(fact).__name__)
        self.uplink.stir()


async def _opened_outbox(config: NodeConfig, clock: Clock, log: FilteringBoundLogger) -> Outbox:
    """The outbox, waited for while its disk is full; raises OutboxUnusable when waiting cannot help."""
    backoff = Backoff()
    while True:
        try:
            return await asyncio.to_thread(Outbox, config.data / "outbox.sqlite", identity_of(config))
        except OutboxUnusable:
            raise
        except StorageFault as fault:
            log.warning("not watching: no outbox", fault=str(fault))
            await clock.sleep(backoff.delay_s())


def _version() -> str:
    try:
        return version("feltwire")
    except PackageNotFoundError:
        return ""


def stop_on_signals(stop: Callable[[], object]) -> None:
    """Call `stop` once at SIGTERM or Ctrl-C."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
