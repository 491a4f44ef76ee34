"""The hub's configuration file: one room, its tables, its broker, its ledger and its pages."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from felt.config import read_toml
from felt.fault import BadInput, ConfigFault
from felt.games import GAMES
from felt.ids import DeviceId, DeviceText, RoomText, TableText
from felt.place import SeatField
from felt.setup import Stakes, TableSetup
from felt.situation import Tracker
from felt.wire.signing import read_key
from hub.broker import BrokerPlan
from hub.floor import Authority, TableTerms, is_own
from hub.languages import LANGUAGES
from hub.rulebook.house import read_house_books
from hub.rules.books import SHELF, Shelf

DEFAULT_LAG_MS: Final = 2_000
"""How late the operator of a live tracker may be before a card that came too early is asked about."""


class PagesConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the pages are served, on 127.0.0.1 until there is a login; port 0 takes a free one."""

    port: Annotated[int, Meta(ge=0, le=65535)] = 8080


class TableConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """One table. `seats` are those with a player entitled to the next hand. What it senses its node declares.

    `node` fixes which device speaks for it (else the first that does); `trackers` are devices that may speak beside it;
    `keys` are devices' public keys, as `feltwire node --check` prints them, where the room vouches for them.
    """

    id: TableText
    seats: Annotated[tuple[SeatField, ...], Meta(min_length=2, max_length=10)]
    name: str = ""
    rulebook: str = "bfsp"
    game: str = "holdem"
    button: SeatField | None = None
    machine: bool = False
    tracker: Tracker = Tracker.ROUNDS
    tracker_lag_ms: Annotated[int, Meta(ge=0, le=60_000)] = DEFAULT_LAG_MS
    stakes: Stakes = Stakes()
    authority: Authority | None = None
    node: DeviceText | None = None
    trackers: tuple[DeviceText, ...] = (DeviceId("tracker"),)
    keys: dict[str, str] = {}
    language: str = "en"
    """What the dealer's page speaks: en, et, he, ka or ru; `?lang=` in the page's address goes before it."""


class HubConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole hub. `authority` holds for every table that does not name its own."""

    room: RoomText
    tables: Annotated[tuple[TableConfig, ...], Meta(min_length=1)]
    ledger: Path = Path("feltwire-ledger.db")
    authority: Authority = Authority.ANNOUNCE
    pages: PagesConfig = PagesConfig()
    broker: BrokerPlan = BrokerPlan()
    rulebooks: tuple[Path, ...] = ()
    """Rulebook files of the house, relative to this file's folder."""


def read_hub_config(path: Path) -> HubConfig:
    """Read and check a hub's configuration; raises ConfigFault naming the file, the table and what would be right."""
    path = path.absolute()
    config = read_toml(path, HubConfig)
    try:
        _check(config)
        table_terms(config)
    except BadInput as fault:
        raise ConfigFault(fault.what, where=str(path), remedy=fault.remedy) from fault
    return replace(
        config,
        ledger=path.parent / config.ledger,
        broker=replace(config.broker, store=path.parent / config.broker.store),
    )


def table_terms(config: HubConfig) -> tuple[TableTerms, ...]:
    """What the floor is told about each table; raises BadInput for a key, ConfigFault for a rulebook, that is none."""
    shelf = read_house_books(config.rulebooks, SHELF)
    return tuple(_terms(table, config.authority, shelf) for table in config.tables)


def _terms(table: TableConfig, authority: Authority, shelf: Shelf) -> TableTerms:
    try:
        shelf.chain(table.rulebook, table.game)
    except BadInput as fault:
        raise ConfigFault(fault.what, where=f"table {table.id}", remedy=fault.remedy) from fault
    setup = TableSetup(
        rulebook=table.rulebook,
        seats=tuple(sorted(table.seats)),
        button=table.button,
        game=table.game,
        stakes=table.stakes,
        tracker=table.tracker,
        tracker_lag_ms=table.tracker_lag_ms,
        senses=(),
        machine=table.machine,
    )
    return TableTerms(
        table=table.id,
        name=table.name or table.id,
        setup=setup,
        authority=table.authority or authority,
        node=table.node,
        trackers=table.trackers,
        keys={DeviceId(device): read_key(key) for device, key in table.keys.items()},
        shelf=shelf,
        language=table.language,
    )


def _check(config: HubConfig) -> None:
    twice = [table for table, count in Counter(table.id for table in config.tables).items() if count > 1]
    if twice:
        raise BadInput(f"two tables are called {twice[0]!r}", remedy="each table has its own id")
    for table in config.tables:
        if len(set(table.seats)) < len(table.seats):
            raise BadInput(f"table {table.id}: a seat is named twice", remedy="each seat once")
        if table.language not in LANGUAGES:
            raise BadInput(f"table {table.id}: no language {table.language!r}", remedy=f"one of {', '.join(LANGUAGES)}")
        if table.game not in GAMES:
            raise BadInput(f"table {table.id}: no game {table.game!r}", remedy=f"games: {', '.join(GAMES)}")
        for device in (table.node, *table.trackers):
            if device is not None and is_own(device):
                raise BadInput(f"table {table.id}: {device!r} is a name of the hub's own", remedy="another name")


def sample_config() -> str:
    """A configuration to start from, with every key explained."""
    return _SAMPLE


_SAMPLE: Final = """\
# Feltwire hub. Paths are relative to this file's folder.
room = "main"
ledger = "feltwire-ledger.db"
# rulebooks = ["house.toml"]    # rulebooks of this house, beside those that ship: see docs/house-rules.md
authority = "announce"        # or "silent": rulings on the floor page only, for a room's first week

[pages]
port = 8080                   # on 127.0.0.1: pages have no login yet, so only this machine may open them

[broker]
kind = "child"                # the hub runs its own; "site" uses one that runs already, such as mosquitto
host = "127.0.0.1"            # where tables connect to; 0.0.0.0 lets them in from the network
port = 1883
store = "feltwire-broker"
# username = "table"          # without these a child lets every client in
# password = "change me"

[[tables]]
id = "t1"                     # part of MQTT topics: a-z, 0-9, _ and -
name = "Table 1"
rulebook = "bfsp"
game = "holdem"
seats = [1, 2, 3, 4, 5, 6, 7, 8, 9]
button = 9
tracker = "rounds"            # what is known of betting: "full", "rounds" or "none"
tracker_lag_ms = 2000         # how late the tracker's operator may be before the hub asks
# node = "node-1"             # only this device may speak for the table; else the first one that does
# trackers = ["tracker"]      # devices that may speak beside the node
# authority = "silent"        # for this table alone
# language = "ka"             # what the dealer's page speaks: en, et, he, ka or ru
"""
