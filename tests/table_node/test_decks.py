"""Which decks a node takes."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from felt.card import DECK
from felt.fault import ConfigFault
from felt.ids import Uid
from hardware.deck import DeckFile, save_deck
from table_node.decks import load_decks
from table_node.enrolment.locked import DeckRecord, deck_key, save_locked


def tags(deck: int) -> dict[Uid, str]:
    return {Uid(f"E004{deck:02X}00{number:08X}"): card for number, card in enumerate(DECK)}


def record(name: str, deck: int) -> DeckRecord:
    return DeckRecord(name, tags(deck), enrolled_by="ann", verified_by="bob", hands=7)  # type: ignore[arg-type]


RED, BLUE = record("red", 1), record("blue", 2)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A node's data folder with its key and two decks beside it."""
    key = deck_key(tmp_path / "data" / "deck.key")
    for deck in (RED, BLUE):
        save_locked(deck, tmp_path / f"{deck.name}.deck", key)
    return tmp_path / "data"


def test_locked_and_plain_decks_side_by_side(data: Path) -> None:
    save_deck(DeckFile("old", {}), data.parent / "old.json")
    decks = load_decks((data.parent / "red.deck", data.parent / "old.json"), data, verified_only=False)
    assert [deck.name for deck in decks.files] == ["red", "old"]
    assert decks.files[0].cards == RED.cards
    assert list(decks.locked) == ["red"]


def test_the_key_beside_the_deck_is_used_where_the_data_folder_has_none(data: Path, tmp_path: Path) -> None:
    (data / "deck.key").rename(data.parent / "deck.key")
    assert load_decks((data.parent / "red.deck",), data, verified_only=True).files[0].name == "red"


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        (replace(RED, quarantined="marked by a player"), "deck 'red' is not to be dealt: marked by a player"),
        (replace(RED, quarantined="not finished"), "not to be dealt: not finished"),
        (replace(RED, verified_by=""), "deck 'red' was verified by nobody, which this room demands"),
    ],
)
def test_a_deck_that_may_not_be_dealt_is_refused_in_one_sentence(data: Path, deck: DeckRecord, says: str) -> None:
    path = data.parent / "red.deck"
    save_locked(deck, path, deck_key(data / "deck.key"))
    with pytest.raises(ConfigFault, match=says) as caught:
        load_decks((path,), data, verified_only=True)
    assert "\n" not in str(caught.value)


def test_an_unverified_deck_is_dealt_where_nobody_demands_more(data: Path) -> None:
    path = data.parent / "red.deck"
    save_locked(replace(RED, verified_by=""), path, deck_key(data / "deck.key"))
    assert load_decks((path,), data, verified_only=False).files


def test_a_plain_deck_is_no_verified_one(data: Path) -> None:
    save_deck(DeckFile("old", {}), data.parent / "old.json")
    with pytest.raises(ConfigFault, match="verified by nobody"):
        load_decks((data.parent / "old.json",), data, verified_only=True)


def test_without_a_key_none_is_made(data: Path) -> None:
    (data / "deck.key").unlink()
    with pytest.raises(ConfigFault, match="there is no deck key"):
        load_decks((data.parent / "red.deck",), data, verified_only=False)
    assert not (data / "deck.key").exists()
