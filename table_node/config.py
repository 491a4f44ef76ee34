"""The node's configuration file."""

from pathlib import Path

from msgspec import Struct

from felt.config import read_toml
from felt.fault import ConfigFault
from felt.ids import DeviceText, RoomText, TableText
from felt.refusal import nearest
from felt.wire import BrokerAddress
from hardware.board import Board, load_board, shipped_board
from hardware.deck import DeckFile
from hardware.panel import McuPanelPlan
from table_node.decks import Decks, load_decks
from table_node.tuning import DEFAULT_TUNING, Tuning
from table_node.uplink import UplinkTuning

SAMPLE = """\
# Feltwire table node. Check it with: feltwire node --check node.toml
room = "main"
table = "t1"
device = "t1-node"            # also the MQTT client id: no two nodes may share it

board = "nine-seat"           # a board that comes with Feltwire, or the path of your own .toml
decks = ["red.deck"]          # every deck used at this table; this one is still to be made: `feltwire deck enrol red`
                              # with --folder and this file's folder. Or plain ones of your own, as a .json file:
                              # {"name": "red", "cards": {"E00401501234ABCD": "Ks", ...}}, each tag with its card
# verified_decks = true       # refuse a deck that no second person verified
data = "data"                 # outbox, signing key and deck.key; keep this folder, it is the table's memory

[broker]
host = "127.0.0.1"
port = 1883

[ports]                       # one for each reader of the board; shuffler and camera may be left out
west = "serial:///dev/serial/by-id/usb-west-reader?baud=115200"
east = "serial:///dev/serial/by-id/usb-east-reader?baud=115200"
shuffler = "serial:///dev/serial/by-id/usb-shuffler?baud=115200"
# overhead = "unix:///run/feltwire-vision/t1.sock"   # the camera, as `feltwire vision run` is heard

# [tuning]                    # how patient the node is with cards that players lift, milliseconds
# seat_gone_ms = 10000
"""


class NodeConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """One table's node. `ports`: each part of the board and its stream URL. `idle_s`: field off after each sweep.

    `decks`: `.deck` files, opened with `data`/deck.key or the key beside them, or plain `.json` and `.toml` ones; none
    at a table without antennas.
    """

    room: RoomText
    table: TableText
    device: DeviceText
    board: Path
    decks: tuple[Path, ...]
    data: Path
    ports: dict[DeviceText, str]
    broker: BrokerAddress = BrokerAddress()
    tuning: Tuning = DEFAULT_TUNING
    uplink: UplinkTuning = UplinkTuning()
    idle_s: float = 0.0
    verified_decks: bool = False


class Equipment(Struct, frozen=True):
    """What the configuration names, read and found to fit together."""

    board: Board
    decks: tuple[DeckFile, ...]
    stock: Decks


def load_config(path: Path) -> NodeConfig:
    """Read a node's configuration; raises ConfigFault naming file, key and the nearest known one."""
    return read_toml(path, NodeConfig)


def equip(config: NodeConfig) -> Equipment:
    """Read the board and the decks that `config` names; raises ConfigFault."""
    board = load_board(config.board if config.board.suffix else shipped_board(config.board.name))
    if not config.decks and board.readers:
        raise ConfigFault("key 'decks': no deck is named", remedy="the deck files used at this table")
    stock = load_decks(config.decks, config.data, verified_only=config.verified_decks)
    _check_decks(stock.files)
    _check_ports(config, board)
    return Equipment(board, stock.files, stock)


def _check_decks(decks: tuple[DeckFile, ...]) -> None:
    names = [deck.name for deck in decks]
    if len(set(names)) < len(names):
        raise ConfigFault("two deck files bear one name", where="decks", remedy="name each deck differently")
    owner: dict[str, str] = {}
    for deck in decks:
        for uid in deck.cards:
            if uid in owner:
                raise ConfigFault(
                    f"tag {uid} is in deck {owner[uid]!r} and in deck {deck.name!r}", remedy="enrol both again"
                )
            owner[uid] = deck.name


def _check_ports(config: NodeConfig, board: Board) -> None:
    readers = [plan.id for plan in board.readers]
    parts = [*readers, *(plan.id for plan in (board.shuffler, board.camera) if plan is not None)]
    if isinstance(board.panel, McuPanelPlan):
        parts.append(board.panel.port)
    for part in config.ports:
        if part not in parts:
            raise ConfigFault(f"key 'ports.{part}': the board has no such part", remedy=nearest(part, parts))
    users: dict[str, str] = {}
    for part, url in config.ports.items():
        port = url.partition("?")[0]
        if port in users:
            raise ConfigFault(
                f"keys 'ports.{users[port]}' and 'ports.{part}' name one port, {port}", remedy="each part has its own"
            )
        users[port] = part
    for reader in readers:
        if reader not in config.ports:
            raise ConfigFault(
                f"missing key 'ports.{reader}'", remedy=f'{reader} = "serial:///dev/serial/by-id/NAME?baud=115200"'
            )
