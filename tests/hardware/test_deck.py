"""Deck files round-trip, name doubled cards, and refuse what is no tag or card."""

import json
from pathlib import Path

import pytest

from felt.card import DECK, Card
from felt.fault import BadInput, ConfigFault
from felt.ids import Uid
from hardware.deck import DeckFile, load_deck, parse_uid, save_deck

FULL = DeckFile("red", {Uid(f"E0040150{n:08X}"): card for n, card in enumerate(DECK)})


@pytest.mark.parametrize("name", ["deck.json", "deck.toml"])
def test_a_deck_round_trips(tmp_path: Path, name: str) -> None:
    save_deck(FULL, tmp_path / name)
    assert load_deck(tmp_path / name) == FULL


def test_a_full_deck_lacks_and_doubles_nothing() -> None:
    assert FULL.missing() == ()
    assert FULL.doubled() == {}
    assert FULL.card_of(Uid("E004015000000000")) == "2c"


def test_a_tag_of_no_card_is_foreign() -> None:
    assert FULL.card_of(Uid("E0160000DEADBEEF")) is None


def test_doubled_and_missing_cards_are_named() -> None:
    fouled = DeckFile("blue", {Uid("E004015000000001"): Card("Ks"), Uid("E004015000000002"): Card("Ks")})
    assert fouled.doubled() == {"Ks": ("E004015000000001", "E004015000000002")}
    assert len(fouled.missing()) == 51


def test_identifiers_are_tidied() -> None:
    assert parse_uid("e0:04:01:50 12:34:ab:cd") == "E00401501234ABCD"


@pytest.mark.parametrize("size", [4, 7, 8, 10, 12, 16, 62])
def test_uids_of_proximity_and_vicinity_cards_and_epcs_are_identifiers(size: int) -> None:
    """ISO 14443: 4, 7 or 10 bytes; ISO 15693: 8; Gen2: words of 2 bytes, 31 at most, 6 as a rule."""
    assert parse_uid("E2" * size) == "E2" * size


@pytest.mark.parametrize("text", ["", "E004", "E0040150123", "xyzw00112233", "E0" * 11, "E0" * 64, "E0" * 4 + "\n\n"])
def test_what_is_no_identifier(text: str) -> None:
    with pytest.raises(BadInput, match="is not a tag's identifier"):
        parse_uid(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"name": "x", "cards": {"E004015000000001": "Zz"}}', "'Zz' is not a card"),
        ('{"name": "x", "cards": {"E0": "Ks"}}', "'E0' is not a tag's identifier"),
        ('{"name": "x", "cards": {"E004015000000001": "Ks", "E004015000000001": "Qs"}}', "stands twice"),
        ('{"name": "x", "cards": {"E00401500000000a": "Ks", "E00401500000000A": "Qs"}}', "stands twice"),
        ('{"name": "x"}', "missing required field `cards`"),
        ('{"name": "x", "cards": {}, "colour": 1}', "unknown field `colour`"),
        ('{"E004015000000001": "Ks"}', '{"name": "red", "cards": {"E00401501234ABCD": "Ks", ...}}'),
        ("[" * 100_000, '{"name": "red", "cards": {'),
        ("[", "is no deck file"),
    ],
)
def test_a_file_that_is_no_deck(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "deck.json"
    file.write_text(text)
    with pytest.raises(ConfigFault, match="is no deck file") as caught:
        load_deck(file)
    assert said in str(caught.value)
    assert str(file) in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigFault, match="cannot be read"):
        load_deck(tmp_path / "none.json")


def test_the_json_form_is_plain(tmp_path: Path) -> None:
    save_deck(FULL, tmp_path / "deck.json")
    assert json.loads((tmp_path / "deck.json").read_text())["cards"]["E004015000000033"] == "As"
