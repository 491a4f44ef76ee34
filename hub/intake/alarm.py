"""What is wrong with what came in, in words for a floor person."""

from enum import StrEnum

from msgspec import Struct

from felt.ids import DeviceId, TableId


class Trouble(StrEnum):
    """The kinds of alarm; the same kind from one device is one alert while it is open."""

    FOREIGN_TOPIC = "foreign-topic"
    UNKNOWN_TABLE = "unknown-table"
    HUB_NAME = "hub-name"
    CROWD = "crowd"
    NO_KEY = "no-key"
    OTHER_KEY = "other-key"
    BAD_MESSAGE = "bad-message"
    CHANGED_FACT = "changed-fact"
    TWO_STARTS = "two-starts"
    SECOND_NODE = "second-node"
    MISSING = "missing"


class Alarm(Struct, frozen=True):
    """One thing that is wrong. `table` is None where the message names no table; `what` says it with its remedy."""

    trouble: Trouble
    what: str
    table: TableId | None = None
    device: DeviceId | None = None
