"""How much the ledger keeps a second, how long a fact takes to its acknowledgement, and what a hub weighs."""

import asyncio
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import psutil

from felt.card import DECK
from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import Between, CardArrived, Face, Fact, HandClosed, HandOpened, RoundClosed
from felt.ids import BootId, DeviceId, Ref, RoomId, TableId
from felt.place import BOARD, BURN, SeatNo, seat_place
from felt.wire import LinkState, MqttTransport
from hub.ledger import Draft, Ledger, RowKind
from tests.bench.row import Better, Row, percentile
from tests.hub.floor.room import Device
from tests.processes.programs import ROOM, HubProgram

TABLES: Final = 100
TABLES_PER_LINK: Final = 25
"""nats-server grants a session 63 subscriptions; each table's node needs two."""
SEATS: Final = 9
HANDS: Final = 3
SINGLE_FACTS: Final = 300
LEDGER_ROWS: Final = 20_000
ROW_BYTES: Final = 450
"""What a signed card arrival with its envelope weighs, about."""


def rows() -> Iterator[Row]:
    """The rows of this room."""
    yield from asyncio.run(_ledger_rows())
    yield from asyncio.run(_hub_rows())


async def _ledger_rows() -> list[Row]:
    folder = Path(tempfile.mkdtemp())
    try:
        ledger = Ledger(folder / "ledger.db", RoomId("bench"))
        many = await _kept_per_second(ledger, LEDGER_ROWS, submissions_at_once=100)
        single = await _kept_per_second(ledger, 500, submissions_at_once=1)
        await ledger.close()
    finally:
        shutil.rmtree(folder)
    return [
        Row("ledger, 100 facts waiting", many, "facts/s", note="synchronous=FULL, chained"),
        Row("ledger, one at a time", single, "facts/s", note="one fsync each: this disk's, not ours"),
    ]


async def _kept_per_second(ledger: Ledger, count: int, *, submissions_at_once: int) -> float:
    line = b"x" * ROW_BYTES
    boot = BootId(f"{submissions_at_once:016x}")

    async def keep(first: int) -> None:
        for seq in range(first, count, submissions_at_once):
            table = TableId(f"t{first}")
            await ledger.append(
                [Draft(table, RowKind.FACT, line, Nanos(seq), device=DeviceId("n"), boot=boot, seq=seq)]
            )

    began = time.perf_counter()
    await asyncio.gather(*(keep(first) for first in range(submissions_at_once)))
    return count / (time.perf_counter() - began)


async def _hub_rows() -> list[Row]:
    async with _hub(TABLES) as (hub, nodes):
        idle = _rss_mb(hub.pid)
        facts = [fact for hand in range(HANDS) for fact in _hand(hand)]
        began = time.perf_counter()
        await asyncio.gather(*(_play(node, facts) for node in nodes))
        rate = len(facts) * len(nodes) / (time.perf_counter() - began)
        weight = _rss_mb(hub.pid)
        delays = await _single_delays(nodes[0], len(facts))
        kept = len(facts) * len(nodes)
        began = time.perf_counter()
        for node in nodes:
            hub.rebuilt(node.table)
        again = kept / (time.perf_counter() - began)
    return [
        Row(f"hub of {TABLES} tables, all playing", rate, "facts/s", note="MQTT in, ruled, kept, acknowledged"),
        Row("fact to acknowledgement, p50", percentile(delays, 0.5), "ms", note="one table, nats-server, fsync"),
        Row("fact to acknowledgement, p99", percentile(delays, 0.99), "ms"),
        Row("tables rebuilt from the ledger", again, "facts/s", note="read, chain checked twice, absorbed"),
        Row(f"hub of {TABLES} tables, idle", idle, "MB", 200, Better.LOWER),
        Row(
            f"hub of {TABLES} tables, {HANDS} hands each",
            weight,
            "MB",
            200,
            Better.LOWER,
            note=f"{len(facts)} facts a table; its broker not counted",
        ),
    ]


@asynccontextmanager
async def _hub(tables: int) -> AsyncIterator[tuple[HubProgram, list[Device]]]:
    """A hub process, and one connection on which every table's node speaks."""
    folder = Path(tempfile.mkdtemp())
    names = [TableId(f"t{n}") for n in range(1, tables + 1)]
    seats = ", ".join(str(seat) for seat in range(1, SEATS + 1))
    hub = HubProgram(
        folder, "".join(f'[[tables]]\nid = "{name}"\nseats = [{seats}]\nbutton = {SEATS}\n' for name in names)
    )
    try:
        await hub.up()
        links = [MqttTransport(hub.address, f"bench-{n}") for n in range(0, tables, TABLES_PER_LINK)]
        for link in links:
            await _connected(link)
        nodes = [Device(links[n // TABLES_PER_LINK], f"node-{name}", name, room=ROOM) for n, name in enumerate(names)]
        for node in nodes:
            await node.listen()
            await node.announce()
        yield hub, nodes
        for link in links:
            await link.stop()
        hub.stop()
    finally:
        if hub.running:
            hub.kill()
        shutil.rmtree(folder)


async def _connected(link: MqttTransport) -> None:
    up = asyncio.Event()
    link.on_state(lambda state: up.set() if state is LinkState.UP else None)
    await link.start()
    await up.wait()


async def _play(node: Device, facts: Sequence[Fact]) -> None:
    await node.say(0, *facts)
    await node.acked(len(facts) - 1, patience_s=120)


async def _single_delays(node: Device, first: int) -> list[float]:
    delays = []
    for seq in range(first, first + SINGLE_FACTS):
        began = time.perf_counter()
        await node.say(seq, RoundClosed())
        await node.acked(seq)
        delays.append((time.perf_counter() - began) * 1000)
    return delays


def _hand(number: int) -> list[Fact]:
    """A clean hand as a node sees it: two cards a seat, three streets with burns."""
    at = number * 100_000
    dealt = [(seat_place(SeatNo(1 + card % SEATS)), Face.DOWN) for card in range(2 * SEATS)]
    streets = [[(BURN, Face.DOWN), *[(BOARD, Face.UP)] * count] for count in (3, 1, 1)]
    facts: list[Fact] = [HandOpened()]
    cards = iter(DECK)
    for moves in (dealt, *streets):
        for place, face in moves:
            at += 500
            between = Between(Nanos(at * NANOS_PER_MS), Nanos((at + 100) * NANOS_PER_MS))
            ref = Ref(f"h{number}-{at}")
            facts.append(CardArrived(place, ref, face, between, card=next(cards) if face is Face.UP else None))
        facts.append(RoundClosed())
    return [*facts, HandClosed()]


def _rss_mb(pid: int) -> float:
    return float(psutil.Process(pid).memory_info().rss) / 1e6
