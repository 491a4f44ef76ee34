"""A deck's hands are counted, each once, whatever stops the node and when; a marked deck is refused."""

import signal
from pathlib import Path

import pytest
from msgspec.structs import replace

from felt.clock import Nanos
from felt.fault import ConfigFault
from felt.ids import DeviceId, HandId, Uid
from felt.order import Guidance, Presentness
from firmware_bridge.reading import AntennaNo, AntennaRead
from table_node.decks import load_decks
from table_node.enrolment.locked import DeckRecord, count_hands, deck_key, load_locked, save_locked
from table_node.hand_count import JOURNAL, HandCount
from table_node.node import run_node
from tests.table_node.test_decks import BLUE, RED, data
from tests.table_node.test_node import UIDS, Room
from tests.table_node.test_process import Site, site
from tests.table_node.waiting import until

__all__ = ["data", "site"]


def look(*uids: Uid) -> AntennaRead:
    return AntennaRead(DeviceId("west"), AntennaNo(1), uids, Nanos(0), Nanos(1))


class Table:
    """A count of hands over both decks."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.said: list[str] = []
        paths = (data.parent / "red.deck", data.parent / "blue.deck")
        self.count = HandCount(load_decks(paths, data, verified_only=True), data / JOURNAL, self._log)

    def _log(self, text: str, **_: object) -> None:
        self.said.append(text)

    def killed(self) -> "Table":
        """The next run, which knows what is on disk and nothing else."""
        return Table(self.data)

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
    assert load_locked(path, key) == replace(RED, quarantined="torn", hands=8, last_hand=HandId("h1"))


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


async def deal(table: Table, hand: str) -> None:
    """Guide the node to a hand of the red deck, let it see two cards, and write what is to be written."""
    table.count.guide(HandId(hand))
    await table.count.write()
    assert table.count.see(look(*list(RED.cards)[:2]))
    await table.count.write()


async def test_a_hand_that_is_dealt_when_the_node_is_killed_counts_once_it_is_over(data: Path) -> None:
    table = Table(data)
    await deal(table, "h1")
    table = table.killed()
    assert not table.count.guide(HandId("h1"))
    table.count.see(look(*list(RED.cards)[:2]))
    assert table.count.guide(HandId("h2"))
    await table.count.write()
    assert table.hands() == [8, 7]


async def test_a_hand_that_ended_while_the_node_was_away_counts_too(data: Path) -> None:
    table = Table(data)
    await deal(table, "h1")
    table = table.killed()
    assert table.count.guide(HandId("h5"))
    await table.count.write()
    assert table.hands() == [8, 7]


async def test_a_hand_over_and_not_written_is_written_at_the_next_start(data: Path) -> None:
    table, path = Table(data), data.parent / "red.deck"
    await deal(table, "h1")
    kept = path.read_bytes()
    path.unlink()  # it cannot be written now
    table.count.guide(None)
    await table.count.write()
    path.write_bytes(kept)
    table = table.killed()
    await table.count.write()
    assert table.hands() == [8, 7]
    table = table.killed()
    await table.count.write()
    assert table.hands() == [8, 7]


async def test_a_kill_between_the_decks_file_and_the_journal_counts_nothing_twice(data: Path) -> None:
    table, journal = Table(data), data / JOURNAL
    for hand in ("h1", "h2"):
        await deal(table, hand)
    count, path, key = table.count, data.parent / "red.deck", deck_key(data / "deck.key")
    count.guide(None)
    await count.write()
    assert table.hands() == [9, 7]
    journal.write_text('{"due":{"red":["h1","h2"]}}')  # as it was before the deck's file was written
    table = table.killed()
    await table.count.write()
    assert table.hands() == [9, 7]
    journal.write_text('{"due":{"red":["h2","h3","h4"]}}')
    table = table.killed()
    await table.count.write()
    assert table.hands() == [11, 7]
    assert load_locked(path, key).last_hand == "h4"


def test_hands_are_added_after_the_last_one_that_counts(data: Path) -> None:
    path, key = data.parent / "blue.deck", deck_key(data / "deck.key")
    hands = [HandId(f"h{number}") for number in range(1, 6)]
    assert count_hands(path, key, hands[:3]).hands == BLUE.hands + 3
    assert count_hands(path, key, hands[:3]).hands == BLUE.hands + 3
    assert count_hands(path, key, hands[1:]).hands == BLUE.hands + 5
    assert count_hands(path, key, [HandId("of another run")]).hands == BLUE.hands + 6


@pytest.mark.parametrize("found", [b"", b"{", b"[]", b'{"due":{"red":"h1"}}', b"\xff", b'{"hand":7}'])
async def test_a_journal_that_cannot_be_read_is_told_and_begun_anew(data: Path, found: bytes) -> None:
    (data / JOURNAL).write_bytes(found)
    table = Table(data)
    assert table.said == ["hands not recovered"]
    await deal(table, "h1")
    table.count.guide(None)
    await table.count.write()
    assert table.hands() == [8, 7]


async def test_a_deck_that_is_away_keeps_its_hands(data: Path) -> None:
    """The table's configuration names another deck for an evening."""
    (data / JOURNAL).write_text('{"due":{"green":["h1"],"red":["h2"]}}')
    table = Table(data)
    await table.count.write()
    assert table.hands() == [8, 7]
    assert (data / JOURNAL).read_text() == '{"due":{"green":["h1"]}}'


