"""What the floor keeps about one table beside its picture: devices, alerts, and the revision of it all."""

from enum import StrEnum

from msgspec import Struct

from felt.clock import Nanos
from felt.ids import DeviceId, RoomId, TableId
from felt.note import Note
from hub.rules.ruling import Ruling, TablePicture


class AlertState(StrEnum):
    """Where an alert stands."""

    OPEN = "open"
    ON_MY_WAY = "on-my-way"
    RESOLVED = "resolved"


class AlertKind(StrEnum):
    """Why the floor is called."""

    RULING = "ruling"
    CALL = "call"
    DEVICE = "device"
    WIRE = "wire"
    STORAGE = "storage"
    TAMPER = "tamper"


class Until(StrEnum):
    """What closes an alert beside a person who resolves it: nothing, its procedure's end, or its hand's."""

    PERSON = "person"
    PROCEDURE = "procedure"
    HAND = "hand"


class Alert(Struct, frozen=True, omit_defaults=True):
    """One call for a floor person. `ruling` is the ruling's number; `since` is wall time, ns."""

    id: str
    table: TableId
    kind: AlertKind
    title: str
    detail: str
    since: Nanos
    state: AlertState = AlertState.OPEN
    by: str = ""
    ruling: int | None = None
    device: DeviceId | None = None
    until: Until = Until.PERSON


class DeviceStatus(Struct, frozen=True, omit_defaults=True):
    """A device as last heard: `online` by its last will, `parts` as it says of itself, `notes` the same by key."""

    device: DeviceId
    online: bool
    parts: dict[str, str] = {}
    outbox: int = 0
    last_heard: Nanos | None = None
    notes: dict[str, Note] = {}


class RulingRecord(Struct, frozen=True):
    """A ruling as it was given, `at` (wall time, ns), and what became of it.

    `done` are the indices of the steps that were done; `withdrawn` says why it fell.
    """

    ruling: Ruling
    at: Nanos
    done: tuple[int, ...] = ()
    completed: bool = False
    withdrawn: str | None = None


class TableStatus(Struct, frozen=True):
    """Everything the views are made from. `revision` grows with every change.

    `chronicle` are the newest rulings, oldest first, also those of hands that the picture no longer holds.
    """

    room: RoomId
    table: TableId
    name: str
    revision: int
    picture: TablePicture
    authority: str
    devices: tuple[DeviceStatus, ...]
    alerts: tuple[Alert, ...]
    chronicle: tuple[RulingRecord, ...] = ()
    language: str = "en"
    """What the table's own page speaks where its address names no language."""
