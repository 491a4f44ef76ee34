"""The tables of one room: the intake's facts to their desks, their pictures to whoever follows them."""

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog
from msgspec.structs import replace

from felt.clock import Clock
from felt.fact import Fact, GapSeen
from felt.fault import BadInput
from felt.ids import BootId, DeviceId, FactId, RoomId, TableId
from felt.order import Guidance, Health, Presentness
from felt.topic import Channel, device_topic
from felt.wire import DeviceKey, LinkState, Retention, Transport
from hub.floor.alerts import AlertBook
from hub.floor.desk import Desk, DeskEvents, Work
from hub.floor.devices import DeviceRoll
from hub.floor.rebuild import Rebuilt, key_line, rebuilt
from hub.floor.terms import TableTerms
from hub.floor.voice import HUB_DEVICE, Voice, is_own
from hub.floor.watchers import Watcher, Watchers
from hub.intake import Alarm, Arrival, Gap, Intake, Lease, Post
from hub.ledger import ChainBreak, Draft, Ledger, LedgerReader, RowKind
from hub.rules.ruling import TablePicture
from hub.views.status import Alert, AlertKind, AlertState, TableStatus

NO_TABLE: Final = TableId("")
"""The table of an alert that belongs to none of the room's."""

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
        self._intake = Intake(room, transport, self._post, self, clock, leases=self._leases, own=is_own)
        self._desks: dict[TableId, Desk] = {}
        self._rolls = {table: DeviceRoll(clock) for table in self._terms}
        self._recorded_keys: dict[TableId, dict[DeviceId, bytes]] = {}
        self._unplaced = AlertBook(NO_TABLE)
        self._watchers = Watchers()
        self._tasks: list[asyncio.Task[None]] = []
        self._reader: LedgerReader | None = None

    async def start(self) -> None:
        """Rebuild every table from the ledger, open it, and listen; raises StorageFault."""
        self._reader = LedgerReader(self._ledger.path)
        for terms in self._terms.values():
            known = self._rebuilt(terms.table)
            self._remember(terms, known)
            desk = self._desks[terms.table] = Desk(
                terms, known, self._events(terms.table), ledger=self._ledger, voice=self._voice, clock=self._clock
            )
            await desk.open()
            if known.broken is not None:
                self._ledger_changed(known.broken)
            self._record_key(terms.table, HUB_DEVICE, self._voice.public)
        self._transport.on_state(self._on_link)
        await self._intake.start()
        self._tasks = [asyncio.create_task(desk.run()) for desk in self._desks.values()]
        self._tasks.append(asyncio.create_task(self._post.run()))

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
            devices=self._rolls[table].statuses(),
            alerts=desk.alerts.all(),
            chronicle=desk.chronicle.all(),
        )

    def unplaced(self) -> tuple[Alert, ...]:
        """Alerts of the room that belong to no configured table, such as a node of a table that is not there."""
        return self._unplaced.all()

    async def tell(self, table: TableId, device: DeviceId, fact: Fact) -> FactId:
        """Record what one of the hub's own devices says (`page_device`); its id once it is committed and ruled on.

        Raises BadInput for an unknown table or a device that is not the hub's own, StorageFault when the ledger
        cannot take it (nothing has then changed).
        """
        desk = self._desk(table)
        if not is_own(device):
            raise BadInput(f"{device} is no device of the hub's own", remedy="use page_device")
        self._record_key(table, device, self._voice.public)
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
        alert = self._unplaced.get(alert_id)
        if alert is None:
            raise BadInput(f"no alert {alert_id!r}", remedy="an alert that a page shows")
        self._unplaced.put(replace(alert, state=state, by=by))
        self._changed_all()

    def watch(self) -> Watcher:
        """The tables that change from now on; a slow follower gets a table once for several changes."""
        return self._watchers.new()

    # The intake's sink.

    def has_room(self, table: TableId) -> bool:
        """False when the table's queue is full."""
        return self._desks[table].has_room()

    def arrived(self, table: TableId, arrival: Arrival) -> None:
        """A device's next fact: to its table's desk."""
        self._rolls[table].heard(arrival.envelope.device)
        self._desks[table].offer(Work(arrival=arrival, external=True))

    def missing(self, table: TableId, device: DeviceId, gap: Gap) -> None:
        """Facts that cannot be had: the rules must know that the hand is partial."""
        fact = GapSeen(device, gap.first, gap.last)
        self._desks[table].offer(Work(arrival=self._voice.say(table, HUB_DEVICE, fact)))

    def trusted(self, table: TableId, device: DeviceId, public: bytes) -> None:
        """A device's first key: kept in the ledger before its first fact."""
        self._record_key(table, device, public)

    def alarm(self, alarm: Alarm) -> None:
        """Raise an alert, once for as long as it is open."""
        title = alarm.trouble.replace("-", " ")
        table = alarm.table or NO_TABLE
        book = self._unplaced if alarm.table is None else self._desks[alarm.table].alerts
        if book.open_like(AlertKind.WIRE, title, alarm.device) is not None:
            return
        _log.warning(title, table=table, device=alarm.device, what=alarm.what)
        if book.full():
            return
        self._raise(book.observed(AlertKind.WIRE, title, alarm.what, self._clock.wall(), device=alarm.device))

    def present(self, table: TableId, device: DeviceId, presentness: Presentness) -> None:
        """A device came or went."""
        online = presentness is Presentness.ONLINE
        if not self._rolls[table].present(device, online=online):
            return
        desk = self._desks[table]
        title = "device offline"
        known = desk.alerts.open_like(AlertKind.DEVICE, title, device)
        if known is None and not online and self._leases[table].holder == device:
            detail = f"device {device} of table {table} is gone: the table is not watched until it is back"
            self._raise(desk.alerts.observed(AlertKind.DEVICE, title, detail, self._clock.wall(), device=device))
        elif known is not None and online:
            self._raise(replace(known, state=AlertState.RESOLVED, by=str(HUB_DEVICE)))
        self._watchers.tell(table)

    def healthy(self, table: TableId, device: DeviceId, health: Health) -> None:
        """What a device says of itself."""
        if self._rolls[table].healthy(device, health):
            self._desks[table].touch()

    async def kept_line(self, table: TableId, device: DeviceId, boot: BootId, seq: int) -> bytes | None:
        """The line that the ledger keeps under a fact's key."""
        assert self._reader is not None
        return await asyncio.to_thread(self._reader.line, self.room, table, device, boot, seq)

    # Inside.

    def _desk(self, table: TableId) -> Desk:
        desk = self._desks.get(table)
        if desk is None:
            raise BadInput(f"no table {table!r}", remedy=f"tables here: {', '.join(self._terms)}")
        return desk

    def _rebuilt(self, table: TableId) -> Rebuilt:
        assert self._reader is not None
        return rebuilt(self.room, table, self._reader.rows(self.room, table))

    def _remember(self, terms: TableTerms, known: Rebuilt) -> None:
        """Let the intake go on where the ledger stopped: keys, sequences, and who holds the table."""
        self._recorded_keys[terms.table] = dict(known.keys)
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

    def _record_key(self, table: TableId, device: DeviceId, public: bytes) -> None:
        if self._recorded_keys[table].get(device) != public:
            self._recorded_keys[table][device] = public
            draft = Draft(table, RowKind.KEY, key_line(public), self._clock.wall(), device=device)
            self._desks[table].offer(Work(draft=draft))

    def _raise(self, alert: Alert) -> None:
        if alert.table == NO_TABLE:
            self._unplaced.put(alert)
            self._changed_all()
        else:
            self._desks[alert.table].note(alert)

    def _ledger_changed(self, broken: ChainBreak) -> None:
        """The table's record was tampered with: say so, once, and go on recording."""
        desk = self._desks[broken.table]
        title = "ledger was changed"
        detail = f"the chain of table {broken.table} breaks at row {broken.position}: {broken.why}"
        _log.error(title, table=broken.table, position=broken.position, why=broken.why)
        if all(alert.detail != detail for alert in desk.alerts.all()):
            desk.note(desk.alerts.observed(AlertKind.STORAGE, title, detail, self._clock.wall()))

    def _on_link(self, _state: LinkState) -> None:
        self._changed_all()

    def _changed_all(self) -> None:
        for desk in self._desks.values():
            desk.touch()

    def _shown(self, desk: Desk) -> TablePicture:
        """The rules' picture, or, while the hub cannot see the table, the same with the reason why."""
        table = desk.terms.table
        why = desk.storage_fault or self._deaf(table)
        return desk.picture if why is None else replace(desk.picture, watching=False, not_watching_why=why)

    def _deaf(self, table: TableId) -> str | None:
        holder = self._leases[table].holder
        if self._transport.state is not LinkState.UP:
            return "the hub has no link to the broker"
        if holder is None:
            return "no table node has been heard yet"
        if not self._rolls[table].online(holder):
            return f"device {holder} is not online"
        return None

    @staticmethod
    def _answer() -> asyncio.Future[FactId | None]:
        return asyncio.get_running_loop().create_future()
