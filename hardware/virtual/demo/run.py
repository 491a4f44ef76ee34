"""`feltwire demo`: everything started in order, told in plain lines, and ended without a process left behind."""

import asyncio
import contextlib
import logging
import random
import signal
import socket
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Final

import structlog

from felt.fault import ConfigFault, FeltFault, LinkLost, Unsupported
from hardware.virtual.demo.children import Child, feltwire
from hardware.virtual.demo.folder import DemoPlan, plan_demo, write_configs
from hardware.virtual.demo.inside import run_inside
from hardware.virtual.demo.pit import Pit
from hardware.virtual.demo.say import Say, print_line
from hardware.virtual.robot import Rates
from hub.broker import BrokerKind
from hub.broker.child import find_server

MOST_TABLES: Final = 16
SLOWEST: Final = 0.1
FASTEST: Final = 10.0
_READY: Final = "tables connect to"
"""How the hub says that its broker and pages are up."""


def main(
    *,
    tables: int = 1,
    rate: float = 1.0,
    seed: int | None = None,
    port: int = 8080,
    data: Path | None = None,
    mistakes: float = 0.35,
    say: Say | None = None,
) -> int:
    """Run the demo until Ctrl-C or SIGTERM and return 0.

    `rate`: table seconds in a real one. `port`: the pages'. `data`: where to keep ledger and logs, None for a folder
    that is thrown away. `mistakes`: the share of hands with a dealing error. Raises FeltFault for what cannot work.
    """
    _check(tables, rate, mistakes)
    say = say or print_line
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    seed = random.SystemRandom().randrange(10_000) if seed is None else seed
    with _folder(data) as folder:
        plan = plan_demo(
            folder,
            tables=tables,
            rate=rate,
            seed=seed,
            pages_port=_free(port, "pages"),
            broker_port=_any_free_port(),
            broker=_broker(say),
        )
        say(f"starting {tables} table{'s' if tables > 1 else ''} (seed {seed}; files in {folder})")
        asyncio.run(_until_signalled(plan, Rates(mistakes), say))
    return 0


def _check(tables: int, rate: float, mistakes: float) -> None:
    if not 1 <= tables <= MOST_TABLES:
        raise ConfigFault(f"{tables} tables", remedy=f"1 to {MOST_TABLES}")
    if not SLOWEST <= rate <= FASTEST:
        raise ConfigFault(f"rate {rate:g}", remedy=f"{SLOWEST:g} (slow) to {FASTEST:g} (fast); 1 is real time")
    if not 0 <= mistakes <= 1:
        raise ConfigFault(f"a share of {mistakes:g} mistakes", remedy="0 to 1")


async def _until_signalled(plan: DemoPlan, rates: Rates, say: Say) -> None:
    run = run_inside if plan.broker is BrokerKind.INSIDE else _run
    running = asyncio.create_task(run(plan, rates, say))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        say("stopped")
    except BaseExceptionGroup as group:
        raise _fault_in(group) from group


def _broker(say: Say) -> BrokerKind:
    """A broker of the hub's own where one can run; else all is done in one process, which is said."""
    try:
        find_server()
    except Unsupported as fault:
        say(f"{fault.what}: hub and tables run in one process")
        return BrokerKind.INSIDE
    return BrokerKind.CHILD


async def _run(plan: DemoPlan, rates: Rates, say: Say) -> None:
    pits = [Pit(plan, table, rates) for table in plan.tables]
    write_configs(plan, {pit.table.id: pit.devices.ports for pit in pits})
    async with AsyncExitStack() as stack:
        hub = await stack.enter_async_context(feltwire("hub", "hub", str(plan.hub_config), log=plan.folder / "hub.log"))
        ready = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(_follow_hub(hub, ready, say))
            await ready.wait()
            for pit in pits:
                log = pit.table.folder / "node.log"
                node = await stack.enter_async_context(feltwire("node", "node", str(pit.table.config), log=log))
                group.create_task(_mind(node, pit.table.name))
                group.create_task(pit.run())
            say("dealing; Ctrl-C stops everything")


async def _follow_hub(hub: Child, ready: asyncio.Event, say: Say) -> None:
    """Pass on what the hub says; its end is the demo's."""
    async for line in hub.lines():
        if line.startswith(_READY):
            ready.set()
        else:
            say(line)
    raise LinkLost(f"the hub ended: {await hub.ended()}")


async def _mind(node: Child, table: str) -> None:
    async for _ in node.lines():
        continue
    raise LinkLost(f"the node of {table} ended: {await node.ended()}")


def _fault_in(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one fault that ended the demo, or the whole group when it was a bug."""
    for error in group.exceptions:
        inner = _fault_in(error) if isinstance(error, BaseExceptionGroup) else error
        if isinstance(inner, FeltFault):
            return inner
    return group


@contextmanager
def _folder(data: Path | None) -> Iterator[Path]:
    """The folder to work in, absolute; a temporary one is removed at the end."""
    if data is not None:
        try:
            data.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigFault(f"cannot be made: {error.strerror}", where=str(data)) from error
        yield data.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="feltwire-demo-") as name:
        yield Path(name)


def _free(port: int, what: str) -> int:
    """`port`, when nothing listens there; raises ConfigFault in one sentence."""
    with contextlib.closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            raise ConfigFault(
                f"port {port} for the {what} is taken or not allowed", remedy="choose another with --port"
            ) from error
    return port


def _any_free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
