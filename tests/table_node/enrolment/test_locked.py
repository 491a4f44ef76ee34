"""Decks at rest."""

import stat
from pathlib import Path

import pytest

from felt.card import Card
from felt.fault import ConfigFault, StorageFault
from felt.ids import Uid
from table_node.enrolment.locked import DeckRecord, deck_key, load_locked, save_locked

RECORD = DeckRecord("red", {Uid("E004015012345678"): Card("Kh")}, enrolled_by="ann", hands=7)


def test_a_deck_comes_back_as_it_was_and_lies_there_unreadable(tmp_path: Path) -> None:
    key = deck_key(tmp_path / "keys" / "deck.key")
    path = tmp_path / "red.deck"
    save_locked(RECORD, path, key)
    assert load_locked(path, deck_key(tmp_path / "keys" / "deck.key")) == RECORD
    assert b"E004" not in path.read_bytes()
    assert b"Kh" not in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.glob("red*")] == ["red.deck"]


def test_another_nodes_deck_is_refused(tmp_path: Path) -> None:
    save_locked(RECORD, tmp_path / "red.deck", deck_key(tmp_path / "a.key"))
    with pytest.raises(ConfigFault, match="another node"):
        load_locked(tmp_path / "red.deck", deck_key(tmp_path / "b.key"))


def test_every_changed_byte_is_found(tmp_path: Path) -> None:
    key = deck_key(tmp_path / "deck.key")
    path = tmp_path / "red.deck"
    save_locked(RECORD, path, key)
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(ConfigFault):
            load_locked(path, key)
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(ConfigFault):
            load_locked(path, key)


def test_a_key_cut_short_is_named(tmp_path: Path) -> None:
    (tmp_path / "deck.key").write_bytes(b"short")
    with pytest.raises(StorageFault, match="5 bytes"):
        deck_key(tmp_path / "deck.key")
