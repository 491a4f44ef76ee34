"""A running node counts the hands of a locked deck, and refuses one that was marked."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from felt.fault import ConfigFault
from felt.ids import HandId
from felt.order import Guidance
from table_node.enrolment.locked import DeckRecord, deck_key, load_locked, save_locked
from table_node.node import run_node
from tests.table_node.test_node import UIDS, Room


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
