"""The floor's ear: what the intake hears, as facts for the desks, keys for the ledger, and alerts for people."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

import structlog
from msgspec.structs import replace

from felt.clock import Clock
from felt.fact import GapSeen
from felt.ids import BootId, DeviceId, TableId
from felt.order import Health, Presentness
from hub.floor.alerts import ALIKE_MOST, AlertBook
from hub.floor.desk import Desk, Work
from hub.floor.devices import DeviceRoll
from hub.floor.rebuild import key_line
from hub.floor.voice import HUB_DEVICE, Voice
from hub.intake import Alarm, Arrival, Gap, Lease
from hub.ledger import Draft, RowKind
from hub.views.status import AlertKind, AlertState

NO_TABLE: Final = TableId("")
"""The table of an alert that belongs to none of the room's."""
SILENT_S: Final = 20.0
"""A node reports its health every few seconds; after so long without a word it is not there."""
OFFLINE_TITLE: Final = "device offline"
STORE_TITLE: Final = "device keeps nothing"

KeptLine = Callable[[TableId, DeviceId, BootId, int], bytes | None]

_log = structlog.get_logger(__name__)


class Reception:
    """Implements the intake's Sink for `desks`, and minds which devices are there."""

    def __init__(
        self,
        desks: Mapping[TableId, Desk],
        leases: Mapping[TableId, Lease],
        *,
        voice: Voice,
        clock: Clock,
        kept: KeptLine,
        on_unplaced: Callable[[], None],
    ) -> None:
        self._desks = desks
        self._leases = leases
        self._voice = voice
        self._clock = clock
        self._kept = kept
        self._on_unplaced = on_unplaced
        self._keys: dict[TableId, dict[DeviceId, bytes]] = {}
        self.rolls: Final = {table: DeviceRoll(clock) for table in leases}
        self.unplaced: Final = AlertBook(NO_TABLE)
        """Alerts of the room that belong to no table."""

    def know_keys(self, table: TableId, keys: Mapping[DeviceId, bytes]) -> None:
        """Take over the keys that the table's ledger has."""
        self._keys[table] = dict(keys)

    def record_key(self, table: TableId, device: DeviceId, public: bytes) -> None:
        """Keep a device's key in the ledger, before what it says, unless it is there."""
        if self._keys[table].get(device) != public:
            self._keys[table][device] = public
            draft = Draft(table, RowKind.KEY, key_line(public), self._clock.wall(), device=device)
            self._desks[table].offer(Work(draft=draft))

    async def miss_silent_nodes(self) -> None:
        """Watch for ever: a killed broker may go on saying that a node is online, so believe only what speaks."""
        while True:
            await self._clock.sleep(SILENT_S / 4)
            for table, lease in self._leases.items():
                roll, node = self.rolls[table], lease.holder
                if node is not None and roll.silent(node, SILENT_S):
                    news = roll.present(node, online=False)
                    self._mind_presence(table, node, f"has said nothing for {SILENT_S:g} s", news=news)

    def has_room(self, table: TableId) -> bool:
        """False when the table's queue is full."""
        return self._desks[table].has_room()

    def arrived(self, table: TableId, arrival: Arrival) -> None:
        """A device's next fact: to its table's desk."""
        device = arrival.envelope.device
        self._mind_presence(table, device, "is gone", news=self.rolls[table].heard(device))
        self._desks[table].offer(Work(arrival=arrival, external=True))

    def missing(self, table: TableId, device: DeviceId, gap: Gap) -> None:
        """Facts that cannot be had: the rules must know that the hand is partial."""
        fact = GapSeen(device, gap.first, gap.last)
        self._desks[table].offer(Work(arrival=self._voice.say(table, HUB_DEVICE, fact)))

    def trusted(self, table: TableId, device: DeviceId, public: bytes) -> None:
        """A device's first key: kept in the ledger before its first fact."""
        self.record_key(table, device, public)
        self._desks[table].guide_again()

    def alarm(self, alarm: Alarm) -> None:
        """Raise an alert, once for as long as it is open."""
        title = alarm.trouble.replace("-", " ")
        table = alarm.table or NO_TABLE
        book = self.unplaced if alarm.table is None else self._desks[alarm.table].alerts
        if book.open_like(AlertKind.WIRE, title, alarm.device) is not None:
            return
        alike = book.alike(AlertKind.WIRE, title)
        if alike >= ALIKE_MOST or book.full():
            return
        _log.warning(title, table=table, device=alarm.device, what=alarm.what)
        what = alarm.what if alike < ALIKE_MOST - 1 else f"{alarm.what}; other devices do the same and are not listed"
        alert = book.observed(AlertKind.WIRE, title, what, self._clock.wall(), device=alarm.device)
        if alarm.table is None:
            book.put(alert)
            self._on_unplaced()
        else:
            self._desks[alarm.table].note(alert)

    def present(self, table: TableId, device: DeviceId, presentness: Presentness) -> None:
        """A device came or went."""
        online = presentness is Presentness.ONLINE
        news = self.rolls[table].present(device, online=online)
        self._mind_presence(table, device, "is gone", news=news)

    def healthy(self, table: TableId, device: DeviceId, health: Health) -> None:
        """What a device says of itself."""
        news = self.rolls[table].healthy(device, health)
        self._mind_presence(table, device, "is gone", news=news)
        if news:
            self._mind_store(table, device)

    async def kept_line(self, table: TableId, device: DeviceId, boot: BootId, seq: int) -> bytes | None:
        """The line that the ledger keeps under a fact's key."""
        return await asyncio.to_thread(self._kept, table, device, boot, seq)

    # Inside.

    def _mind_presence(self, table: TableId, device: DeviceId, how: str, *, news: bool) -> None:
        """Call a person when the device that speaks for a table is not there, until it is."""
        if not news:
            return
        desk, online = self._desks[table], self.rolls[table].online(device)
        detail = f"device {device} of table {table} {how}: the table is not watched until it is back"
        self._tell(table, device, OFFLINE_TITLE, None if online else detail)
        desk.touch()

    def _mind_store(self, table: TableId, device: DeviceId) -> None:
        """Call a person when the table's node cannot keep what it sees, until it can."""
        why = self.rolls[table].store_fault(device)
        detail = f"device {device} of table {table} keeps nothing, so the table is not watched until it does: {why}"
        self._tell(table, device, STORE_TITLE, None if why is None else detail)

    def _tell(self, table: TableId, device: DeviceId, title: str, detail: str | None) -> None:
        """Raise an alert about the table's node once, and resolve it with its `detail` gone."""
        desk = self._desks[table]
        known = desk.alerts.open_like(AlertKind.DEVICE, title, device)
        if known is None and detail is not None and self._leases[table].holder == device:
            desk.note(desk.alerts.observed(AlertKind.DEVICE, title, detail, self._clock.wall(), device=device))
        elif known is not None and detail is None:
            desk.note(replace(known, state=AlertState.RESOLVED, by=str(HUB_DEVICE)))