async def test_a_journal_that_cannot_be_written_is_told_and_counting_goes_on(data: Path) -> None:
    table = Table(data)
    (data / JOURNAL).with_suffix(".new").mkdir()
    await deal(table, "h1")
    assert "hands not kept" in table.said
    table.count.guide(None)
    await table.count.write()
    assert table.hands() == [8, 7]


def locked(room: Room, **more: str) -> Path:
    """The room's deck as a locked one, with its key in the node's data folder."""
    path = room.folder / "red.deck"
    record = DeckRecord("red", {uid: card for card, uid in UIDS.items()}, verified_by="bob")
    save_locked(replace(record, **more), path, deck_key(room.config.data / "deck.key"))
    room.config = replace(room.config, decks=(path,), verified_decks=True)
    return path


async def test_two_hands_are_counted_when_they_are_over(tmp_path: Path) -> None:
    room = Room(tmp_path)
    path = locked(room)
    key = deck_key(room.config.data / "deck.key")
    await room.open()
    room.table.plug_all()
    await room.start_node()
    await room.facts(2)
    for serial, hand in enumerate(("h1", "h2", "h3"), 1):
        await room.hub.guide(Guidance(serial, HandId(hand), "dealing"))
        room.lay("seat3", "Kh", "Kd")
        await room.quiet(1)
        await room.until(lambda over=serial - 1: load_locked(path, key).hands == over)  # type: ignore[misc]
        room.gather("Kh", "Kd")
        await room.quiet(0.5)
    await room.close()
    assert load_locked(path, key).hands == 2


async def test_a_marked_deck_stops_the_node_at_its_start(tmp_path: Path) -> None:
    room = Room(tmp_path)
    locked(room, quarantined="torn")
    with pytest.raises(ConfigFault, match="deck 'red' is not to be dealt: torn"):
        await run_node(room.config, clock=room.clock, transport=room.broker.client(), wires=room.wires)


async def test_a_node_that_is_stopped_writes_first_what_it_could_not_write_before(tmp_path: Path) -> None:
    room = Room(tmp_path)
    path = locked(room)
    key = deck_key(room.config.data / "deck.key")
    await room.open()
    room.table.plug_all()
    await room.start_node()
    await room.facts(2)
    await room.hub.guide(Guidance(1, HandId("h1"), "dealing"))
    room.lay("seat3", "Kh", "Kd")
    await room.quiet(1)
    away = path.rename(tmp_path / "elsewhere")
    await room.hub.guide(Guidance(2, None, ""))
    await room.quiet(1)
    away.rename(path)
    await room.stop_node()
    assert load_locked(path, key).hands == 1
    await room.close()


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
async def test_a_process_killed_in_the_middle_of_a_hand_loses_no_count(site: Site, sign: signal.Signals) -> None:
    """The hand ends while there is no node; the next one counts it."""
    folder, path = site.folder, site.folder / "red.deck"
    key = deck_key(folder / "data" / "deck.key")
    save_locked(DeckRecord("red", {uid: card for card, uid in UIDS.items()}), path, key)
    config = folder / "node.toml"
    config.write_text(config.read_text().replace("deck.json", "red.deck"))
    node = await site.start_node()
    await site.heard(2)
    await site.hub.guide(Guidance(1, HandId("h1"), "dealing"))
    site.lay("seat3", "Kh", "Kd")
    await until(lambda: b'"deck":"red"' in written(folder / "data" / JOURNAL), limit_s=30)
    node.send_signal(sign)
    await node.communicate()
    assert load_locked(path, key).hands == 0
    await site.start_node()
    await until(lambda: [word.state for word in site.hub.said].count(Presentness.ONLINE) == 2, limit_s=30)
    await site.hub.guide(Guidance(2, HandId("h2"), "dealing"))
    await until(lambda: load_locked(path, key).hands == 1, limit_s=30)
    assert load_locked(path, key).last_hand == "h1"


def written(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""
