"""A hub's configuration is read strictly, and says what would be right."""

from pathlib import Path

import pytest

from felt.fault import ConfigFault
from felt.setup import Stakes
from felt.situation import Tracker
from felt.wire import DeviceKey
from felt.wire.signing import key_text
from hub.broker import BrokerKind
from hub.config import HubConfig, read_hub_config, sample_config, table_terms
from hub.floor import Authority

SMALL = 'room = "club"\n[[tables]]\nid = "t1"\nseats = [1, 2, 3]\n'


def read(folder: Path, text: str) -> HubConfig:
    path = folder / "hub.toml"
    path.write_text(text)
    return read_hub_config(path)


def test_the_sample_is_a_configuration(tmp_path: Path) -> None:
    config = read(tmp_path, sample_config())
    [terms] = table_terms(config)
    assert (config.room, terms.table, terms.name) == ("main", "t1", "Table 1")
    assert terms.setup.seats == tuple(range(1, 10))
    assert config.ledger == tmp_path / "feltwire-ledger.db"
    assert config.broker.store == tmp_path / "feltwire-broker"


def test_the_smallest_configuration_has_sound_defaults(tmp_path: Path) -> None:
    config = read(tmp_path, SMALL)
    [terms] = table_terms(config)
    assert config.ledger.parent == config.broker.store.parent == tmp_path
    assert (config.broker.kind, config.broker.host, config.broker.port) == (BrokerKind.CHILD, "127.0.0.1", 1883)
    assert config.pages.port == 8080
    assert (terms.name, terms.authority, terms.node, terms.trackers) == ("t1", Authority.ANNOUNCE, None, ("tracker",))
    assert (terms.setup.rulebook, terms.setup.game, terms.setup.stakes) == ("bfsp", "holdem", Stakes())
    assert (terms.setup.tracker, terms.setup.tracker_lag_ms) == (Tracker.ROUNDS, 2_000)
    assert terms.setup.senses == ()


def test_a_table_may_have_its_own_authority_node_and_keys(tmp_path: Path) -> None:
    key = DeviceKey(bytes(32)).public
    text = f'authority = "silent"\n{SMALL}node = "pi-1"\n[tables.keys]\npi-1 = "{key_text(key)}"\n'
    text += '[[tables]]\nid = "t2"\nseats = [9, 4]\nauthority = "announce"\nrulebook = "gpc"\n'
    first, second = table_terms(read(tmp_path, text))
    assert (first.authority, first.node, first.keys) == (Authority.SILENT, "pi-1", {"pi-1": key})
    assert (second.authority, second.setup.seats, second.setup.rulebook) == (Authority.ANNOUNCE, (4, 9), "gpc")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "missing key 'room'"),
        ('room = "club"\n', "missing key 'tables'"),
        ('room = "club"\ntables = []\n', "length >= 1"),
        (SMALL.replace("club", "The Club"), "key 'room'"),
        (SMALL.replace("seats", "saets"), "unknown key 'tables[0].saets' (did you mean 'seats'?)"),
        (SMALL.replace("[1, 2, 3]", "[1]"), "length >= 2"),
        (SMALL.replace("[1, 2, 3]", "[1, 2, 11]"), "<= 10"),
        (SMALL.replace("[1, 2, 3]", "[1, 2, 2]"), "table t1: a seat is named twice"),
        (SMALL + 'game = "snap"\n', "table t1: no game 'snap' (games: "),
        (SMALL + 'tracker = "some"\n', "invalid enum value 'some'"),
        (SMALL + 'node = "hub"\n', "table t1: 'hub' is a name of the hub's own"),
        (SMALL + 'trackers = ["page-dealer"]\n', "'page-dealer' is a name of the hub's own"),
        (SMALL + '[tables.keys]\nnode = "abc"\n', "public key of 2 bytes"),
        (SMALL + SMALL.partition("\n")[2], "two tables are called 't1'"),
        (SMALL + "[pages]\nport = 70000\n", "<= 65535"),
        (SMALL + '[broker]\nkind = "cloud"\n', "invalid enum value 'cloud'"),
        ("room = ", "is not TOML"),
    ],
)
def test_a_mistake_is_named_with_its_file(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(ConfigFault) as told:
        read(tmp_path, text)
    assert what in str(told.value)
    assert str(told.value).startswith(str(tmp_path / "hub.toml"))
