"""What a node would use, tried once: files, disk, ports, broker."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import Final

from msgspec import Struct

from felt.clock import SystemClock
from felt.fault import FeltFault
from felt.wire import BrokerAddress
from firmware_bridge.reading import PartFound, PartLost
from table_node.config import NodeConfig, equip, load_config
from table_node.parts import Parts, PartStream

PORT_WAIT_S: Final = 5.0
BROKER_WAIT_S: Final = 3.0


class Finding(Struct, frozen=True):
    """One thing that the node needs, and how it stands."""

    what: str
    good: bool
    detail: str

    def __str__(self) -> str:
        return f"{'ok  ' if self.good else 'FAIL'}  {self.what}: {self.detail}"


async def findings(config_path: Path) -> AsyncGenerator[Finding, None]:
    """Each need of the configuration, tried in turn; ends early when the configuration itself is broken."""
    try:
        config = load_config(config_path)
        equipment = equip(config)
        parts = Parts(equipment.board, config.ports, SystemClock())
    except FeltFault as fault:
        yield Finding("configuration", False, str(fault))
        return
    yield Finding("configuration", True, f"table {config.table} of room {config.room}, device {config.device}")
    board = equipment.board
    senses = ", ".join(quality.sense for quality in board.senses)
    yield Finding("board", True, f"{board.name}: {len(board.seats)} seats, senses {senses}")
    for deck in equipment.decks:
        doubled, missing = deck.doubled(), deck.missing()
        faults = [f"{len(doubled)} cards doubled"] * bool(doubled) + [f"{len(missing)} cards missing"] * bool(missing)
        yield Finding(f"deck {deck.name}", not faults, ", ".join(faults) or f"{len(deck.cards)} tags, complete")
    yield _data_folder(config)
    for part, stream in parts.streams().items():
        yield await _port(part, config.ports[part], stream)
    yield await _broker(config.broker)


def _data_folder(config: NodeConfig) -> Finding:
    try:
        config.data.mkdir(parents=True, exist_ok=True)
        probe = config.data / ".probe"
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as error:
        return Finding("data folder", False, f"{config.data}: {error.strerror}")
    return Finding("data folder", True, f"{config.data} can be written")


async def _port(part: str, url: str, stream: PartStream) -> Finding:
    """Open the port and wait for the device to say who it is."""
    what = f"part {part}"
    why = "no answer"
    try:
        async with aclosing(stream) as readings, asyncio.timeout(PORT_WAIT_S):
            async for reading in readings:
                if isinstance(reading, PartFound):
                    return Finding(what, True, f"{url} answers {reading.version}".rstrip())
                if isinstance(reading, PartLost):
                    why = reading.why
                    break
    except FeltFault as fault:
        why = str(fault)
    except TimeoutError:
        pass
    return Finding(what, False, f"{url}: {why.removeprefix(f'{url}: ')}")


async def _broker(address: BrokerAddress) -> Finding:
    try:
        async with asyncio.timeout(BROKER_WAIT_S):
            _, writer = await asyncio.open_connection(address.host, address.port)
    except (OSError, TimeoutError) as error:
        return Finding("broker", False, f"{address}: {error or 'no answer'}")
    writer.close()
    return Finding("broker", True, f"{address} accepts connections")
