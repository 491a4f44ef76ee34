"""The demo's folder: a configuration for the hub and for each node, and two enrolled decks for each table."""

import random
import secrets
from pathlib import Path
from typing import Final

from msgspec import Struct

from felt.card import DECK
from felt.ids import DeviceId, RoomId, TableId, Uid
from felt.place import SeatNo
from hardware.board import Board, load_board, shipped_board
from hardware.deck import DeckFile, save_deck
from hub.broker import BrokerKind

ROOM: Final = RoomId("demo")
TRACKER: Final = DeviceId("robot")
BOOKS: Final = ("bfsp", "gpc", "pub")
BOARDS: Final = ("nine-seat", "six-max")
FEWEST: Final = 4
"""Players of the smallest demo table."""
LAG_MS: Final = 2_000
_PATIENCE_MS: Final = {
    "seat_gone_ms": 10_000,
    "board_gone_ms": 1_500,
    "burn_gone_ms": 10_000,
    "aside_gone_ms": 10_000,
    "brisk_gone_ms": 300,
}
"""The node's patience in table time, written out shortened when the table runs faster than real time."""


class DemoTable(Struct, frozen=True):
    """One table of the demo. `players` are dealt in; the board's other seats are empty."""

    id: TableId
    name: str
    rulebook: str
    board_name: str
    board: Board
    players: tuple[SeatNo, ...]
    button: SeatNo
    decks: tuple[DeckFile, DeckFile]
    folder: Path
    seed: int

    @property
    def node(self) -> DeviceId:
        """The device id of the table's node."""
        return DeviceId(f"{self.id}-node")

    @property
    def config(self) -> Path:
        """The node's configuration file."""
        return self.folder / "node.toml"


class DemoPlan(Struct, frozen=True):
    """What the demo runs, and where."""

    folder: Path
    tables: tuple[DemoTable, ...]
    pages_port: int
    broker_port: int
    rate: float
    password: str
    broker: BrokerKind

    @property
    def hub_config(self) -> Path:
        """The hub's configuration file."""
        return self.folder / "hub.toml"


def plan_demo(
    folder: Path, *, tables: int, rate: float, seed: int, pages_port: int, broker_port: int, broker: BrokerKind
) -> DemoPlan:
    """Choose boards, books and players by the seed; nothing is written yet."""
    chosen = tuple(_table(folder, number, seed) for number in range(1, tables + 1))
    return DemoPlan(folder, chosen, pages_port, broker_port, rate, secrets.token_urlsafe(16), broker)


def write_configs(plan: DemoPlan, ports: dict[TableId, dict[DeviceId, str]]) -> None:
    """Write every file that hub and nodes read; `ports` are the URLs of each table's devices. Raises OSError."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    plan.hub_config.touch(mode=0o600)
    plan.hub_config.write_text(_hub_text(plan), encoding="utf-8")
    for table in plan.tables:
        table.folder.mkdir(parents=True, exist_ok=True)
        for deck in table.decks:
            save_deck(deck, table.folder / f"{deck.name}.json")
        table.config.touch(mode=0o600)
        table.config.write_text(_node_text(plan, table, ports[table.id]), encoding="utf-8")


def _table(folder: Path, number: int, seed: int) -> DemoTable:
    rng = random.Random(f"table:{seed}:{number}")
    board_name = BOARDS[(number - 1) % len(BOARDS)]
    board = load_board(shipped_board(board_name))
    players = tuple(sorted(rng.sample(board.seats, rng.randint(FEWEST, len(board.seats)))))
    table = TableId(f"table-{number}")
    decks = tuple(_deck(colour, number, index) for index, colour in enumerate(("red", "blue")))
    return DemoTable(
        id=table,
        name=f"Table {number}",
        rulebook=BOOKS[(number - 1) % len(BOOKS)],
        board_name=board_name,
        board=board,
        players=players,
        button=rng.choice(players),
        decks=(decks[0], decks[1]),
        folder=folder / table,
        seed=seed * 1000 + number,
    )


def _deck(colour: str, table: int, index: int) -> DeckFile:
    """52 ICODE tags: NXP's maker code, then table, deck and card."""
    return DeckFile(colour, {Uid(f"E004{table:04X}{index:04X}{card:04X}"): DECK[card] for card in range(len(DECK))})


def _hub_text(plan: DemoPlan) -> str:
    head = f"""\
# Written by `feltwire demo`.
room = "{ROOM}"
ledger = "ledger.db"

[pages]
port = {plan.pages_port}

[broker]
kind = "{plan.broker}"
port = {plan.broker_port}
store = "broker"
username = "demo"
password = "{plan.password}"
"""
    return head + "".join(_hub_table(table, plan.rate) for table in plan.tables)


def _hub_table(table: DemoTable, rate: float) -> str:
    return f"""
[[tables]]
id = "{table.id}"
name = "{table.name}"
rulebook = "{table.rulebook}"
seats = [{", ".join(map(str, table.players))}]
button = {table.button}
machine = {"true" if table.board.shuffler else "false"}
tracker = "rounds"
tracker_lag_ms = {_scaled(LAG_MS, rate)}
node = "{table.node}"
trackers = ["{TRACKER}"]
"""


def _node_text(plan: DemoPlan, table: DemoTable, ports: dict[DeviceId, str]) -> str:
    decks = ", ".join(f'"{deck.name}.json"' for deck in table.decks)
    lines = [
        "# Written by `feltwire demo`.",
        f'room = "{ROOM}"',
        f'table = "{table.id}"',
        f'device = "{table.node}"',
        f'board = "{table.board_name}"',
        f"decks = [{decks}]",
        'data = "data"',
        "",
        "[broker]",
        f"port = {plan.broker_port}",
        'username = "demo"',
        f'password = "{plan.password}"',
        "",
        "[ports]",
        *(f'{part} = "{url}"' for part, url in ports.items()),
        "",
        "[tuning]",
        *(f"{key} = {_scaled(value, plan.rate)}" for key, value in _PATIENCE_MS.items()),
    ]
    return "\n".join(lines) + "\n"


def _scaled(milliseconds: int, rate: float) -> int:
    """Table milliseconds as real ones."""
    return round(milliseconds / rate)
