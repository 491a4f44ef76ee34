"""The node's configuration, and the trial that `--check` makes of it."""

from pathlib import Path

import pytest

from felt.card import DECK
from felt.clock import ManualClock, SystemClock
from felt.fault import ConfigFault
from felt.ids import Uid
from hardware.board import load_board, shipped_board
from hardware.deck import DeckFile, save_deck
from hardware.virtual.field import Field
from hardware.virtual.pty import VirtualPort
from hardware.virtual.table import PtySockets, VirtualTable
from table_node.__main__ import check, sample_config
from table_node.check import findings
from table_node.config import equip, load_config
from table_node.parts import Parts
from tests.felt.wire.brokers import Mosquitto, free_port


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The sample as `feltwire init` writes it, with a plain deck beside it and no broker where it looks for one."""
    path = tmp_path / "node.toml"
    text = sample_config().replace('"red.deck"', '"deck-red.json"')
    path.write_text(text.replace("port = 1883", f"port = {free_port()}"))
    save_deck(deck("red"), tmp_path / "deck-red.json")
    return path


def deck(name: str, maker: str = "E0040150") -> DeckFile:
    return DeckFile(name, {Uid(f"{maker}{number:08X}"): card for number, card in enumerate(DECK, 1)})


def changed(path: Path, old: str, new: str) -> Path:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return path


def use(path: Path) -> Parts:
    config = load_config(path)
    return Parts(equip(config).board, config.ports, ManualClock())


def point(path: Path, *swaps: tuple[str, str]) -> None:
    """Point the sample at other ports."""
    for old, new in swaps:
        changed(path, old, new)


def test_the_sample_is_a_good_configuration(sample: Path) -> None:
    config = load_config(sample)
    equipment = equip(config)
    assert (config.room, config.table, config.device) == ("main", "t1", "t1-node")
    assert equipment.board.name == "Nine seats, two Pepper C1 MUX"
    assert len(equipment.decks[0].cards) == 52
    assert config.data == sample.parent / "data"


def test_a_board_of_ones_own_is_named_by_its_file(sample: Path) -> None:
    board = sample.parent / "mine.toml"
    board.write_text(
        'name = "mine"\nseats = [1]\nsenses = []\n[[readers]]\nid = "west"\nkind = "pepper-c1-mux"\n'
        '[readers.antennas]\n1 = "seat1"\n'
    )
    changed(sample, '"nine-seat"', '"mine.toml"')
    text = sample.read_text().splitlines()
    sample.write_text("\n".join(line for line in text if not line.startswith(("east", "shuffler"))))
    assert equip(load_config(sample)).board.name == "mine"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('room = "main"', 'rooom = "main"', "did you mean 'room'"),
        ("port = ", "prot = ", "did you mean 'port'"),
        ('device = "t1-node"', 'device = "T1 Node"', "key 'device'"),
        ('data = "data"', "", "missing key 'data'"),
        ('"nine-seat"', '"nein-seat"', "nine-seat"),
        ("west = ", "wset = ", "did you mean 'west'"),
        ('east = "serial', '# east = "serial', "missing key 'ports.east'"),
        ('["deck-red.json"]', "[]", "no deck is named"),
        ("deck-red.json", "deck-blue.json", "deck-blue.json"),
        ("usb-east", "usb-west", "keys 'ports.west' and 'ports.east' name one port"),
        ("\nport = ", "\nport = 9", "key 'broker.port'"),
        ('west = "serial:', 'west = "seriel:', "ports.west"),
    ],
)
def test_a_mistake_is_named_with_what_would_be_right(sample: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(ConfigFault, match=said):
        use(changed(sample, old, new))


@pytest.mark.parametrize(
    ("other", "said"),
    [(deck("blue"), "is in deck 'red' and in deck 'blue'"), (deck("red", "E0040151"), "two deck files bear one name")],
)
def test_decks_that_cannot_be_told_apart_are_refused(sample: Path, other: DeckFile, said: str) -> None:
    save_deck(other, sample.parent / "other.json")
    changed(sample, '["deck-red.json"]', '["deck-red.json", "other.json"]')
    with pytest.raises(ConfigFault, match=said):
        equip(load_config(sample))


def test_check_tells_each_thing_that_is_missing(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(sample) == 2
    lines = capsys.readouterr().out.splitlines()
    assert [line[:4] for line in lines] == ["ok  "] * 4 + ["FAIL"] * 4
    assert [line[6:].split(":")[0] for line in lines] == [
        "configuration",
        "board",
        "deck red",
        "data folder",
        "part west",
        "part east",
        "part shuffler",
        "broker",
    ]


def test_check_of_a_broken_configuration_says_so_and_ends(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(changed(sample, "room", "roon")) == 2
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("FAIL  configuration:")


async def test_check_finds_what_is_there(sample: Path) -> None:
    """A broker and two readers on pseudo-terminals."""
    folder = sample.parent
    broker = Mosquitto(folder)
    broker.start()
    clock = SystemClock()
    board = load_board(shipped_board("nine-seat"))
    table = VirtualTable(board, Field(clock), {}, clock, PtySockets(folder / "ports"))
    table.plug_all()
    point(
        sample,
        ("/dev/serial/by-id/usb-", f"{folder}/ports/"),
        ("-reader", ""),
        ("\nport =", f"\nport = {broker.address.port} #"),
    )
    found = [finding async for finding in findings(sample)]
    await table.unplug_all()
    broker.kill()
    assert [(finding.what, finding.good) for finding in found if not finding.good] == []
    assert "answers Pepper C1 MUX" in next(f.detail for f in found if f.what == "part west")


async def test_a_silent_port_is_told_apart_from_an_absent_one(sample: Path) -> None:
    port = VirtualPort(sample.parent / "west")
    point(sample, ("/dev/serial/by-id/usb-west-reader", f"{sample.parent}/west"))
    found = {finding.what: finding async for finding in findings(sample)}
    port.unplug()
    assert not found["part west"].good
    assert "No such file" in found["part east"].detail
    assert found["part east"].detail.count("serial://") == 1
    assert "No such file" not in found["part west"].detail
