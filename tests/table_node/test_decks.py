"""Which decks a node takes, and how their hands are counted."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from felt.card import DECK
from felt.clock import Nanos
from felt.fault import ConfigFault
from felt.ids import DeviceId, HandId, Uid
from firmware_bridge.reading import AntennaNo, AntennaRead
from hardware.deck import DeckFile, save_deck
from table_node.decks import HandCount, load_decks
from table_node.enrolment.locked import DeckRecord, deck_key, load_locked, save_locked


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


def look(*uids: Uid) -> AntennaRead:
    return AntennaRead(DeviceId("west"), AntennaNo(1), uids, Nanos(0), Nanos(1))


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


class Table:
    """A count of hands over both decks."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.said: list[str] = []
        paths = (data.parent / "red.deck", data.parent / "blue.deck")
        self.count = HandCount(load_decks(paths, data, verified_only=True), self._log)

    def _log(self, text: str, **_: object) -> None:
        self.said.append(text)

    def hands(self) -> list[int]:
        key = deck_key(self.data / "deck.key")
        return [load_locked(self.data.parent / f"{name}.deck", key).hands for name in ("red", "blue")]


async def test_each_hand_is_counted_once_and_for_the_deck_that_was_dealt(data: Path) -> None:
    table = Table(data)
    red, blue = list(RED.cards), list(BLUE.cards)
    assert not table.count.guide(HandId("h1"))
    table.count.see(look(*red[:4], blue[0]))  # one card of the other deck lies in the tray
    assert not table.count.guide(HandId("h1"))
    assert table.count.guide(HandId("h2"))
    await table.count.write()
    await table.count.write()
    assert table.hands() == [8, 7]
    table.count.see(look(*blue[:2]))
    assert table.count.guide(None)
    table.count.see(look(*blue[:2]))
    assert not table.count.guide(HandId("h3"))
    assert not table.count.guide(HandId("h4"))  # no card was seen in it
    await table.count.write()
    assert table.hands() == [8, 8]


async def test_what_the_custodian_changed_meanwhile_stays(data: Path) -> None:
    table = Table(data)
    table.count.guide(HandId("h1"))
    table.count.see(look(*RED.cards))
    table.count.guide(None)
    path, key = data.parent / "red.deck", deck_key(data / "deck.key")
    save_locked(replace(RED, quarantined="torn"), path, key)
    await table.count.write()
    assert load_locked(path, key) == replace(RED, quarantined="torn", hands=8)


async def test_a_count_that_cannot_be_written_is_added_later(data: Path) -> None:
    table = Table(data)
    path = data.parent / "red.deck"
    kept = path.read_bytes()
    path.unlink()
    for hand in ("h1", "h2"):
        table.count.guide(HandId(hand))
        table.count.see(look(*RED.cards))
        await table.count.write()
    assert table.said == ["hands not counted"]
    path.write_bytes(kept)
    table.count.guide(None)
    await table.count.write()
    assert table.hands() == [9, 7]
