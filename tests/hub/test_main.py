"""A whole hub in this process: its parts start together, end together, and what is in the way is one sentence."""

import asyncio
import socket
from pathlib import Path

import pytest
from msgspec.structs import replace

from felt.clock import ManualClock
from felt.fact import FloorCalled
from felt.fault import ConfigFault
from felt.ids import TableId
from hub.__main__ import open_hub, run_hub
from hub.broker import BrokerKind, BrokerPlan
from hub.config import HubConfig, PagesConfig, TableConfig
from hub.floor import page_device
from hub.views.status import AlertKind

T1 = TableId("t1")


def config_in(folder: Path) -> HubConfig:
    return HubConfig(
        room="club",  # type: ignore[arg-type]
        tables=(TableConfig(T1, (1, 2, 3)),),  # type: ignore[arg-type]
        ledger=folder / "ledger.db",
        pages=PagesConfig(port=0),
        broker=BrokerPlan(kind=BrokerKind.INSIDE),
    )


async def test_a_hub_inside_a_process_serves_its_pages_and_keeps_what_it_is_told(tmp_path: Path) -> None:
    async with open_hub(config_in(tmp_path), ManualClock()) as hub:
        await hub.heard()
        assert hub.addresses() == [f"floor: {hub.url}/", f"table t1: {hub.url}/table/t1"]
        reader, writer = await asyncio.open_connection("127.0.0.1", int(hub.url.rpartition(":")[2]))
        writer.write(f"GET / HTTP/1.0\r\nHost: {hub.url.removeprefix('http://')}\r\n\r\n".encode())
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        writer.close()
        await writer.wait_closed()
        await hub.floor.tell(T1, page_device("dealer"), FloorCalled("here"))
    async with open_hub(config_in(tmp_path), ManualClock()) as hub:
        assert [alert.kind for alert in hub.floor.status(T1).alerts] == [AlertKind.CALL]


async def test_a_taken_port_leaves_nothing_running(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigFault, match=f"port {port} for the pages is taken"):
            async with open_hub(replace(config_in(tmp_path), pages=PagesConfig(port=port)), ManualClock()):
                pass
    async with open_hub(config_in(tmp_path), ManualClock()):
        pass


async def test_an_unknown_rulebook_is_named_with_its_table(tmp_path: Path) -> None:
    config = config_in(tmp_path)
    table = replace(config.tables[0], rulebook="bsfp")
    with pytest.raises(ConfigFault, match=r"table t1.*bsfp.*bfsp"):
        async with open_hub(replace(config, tables=(table,)), ManualClock()):
            pass


async def test_a_hub_says_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    said: list[str] = []
    stop = asyncio.Event()

    def say(line: str) -> None:
        said.append(line)
        if "inside this process" in line:
            stop.set()

    await run_hub(config_in(tmp_path), say, stop)
    assert said[0].startswith("floor: http://127.0.0.1:")
    assert said[-2:] == ["only tables inside this process can be heard", "stopping"]
