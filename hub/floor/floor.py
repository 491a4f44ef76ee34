"""The tables of one room: the intake's facts to their desks, their pictures to whoever follows them."""

import asyncio
from collections.abc import Sequence

import msgspec
import structlog
from msgspec.structs import replace

from felt.clock import Clock
from felt.fact import Fact
from felt.fault import BadInput, ConfigFault
from felt.ids import BootId, DeviceId, FactId, RoomId, TableId
from felt.note import Note, NoteKey, english, note
from felt.order import Guidance
from felt.topic import Channel, device_topic
from felt.wire import DeviceKey, LinkState, Retention, Transport
from hub.floor.desk import Desk, DeskEvents, Work
from hub.floor.rebuild import Rebuilt, rebuilt
from hub.floor.reception import Reception
from hub.floor.terms import TableTerms
from hub.floor.voice import HUB_DEVICE, Voice, is_own
from hub.floor.watchers import Watcher, Watchers
from hub.intake import Intake, Lease, Post
from hub.ledger import ChainBreak, Ledger, LedgerReader
from hub.rules.ruling import TablePicture
from hub.views.status import Alert, AlertKind, AlertState, TableStatus

_log = structlog.get_logger(__name__)


class Floor:
    """One room. Make it, `start` it, then start the transport; `stop` it before the ledger closes.

    Every method is called in the event loop. What it shows is committed; what it cannot commit never happened.
    """

    def __init__(
        self,
        room: RoomId,
        terms: Sequence[TableTerms],
        *,
        ledger: Ledger,
        transport: Transport,
        key: DeviceKey,
        clock: Clock,
    ) -> None:
        self.room = room
        self._terms = {each.table: each for each in terms}
        self._ledger = ledger
        self._transport = transport
        self._clock = clock
        self._voice = Voice(room, key, clock)
        self._post = Post(transport)
        self._leases = {
            each.table: Lease(fixed=each.node, trackers=frozenset(each.trackers)) for each in self._terms.values()
        }
        self._desks: dict[TableId, Desk] = {}
        self._reception = Reception(
            self._desks, self._leases, voice=self._voice, clock=clock, kept=self._kept, on_unplaced=self._changed_all
        )
        self._intake = Intake(room, transport, self._post, self._reception, clock, leases=self._leases, own=is_own)
        self._watchers = Watchers()
        self._tasks: list[asyncio.Task[None]] = []
        self._reader: LedgerReader | None = None

    async def start(self) -> None:
        """Rebuild every table from the ledger, open it, and listen.

        Raises StorageFault, or ConfigFault for terms that no rulebook knows.
        """
        self._reader = LedgerReader(self._ledger.path)
        for terms in self._terms.values():
            known = self._rebuilt(terms.table)
            self._remember(terms, known)
            desk = self._desks[terms.table] = self._new_desk(terms, known)
            await desk.open()
            if known.broken is not None:
                self._ledger_changed(known.broken)
            self._reception.record_key(terms.table, HUB_DEVICE, self._voice.public)
        self._transport.on_state(self._on_link)
        await self._intake.start()
        self._tasks = [asyncio.create_task(desk.run()) for desk in self._desks.values()]
        self._tasks += [asyncio.create_task(self._post.run()), asyncio.create_task(self._reception.miss_silent_nodes())]

    async def stop(self) -> None:
        """Stop every table; what was not committed is not acknowledged either."""
        await self._intake.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._reader is not None:
            self._reader.close()

    # What pages ask and say.

    def tables(self) -> tuple[TableId, ...]:
        """The tables in the order of the configuration."""
        return tuple(self._terms)

    def status(self, table: TableId) -> TableStatus:
        """The table as it stands now; raises BadInput for an unknown table."""
        desk = self._desk(table)
        return TableStatus(
            room=self.room,
            table=table,
            name=desk.terms.name,
            revision=desk.revision,
            picture=self._shown(desk),
            authority=desk.terms.authority,
            devices=self._reception.rolls[table].statuses(),
            alerts=desk.alerts.all(),
            chronicle=desk.chronicle.all(),
            language=desk.terms.language,
        )

    def unplaced(self) -> tuple[Alert, ...]:
        """Alerts of the room that belong to no configured table, such as a node of a table that is not there."""
        return self._reception.unplaced.all()

    async def tell(self, table: TableId, device: DeviceId, fact: Fact) -> FactId:
        """Record what one of the hub's own devices says (`page_device`); its id once it is committed and ruled on.

        Raises BadInput for an unknown table or a device that is not the hub's own, StorageFault when the ledger
        cannot take it (nothing has then changed).
        """
        desk = self._desk(table)
        if not is_own(device):
            raise BadInput(f"{device} is no device of the hub's own", remedy="use page_device")
        self._reception.record_key(table, device, self._voice.public)
        answer = self._answer()
        desk.offer(Work(arrival=self._voice.say(table, device, fact), answer=answer))
        said = await answer
        assert said is not None
        return said

    async def mark_alert(self, alert_id: str, state: AlertState, by: str) -> None:
        """Record where an alert stands and who says so; raises BadInput for an unknown alert, or StorageFault."""
        for desk in self._desks.values():
            alert = desk.alerts.get(alert_id)
            if alert is not None:
                answer = self._answer()
                desk.offer(Work(alert=replace(alert, state=state, by=by), answer=answer))
                await answer
                return
        alert = self._reception.unplaced.get(alert_id)
        if alert is None:
            raise BadInput(f"no alert {alert_id!r}", remedy="an alert that a page shows")
        self._reception.unplaced.put(replace(alert, state=state, by=by))
        self._changed_all()

    def watch(self) -> Watcher:
        """The tables that change from now on; a slow follower gets a table once for several changes."""
        return self._watchers.new()

    # Inside.

    def _desk(self, table: TableId) -> Desk:
        desk = self._desks.get(table)
        if desk is None:
            raise BadInput(f"no table {table!r}", remedy=f"tables here: {', '.join(self._terms)}")
        return desk

    def _new_desk(self, terms: TableTerms, known: Rebuilt) -> Desk:
        events = self._events(terms.table)
        try:
            return Desk(terms, known, events, ledger=self._ledger, voice=self._voice, clock=self._clock)
        except BadInput as fault:
            raise ConfigFault(fault.what, where=f"table {terms.table}", remedy=fault.remedy) from fault

    def _kept(self, table: TableId, device: DeviceId, boot: BootId, seq: int) -> bytes | None:
        assert self._reader is not None
        return self._reader.line(self.room, table, device, boot, seq)

    def _rebuilt(self, table: TableId) -> Rebuilt:
        assert self._reader is not None
        return rebuilt(self.room, table, self._reader.rows(self.room, table), self._terms[table].shelf)

    def _remember(self, terms: TableTerms, known: Rebuilt) -> None:
        """Let the intake go on where the ledger stopped: keys, sequences, and who holds the table."""
        self._reception.know_keys(terms.table, known.keys)
        for device in {**known.expected, **terms.keys}:
            expected = known.expected.get(device, {})
            if expected:
                self._leases[terms.table].grant(device)
            public = terms.keys.get(device) or known.keys.get(device)
            speaker = self._intake.speaker(terms.table, device)
            speaker.remember(public, expected)
            speaker.recorded = public is not None and public == known.keys.get(device)

    def _events(self, table: TableId) -> DeskEvents:
        return DeskEvents(
            changed=lambda: self._watchers.tell(table),
            committed=lambda device, boot, seq: self._intake.committed(table, device, boot, seq),
            guide=lambda order: self._guide(table, order),
            reread=lambda: self._rebuilt(table),
        )

    def _guide(self, table: TableId, order: Guidance) -> None:
        lease = self._leases[table]
        for device in (*lease.trackers, *((lease.holder,) if lease.holder else ())):
            topic = device_topic(self.room, table, device, Channel.ORDERS)
            self._post.put(topic, "guidance", msgspec.json.encode(order), retention=Retention.KEPT)

    def _ledger_changed(self, broken: ChainBreak) -> None:
        """The table's record was tampered with: say so, once, and go on recording."""
        desk = self._desks[broken.table]
        title = "ledger was changed"
        detail = f"the chain of table {broken.table} breaks at row {broken.position}: {broken.why}"
        _log.error(title, table=broken.table, position=broken.position, why=broken.why)
        if all(alert.detail != detail for alert in desk.alerts.all()):
            desk.note(desk.alerts.observed(AlertKind.STORAGE, title, detail, self._clock.wall()))

    def _on_link(self, state: LinkState) -> None:
        """A broker that forgot its retained messages gets them again."""
        if state is LinkState.UP:
            for desk in self._desks.values():
                desk.guide_again()
        self._changed_all()

    def _changed_all(self) -> None:
        for desk in self._desks.values():
            desk.touch()

    def _shown(self, desk: Desk) -> TablePicture:
        """The rules' picture, or, while the hub cannot see the table, the same with the reason why."""
        table = desk.terms.table
        if desk.storage_fault is not None:
            return _unwatched(desk.picture, note(NoteKey.WATCH_HUB_STORE), desk.storage_fault)
        why = self._deaf(table)
        if why is not None:
            return _unwatched(desk.picture, why, english(why))
        holder = self._leases[table].holder
        fault = None if holder is None else self._reception.rolls[table].store_fault(holder)
        if holder is None or fault is None:
            return desk.picture
        why = note(NoteKey.WATCH_NODE_STORE, device=holder)
        return _unwatched(desk.picture, why, f"{english(why)}: {fault}")

    def _deaf(self, table: TableId) -> Note | None:
        """Why nothing of the table can be heard."""
        holder = self._leases[table].holder
        if self._transport.state is not LinkState.UP:
            return note(NoteKey.WATCH_NO_BROKER)
        if holder is None:
            return note(NoteKey.WATCH_NO_NODE)
        online = self._reception.rolls[table].online(holder)
        return None if online else note(NoteKey.WATCH_NODE_GONE, device=holder)

    @staticmethod
    def _answer() -> asyncio.Future[FactId | None]:
        return asyncio.get_running_loop().create_future()


def _unwatched(picture: TablePicture, said: Note, why: str) -> TablePicture:
    return replace(picture, watching=False, not_watching_why=why, not_watching_note=said)
