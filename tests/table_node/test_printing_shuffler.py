"""A whole node whose shuffler prints lines: cycles become facts, an order told becomes an alarm and nothing else."""

import asyncio
from pathlib import Path

import structlog.testing

from felt.card import DECK
from felt.clock import ManualClock
from felt.fact import DeckChecked, HandOpened, ShufflerReported, TamperSeen
from felt.ids import DeviceId, RoomId, TableId, Uid
from felt.wire import InProcessBroker, LinkState
from firmware_bridge.stream import MemoryWires
from hardware.board import shipped_board
from hardware.deck import DeckFile, save_deck
from table_node.config import NodeConfig
from table_node.node import identity_of, run_node
from table_node.uplink import last_will
from tests.table_node.hubside import HubSide
from tests.table_node.waiting import until

SHUFFLER = DeviceId("shuffler")


async def test_lines_become_facts(tmp_path: Path) -> None:
    clock, broker, wires = ManualClock(), InProcessBroker(), MemoryWires()
    board = tmp_path / "board.toml"
    text = shipped_board("nine-seat").read_text()
    assert text.count('id = "shuffler"') == 1
    board.write_text(text.replace('id = "shuffler"', 'id = "shuffler"\nkind = "lines"\nmap = "plain-words"'))
    save_deck(DeckFile("red", {Uid(f"E0040150{n:08X}"): card for n, card in enumerate(DECK)}), tmp_path / "deck.json")
    ports = {DeviceId(part): f"memory://{part}" for part in ("west", "east", "shuffler")}
    config = NodeConfig(
        RoomId("main"), TableId("t1"), DeviceId("t1-node"), board, (tmp_path / "deck.json",), tmp_path / "data", ports
    )
    hub, transport = HubSide(broker.client(), identity_of(config)), broker.client(will=last_will(identity_of(config)))
    far = wires.plug("shuffler")
    await hub.start()
    with structlog.testing.capture_logs():
        node = asyncio.create_task(run_node(config, clock=clock, transport=transport, wires=wires))
        await until(lambda: transport.state is LinkState.UP)
        for line in ("START 7", "COUNT 51", "DECK Ah Kd 9c 2s", "DONE 7", "DECK 2c 3c 4c"):
            await far.write(f"{line}\r\n".encode())
            await clock.advance(1.0)
        wanted = (HandOpened, DeckChecked, TamperSeen, ShufflerReported)

        def facts() -> list[object]:
            return [letter.body for letter in hub.taken.values() if isinstance(letter.body, wanted)]

        await until(lambda: len(facts()) >= 5)
        node.cancel()
        await asyncio.gather(node, return_exceptions=True)
    await hub.stop()
    opened, shuffling, tamper, wrong, checked = facts()
    assert opened == HandOpened(by_machine=True)
    assert (shuffling, wrong) == (ShufflerReported(shuffling.state, 7), ShufflerReported(wrong.state, 7))  # type: ignore[attr-defined]
    assert [shuffling.state, wrong.state] == ["shuffling", "count-wrong"]  # type: ignore[attr-defined]
    assert isinstance(tamper, TamperSeen)
    assert checked == DeckChecked(51)
    assert not any(b"Ah" in line.split(b".", 1)[1] for line in hub.lines)
