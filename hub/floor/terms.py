"""What the floor is told about each table before it opens."""

from enum import StrEnum

from msgspec import Struct

from felt.ids import DeviceId, TableId
from felt.setup import TableSetup
from hub.rules.books import SHELF, Shelf


class Authority(StrEnum):
    """What the hub does by itself: `silent` is shadow mode, rulings appear on the floor page only."""

    ANNOUNCE = "announce"
    SILENT = "silent"


class TableTerms(Struct, frozen=True):
    """One table of the room. `node` fixes which device speaks for it (else the first to speak); `trackers` may too.

    `keys` are devices' public keys that the room vouches for; any other device is trusted with the first key it names.
    """

    table: TableId
    name: str
    setup: TableSetup
    authority: Authority = Authority.ANNOUNCE
    node: DeviceId | None = None
    trackers: tuple[DeviceId, ...] = ()
    keys: dict[DeviceId, bytes] = {}
    shelf: Shelf = SHELF
    """The rulebooks that this room may rule by."""
    language: str = "en"
    """What the table's pages speak where the page's address names no other."""
