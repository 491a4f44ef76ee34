"""What the ledger keeps: one row for each fact with all it led to, each trusted key, and each word about an alert."""

from enum import StrEnum

from msgspec import Struct

from felt.clock import Nanos
from felt.ids import BootId, DeviceId, HandId, RoomId, TableId


class RowKind(StrEnum):
    """What a row's `line` holds."""

    FACT = "fact"
    """An envelope line exactly as signed; `outcomes` is what the rules said to it."""
    KEY = "key"
    """A device's public key, trusted from here on."""
    SETUP = "setup"
    """The standing terms of the table from here on: a table opened afresh."""
    ALERT = "alert"
    """An alert as it stands from here on."""


class Draft(Struct, frozen=True):
    """A row that waits to be appended. `at` is the hub's wall time, ns; `outcomes` is empty where nothing followed.

    A fact has a device, boot and sequence, and no second fact of its table may have the same three.
    """

    table: TableId
    kind: RowKind
    line: bytes
    at: Nanos
    outcomes: bytes = b""
    hand: HandId | None = None
    device: DeviceId | None = None
    boot: BootId | None = None
    seq: int | None = None


class Row(Struct, frozen=True):
    """A row as it is kept. `position` counts a table's rows from 1; `hash` chains it to the row before."""

    room: RoomId
    position: int
    draft: Draft
    hash: bytes
